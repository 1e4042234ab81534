"""What counts as a value that is asked for, or refused, in which column."""

from __future__ import annotations

import tempfile
from pathlib import Path

import polars as pl
import pytest

from core.conditions import Category, Not
from core.conditions.counting.row_statements import Jointly, Slot
from core.conditions.counting.scanning import Counted, Scan, count_rows, satisfying_rows
from core.lake.stored.relations import StoredCells
from core.settings import Settings

SPILL = Path(tempfile.gettempdir())


def scan_of(*cells: str | None) -> Scan:
    return Scan("t", StoredCells.of_frame(pl.DataFrame({"a": cells}, {"a": pl.String})), (0,))


def counted(scan: Scan, *values: str) -> Counted:
    asked = [Category("a", values)]
    opposite = [Jointly(True, (Slot(0, negated=True),))]
    return count_rows([scan], asked, Settings(), SPILL, joint=opposite)["t"]


def counts(asked: str, *cells: str | None) -> tuple[int, int]:
    """Rows that satisfy "a is ..." and "not a is ...", which must be those that are chosen."""
    scan = scan_of(*cells)
    found = counted(scan, asked)
    opposite = satisfying_rows(scan, Not(Category("a", (asked,))), Settings(), SPILL).height
    assert found.readable[0] - found.refused[0] == found.joint[0][0] == opposite
    return found.satisfied[0], opposite


@pytest.mark.parametrize("asked", ["yes", "Yes", "TRUE", "y", "t", "1"])
@pytest.mark.parametrize(
    "cells",
    [
        ("true", "false", "True"),
        ("Yes", "no", "YES"),
        ("1", "0", "1"),
        ("1.0", "0.0", "1.0"),
        ("y", "n", "Y"),
        ("t", "f", "t"),
        ("yes", "N", "Y"),
    ],
)
def test_yes_is_a_yes_however_a_column_of_two_values_writes_it(
    asked: str, cells: tuple[str, ...]
) -> None:
    assert counts(asked, *cells, None) == (2, 1)


def test_no_is_a_no_in_a_column_of_two_values() -> None:
    assert counts("No", "true", "false", "true") == (1, 2)
    assert counts("no", "0", "1") == (1, 1)


@pytest.mark.parametrize(
    ("asked", "cells"),
    [
        ("yes", ("1", "0", "2")),  # numbers
        ("yes", ("1", "1")),  # counts, perhaps
        ("no", ("F", "F")),  # a sex
        ("yes", ("T", "W", "L")),
        ("yes", ("true", "false", "unknown")),
    ],
)
def test_what_is_not_surely_yes_and_no_is_itself(asked: str, cells: tuple[str, ...]) -> None:
    assert counts(asked, *cells) == (0, len(cells))


def test_each_table_has_its_own_writing_of_yes() -> None:
    numbers, truths = scan_of("1", "2"), scan_of("1", "0")
    scans = [Scan(name, one.cells, (0,)) for name, one in (("n", numbers), ("t", truths))]
    found = count_rows(scans, [Category("a", ("yes",))], Settings(), SPILL)
    assert (found["n"].satisfied, found["t"].satisfied) == ((0,), (1,))


def test_remarks_in_brackets_count_for_nothing() -> None:
    assert counts("Germany", "Germany (EUA)", "germany [1] [2]", "East Germany", "(Germany)") == (
        2,
        2,
    )
    assert counts("Germany (EUA)", "Germany (EUA)", "Germany", "Germany (EUB)") == (1, 2)


def test_a_refusal_is_not_satisfied_by_cells_that_only_go_on() -> None:
    assert counts("L", "l 20 - 10", "w 28 - 13", "L, 3-2", "loss") == (0, 2)
    found = counted(scan_of("l 20 - 10", "w 28 - 13", "d 3 - 3"), "l", "w")
    assert (found.satisfied, found.refused) == ((0,), (2,))


def test_where_a_cell_is_the_value_others_that_begin_with_it_are_others() -> None:
    assert counts("Sales", "Sales", "Sales Operations", "IT") == (1, 2)


def test_what_begins_with_a_grade_or_a_number_is_another() -> None:
    assert counts("A", "A-", "A+", "A's") == (0, 3)
    assert counts("4", "4 - 2", "4.5") == (0, 2)


def test_large_tables_are_counted_alike(tmp_path: Path) -> None:
    frame = pl.DataFrame({"c0": ["l 20 - 10", "w 28 - 13"], "c1": ["1", "0"]})
    frame.write_parquet(tmp_path / "large.parquet")
    scan = Scan("large", StoredCells(2, 2, tmp_path / "large.parquet"), (0, 1))
    asked = [Category("a", ("l",)), Category("b", ("yes",))]
    found = count_rows([scan], asked, Settings(), SPILL)["large"]
    assert (found.satisfied, found.refused) == ((0, 1), (1, 1))
