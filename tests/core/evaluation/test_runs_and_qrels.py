from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import MalformedFileError
from core.evaluation import Metric, Qrels, Run, SelfCandidate, curve, disagreements, score_queries
from core.evaluation.corpus_size import corpus_curve
from core.evaluation.errors import (
    BadRelevanceError,
    BadScoreError,
    DuplicateCandidateError,
    DuplicateLabelError,
    EmptyQrelsError,
    EmptyRunError,
)
from core.evaluation.run import rank_candidates
from tests.core.evaluation.treated import treated


@given(st.dictionaries(st.text(), st.sampled_from([-1.0, -0.0, 0.0, 0.5, 2.0]), min_size=1))
def test_ties_are_broken_by_table_id(scores):
    run = Run.of({"q": list(scores.items())})
    expected = sorted(scores, key=lambda table: (-scores[table], table))
    assert list(run.ranking("q")) == expected
    assert run.frame["rank"].to_list() == list(range(1, len(scores) + 1))


def test_the_tie_rule_can_be_used_by_any_ranker():
    frame = pl.DataFrame(
        {"query": ["q", "q", "p"], "table": ["b", "a", "c"], "score": [1.0, 1.0, 0.0]}
    )
    assert rank_candidates(frame).select("query", "table", "rank").rows() == [
        ("p", "c", 1),
        ("q", "a", 1),
        ("q", "b", 2),
    ]


def test_a_run_does_not_depend_on_the_order_it_was_given_in():
    one = Run.of({"q": [("a", 1.0), ("b", 2.0)], "p": [("a", 1.0)]}, method="m")
    other = Run.of({"p": [("a", 1.0)], "q": [("b", 2.0), ("a", 1.0)]}, method="m")
    assert one == other
    assert one.fingerprint == other.fingerprint
    assert hash(one) == hash(other)
    assert one != Run.of({"q": [("a", 1.0)]}, method="m")


def test_the_fingerprint_knows_method_and_parameters():
    prints = {
        Run.of({"q": [("a", 1.0)]}, method, parameters).fingerprint
        for method, parameters in [("m", {}), ("n", {}), ("m", {"k": 10})]
    }
    assert len(prints) == 3


def test_an_order_without_scores_stays_as_it_is():
    run = Run.from_order({"q": ["c", "a", "b"]})
    assert run.ranking("q") == ("c", "a", "b")
    assert not run.scored
    assert run.top(2).ranking("q") == ("c", "a")
    assert run.to_dict() == {"q": [("c", None), ("a", None), ("b", None)]}


def test_ignored_pairs_leave_the_ranking_and_the_rest_moves_up():
    run = Run.of({"q": [("a", 3.0), ("b", 2.0), ("c", 1.0)], "p": [("a", 1.0)]})
    left = run.without_pairs([("q", "a"), ("q", "z"), ("p", "a")])
    assert left.frame.select("table", "rank").rows() == [("b", 1), ("c", 2)]
    assert left.queries == ("p", "q")


@pytest.mark.parametrize("scored", [True, False])
def test_a_run_of_which_no_candidate_is_left_is_scored_as_unanswered(scored):
    run = Run.of({"q": [("q", 1.0)]}) if scored else Run.from_order({"q": ["q"]})
    qrels = Qrels.of({"q": {"q": 1, "a": 1}, "p": {"a": 1}})
    emptied = run.without_pairs([("q", "q")])
    assert (len(emptied), emptied.queries, emptied.ranking("q")) == (0, ("q",), ())
    for treatment in SelfCandidate:
        left, truth = treated(emptied, qrels, treatment)
        score = score_queries(left, truth, 1, [Metric.P]).mean(Metric.P)
        assert (score.value, score.missing) == (0.0, 2)
        assert curve(left, truth, [1], [Metric.R])["R"].to_list() == [0.0]
    found = disagreements([replace(emptied, method="none"), replace(run, method="m")], qrels, 1)
    assert (found.gtfp, found.missing) == ((0.0,), 2)
    assert corpus_curve(emptied, qrels, 1, ["a", "p", "q"], [3])["R"].to_list() == [0.0]


@pytest.mark.parametrize(
    ("ranking", "error", "message"),
    [
        ([], EmptyRunError, "at least one candidate"),
        ([("a", float("nan"))], BadScoreError, "finite number. Got nan for query 'q'"),
        ([("a", float("inf"))], BadScoreError, "finite"),
        ([("a", 1.0), ("a", 2.0)], DuplicateCandidateError, "'a' more than once for query 'q'"),
    ],
)
def test_a_run_that_is_none_is_refused(ranking, error, message):
    with pytest.raises(error, match=message):
        Run.of({"q": ranking})


