from __future__ import annotations

from itertools import combinations

from core.benchmarks.formats import Mode, Query
from core.benchmarks.methods import OFFERED, answering, method, suited, to_compare
from core.settings import Settings

TABLE = Query("t", table="a.csv")
KEY = Query("j", table="a.csv", mode=Mode.JOIN, join_on=("city",))
WORDS = Query("w", text="about fish", mode=Mode.NL)
NARROWED = Query("n", table="a.csv", text="more than 9 rows")
KEY_NARROWED = Query("b", table="a.csv", text="more than 9 rows", mode=Mode.JOIN)
HASH = Settings(encoder="hash")


def test_queries_without_a_named_method_are_answered_as_the_app_does():
    assert suited([TABLE]) == ("columns",)
    assert suited([KEY]) == ("overlap",)
    assert suited([WORDS, KEY_NARROWED]) == ("conditions",)
    assert suited([KEY_NARROWED, KEY, TABLE]) == ("conditions", "overlap", "columns")


def test_an_audit_begins_with_the_quick_methods_and_the_searches_of_the_app():
    joins = ("overlap", "containment", "semantic")
    assert to_compare([TABLE], HASH) == ("hash", "tfidf", "columns:hash")
    assert to_compare([KEY], HASH) == joins
    assert to_compare([WORDS], HASH) == ("tfidf", "bm25", "hybrid", "conditions")
    assert to_compare([KEY_NARROWED], HASH) == (*joins, "conditions")
    assert to_compare([TABLE, KEY], HASH) == (*joins, "hash", "tfidf", "columns:hash")
    assert to_compare([], HASH) == ()


def test_what_the_app_searches_with_is_among_the_methods_that_an_audit_begins_with():
    every = (TABLE, KEY, WORDS, NARROWED, KEY_NARROWED)
    for count in range(1, len(every) + 1):
        for asked in combinations(every, count):
            labels = {method(name, HASH).label for name in suited(asked)}
            assert labels <= set(to_compare(asked, HASH)), asked


def test_a_method_is_there_for_queries_if_it_answers_one_of_them():
    assert "columns:tfidf" in answering([WORDS, TABLE], HASH)
    assert set(answering([WORDS], HASH)) == {
        name for name in OFFERED if method(name, HASH).answers(WORDS)
    }
    assert "overlap" not in answering([WORDS, TABLE], HASH)
