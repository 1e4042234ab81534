"""Labels of tables that have left the benchmark's folder since it was added."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.benchmarks import registry
from core.benchmarks.curating import exporting, releasing
from core.benchmarks.curating.exporting import packed
from core.benchmarks.curating.pair_names import PairNames
from core.benchmarks.curating.release_import import import_release
from core.benchmarks.formats import Caption, read
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


@pytest.fixture
def named_beside(tmp_path: Path) -> tuple[Workspace, BenchmarkInfo]:
    """A benchmark without four tables: captioned, ignored, labelled in a release, and unnamed."""
    workspace = Workspace.open(tmp_path / "workspace")
    alone = {f"datalake/{name}.csv": tiny.TOWNS for name in ("titled", "copy", "voted", "plain")}
    beside = {
        "metadata.jsonl": '{"table_id": "titled.csv", "title": "Towns"}\n',
        "ignore.tsv": "fish.csv\tcopy.csv\n",
    }
    form = tiny.forms()["soundings"]
    folder = tiny.lay(tmp_path / "tiny", {**tiny.TABLES, **alone, **form, **beside})
    info = tiny.add(workspace, "tiny", folder)
    case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", "datalake/voted.csv", Task.UNION))
    adjudicate(workspace, LOCAL, case.key, Ballot(2))
    releasing.make_release(workspace, LOCAL, info, "r1")
    releasing.make_release(workspace, LOCAL, info, "r2", again=True)
    for table in alone:
        (folder / table).unlink()
    return workspace, tiny.add(workspace, "tiny", folder)


def test_each_place_that_names_them_is_looked_at(
    named_beside: tuple[Workspace, BenchmarkInfo],
) -> None:
    gone = ["datalake/copy.csv", "datalake/titled.csv", "datalake/voted.csv"]
    assert registry.departed_tables(*named_beside) == gone


@pytest.mark.parametrize("release", ["base", "r1"])
def test_a_folder_keeps_their_captions_and_the_pairs_to_ignore(
    named_beside: tuple[Workspace, BenchmarkInfo], tmp_path: Path, release: str
) -> None:
    workspace, info = named_beside
    out = tmp_path / "out"
    exporting.export_release(workspace, LOCAL, info, release, out)
    metadata = (out / "metadata.jsonl").read_text()
    assert json.loads(metadata) == {"table_id": "datalake/titled.csv", "title": "Towns"}
    assert (out / "ignore.tsv").read_text() == "fish.csv\tdatalake/copy.csv\n"
    tiny.lay(out, tiny.TABLES)
    assert read(out).captions == {}
    tiny.lay(out, {"datalake/titled.csv": tiny.TOWNS, "datalake/copy.csv": tiny.TOWNS})
    assert read(out).captions == {"datalake/titled.csv": Caption("Towns")}
    assert read(out).ignore == (("fish.csv", "datalake/copy.csv"),)
