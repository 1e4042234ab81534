"""Cells that are missing, and those that are not, counted in memory and out of a file."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from core.conditions import And, Missing, Not, Text
from core.conditions.counting.row_statements import Jointly, Slot
from core.conditions.counting.scanning import Counted, Scan, count_rows, satisfying_rows
from core.lake.stored.relations import StoredCells
from core.settings import Settings

PHONE = Missing("phone")


def scans(folder: Path, cells: list[str | None], place: int | None) -> list[Scan]:
    """Give one column as held in memory, and as a file that is streamed."""
    frame = pl.DataFrame({"c0": cells}, schema={"c0": pl.String})
    frame.write_parquet(folder / "large.parquet")
    stored = (StoredCells.of_frame(frame), StoredCells(len(cells), 1, folder / "large.parquet"))
    return [Scan("t", one, (place,)) for one in stored]


def counted(folder: Path, cells: list[str | None], place: int | None = 0) -> list[Counted]:
    joint = [Jointly(every=True, parts=(Slot(0), Slot(0, negated=True)))]
    return [
        count_rows([scan], [PHONE], Settings(), folder, joint=joint)["t"]
        for scan in scans(folder, cells, place)
    ]


@pytest.mark.parametrize(
    ("cells", "missing"),
    [
        (["1", "", None, "  ", "N/A", "null", "5"], 5),
        (["Ann", "-", "unknown", "Bob", None], 1),  # a dash among names may be one
        (["3", "-", "k.A.", "4", "5", "6.5 kg"], 2),
        (["2001-05-01", "2001-06-01", "n.d.", "2002-01-01"], 1),
        ([None, "", "N/A"], 3),
        (["a", "b"], 0),
    ],
)
def test_cells_without_a_value_are_missing(
    tmp_path: Path, cells: list[str | None], missing: int
) -> None:
    for found in counted(tmp_path, cells):
        assert (found.rows, found.satisfied, found.refused) == (len(cells), (missing,), (missing,))
        assert found.joint == ((0, len(cells)),)  # no cell is missing and not missing


def test_a_column_that_is_not_there_has_no_cell_that_is_missing_nor_one_that_is_not(
    tmp_path: Path,
) -> None:
    for found in counted(tmp_path, ["1", None], place=None):
        assert (found.satisfied, found.refused) == ((0,), (2,))


def test_rows_are_chosen_by_whether_a_cell_is_missing(tmp_path: Path) -> None:
    cells: list[str | None] = ["1", None, "2", None, "NULL"]
    for scan in scans(tmp_path, cells, 0):
        rows = satisfying_rows(scan, PHONE, Settings(), tmp_path)
        assert rows["c0"].to_list() == [None, None, "NULL"]
        rows = satisfying_rows(scan, Not(PHONE), Settings(), tmp_path)
        assert rows["c0"].to_list() == ["1", "2"]
        both = Scan("t", scan.cells, (0, 0))
        found = satisfying_rows(both, And((Not(PHONE), Text("2", "phone"))), Settings(), tmp_path)
        assert found["c0"].to_list() == ["2"]
