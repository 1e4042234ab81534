"""An alternative of something refused and something wanted is doubted."""

from __future__ import annotations

import pytest

from core.conditions import parse
from core.conditions.doubting.odd_shapes import odd_shapes
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Extent,
    Not,
    Or,
    Quantity,
    Size,
    Text,
    Topic,
)

TEA, COFFEE, OVER = (
    Topic("tea"),
    Topic("coffee"),
    Size(Extent.ROWS, Quantity(Comparison.GREATER, 5)),
)


def test_it_is_found_inside_of_others() -> None:
    text = "over 5 rows, spare me anything on tea or on coffee"
    found = list(odd_shapes(text, And((OVER, Or((Not(TEA), COFFEE))))))
    assert [(span.text, span.kept) for span in found] == [("coffee", True)]
    assert text[found[0].start : found[0].end] == "coffee"


@pytest.mark.parametrize(
    "condition",
    [
        None,
        TEA,
        Or((TEA, COFFEE)),
        Not(Or((TEA, COFFEE))),
        Or((Not(TEA), Not(COFFEE))),
        Or((Not(TEA), OVER)),
        Or((Not(Category("city", ("tea",))), Text("coffee"))),
    ],
)
def test_what_may_be_meant_is_not(condition: object) -> None:
    assert not list(odd_shapes("tea or coffee, over 5 rows", condition))  # type: ignore[arg-type]


def test_quotation_marks_and_either_settle_it() -> None:
    alternatives = Or((Not(TEA), COFFEE))
    assert not list(odd_shapes('nothing on tea or on "coffee"', alternatives))
    assert not list(odd_shapes("either not on tea or on coffee", alternatives))


def test_parse_says_it() -> None:
    (told,) = parse("tables other than about tea, or with a topic of coffee").unknown
    assert (told.text, told.kept) == ("topic of coffee", True)
    assert not parse("tables where city is not Oslo or country is Norway").unknown
