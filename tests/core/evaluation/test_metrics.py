"""Metrics against the library as it stands, and against hand-worked values."""

from __future__ import annotations

import ir_measures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from core.evaluation import (
    Metric,
    Qrels,
    Run,
    Score,
    curve,
    ideal,
    ideals,
    score_queries,
)
from core.evaluation.errors import CutoffError, ThresholdError, UnknownMetricError


def mean(metric: Metric, run: Run, qrels: Qrels, k: int = 1, **given: int) -> Score:
    return score_queries(run, qrels, k, [metric], **given).mean(metric)


TABLES = [f"datalake/t {n}.csv" for n in range(12)]
QUERIES = ["q 1", "q2", "q3", "q4"]
SCORES = st.sampled_from([0.0, 0.25, 0.5, 0.5 + 1e-12, 1.0])
"""Few values, so that ties abound, two of them equal as 32-bit floats."""

judgements = st.dictionaries(
    st.sampled_from(QUERIES),
    st.dictionaries(st.sampled_from(TABLES), st.integers(-1, 2), max_size=12),
    min_size=1,
)
rankings = st.dictionaries(
    st.sampled_from(QUERIES), st.dictionaries(st.sampled_from(TABLES), SCORES, max_size=12)
).filter(lambda run: any(run.values()))


@settings(max_examples=200, deadline=None)
@given(judgements, rankings, st.integers(1, 14), st.integers(1, 2))
def test_metrics_agree_with_the_library_on_random_runs(judged, ranked, k, positive_from):
    if not set(judged) & set(ranked):
        return
    qrels = Qrels.of(judged)
    run = Run.of({query: list(tables.items()) for query, tables in ranked.items()})

    scores = score_queries(run, qrels, k, positive_from=positive_from)

    # By hand: ties by table id, then scores that trec_eval cannot confuse.
    untied = {
        query: {
            table: 100.0 - rank
            for rank, (table, _) in enumerate(
                sorted(tables.items(), key=lambda entry: (-entry[1], entry[0]))
            )
        }
        for query, tables in ranked.items()
    }
    grades = {q: {t: max(grade, 0) for t, grade in pairs.items()} for q, pairs in judged.items()}
    expected = {
        Metric.P: ir_measures.P(rel=positive_from) @ k,
        Metric.R: ir_measures.R(rel=positive_from) @ k,
        Metric.MAP: ir_measures.AP(rel=positive_from),
        Metric.MRR: ir_measures.RR(rel=positive_from),
        Metric.NDCG: ir_measures.nDCG @ k,
    }
    by_query = {
        (str(found.measure), found.query_id): found.value
        for found in ir_measures.iter_calc(list(expected.values()), grades, untied)
    }
    for metric, measure in expected.items():
        per_query = [by_query[str(measure), query] for query in sorted(judged)]
        np.testing.assert_allclose(scores.values(metric), per_query, atol=1e-12)
        assert scores.mean(metric).queries == len(judged)
    # The library's own set measure, over slots, is F1 of the first k.
    for row in scores.frame.iter_rows(named=True):
        assert row[f"F1@{k}"] == pytest.approx(_f1(run, judged, row["query"], k, positive_from))
        reachable = min(k, row["positives"])
        capped = row["hits"] / reachable if reachable else 0.0
        assert row[f"capped recall@{k}"] == pytest.approx(capped)


def _f1(run, judged, query, k, positive_from):
    positives = {t for t, grade in judged[query].items() if grade >= positive_from}
    first = list(run.ranking(query)[:k])
    slots = first + [f"empty slot {n}" for n in range(k - len(first))]
    everything = sorted(positives | set(slots))
    return f1_score(
        [name in positives for name in everything],
        [name in slots for name in everything],
        zero_division=0.0,
    )


@settings(max_examples=100, deadline=None)
@given(judgements, rankings, st.integers(1, 14), st.integers(1, 2))
def test_no_run_beats_the_ideal(judged, ranked, k, positive_from):
    if not set(judged) & set(ranked):
        return
    qrels = Qrels.of(judged)
    run = Run.of({query: list(tables.items()) for query, tables in ranked.items()})
    best = ideal(qrels, k, positive_from=positive_from)
    for score in score_queries(run, qrels, k, positive_from=positive_from).means():
        assert score.value <= best[score.metric] + 1e-12


