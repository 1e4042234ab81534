from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.evaluation import (
    Case,
    CaseKind,
    Label,
    Qrels,
    Run,
    SelfCandidate,
    disagreements,
    score_queries,
    treat_truth,
)
from core.evaluation.errors import NoPositivesError, RunMismatchError
from tests.core.evaluation.treated import treated

TABLES = [f"t{n}" for n in range(9)]
QUERIES = ["q1", "q2", "q3"]

judgements = st.fixed_dictionaries(
    {q: st.dictionaries(st.sampled_from(TABLES), st.integers(0, 2), max_size=9) for q in QUERIES}
).filter(lambda judged: any(g > 0 for pairs in judged.values() for g in pairs.values()))
rankings = st.dictionaries(
    st.sampled_from(QUERIES), st.permutations(TABLES).map(lambda order: order[:6]), min_size=1
)


@settings(max_examples=100, deadline=None)
@given(judgements, rankings, st.integers(1, 8), st.integers(1, 2))
def test_rates_are_the_papers_formulas(judged, ranked, k, positive_from):
    positives = {
        q: {t for t, grade in pairs.items() if grade >= positive_from}
        for q, pairs in judged.items()
    }
    if not any(positives.values()):
        return
    found = disagreements(Run.from_order(ranked), Qrels.of(judged), k, positive_from=positive_from)
    for cut in range(1, k + 1):
        first = {q: set(ranked.get(q, [])[:cut]) for q in QUERIES}
        wrong = sum(len(first[q] - positives[q]) for q in QUERIES)
        missed = sum(min(cut, len(positives[q])) - len(positives[q] & first[q]) for q in QUERIES)
        assert found.gtfp[cut - 1] == pytest.approx(wrong / (len(QUERIES) * cut))
        expected = sum(min(cut, len(positives[q])) for q in QUERIES)
        assert found.gtfn[cut - 1] == pytest.approx(missed / expected)


@settings(max_examples=60, deadline=None)
@given(judgements, rankings, st.integers(1, 8))
def test_gtfn_is_one_minus_capped_recall_weighted_by_what_fits(judged, ranked, k):
    run, qrels = Run.from_order(ranked), Qrels.of(judged)
    frame = score_queries(run, qrels, k).frame
    weights = frame["positives"].clip(upper_bound=k)
    capped = (frame[f"capped recall@{k}"] * weights).sum() / weights.sum()
    assert disagreements(run, qrels, k).gtfn[-1] == pytest.approx(1 - capped)


@settings(max_examples=50, deadline=None)
@given(rankings, st.integers(1, 4))
def test_gtfn_is_one_minus_mean_capped_recall_when_all_queries_have_k_positives(ranked, k):
    qrels = Qrels.of({q: dict.fromkeys(TABLES[:4], 1) for q in QUERIES})
    run = Run.from_order(ranked)
    capped = score_queries(run, qrels, k).frame[f"capped recall@{k}"].mean()
    assert disagreements(run, qrels, k).gtfn[-1] == pytest.approx(1 - capped)


@settings(max_examples=60, deadline=None)
@given(judgements, rankings, rankings, st.integers(1, 6))
def test_several_runs_dispute_what_all_of_them_dispute(judged, one, other, k):
    qrels = Qrels.of(judged)
    runs = [Run.from_order(one, method="one"), Run.from_order(other, method="other")]
    both = disagreements(runs, qrels, k)
    each = [disagreements(run, qrels, k) for run in runs]
    for kind in CaseKind:
        if kind is CaseKind.GTFP:
            common = set.intersection(*(_pairs(found, kind) for found in each))
            assert _pairs(both, kind) == common
        else:
            assert _pairs(both, kind) <= set.intersection(*(_pairs(found, kind) for found in each))
    assert both.gtfp_pairs[-1] == len(_pairs(both, CaseKind.GTFP))
    assert both.gtfp[-1] <= min(found.gtfp[-1] for found in each)
    assert both.gtfn[-1] <= min(found.gtfn[-1] for found in each)


