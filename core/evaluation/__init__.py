"""Qrels, runs and what is computed from them; knows nothing of how a run was made."""

from core.evaluation.baseline import Against, against
from core.evaluation.cases import Case, CaseKind, Disagreements, Label, rank_column, score_column
from core.evaluation.comparison import Comparison, compare
from core.evaluation.disputes import disagreements
from core.evaluation.ideal_ranking import Ideal, ideal, ideals
from core.evaluation.metric import Metric
from core.evaluation.qrels import Qrels
from core.evaluation.qrels_files import write_qrels
from core.evaluation.run import Run
from core.evaluation.run_files import read_run, write_run
from core.evaluation.run_order import best_first
from core.evaluation.scoring import QueryScores, Score, curve, score_queries
from core.evaluation.self_candidates import SelfCandidate, treat_run, treat_truth

__all__ = [
    "Against",
    "Case",
    "CaseKind",
    "Comparison",
    "Disagreements",
    "Ideal",
    "Label",
    "Metric",
    "Qrels",
    "QueryScores",
    "Run",
    "Score",
    "SelfCandidate",
    "against",
    "best_first",
    "compare",
    "curve",
    "disagreements",
    "ideal",
    "ideals",
    "rank_column",
    "read_run",
    "score_column",
    "score_queries",
    "treat_run",
    "treat_truth",
    "write_qrels",
    "write_run",
]