@settings(max_examples=200, deadline=None)
@given(
    judgements.filter(lambda judged: any(judged.values())), st.integers(1, 14), st.integers(1, 2)
)
def test_the_truth_sorted_by_grade_reaches_the_ideal(judged, k, positive_from):
    qrels = Qrels.of(judged)
    perfect = Run.of({q: [(t, float(g)) for t, g in pairs.items()] for q, pairs in judged.items()})
    best = ideal(qrels, k, positive_from=positive_from)
    for score in score_queries(perfect, qrels, k, positive_from=positive_from).means():
        assert score.value == pytest.approx(best[score.metric])


QRELS = Qrels.of({"q1": {"a": 2, "b": 1, "c": 0}, "q2": {"a": 1}, "q3": {"a": 0}})
RUN = Run.of({"q1": [("c", 0.9), ("a", 0.8), ("x", 0.7)], "q3": [("a", 1.0)], "other": [("a", 1)]})


def test_precision_divides_by_k_when_the_ranking_is_short():
    assert mean(Metric.P, RUN, QRELS, 5).value == pytest.approx((1 / 5 + 0 + 0) / 3)


def test_a_missing_query_counts_as_zero_and_the_denominator_is_stated():
    score = mean(Metric.R, RUN, QRELS, 5)
    assert score.value == pytest.approx((1 / 2 + 0 + 0) / 3)
    assert (score.queries, score.missing, score.without_positives) == (3, 1, 1)


def test_unjudged_candidates_are_not_relevant_and_are_counted():
    assert mean(Metric.P, RUN, QRELS, 3).unjudged == 1


def test_the_threshold_decides_what_is_positive_in_graded_qrels():
    assert mean(Metric.R, RUN, QRELS, 5, positive_from=2).value == pytest.approx(1 / 3)


def test_f1_is_averaged_over_queries():
    assert mean(Metric.F1, RUN, QRELS, 2).value == pytest.approx((1 / 2) / 3)  # P = R = 1/2


def test_ndcg_uses_grades_as_gains():
    best = 2 + 1 / np.log2(3)
    assert mean(Metric.NDCG, RUN, QRELS, 2).value == pytest.approx((2 / np.log2(3)) / best / 3)


def test_map_and_mrr_read_the_whole_ranking():
    assert mean(Metric.MAP, RUN, QRELS).value == pytest.approx((1 / 2) / 2 / 3)
    assert mean(Metric.MRR, RUN, QRELS).value == pytest.approx(1 / 2 / 3)
    assert mean(Metric.MRR, RUN.top(1), QRELS).value == 0


def test_capped_recall_divides_by_what_fits_in_k():
    assert mean(Metric.CAPPED_RECALL, RUN, QRELS, 1).value == 0
    assert mean(Metric.CAPPED_RECALL, RUN, QRELS, 2).value == pytest.approx((1 / 2) / 3)


def test_the_ideal_row_of_forty_positives_at_ten():
    best = ideal(Qrels.of({"q": {f"t{n}": 1 for n in range(40)}}), 10)
    assert (best[Metric.P], best[Metric.R]) == (1.0, 0.25)


def test_the_ideal_row_of_few_positives():
    # LB-OpenData in Table 2: fewer positives than k, so R = 1 and P < 1.
    best = ideal(Qrels.of({"q": {f"t{n}": 1 for n in range(20)}}), 50)
    assert (best[Metric.P], best[Metric.R]) == (0.4, 1.0)


def test_the_ideal_of_a_strict_threshold_reads_all_grades_for_ndcg_alone():
    best = ideal(Qrels.of({"q": {"a": 1}, "p": {"a": 2}}), 1, positive_from=2)
    assert (best[Metric.NDCG], best[Metric.P], best[Metric.MAP]) == (1.0, 0.5, 0.5)
    assert best.without_positives == 1


def test_a_curve_is_the_metric_at_each_cutoff():
    table = curve(RUN, QRELS, range(1, 6), [Metric.P, Metric.MAP])
    assert table["P"].to_list() == pytest.approx(
        [mean(Metric.P, RUN, QRELS, k).value for k in range(1, 6)]
    )
    assert table["MAP"].n_unique() == 1
    assert table["queries"].to_list() == [3] * 5