@settings(max_examples=60, deadline=None)
@given(judgements, st.lists(rankings, min_size=2, max_size=3), st.integers(1, 9))
def test_every_cut_off_counts_what_several_runs_dispute_there(judged, ranked, k):
    positives = {q: {t for t, grade in pairs.items() if grade > 0} for q, pairs in judged.items()}
    runs = [Run.from_order(one, method=str(number)) for number, one in enumerate(ranked)]
    found = disagreements(runs, Qrels.of(judged), k)
    for cut in range(1, k + 1):
        wrong = missed = fit = 0
        for q in QUERIES:
            tops = [set(one.get(q, [])[:cut]) for one in ranked]
            wrong += len(set.intersection(*tops) - positives[q])
            wanted = min(cut, len(positives[q]))
            missed += max(0, wanted - len(positives[q] & set.union(*tops)))
            fit += wanted
        at = cut - 1
        assert (found.gtfp_pairs[at], found.gtfn_misses[at]) == (wrong, missed)
        assert (found.gtfp_slots[at], found.gtfn_expected[at]) == (len(QUERIES) * cut, fit)


def _pairs(found, kind):
    return {(case.query, case.table) for case in found.first() if case.kind is kind}


def test_cases_carry_ranks_scores_and_labels():
    qrels = Qrels.of({"q": {"a": 2, "b": 1, "c": 0}})
    one = Run.of({"q": [("c", 0.9), ("x", 0.8), ("a", 0.7), ("b", 0.1)]}, method="one")
    other = Run.from_order({"q": ["x", "c"]}, method="other")
    found = disagreements([one, other], qrels, 2)
    assert [
        (case.kind, case.table, dict(case.ranks), dict(case.scores), case.label, case.relevance)
        for case in found.first()
    ] == [
        ("gtfp", "c", {"one": 1, "other": 2}, {"one": 0.9, "other": None}, Label.NEGATIVE, 0),
        ("gtfp", "x", {"one": 2, "other": 1}, {"one": 0.8, "other": None}, Label.UNLABELLED, None),
        ("gtfn", "b", {"one": 4, "other": None}, {"one": 0.1, "other": None}, Label.POSITIVE, 1),
        ("gtfn", "a", {"one": 3, "other": None}, {"one": 0.7, "other": None}, Label.POSITIVE, 2),
    ]
    assert [case.rank for case in found.first()] == [2, 2, None, None]
    assert found.gtfp == (0.0, 1.0)
    assert found.gtfn == (1.0, 1.0)


def test_the_most_disputed_case_comes_first():
    qrels = Qrels.of({"q": dict.fromkeys("abcd", 1), "p": dict.fromkeys("a", 1)})
    run = Run.from_order({"q": ["x", "y", "a", "b", "c"], "p": ["z", "a"]})
    found = disagreements(run, qrels, 2)
    assert [(case.kind.value, case.query, case.table, case.rank) for case in found.first()] == [
        ("gtfp", "p", "z", 1),
        ("gtfp", "q", "x", 1),
        ("gtfp", "q", "y", 2),
        ("gtfn", "q", "d", None),
        ("gtfn", "q", "c", 5),
        ("gtfn", "q", "b", 4),
        ("gtfn", "q", "a", 3),
    ]


def test_a_positive_that_no_run_ranks_comes_before_those_that_one_does():
    """Of all five one run or both say nothing, whose worst rank is the same."""
    qrels = Qrels.of({"q": dict.fromkeys("abcde", 1)})
    runs = [
        Run.from_order({"q": ["x", "a", "b", "c"]}, method="one"),
        Run.from_order({"q": ["x", "y", "z", "d", "c"]}, method="other"),
    ]
    found = disagreements(runs, qrels, k=1).first()
    assert [(case.table, case.rank) for case in found if case.kind is CaseKind.GTFN] == [
        ("e", None),
        ("d", None),
        ("b", None),
        ("a", None),
        ("c", 5),
    ]


