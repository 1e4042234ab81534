"""Of which verbs it is told that a join was read."""

from __future__ import annotations

import pytest

from core.conditions.doubting.augmenting import doubtful_augmenting
from core.conditions.types import HasColumn, Operation, Topic


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("augment mine using tables about maps", "augment"),
        ("Supplementing our list with some tables about maps", "Supplementing"),
        ("my records should be complemented by tables about maps", "complemented"),
        ("supplement my records w/ a table about maps, at most 7 columns", "supplement"),
    ],
)
def test_a_verb_that_says_neither_rows_nor_columns_is_told(text: str, verb: str) -> None:
    (span,) = doubtful_augmenting(text, Topic("maps"), Operation.JOIN)
    assert (span.text, text[span.start : span.end], span.kept) == (verb, verb, True)


@pytest.mark.parametrize(
    "text",
    [
        "augment mine with columns from tables about maps",
        "Supplement the pharmacy data by joining a table about maps",
        "augment my table sideways with tables about maps",
        "enrich my list with tables about maps",
        "widen my list with tables about maps",
        "enrich my list with tables about the food supplement market",
    ],
)
def test_what_says_that_columns_are_added_is_not(text: str) -> None:
    assert list(doubtful_augmenting(text, Topic("maps"), Operation.JOIN)) == []


def test_who_asks_for_a_column_leaves_no_doubt() -> None:
    text = "augment mine using tables that have one on maps"
    assert list(doubtful_augmenting(text, HasColumn(about="maps"), Operation.JOIN)) == []
    assert list(doubtful_augmenting(text, None, Operation.UNION)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("grow my business with tables about maps", ["grow my business"]),
        ("extend my cohort with tables about maps", []),
        ("extend our purchase orders with tables about maps", []),
    ],
)
def test_what_is_perhaps_no_table_is_doubted(text: str, told: list[str]) -> None:
    found = doubtful_augmenting(text, Topic("maps"), Operation.UNION)
    assert [span.text for span in found] == told
