from __future__ import annotations

import csv
from pathlib import Path

import pytest

from core import lake as lakes
from core.benchmarks.making.sources import find_sources
from core.benchmarks.making.types import Recipe
from core.cli.bench.make import make
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo


@pytest.fixture
def borders(tmp_path: Path) -> tuple[Workspace, LakeInfo]:
    """Tables of 50 or 51 rows and 8 or 9 columns, named after both."""
    (tmp_path / "lake").mkdir()
    for rows in (50, 51):
        for columns in (8, 9):
            with (tmp_path / "lake" / f"{rows}x{columns}.csv").open("w", newline="") as file:
                writer = csv.writer(file)
                writer.writerow([f"name {column}" for column in range(columns)])
                writer.writerows(
                    [f"{rows} {row} {column}" for column in range(columns)] for row in range(rows)
                )
    settings = Settings(workspace=tmp_path / "workspace", workers=1)
    workspace = Workspace.open(settings.workspace)
    lake = lakes.add_lake(workspace, "borders", tmp_path / "lake")
    lakes.refresh(workspace, lake, settings)
    return workspace, lakes.lake(workspace, "borders")


def test_sources_have_more_than_50_rows_and_8_columns(borders: tuple[Workspace, LakeInfo]) -> None:
    """As in nlctables, section 4.2, step 1."""
    assert [source.table for source in find_sources(*borders, Recipe(), monitor=UNMONITORED)] == [
        "51x9.csv"
    ]
    wider = find_sources(*borders, Recipe(least_rows=50, least_columns=8), monitor=UNMONITORED)
    assert len(wider) == 4


def test_the_command_takes_the_same_tables_unless_told_otherwise() -> None:
    defaults = {one.name: one.default for one in make.commands["nlctd"].params}
    assert (defaults["min_rows"], defaults["min_columns"]) == (
        Recipe().least_rows,
        Recipe().least_columns,
    )