def test_a_query_that_found_all_that_fits_has_no_gtfn_case():
    qrels = Qrels.of({"q": dict.fromkeys("abc", 1)})
    found = disagreements(Run.from_order({"q": ["a", "b", "x"]}), qrels, 2)
    assert found.gtfn == (0.0, 0.0)
    assert found.cases.is_empty()


def test_an_included_self_candidate_is_right_at_rank_one_by_construction():
    qrels = Qrels.of({"q": {"a": 1}})
    run = Run.from_order({"q": ["b", "a"]})
    assert disagreements(run, qrels, 2).gtfp == (1.0, 0.5)
    included = disagreements(*treated(run, qrels, SelfCandidate.INCLUDED), 2)
    assert included.gtfp == (0.0, 0.5)
    assert included.gtfn == (0.0, 0.5)


def test_an_excluded_self_candidate_is_neither_right_nor_wrong():
    qrels = Qrels.of({"q": {"q": 1, "a": 1}})
    run = Run.from_order({"q": ["q", "b", "a"]})
    excluded = disagreements(*treated(run, qrels, SelfCandidate.EXCLUDED), 2)
    assert excluded.gtfp == (1.0, 0.5)
    assert {case.table for case in excluded.first()} == {"b"}


def test_a_missing_query_stays_in_the_denominators():
    qrels = Qrels.of({"q": {"a": 1}, "p": {"a": 1}})
    found = disagreements(Run.from_order({"q": ["b"], "z": ["a"]}), qrels, 1)
    assert (found.gtfp, found.gtfn, found.queries, found.missing) == ((0.5,), (1.0,), 2, 1)


def test_a_run_that_answers_no_query_finds_nothing_and_disputes_nothing():
    qrels = Qrels.of({"q": {"a": 1}, "p": {"a": 1}})
    found = disagreements(Run.from_order({"z": ["a"]}, method="m"), qrels, 1)
    assert (found.gtfp, found.gtfn, found.missing) == ((0.0,), (1.0,), 2)
    assert {(case.query, case.rank) for case in found.first()} == {("q", None), ("p", None)}


def test_the_frame_has_a_row_per_k_with_its_denominators():
    found = disagreements(Run.from_order({"q": ["b", "a"]}), Qrels.of({"q": {"a": 1}}), 2)
    assert found.to_frame().rows() == [(1, 1.0, 1, 1, 1.0, 1, 1), (2, 0.5, 1, 2, 0.0, 0, 1)]


def test_what_cannot_be_compared_is_refused():
    qrels = Qrels.of({"q": {"a": 1}})
    run = Run.from_order({"q": ["a"]}, method="m")
    with pytest.raises(NoPositivesError, match="Got none"):
        disagreements(run, Qrels.of({"q": {"a": 0}}), 1)
    with pytest.raises(RunMismatchError, match="its own method label"):
        disagreements([run, run], qrels, 1)
    with pytest.raises(RunMismatchError, match="its own method label"):
        disagreements([], qrels, 1)


def test_positives_outside_the_first_places_are_counted_where_others_fill_them():
    # Four positives of "full": two fill its two places, c is ranked last, d nowhere.
    judged = {"full": dict.fromkeys("abcd", 1), "short": {"a": 1, "e": 1}}
    qrels = Qrels.of(judged)
    run = Run.from_order({"full": ["a", "b", "x", "y", "c"], "short": ["a"]}, method="one")
    found = disagreements(run, qrels, 2)
    assert [(case.query, case.table) for case in found.first()] == [("short", "e")]
    assert (found.unlisted, found.unlisted_until) == (2, 4)
    deeper = disagreements(run, qrels, 4)
    assert {("full", "c"), ("full", "d")} <= _pairs(deeper, CaseKind.GTFN)
    assert (deeper.unlisted, deeper.unlisted_until) == (0, 0)
    # Another run has d among the first two, so c is left.
    other = Run.from_order({"full": ["a", "d", "b"]}, method="other")
    assert disagreements([run, other], qrels, 2).unlisted == 1


