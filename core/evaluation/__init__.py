"""Qrels, runs and what is computed from them; knows nothing of how a run was made."""

from core.evaluation.cases import (
    Case,
    CaseKind,
    Disagreements,
    Label,
    rank_column,
    score_column,
)
from core.evaluation.comparison import Comparison, compare
from core.evaluation.disputes import disagreements
from core.evaluation.ideal_ranking import Ideal, ideal, ideals
from core.evaluation.metric import Metric
from core.evaluation.metrics import (
    capped_recall,
    f1,
    mean_average_precision,
    mean_reciprocal_rank,
    ndcg,
    precision,
    recall,
)
from core.evaluation.qrels import Qrels
from core.evaluation.qrels_files import read_qrels, write_qrels
from core.evaluation.run import Run, rank_candidates
from core.evaluation.run_files import read_run, read_run_with_notes, write_run
from core.evaluation.run_order import best_first
from core.evaluation.scoring import QueryScores, Score, curve, score_queries
from core.evaluation.self_candidates import SelfCandidate, treat_run, treat_self, treat_truth

__all__ = [
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
    "best_first",
    "capped_recall",
    "compare",
    "curve",
    "disagreements",
    "f1",
    "ideal",
    "ideals",
    "mean_average_precision",
    "mean_reciprocal_rank",
    "ndcg",
    "precision",
    "rank_candidates",
    "rank_column",
    "read_qrels",
    "read_run",
    "read_run_with_notes",
    "recall",
    "score_column",
    "score_queries",
    "treat_run",
    "treat_self",
    "treat_truth",
    "write_qrels",
    "write_run",
]
