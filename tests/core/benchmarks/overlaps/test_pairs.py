from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.benchmarks.formats import Query
from core.benchmarks.overlaps.pairs import PAIR_SCHEMA, labelled_pairs, random_pairs
from core.errors import InputError
from core.evaluation import Qrels

QUERIES = [Query("q1", "query/a.csv"), Query("q2", "query/b.csv"), Query("q3", text="rivers")]


def test_labelled_pairs_are_positive_from_the_threshold_on_and_negative_below():
    qrels = Qrels.of({"q1": {"x.csv": 2, "y.csv": 1, "z.csv": 0}, "q2": {"x.csv": -1}})
    rows = labelled_pairs(qrels, QUERIES, positive_from=2, own={}).rows()
    assert rows == [
        ("q1", "query/a.csv", "x.csv", "positive"),
        ("q1", "query/a.csv", "y.csv", "negative"),
        ("q1", "query/a.csv", "z.csv", "negative"),
        ("q2", "query/b.csv", "x.csv", "negative"),
    ]


def test_queries_of_words_and_a_table_labelled_for_itself_make_no_pair():
    qrels = Qrels.of({"q1": {"query/a.csv": 1}, "q3": {"x.csv": 1}})
    assert labelled_pairs(qrels, QUERIES, positive_from=1, own={}).rows() == []
    assert labelled_pairs(qrels, QUERIES, positive_from=1, own={}).schema == PAIR_SCHEMA


@settings(deadline=None)
@given(
    queries=st.integers(0, 6),
    candidates=st.integers(0, 8),
    taken=st.sets(st.tuples(st.integers(0, 6), st.integers(0, 8))),
    count=st.integers(0, 60),
    seed=st.integers(0, 2**32 - 1),
)
def test_random_pairs_are_different_free_and_as_many_as_there_are(
    queries, candidates, taken, count, seed
):
    given_queries = [Query(f"q{n}", f"t{n}") for n in range(queries)]
    lake = [f"t{n + 3}" for n in range(candidates)]  # t3, t4, t5 are on both sides
    closed = {(f"t{a}", f"t{b + 3}") for a, b in taken}
    drawn = random_pairs(given_queries, lake, closed, count, seed)
    pairs = drawn.select("query_table", "candidate").rows()
    free = {(q.table, c) for q in given_queries for c in lake if q.table != c} - closed
    assert set(pairs) <= free
    assert len(pairs) == len(set(pairs)) == min(count, len(free))
    assert drawn.equals(random_pairs(given_queries, lake, closed, count, seed))


def test_random_pairs_of_a_large_lake_are_spread_evenly():
    queries = [Query(f"q{n}", f"q{n}") for n in range(100)]
    lake = [f"{n:05}" for n in range(20_000)]
    taken = [("q0", table) for table in lake]
    drawn = random_pairs(queries, lake, taken, 9_900)
    assert len(drawn.unique(["query_table", "candidate"])) == 9_900
    assert "q0" not in drawn["query_table"]
    a_query = drawn.group_by("query_table").len()["len"]
    assert a_query.min() > 50  # 100 expected, with a standard deviation of 10
    assert a_query.max() < 150
    half = (drawn["candidate"] < "10000").mean()
    assert 0.45 < half < 0.55


def test_another_seed_draws_other_pairs_and_a_negative_number_is_refused():
    queries, lake = [Query("q", "q.csv")], [f"{n}.csv" for n in range(1_000)]
    first = random_pairs(queries, lake, [], 20, seed=1)
    assert not first.equals(random_pairs(queries, lake, [], 20, seed=2))
    with pytest.raises(InputError, match=r"at least 0\. Got -1"):
        random_pairs(queries, lake, [], -1)


def test_two_queries_with_one_table_are_one_query_of_random_pairs():
    queries = [Query("q2", "t.csv"), Query("q1", "t.csv")]
    drawn = random_pairs(queries, ["a.csv", "b.csv"], [], 10)
    assert drawn["query"].to_list() == ["q1", "q1"]
