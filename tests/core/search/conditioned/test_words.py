"""Searches in words narrowed by a condition."""

from __future__ import annotations

import pytest

from core.conditions import parse
from core.errors import EncoderUnavailableError, InputError
from core.features import registry
from core.features.sbert_model import SentenceModel
from core.search.conditioned import (
    ConditionedSearch,
    Limits,
    text_with_condition,
    words_of_condition,
)
from core.search.conditioned.searches import LEAST_RELATED
from core.search.types import SearchedLake
from tests.core.search.conftest import MakeLake, Opened


def test_a_search_by_words_alone_finds_no_table_without_any(opened: Opened) -> None:
    def found(method: str, words: str, limits: Limits | None = None) -> ConditionedSearch[float]:
        condition = parse("more than 1 rows").condition
        return text_with_condition(opened.searched, words, condition, limits=limits, method=method)

    for method in ("bm25", "tfidf"):
        one = found(method, "planet")
        assert [hit.table for hit in one.hits] == ["far.csv"]
        assert (one.examined, one.satisfied, one.exhausted) == (1, 1, True)
        assert found(method, "zebra").hits == ()
        # The least of the tables with the word stays, though scores are stretched down to 0.
        every = {hit.table for hit in found(method, "Oslo").hits}
        assert every == {"query.csv", "wet.csv", "dry.csv", "people.csv"}
        only = Limits(10, frozenset(["wet.csv", "dry.csv", "far.csv"]))
        assert {h.table for h in found(method, "Oslo", only).hits} == {"wet.csv", "dry.csv"}
        assert len(found(method, "Oslo", Limits(10, frozenset(["wet.csv"]))).hits) == 1
    assert len(found("hybrid", "planet").hits) == 5


def test_names_that_the_lake_has_need_no_model_of_sentences(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searched(where: str) -> list[str]:
        condition = parse(where).condition
        words = words_of_condition(condition)
        found = text_with_condition(opened.searched, words, condition)
        return [hit.table for hit in found.hits]

    def refuse(_: SentenceModel) -> None:
        raise EncoderUnavailableError("The model was asked for.")

    first = searched("rain above 40")  # what the labels mean is kept
    registry._model.cache_clear()
    monkeypatch.setattr(SentenceModel, "_load", refuse)
    assert searched("rain above 40") == first
    with pytest.raises(EncoderUnavailableError):
        searched("drizzle above 40")
    registry._model.cache_clear()


def test_a_search_in_words_is_narrowed(opened: Opened) -> None:
    lake, condition = opened.lake, parse("mayor contains Ada").condition
    found = text_with_condition(
        SearchedLake(opened.workspace, lake, opened.settings), "Oslo", condition, method="bm25"
    )
    assert found.hits[0].table == "people.csv"
    assert found.satisfied == 0  # one row of three is less than half
    with pytest.raises(InputError, match="needs a query table"):
        text_with_condition(
            SearchedLake(opened.workspace, lake, opened.settings),
            "Oslo",
            parse("the union has at least 5 rows").condition,
            method="bm25",
        )


@pytest.mark.parametrize("method", ["bm25", "hybrid"])
def test_a_table_that_words_find_is_never_unrelated(make_lake: MakeLake, method: str) -> None:
    texts = {
        f"sales{number}.csv": f"title,year\n{'sales ' * (4 - number)}report,{1990 + number}\n"
        for number in range(4)
    }
    opened = make_lake({**texts, "late.csv": "title,year\nsales and much else of that,2020\n"})

    def found(among: frozenset[str] | None = None) -> list[tuple[str, float, float]]:
        hits = text_with_condition(
            opened.searched,
            "sales",
            parse("year above 2019").condition,
            limits=Limits(3, among),
            method=method,
            titles=False,
        ).hits
        return [(hit.table, hit.relatedness, hit.score) for hit in hits]

    first, *others = found()
    assert first[0] == "late.csv"
    assert len(others) == 2
    assert first[1] >= LEAST_RELATED
    assert first[2] > 0
    assert [(table, related) for table, related, _ in found(frozenset(["late.csv"]))] == [
        ("late.csv", 1.0)
    ]