@settings(max_examples=100, deadline=None)
@given(judgements, st.lists(rankings, min_size=1, max_size=2), st.integers(1, 8))
def test_a_positive_outside_the_first_places_of_all_runs_is_a_case_or_counted(judged, ranked, k):
    qrels = Qrels.of(judged)
    runs = [Run.from_order(one, method=str(number)) for number, one in enumerate(ranked)]

    def outside(cut):
        return {
            (q, t)
            for q, grades in judged.items()
            for t, grade in grades.items()
            if grade > 0 and not any(t in one.get(q, [])[:cut] for one in ranked)
        }

    found = disagreements(runs, qrels, k)
    listed = _pairs(found, CaseKind.GTFN)
    assert listed <= outside(k)
    assert len(listed) + found.unlisted == len(outside(k))
    if found.unlisted:
        left = {query for query, _ in outside(k) - listed}
        deep = disagreements(runs, qrels, found.unlisted_until)
        lacking = outside(found.unlisted_until) - _pairs(deep, CaseKind.GTFN)
        assert not {query for query, _ in lacking} & left


owned = st.dictionaries(st.sampled_from(QUERIES), st.sampled_from(TABLES), min_size=1)


@settings(max_examples=100, deadline=None)
@given(judgements, st.lists(rankings, min_size=1, max_size=2), st.integers(1, 8), owned)
def test_own_tables_that_are_positives_by_rule_count_in_the_rates_and_are_no_cases(
    judged, ranked, k, own
):
    qrels = treat_truth(Qrels.of(judged), SelfCandidate.INCLUDED, own, positive_from=1)
    runs = [Run.from_order(one, method=str(number)) for number, one in enumerate(ranked)]
    every, found = disagreements(runs, qrels, k), disagreements(runs, qrels, k, own=own)
    assert found.to_frame().equals(every.to_frame())
    pairs = set(own.items())
    missed = _pairs(every, CaseKind.GTFN)
    assert _pairs(found, CaseKind.GTFN) == missed - pairs
    assert found.own == len(missed & pairs)
    assert _pairs(found, CaseKind.GTFP) == _pairs(every, CaseKind.GTFP)
    outside = {
        (q, t)
        for q, t in qrels.positives(1).select("query", "table").iter_rows()
        if not any(t in one.get(q, [])[:k] for one in ranked)
    }
    assert found.unlisted == len(outside - missed - pairs)


def test_unlisted_positives_are_looked_for_no_deeper_than_a_cut_off_may_be():
    qrels = Qrels.of({"q": {f"t{number:04}": 1 for number in range(1_002)}})
    run = Run.from_order({"q": ["t0000"]})
    found = disagreements(run, qrels, 1)
    assert (found.unlisted, found.unlisted_until) == (1_001, 1_000)
    assert disagreements(run, qrels, found.unlisted_until).k == 1_000


def test_only_the_pairs_that_are_looked_at_become_values(monkeypatch):
    judged = {"q": {"a": 1, "y": 0}, "p": {"a": 1}}
    made = []
    init = Case.__init__

    def counted(case, **named):
        made.append(named["table"])
        init(case, **named)

    monkeypatch.setattr(Case, "__init__", counted)
    found = disagreements(Run.from_order({"q": ["x", "y"], "p": ["a"]}), Qrels.of(judged), 2)
    assert (found.count(CaseKind.GTFP), found.count(CaseKind.GTFN)) == (2, 1)
    assert found.count(CaseKind.GTFP, Label.NEGATIVE) == 1
    assert (len(found.cases), found.disputed_queries) == (3, 1)
    assert made == []
    assert [case.table for case in found.first(2)] == made == ["x", "y"]
