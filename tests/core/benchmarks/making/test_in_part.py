"""Tables that may be answers, and so are neither right nor wrong ones."""

from __future__ import annotations

import pytest

from core.benchmarks.making.checking import OtherSources, names_of, verdict
from core.benchmarks.making.types import Asked, Kind, MadeQuery, Piece, Recipe, Source

SOURCE = Source(
    table="shops.csv",
    title="Shops of Oslo",
    labels=("shop", "kind", "rent", "staff", "owner"),
    cells=tuple((f"S{n}", "bakery", str(n), str(2 * n), "Ada") for n in range(10)),
    numbers=(2, 3),
    dates=(),
    categories=(1,),
    keys=(0,),
)
ROWS = tuple(range(10))


def query(piece: Piece | None, *asked: Asked) -> MadeQuery:
    mode = "union" if piece else "nl"
    return MadeQuery("q1", "", mode, "", 0, asked, piece, None, 3)


@pytest.mark.parametrize(
    ("columns", "least", "expected"),
    [
        ((0, 1, 2, 4), 5, True),
        ((0, 1), 5, None),
        ((3, 4), 5, False),
        ((0, 1), 50, False),
    ],
)
def test_a_table_with_some_of_the_columns_is_unionable_in_part(
    columns: tuple[int, ...], least: int, expected: bool | None
) -> None:
    asked = query(Piece("q", 0, ROWS, (0, 1, 2)), Asked(Kind.ROWS, least))
    assert verdict(asked, SOURCE, Piece("p", 0, ROWS, columns), Recipe()) is expected


@pytest.mark.parametrize(
    ("columns", "expected"), [((0, 1), True), ((0, 3), False), ((0, 1, 3, 4), True)]
)
def test_half_of_the_names_and_two_of_them_may_be_enough(
    columns: tuple[int, ...], expected: bool
) -> None:
    others = OtherSources(query(Piece("q", 0, ROWS, (0, 1, 2))), SOURCE)
    piece = Piece("p", 1, ROWS, columns)
    assert others.might_answer(names_of(SOURCE, piece), ()) is expected


def test_of_words_alone_any_table_of_the_topic_may_be_an_answer() -> None:
    assert OtherSources(query(None), SOURCE).might_answer(frozenset(), ())
