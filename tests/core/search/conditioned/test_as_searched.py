"""Searches with a condition as searches: ranks and scores are those that the condition gives."""

from __future__ import annotations

from core.search.conditioned.as_searched import as_join_search, as_text_search, as_union_search
from core.search.conditioned.types import ConditionedHit, ConditionedSearch, Found, Satisfaction
from core.search.text.types import Marked, TextHit
from core.types import Hit, JoinHit

HALF = Satisfaction(0.5, 0.5, satisfied=True, parts=())


def _found(**hits: Found) -> ConditionedSearch[Found]:
    """Rank hits in the order given, with scores of 0.9, 0.8 and so on."""
    ranked = tuple(
        ConditionedHit(rank, table, 1 - rank / 10, 1.0, HALF, hit)
        for rank, (table, hit) in enumerate(hits.items(), start=1)
    )
    return ConditionedSearch("lake", "mine", None, ranked, 7, True, len(ranked), 0.25)


def _united(table: str, rank: int) -> Hit:
    return Hit(rank, table, 0.3)


def _joined(table: str, on: str) -> JoinHit:
    return JoinHit(9, table, (on,), ("code",), 3, 1.0, 0.3)


def _in_words(table: str) -> TextHit:
    return TextHit(5, table, 0.3, None, 0.4, (), (), Marked("", ()), (), (), nearest=False)


def test_a_union_has_the_ranks_and_scores_of_the_condition() -> None:
    shown = as_union_search(
        _found(b=_united("b", 4), a=_united("a", 1)), encoder="hash", rank_by="columns"
    )
    assert [(hit.rank, hit.table, hit.score) for hit in shown.hits] == [
        (1, "b", 0.9),
        (2, "a", 0.8),
    ]
    assert (shown.lake, shown.query, shown.candidates) == ("lake", "mine", 7)


def test_a_join_tells_the_columns_of_its_first_hit_or_those_chosen() -> None:
    found = _found(b=_joined("b", "zip"), a=_joined("a", "city"))
    shown = as_join_search(found, on=(), method="overlap")
    assert shown.on == ("zip",)
    assert [(hit.rank, hit.table, hit.score) for hit in shown.hits] == [
        (1, "b", 0.9),
        (2, "a", 0.8),
    ]
    none: ConditionedSearch[JoinHit] = _found()
    assert as_join_search(none, on=("city",), method="overlap").on == ("city",)


def test_words_keep_the_tables_that_a_refresh_has_left() -> None:
    found = _found(c=0.3, b=0.9, a=0.5)
    shown = as_text_search(found, [_in_words("c"), _in_words("a")], method="hybrid", titles=False)
    assert [(hit.rank, hit.table) for hit in shown.hits] == [(1, "c"), (3, "a")]
    assert (shown.method, shown.titles, shown.candidates) == ("hybrid", False, 7)
