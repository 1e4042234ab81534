"""Columns of which the rows that are read have other cells than the whole table."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from core import lake as lakes
from core.benchmarks.making import Recipe, make_benchmark
from core.benchmarks.making.sources import find_sources
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo
from tests.core.benchmarks.making.conftest import HEADER, shops

_COLUMNS = (*HEADER, "late count", "late town", "late code")
_BEGIN = 2_100
"""After the rows that are read."""


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, LakeInfo]:
    folder = tmp_path_factory.mktemp("late")
    (folder / "lake").mkdir()
    rows = [row for seed in range(67) for row in shops(seed)]
    with (folder / "lake" / "shops of the north.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(_COLUMNS)
        for number, row in enumerate(rows):
            is_late = number >= _BEGIN
            cells = (number % 50, ("Oslo", "Molde")[number % 2], f"late {number}")
            writer.writerow([*row, *(cells if is_late else ("", "", ""))])
    settings = Settings(workspace=folder / "workspace", workers=1)
    workspace = Workspace.open(settings.workspace)
    lake = lakes.add_lake(workspace, "late", folder / "lake")
    lakes.refresh(workspace, lake, settings)
    return workspace, lakes.lake(workspace, "late")


def test_a_column_serves_for_what_its_read_cells_are(late: tuple[Workspace, LakeInfo]) -> None:
    [source] = find_sources(*late, Recipe(), monitor=UNMONITORED)
    told = {
        kind: {source.labels[place] for place in places}
        for kind, places in (
            ("numbers", source.numbers),
            ("dates", source.dates),
            ("categories", source.categories),
            ("keys", source.keys),
        )
    }
    assert told == {
        "numbers": {"staff", "rent", "visitors", "rating"},
        "dates": {"opened"},
        "categories": {"city", "kind", "owner"},
        "keys": {"shop code"},
    }


def test_a_benchmark_is_made_of_a_table_with_columns_that_begin_late(
    late: tuple[Workspace, LakeInfo], tmp_path: Path
) -> None:
    for seed in range(3):
        made = make_benchmark(
            *late, Recipe(seed=seed, queries=3, positives=3, negatives=4), monitor=UNMONITORED
        )
        assert made.queries
