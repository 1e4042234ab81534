"""A dash among numbers is a missing value to conditions."""

from __future__ import annotations

import tempfile
from pathlib import Path

import polars as pl

from core import lake as lakes
from core.conditions import Category, Comparison, Date, Number, Quantity, RowCondition, Text, When
from core.conditions.counting.scanning import Scan, count_rows
from core.conditions.counting.tables import table_facts
from core.conditions.types import Kind
from core.lake.stored.relations import StoredCells
from core.settings import Settings
from core.store import Workspace


def test_cells_that_say_that_there_is_none_are_no_unreadable_numbers() -> None:
    frame = pl.DataFrame({"n": ["3", "-", "K.A.", "about nine", None]})
    scan = Scan("t", StoredCells.of_frame(frame), (0,))
    above = Number("n", Quantity(Comparison.GREATER, 5))
    found = count_rows([scan], [above], Settings(), Path(tempfile.gettempdir()))["t"]
    assert (found.readable, found.present) == ((1,), (2,))


def test_texts_for_missing_values_are_none(tmp_path: Path) -> None:
    cells = ["X", "Y", "N/A", "null", "-", None, " X "]
    frame = pl.DataFrame({"c0": cells})
    path = tmp_path / "large.parquet"
    frame.write_parquet(path)

    def of(condition: RowCondition) -> list[tuple[int, ...]]:
        held = Scan("t", StoredCells.of_frame(frame), (0,))
        streamed = Scan("t", StoredCells(len(cells), 1, path), (0,))
        counts = [
            count_rows([scan], [condition], Settings(), tmp_path)["t"] for scan in (held, streamed)
        ]
        return [(one.satisfied[0], one.readable[0], one.present[0]) for one in counts]

    assert of(Category("dept", ("x",))) == [(2, 4, 4)] * 2  # a dash may be a name
    assert of(Category("dept", ("n/a", "x"))) == [(3, 6, 6)] * 2
    assert of(Text("null", "dept")) == [(1, 6, 6)] * 2
    assert of(Date("dept", When.AFTER, "2000")) == [(0, 0, 3)] * 2


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
    assert (first.values, first.missing, first.stand_ins) == (2, 1, 1)
    assert (first.smallest_amount, first.largest_amount) == (1, 3)
    assert first.missing_share == 1 / 3


def test_numbers_are_unique_however_often_a_dash_stands_for_none(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    for name, none in {"dash": "-", "empty": "", "twice": "3"}.items():
        codes = ["3", none, "5", none, "8", none, "13", "21"]
        (tmp_path / "t" / f"{name}.csv").write_text("code,n\n" + "".join(f"{c},1\n" for c in codes))
    workspace = Workspace.open(tmp_path / "workspace")
    lake = lakes.add_lake(workspace, "t", tmp_path / "t")
    lakes.refresh(workspace, lake, Settings(workers=1))
    found = table_facts(workspace, lake.key, ["dash.csv", "empty.csv", "twice.csv"])
    unique = {table: facts.columns[0].has(Kind.UNIQUE) for table, facts in found.items()}
    assert unique == {"dash.csv": True, "empty.csv": True, "twice.csv": False}