@settings(max_examples=100, deadline=None)
@given(judgements, rankings, st.integers(1, 2))
def test_curves_are_those_of_the_library_at_each_cutoff(judged, ranked, positive_from):
    qrels = Qrels.of(judged)
    run = Run.of({query: list(tables.items()) for query, tables in ranked.items()})
    cuts = range(1, 16)
    table = curve(run, qrels, cuts, positive_from=positive_from)

    grades = {q: {t: max(grade, 0) for t, grade in pairs.items()} for q, pairs in judged.items()}
    untied = {
        query: {table: -float(at) for at, table in enumerate(run.ranking(query))}
        for query in ranked
    }
    for metric, measure in {
        Metric.P: ir_measures.P(rel=positive_from),
        Metric.R: ir_measures.R(rel=positive_from),
        Metric.NDCG: ir_measures.nDCG,
    }.items():
        for k, value in table.select("k", metric.value).iter_rows():
            found = ir_measures.iter_calc([measure @ k], grades, untied)
            total = sum(one.value for one in found if one.query_id in judged)
            assert value == pytest.approx(total / len(judged), abs=1e-12)
    for metric in (Metric.F1, Metric.CAPPED_RECALL):
        means = [
            score_queries(run, qrels, k, [metric], positive_from=positive_from).mean(metric).value
            for k in cuts
        ]
        assert table[metric.value].to_list() == pytest.approx(means)


def test_a_curve_and_its_ideal_go_over_the_judged_pairs_once_for_all_cutoffs(monkeypatch):
    taken = []
    counts = Qrels.positive_counts

    def counted(qrels, positive_from=1):
        taken.append(positive_from)
        return counts(qrels, positive_from)

    monkeypatch.setattr(Qrels, "positive_counts", counted)
    monkeypatch.setattr(ir_measures, "iter_calc", None)  # for MAP and MRR alone
    curve(RUN, QRELS, range(1, 101))
    ideals(QRELS, range(1, 101))
    assert len(taken) == 3


@pytest.mark.parametrize("k", [0, -1, 1_001, True, 2.0])
def test_a_cutoff_out_of_range_is_refused(k):
    with pytest.raises(CutoffError, match=r"k must be between 1 and 1,000\. Got"):
        mean(Metric.P, RUN, QRELS, k)


def test_a_threshold_below_one_is_refused():
    with pytest.raises(ThresholdError, match=r"between 1 and 1,000\. Got 0"):
        mean(Metric.P, RUN, QRELS, 5, positive_from=0)


def test_a_run_that_answers_no_query_scores_nothing_and_misses_all():
    scores = score_queries(Run.of({"z": [("a", 1.0)]}), QRELS, 5)
    assert {score.value for score in scores.means()} == {0.0}
    assert {score.missing for score in scores.means()} == {len(QRELS.queries)}


def test_metrics_are_found_by_name():
    assert Metric.named("ndcg") is Metric.NDCG
    assert Metric.named("capped_recall") is Metric.CAPPED_RECALL
    with pytest.raises(UnknownMetricError, match="must be one of P, R, F1"):
        Metric.named("accuracy")


def test_names_that_c_strings_would_cut_stay_apart():
    qrels = Qrels.of({"q": {"a\0x": 1}})
    assert mean(Metric.P, Run.of({"q": [("a\0y", 1.0)]}), qrels, 1).value == 0


def test_ten_thousand_queries_of_a_hundred_ranks_are_scored():
    generator = np.random.default_rng(0)
    queries = np.repeat([f"q{n}" for n in range(10_000)], 100)
    tables = np.tile([f"t{n}" for n in range(100)], 10_000)
    import polars as pl

    frame = pl.DataFrame({"query": queries, "table": tables, "score": generator.random(1_000_000)})
    qrels = Qrels.of({f"q{n}": {f"t{m}": 1 for m in range(10)} for n in range(10_000)})
    score = score_queries(Run(frame), qrels, 10).mean(Metric.P)
    assert score.value == pytest.approx(0.1, abs=0.01)
