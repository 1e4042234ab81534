"""Whether a row mentions a keyword is one to those who cut, check and search."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import polars as pl
import pytest

from core.benchmarks.making.checking import share
from core.benchmarks.making.cutting import Cutter
from core.benchmarks.making.types import Asked, Kind, Piece, Recipe, Source
from core.conditions.counting.scanning import ANY_COLUMN, Scan, count_rows
from core.conditions.types import Text
from core.lake.stored.relations import StoredCells
from core.settings import Settings

HELD = (
    ("Oslo", "oslo", True),
    ("or", "Norway", False),
    ("or", "now or never", True),
    ("book shop", "a Book Shop, closed", True),
    ("book shop", "book shops", False),
    ("north", "north_sea", True),
    ("sea", "north_sea", True),
    ("A1", "A10", False),
    ("a.b", "axb", False),
    ("(new)", "shop (new)", True),
    ("Å", "ål", False),
)


@pytest.mark.parametrize(("word", "cell", "held"), HELD)
def test_a_keyword_is_held_by_the_same_rows_to_all(word: str, cell: str, held: bool) -> None:
    source = Source("t", "title", ("a",), ((cell,),), (), (), (0,), ())
    asked = Asked(Kind.KEYWORD, word, 0)
    cut = Cutter(0, source, Recipe(), random.Random(0)).rows_with(asked)  # noqa: S311
    assert cut == ([0] if held else [])
    assert share(asked, source, Piece("p", 0, (0,), (0,))) == held
    scan = Scan("t", StoredCells.of_frame(pl.DataFrame({"a": [cell]})), (ANY_COLUMN,))
    spill = Path(tempfile.gettempdir())
    assert count_rows([scan], [Text(word)], Settings(), spill)["t"].satisfied == (held,)
