"""Columns to join on that the tables of the queries have, and have not."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmarks import registry
from core.benchmarks.join_columns import place_of
from core.store import Workspace
from tests.core.benchmarks import tiny

FOUR = """query_table,candidate_table,query_column
fish.csv,river.csv,{}
fish.csv,sea fish.csv,weight
birds.csv,owls.csv,{}
birds.csv,towns.csv,bird
"""


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("Unnamed: 0", 0),
        ("Name", 1),
        ("Name.1", 2),
        ("Name (2)", 2),
        ("name", 1),
        ("Home Town", 3),
        ("Unnamed: 4", 5),
        ("Unnamed: 4.1", 4),
        ("Name.2", None),
        ("Unnamed: 3", None),
    ],
)
def test_a_column_is_found_by_the_name_that_pandas_gives_it(wanted: str, place: int | None) -> None:
    names = ["", "Name", "Name", " Home Town", "", "Unnamed: 4"]
    labels = ["column 1", "Name", "Name (2)", "Home Town", "column 5", "Unnamed: 4"]
    assert place_of(wanted, list(zip(names, labels, strict=True))) == place


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        (("fish", "Weight "), ()),
        (
            ("nosuch", "weights"),
            (
                "2 of 4 queries name a column to join on that their table has not, first 'nosuch' "
                "for 'fish.csv on nosuch'; searches for joins fail on them.",
            ),
        ),
    ],
)
def test_columns_that_query_tables_have_not_are_told_when_a_benchmark_is_added(
    tmp_path: Path, columns: tuple[str, str], told: tuple[str, ...]
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    files = {**tiny.TABLES, "groundtruth.csv": FOUR.format(*columns)}
    tiny.add(workspace, "joins", tiny.lay(tmp_path / "files", files))
    info = registry.benchmark(workspace, "joins")
    assert info.queries == 4
    assert tuple(note for note in info.notes if "to join on" in note) == told