def test_a_run_is_scored_or_not():
    frame = pl.DataFrame(
        {"query": ["q", "q"], "table": ["a", "b"], "score": [1.0, None], "rank": [1, 2]}
    )
    with pytest.raises(MalformedFileError, match="Got both"):
        Run(frame)


def test_qrels_keep_negatives_grades_and_queries_without_labels():
    pairs = {"q": {"a": 2, "b": 0, "c": -1}, "p": {}}
    qrels = Qrels.of(pairs, source="people")
    assert qrels.to_dict() == pairs
    assert qrels.relevance("q", "b") == 0
    assert qrels.relevance("q", "z") is None
    assert qrels.positive_counts(positive_from=1).rows() == [("p", 0), ("q", 1)]
    assert qrels == Qrels.of({"p": {}, "q": {"c": -1, "b": 0, "a": 2}})
    assert qrels != Qrels.of({"q": pairs["q"]})


def test_qrels_that_are_none_are_refused():
    with pytest.raises(EmptyQrelsError, match="at least one query"):
        Qrels.of({})
    with pytest.raises(DuplicateLabelError, match="judged once"):
        Qrels.from_rows([("q", "a", 1), ("q", "a", 0)])
    with pytest.raises(BadRelevanceError, match="Got 5000"):
        Qrels.of({"q": {"a": 5_000}})


def test_the_querys_own_table_can_be_left_out():
    run = Run.of({"q": [("q", 1.0), ("a", 0.5)]})
    qrels = Qrels.of({"q": {"q": 1, "a": 1}})
    left_run, left_qrels = treated(run, qrels, SelfCandidate.EXCLUDED)
    assert left_run.ranking("q") == ("a",)
    assert left_qrels.to_dict() == {"q": {"a": 1}}


def test_the_querys_own_table_can_be_counted_as_positive():
    run = Run.of({"q": [("a", 0.5), ("b", 0.5)], "p": [("own p", 0.1), ("a", 0.9)]})
    qrels = Qrels.of({"q": {"a": 1}, "p": {"own p": 2}, "r": {"a": 1}})
    own = {"q": "own q", "p": "own p"}
    with_run, with_qrels = treated(run, qrels, SelfCandidate.INCLUDED, own)
    assert with_run.ranking("q") == ("own q", "a", "b")
    assert with_run.ranking("p") == ("a", "own p")
    assert with_qrels.to_dict() == {"q": {"own q": 2, "a": 1}, "p": {"own p": 2}, "r": {"a": 1}}


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_the_querys_own_table_counts_as_the_best_of_any_scale(scale):
    run = Run.from_order({"q": ["q", "a", "b", "c"]})
    qrels = Qrels.of({"q": {"a": scale, "b": scale, "c": 0}})
    for truth in (qrels, Qrels.of({"q": {"q": 1, **qrels.to_dict()["q"]}})):
        ndcg = score_queries(*treated(run, truth, SelfCandidate.INCLUDED), 4, [Metric.NDCG])
        assert ndcg.mean(Metric.NDCG).value == 1.0


def test_the_querys_own_table_goes_on_top_of_an_order_without_scores():
    run, _ = treated(
        Run.from_order({"q": ["a", "b"]}), Qrels.of({"q": {"a": 1}}), SelfCandidate.INCLUDED
    )
    assert run.ranking("q") == ("q", "a", "b")


def test_a_query_that_the_run_does_not_answer_gets_no_own_table_either():
    queries = [f"q{number}" for number in range(10)]
    run = Run.from_order({"q0": ["wrong"]})
    qrels = Qrels.of({query: {"right": 1} for query in queries})
    with_own, judged = treated(run, qrels, SelfCandidate.INCLUDED)
    assert with_own.queries == ("q0",)
    precision = score_queries(with_own, judged, 1, [Metric.P]).mean(Metric.P)
    assert (precision.value, precision.missing) == (0.1, 9)
    found = disagreements(with_own, judged, 1)
    assert found.gtfn == (0.9,)


def test_own_tables_of_queries_that_the_truth_has_not_make_no_query():
    run, qrels = Run.from_order({"q": ["a"]}), Qrels.of({"q": {"a": 1}})
    own = {"q": "own", "other": "x"}
    _, truth = treated(run, qrels, SelfCandidate.INCLUDED, own)
    assert truth.queries == ("q",)
    assert truth.to_dict() == {"q": {"own": 1, "a": 1}}


def test_the_fingerprint_knows_queries_without_candidates():
    one, other = Run.of({"q": [("a", 1.0)], "p": []}), Run.of({"q": [("a", 1.0)]})
    assert one.fingerprint != other.fingerprint
