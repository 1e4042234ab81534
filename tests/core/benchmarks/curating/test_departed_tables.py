"""Labels of tables that have left the benchmark's folder since it was added."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmarks import registry
from core.benchmarks.curating import exporting, releasing
from core.benchmarks.curating.exporting import packed
from core.benchmarks.curating.pair_names import PairNames
from core.benchmarks.curating.release_import import import_release
from core.benchmarks.formats import read
from core.benchmarks.types import BenchmarkInfo
from core.labels import LOCAL, Ballot, Pair, Task, adjudicate, put_pair
from core.store import Workspace
from tests.core.benchmarks import tiny

GONE = ("datalake/river.csv", "query/birds.csv")


@pytest.fixture
def left(tmp_path: Path) -> tuple[Workspace, BenchmarkInfo]:
    """A benchmark with a release, of which a positive and a query table have left the folder."""
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.ugen(tmp_path / "tiny")
    info = tiny.add(workspace, "tiny", folder)
    case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", "datalake/towns.csv", Task.UNION))
    adjudicate(workspace, LOCAL, case.key, Ballot(2))
    releasing.make_release(workspace, LOCAL, info, "r1")
    for table in GONE:
        (folder / table).unlink()
    return workspace, tiny.add(workspace, "tiny", folder)


def test_they_are_listed(left: tuple[Workspace, BenchmarkInfo]) -> None:
    assert tuple(registry.departed_tables(*left)) == GONE
    assert "datalake/river.csv" not in PairNames(*left).candidates


@pytest.mark.parametrize("form", ["votes", "qrels", "published"])
def test_a_release_is_written_by_their_names_and_read_again(
    left: tuple[Workspace, BenchmarkInfo], tmp_path: Path, form: str
) -> None:
    workspace, info = left
    content = packed(workspace, LOCAL, info, "r1", form)
    assert b"river.csv" in content
    assert b"datalake/" not in content
    path = tmp_path / f"release.{'qrels' if form == 'qrels' else 'csv'}"
    path.write_bytes(content)
    import_release(workspace, LOCAL, info, path, "again")
    assert registry.qrels(workspace, info, "again") == registry.qrels(workspace, info, "r1")


def test_its_folder_is_written_and_read_as_far_as_tables_are_there(
    left: tuple[Workspace, BenchmarkInfo], tmp_path: Path
) -> None:
    workspace, info = left
    out = tmp_path / "out"
    exporting.export_release(workspace, LOCAL, info, "r1", out)
    for table in sorted(set(tiny.TABLES) - set(GONE)):
        (out / table).parent.mkdir(exist_ok=True)
        (out / table).write_text(tiny.TABLES[table])
    again = read(out)
    assert again.qrels is not None
    assert again.qrels.relevance("fish.csv", "datalake/towns.csv") == 2
    assert {(pair.query, pair.table) for pair in again.missing} >= {("fish.csv", "river.csv")}
