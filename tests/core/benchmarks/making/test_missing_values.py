"""Texts that stand for a missing value are none to those who make a benchmark, as to a search."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

from core import lake as lakes
from core.benchmarks.making import MadeBenchmark, Recipe, make_benchmark, write_made
from core.benchmarks.making.checking import share
from core.benchmarks.making.sources import find_sources
from core.benchmarks.making.types import Asked, Kind, Piece
from core.lake.written.missing_values import MISSING
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo

HEADER = ("code", "status", "grade", "kind", "amount", "day", "place", "owner")


@pytest.fixture(scope="module")
def rivers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, LakeInfo]:
    """Of status, grade and day as many cells stand for nothing as there are with a value."""
    folder = tmp_path_factory.mktemp("missing")
    (folder / "lake").mkdir()
    dice = random.Random(1)  # noqa: S311 - cells of a table
    with (folder / "lake" / "rivers.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for number in range(300):
            row = (
                f"c{number}",
                ("N/A", "open", "null", "closed", " NULL ")[number % 5],
                dice.choice(["n/a", "null", "A", "B", "None"]),
                dice.choice(["fish", "bird", "frog"]),
                dice.randrange(1_000),
                f"20{dice.randrange(10, 20)}-01-1{number % 9}" if number % 4 else "NA",
                dice.choice(["Oslo", "Bern", "Rome"]),
                dice.choice(["Ann", "Bob", "Cy"]),
            )
            writer.writerow(row)
    settings = Settings(workspace=folder / "workspace", workers=1)
    workspace = Workspace.open(settings.workspace)
    lake = lakes.add_lake(workspace, "rivers", folder / "lake")
    lakes.refresh(workspace, lake, settings)
    return workspace, lakes.lake(workspace, "rivers")


@pytest.fixture(scope="module")
def made(rivers: tuple[Workspace, LakeInfo]) -> MadeBenchmark:
    return make_benchmark(
        *rivers, Recipe(queries=8, positives=3, negatives=4, least_columns=8), monitor=UNMONITORED
    )


def test_no_query_asks_for_a_missing_value(made: MadeBenchmark) -> None:
    texts = {str(one.value).strip() for query in made.queries for one in query.asked}
    assert texts & {"open", "A", "B"}
    assert not texts & set(MISSING)


def test_rows_without_a_value_neither_satisfy_nor_fail(
    rivers: tuple[Workspace, LakeInfo],
) -> None:
    """Four rows are open, and six are not known to be anything."""
    [source] = find_sources(*rivers, Recipe(least_columns=8), monitor=UNMONITORED)
    status = source.labels.index("status")
    places = {
        value: [row for row, cells in enumerate(source.cells) if cells[status] == value]
        for value in ("open", "")
    }
    assert len(places[""]) == 180
    piece = Piece("p", 0, (*places["open"][:4], *places[""][:6]), (status,))
    assert share(Asked(Kind.CATEGORY, "open", status), source, piece) == 1.0
    assert source.labels.index("day") in source.dates


def test_a_made_table_has_as_many_rows_as_are_read_of_it(tmp_path: Path) -> None:
    """Half of the columns have a value in one of two rows."""
    (tmp_path / "lake").mkdir()
    header = [f"name {place}" for place in range(20)]
    rows = [[f"{n % 7}"] * 10 + [f"{n}" if n % 2 else ""] * 10 for n in range(200)]
    with (tmp_path / "lake" / "sparse.csv").open("w", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    settings = Settings(workspace=tmp_path / "workspace", workers=1)
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, "sparse", tmp_path / "lake"), settings)
    recipe = Recipe(queries=10)
    made = make_benchmark(workspace, lakes.lake(workspace, "sparse"), recipe, UNMONITORED)
    written = write_made(made, tmp_path / "made", recipe) / "own" / "datalake"
    lakes.refresh(workspace, lakes.add_lake(workspace, "made", written), settings)
    read = lakes.tables(workspace, lakes.lake(workspace, "made").key)
    rows_read = {table.table_id: table.rows for table in read}
    assert {f"{piece.name}.csv": len(piece.rows) for piece in made.pieces}.items() <= (
        rows_read.items()
    )


def test_made_tables_have_empty_cells_where_the_source_has_such_texts(
    made: MadeBenchmark, tmp_path: Path
) -> None:
    folder = write_made(made, tmp_path / "made", Recipe())
    cells = {
        cell.strip()
        for path in (folder / "own" / "datalake").glob("*.csv")
        for row in csv.reader(path.open(newline=""))
        for cell in row
    }
    assert "" in cells
    assert not cells & set(MISSING)
