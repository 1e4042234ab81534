"""A dash among numbers is a missing value to conditions."""

from __future__ import annotations

import tempfile
from pathlib import Path

import polars as pl

from core import lake as lakes
from core.conditions import Comparison, Number, Quantity
from core.conditions.counting.scanning import Scan, count_rows
from core.conditions.counting.tables import table_facts
from core.conditions.types import Kind
from core.lake.relations import StoredCells
from core.settings import Settings
from core.store import Workspace


def test_cells_that_say_that_there_is_none_are_no_unreadable_numbers() -> None:
    frame = pl.DataFrame({"n": ["3", "-", "K.A.", "about nine", None]})
    scan = Scan("t", StoredCells.of_frame(frame), (0,))
    above = Number("n", Quantity(Comparison.GREATER, 5))
    found = count_rows([scan], [above], Settings(), Path(tempfile.gettempdir()))["t"]
    assert (found.readable, found.present) == ((1,), (2,))


def test_a_column_with_a_dash_among_its_numbers_has_gaps(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.csv").write_text("n,name\n1,Ann\n-,-\n3,Bob\n")
    workspace = Workspace.open(tmp_path / "workspace")
    lake = lakes.add_lake(workspace, "t", tmp_path / "t")
    lakes.refresh(workspace, lake, Settings(workers=1))
    numbers, names = table_facts(workspace, lake.key, ["a.csv"])["a.csv"].columns
    assert not numbers.has(Kind.COMPLETE)
    assert names.has(Kind.COMPLETE)
    first, _ = lakes.columns(workspace, lakes.table(workspace, "t", "a.csv").key)
    assert (first.missing, first.stand_ins, first.missing_share) == (0, 1, 0.0)
    assert (first.smallest_amount, first.largest_amount) == (1, 3)
    assert first.lacking_share == 1 / 3
