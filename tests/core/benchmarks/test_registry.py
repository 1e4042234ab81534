from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from core import lake as lakes
from core.benchmarks import formats, registry
from core.benchmarks.errors import (
    BenchmarkExistsError,
    BenchmarkNotFoundError,
    NoTablesError,
    ReleaseNotFoundError,
)
from core.benchmarks.formats import Mode
from core.benchmarks.intake.adding import check_free
from core.benchmarks.intake.readable import without_unreadable
from core.errors import BusyError, CancelledError, InputError, LakeExistsError, LocatedError
from core.evaluation import SelfCandidate
from core.labels.types import Task
from core.monitor import Monitor
from core.store import Workspace
from core.store.folder_lock import only_one
from tests.core.benchmarks import tiny

PROJECT = Path(__file__).resolve().parents[3]
ADD = """
import sys
from pathlib import Path
from core.store import Workspace
from tests.core.benchmarks import tiny
if __name__ == "__main__":
    tiny.add(Workspace.open(Path(sys.argv[1])), sys.argv[2], Path(sys.argv[3]))
"""


@pytest.fixture
def workspace(tmp_path) -> Workspace:
    return Workspace.open(tmp_path / "workspace")


@pytest.fixture(scope="module")
def added(tmp_path_factory) -> tuple[Workspace, Path]:
    """A workspace with the labelled benchmark as "tiny"; not to be changed."""
    place = tmp_path_factory.mktemp("added")
    workspace = Workspace.open(place / "workspace")
    tiny.add(workspace, "tiny", tiny.ugen(place / "bench"))
    return workspace, place / "bench"


@pytest.fixture
def own(added, tmp_path) -> Workspace:
    """A copy of that workspace, to change."""
    shutil.copytree(added[0].root, tmp_path / "workspace")
    return Workspace.open(tmp_path / "workspace")


def nothing_in(workspace: Workspace) -> bool:
    """Whether a workspace holds no benchmark, no lake, and no file of one."""
    files = [path for path in workspace.root.rglob("*") if path.is_file()]
    left = [path for path in files if not path.name.startswith("soundings.db")]
    return not (registry.benchmarks(workspace) or lakes.lakes(workspace) or left)


@pytest.mark.parametrize("form", tiny.forms())
def test_each_form_gives_the_same_queries_and_positives(workspace, tmp_path, form):
    folder = tiny.lay(tmp_path / "bench", {**tiny.TABLES, **tiny.forms()[form]})
    info = tiny.add(workspace, "mine", folder)
    assert info.format == form
    assert (info.queries, info.positives, info.negatives, info.missing) == (2, 3, 0, 0)
    assert (info.lake_folders, info.query_folder) == (("datalake",), "query")
    tables = {query.query_id: query.table for query in registry.queries(workspace, info)}
    truth = {
        tables[query]: set(labels)
        for query, labels in registry.qrels(workspace, info).to_dict().items()
    }
    assert truth == {
        "query/fish.csv": {"datalake/sea fish.csv", "datalake/river.csv"},
        "query/birds.csv": {"datalake/owls.csv"},
    }
    ids = {table.table_id for table in lakes.tables(workspace, info.lake_key)}
    assert ids == set(tiny.TABLES)


def test_tables_inside_a_corpus_become_files_of_the_workspace_and_go_with_it(workspace, tmp_path):
    folder = tiny.lay(tmp_path / "bench", tiny.target())
    for _ in range(2):  # the second time the files are there already
        info = tiny.add(workspace, "words", folder)
        assert (info.format, info.root) == ("target", str(folder))
        assert (info.queries, info.positives, info.notes[1:]) == (2, 2, ())
    assert info.published("tables/fish.csv") == "fish"
    source = registry.source(workspace, info)
    assert source.tables == ("tables/fish.csv", "tables/towns.csv")
    assert (source.root / "tables/fish.csv").read_text() == "fish,weight\ncod,3\n"
    assert source.root.is_relative_to(workspace.root)
    formats.write(source, tmp_path / "written")
    assert formats.read(tmp_path / "written").qrels == source.qrels
    registry.remove_benchmark(workspace, "words")
    assert nothing_in(workspace)
    assert (folder / "corpus.jsonl").exists()


def test_what_was_read_is_given_back(added):
    workspace, folder = added
    info = registry.benchmark(workspace, "tiny")
    given, kept = formats.read(folder), registry.source(workspace, info)
    assert (kept.queries, kept.qrels, kept.tables) == (given.queries, given.qrels, given.tables)
    assert (kept.query_tables, kept.spelling) == (given.query_tables, given.spelling)
    assert (info.positives, info.negatives) == (3, 2)
    assert info.self_candidate is SelfCandidate.AS_GIVEN
    assert registry.release_fingerprint(workspace, info) == given.qrels.fingerprint
    assert registry.qrels(workspace, info).fingerprint == given.qrels.fingerprint
    assert registry.benchmarks(workspace) == [info]


def test_an_unknown_name_or_release_says_which_there_are(added, tmp_path):
    workspace, _ = added
    with pytest.raises(BenchmarkNotFoundError, match="There are: tiny"):
        registry.benchmark(workspace, "other")
    with pytest.raises(BenchmarkNotFoundError, match="add one first"):
        registry.benchmark(Workspace.open(tmp_path / "empty"), "other")
    info = registry.benchmark(workspace, "tiny")
    for ask in (registry.qrels, registry.release_fingerprint):
        with pytest.raises(ReleaseNotFoundError, match=r"no release 'v2'. There are: base"):
            ask(workspace, info, "v2")


@pytest.mark.parametrize(
    ("truth", "message"),
    [
        ("a,b\nx,y\n", "line 1"),
        ("query_table,data_lake_table,unionable\nfish.csv,river.csv,maybe\n", "line 2"),
        (tiny.UGEN + "fish.csv,towns.csv,1\n", "line 7"),
        ("query_table,data_lake_table,unionable\nfish.csv,river.csv,0\n", "line 2"),
    ],
)
def test_a_faulty_ground_truth_leaves_nothing_behind(workspace, tmp_path, truth, message):
    folder = tiny.lay(tmp_path / "bench", {**tiny.TABLES, "groundtruth.csv": truth})
    with pytest.raises(LocatedError, match=message):
        tiny.add(workspace, "mine", folder)
    assert nothing_in(workspace)


def test_a_faulty_corpus_leaves_nothing_behind(workspace, tmp_path):
    files = tiny.target()
    files["corpus.jsonl"] = files["corpus.jsonl"].replace('[["town", "mayor"], ', '"none", "x": [')
    folder = tiny.lay(tmp_path / "bench", files)
    with pytest.raises(LocatedError, match=r"corpus.jsonl, line 2"):
        tiny.add(workspace, "mine", folder)
    assert nothing_in(workspace)


@pytest.mark.parametrize(
    "files",
    [
        {"groundtruth.csv": tiny.UGEN},
        {"groundtruth.csv": tiny.UGEN, "query/fish.csv": tiny.FISH},
        {
            "queries.jsonl": '{"query_id": "q", "query": "cod", "table_ids": ["fish"]}\n',
            "qrels.tsv": "q\tfish\t1\n",
            "loose.csv": tiny.FISH,
        },
    ],
)
def test_a_ground_truth_without_its_tables_is_refused_by_name(workspace, tmp_path, files):
    with pytest.raises(NoTablesError, match=r"none has its tables there: .* is not there"):
        tiny.add(workspace, "mine", tiny.lay(tmp_path / "bench", files))
    assert nothing_in(workspace)


def test_a_ground_truth_beside_folders_of_other_names_is_refused_with_these(workspace, tmp_path):
    root = tiny.lay(
        tmp_path / "bench", {"groundtruth.csv": tiny.UGEN, "source/fish.csv": tiny.FISH}
    )
    with pytest.raises(NoTablesError, match=r"but source: call the folder that holds them datala"):
        tiny.add(workspace, "mine", root)


@pytest.mark.parametrize("name", ["", " ", "a/b", "..", "../outside", ".hidden", "a\nb", "a\udcff"])
def test_a_name_never_leaves_the_workspace(workspace, tmp_path, name):
    precious = tiny.lay(tmp_path / "workspace" / "outside", {"precious.txt": "keep"})
    with pytest.raises(InputError, match=r"^A benchmark's name "):
        tiny.add(workspace, name, tiny.lay(tmp_path / "bench", tiny.target()))
    assert (precious / "precious.txt").exists()


def test_a_name_belongs_to_one_folder(own, tmp_path):
    before = registry.benchmarks(own)
    with pytest.raises(BenchmarkExistsError, match=r"'tiny' is .*/bench already"):
        tiny.add(own, "tiny", tiny.ugen(tmp_path / "other"))
    assert registry.benchmarks(own) == before
    lakes.add_lake(own, "fleet", tiny.ugen(tmp_path / "fleet"))
    with pytest.raises(LakeExistsError, match=r"'fleet' is .*/fleet already"):
        tiny.add(own, "fleet", tmp_path / "other")
    for name, error in (("tiny", BenchmarkExistsError), ("fleet", LakeExistsError)):
        with pytest.raises(error, match=f"'{name}' is .* already"):
            check_free(own, name, tmp_path / "other" / "groundtruth.csv")
    for name, root in (("tiny", Path(registry.benchmark(own, "tiny").root)), ("new", tmp_path)):
        check_free(own, name, root)
    with pytest.raises(LakeExistsError, match="a lake of other folders"):
        tiny.add(own, "fleet", tmp_path / "fleet")  # a lake of its whole folder
    assert [lake.name for lake in lakes.lakes(own)] == ["fleet", "tiny"]


@pytest.mark.parametrize("form", ["ugen", "target"])
def test_a_benchmark_whose_folder_was_moved_takes_the_new_one(workspace, tmp_path, form):
    files = tiny.target() if form == "target" else {**tiny.TABLES, "groundtruth.csv": tiny.UGEN}
    before = tiny.add(workspace, "mine", tiny.lay(tmp_path / "old", files))
    lake = lakes.lake(workspace, "mine")
    moved = (tmp_path / "old").rename(tmp_path / "new")
    check_free(workspace, "mine", moved)
    after = tiny.add(workspace, "mine", moved)
    assert after == replace(before, root=str(moved))
    assert lakes.lake(workspace, "mine").fingerprint == lake.fingerprint
    assert lakes.tables(workspace, lake.key)
    lakes.refresh(workspace, lakes.lake(workspace, "mine"), tiny.SETTINGS)
    with pytest.raises(BenchmarkExistsError, match=r"'mine' is .*/new already"):
        tiny.add(workspace, "mine", tiny.lay(tmp_path / "old", files))


def test_a_benchmark_of_a_name_that_was_allowed_once_is_read_again(
    workspace, tmp_path, monkeypatch
):
    name, root = "x" * 220, tiny.ugen(tmp_path / "bench")
    with monkeypatch.context() as before:
        before.setattr("core.lake.adding._MOST_BYTES", 255)
        added = tiny.add(workspace, name, root)
    (root / "datalake/more.csv").write_text("a\n1\n")
    check_free(workspace, name, root)
    assert tiny.add(workspace, name, root).key == added.key
    assert "datalake/more.csv" in registry.candidate_tables(workspace, added)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"groundtruth.csv": tiny.UGEN.replace("towns.csv,0", "towns.csv,1")},
            "the labels in .*/n",
        ),
        ({"groundtruth.csv": tiny.UGEN[: tiny.UGEN.index("birds")]}, "the queries in .*/new are"),
        (
            {"datalake/towns.csv": tiny.TOWNS.replace("Bob", "Eve")},
            "1 is not in .* has another con",
        ),
        ({"datalake/towns.csv": None}, "Of 6 files of 'mine', .*, 1 is .*/towns.csv is not there"),
    ],
)
def test_another_folder_is_not_taken_for_one_that_was_moved(workspace, tmp_path, change, told):
    before = tiny.add(workspace, "mine", tiny.ugen(tmp_path / "old"))
    lake, truth = lakes.lake(workspace, "mine"), registry.qrels(workspace, before)
    moved = (tmp_path / "old").rename(tmp_path / "new")
    for path, content in change.items():
        (moved / path).unlink()
        if content is not None:
            (moved / path).write_text(content)
    with pytest.raises((BenchmarkExistsError, LakeExistsError), match=told):
        tiny.add(workspace, "mine", moved)
    assert registry.benchmark(workspace, "mine") == before
    assert lakes.lake(workspace, "mine") == lake
    assert registry.qrels(workspace, before).fingerprint == truth.fingerprint
    with pytest.raises(LakeExistsError, match=r"run `bench add mine FOLDER` with its new folder"):
        lakes.add_lake(workspace, "mine", moved)


def test_the_lake_of_a_benchmark_is_removed_with_it_only(added):
    workspace, _ = added
    with pytest.raises(InputError, match="run `bench remove tiny`"):
        lakes.remove_lake(workspace, "tiny")
    assert lakes.tables(workspace, registry.benchmark(workspace, "tiny").lake_key)


def test_adding_again_reads_what_changed_and_says_that_labels_did(workspace, tmp_path):
    folder = tiny.ugen(tmp_path / "bench")
    first = tiny.add(workspace, "mine", folder)
    (folder / "datalake" / "new.csv").write_text(tiny.FISH)
    again = tiny.add(workspace, "mine", folder)
    assert again == first
    assert "datalake/new.csv" in registry.source(workspace, again).tables

    (folder / "groundtruth.csv").write_text(tiny.UGEN + "birds.csv,new.csv,0\n")
    changed = tiny.add(workspace, "mine", folder)
    assert "have changed since" in changed.notes[-1]
    assert changed.negatives == first.negatives
    (folder / "groundtruth.csv").write_text("query_table,data_lake_table,unionable\nx,y,maybe\n")
    with pytest.raises(LocatedError):
        tiny.add(workspace, "mine", folder)
    assert registry.benchmark(workspace, "mine") == first


def test_one_query_is_found_as_it_is_listed_and_only_in_its_benchmark(workspace, tmp_path):
    truth = "query_table,candidate_table,query_column\nfish.csv,river.csv,fish\n"
    folder = tiny.lay(tmp_path / "joins", {**tiny.TABLES, "groundtruth.csv": truth})
    joins = tiny.add(workspace, "joins", folder)
    unions = tiny.add(workspace, "unions", tiny.ugen(tmp_path / "unions"))
    for info in (joins, unions):
        for listed in registry.queries(workspace, info):
            assert registry.query(workspace, info, listed.query_id) == listed
    (asked,) = registry.queries(workspace, joins)
    assert asked.join_on == ("fish",)
    assert registry.query(workspace, joins, "none") is None


def test_what_each_query_asks_is_told_in_the_order_of_the_queries(workspace, tmp_path):
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "files"))
    first, second = (one.query_id for one in registry.queries(workspace, info))
    with workspace.writing() as db:
        db.execute("UPDATE benchmark_queries SET mode = 'nl' WHERE query_id = ?", [second])
    asked = list(registry.tasks(workspace, info).items())
    assert asked == [(first, Task.UNION), (second, Task.NL)]


def test_what_a_benchmark_was_added_for_is_said_once(workspace, tmp_path):
    truth = "query_table,candidate_table,query_column\nfish.csv,river.csv,fish\n"
    truth += "fish.csv,sea fish.csv,weight\n"
    folder = tiny.lay(tmp_path / "files", {**tiny.TABLES, "groundtruth.csv": truth})
    info = tiny.add(workspace, "tiny", folder, mode=Mode.UNION)
    assert {query.mode for query in registry.queries(workspace, info)} == {Mode.UNION}
    # Without being told again the labels are read as they were, and are the same.
    assert tiny.add(workspace, "tiny", folder).notes == info.notes
    with pytest.raises(BenchmarkExistsError, match="has queries for union; remove it"):
        tiny.add(workspace, "tiny", folder, mode=Mode.JOIN)


def test_labels_of_tables_that_cannot_be_read_are_kept_apart(workspace, tmp_path):
    folder = tiny.ugen(tmp_path / "bench")
    (folder / "datalake" / "owls.csv").write_bytes(b"")
    (folder / "datalake" / "towns.csv").write_bytes(b"")
    (folder / "query" / "dull.csv").write_bytes(b"")
    extra = "dull.csv,river.csv,1\n"
    (folder / "groundtruth.csv").write_text(tiny.UGEN + extra)
    info = tiny.add(workspace, "mine", folder)
    assert (info.queries, info.positives, info.negatives, info.missing) == (2, 2, 1, 3)
    apart = {(pair.query, pair.table): pair for pair in registry.missing_pairs(workspace, info)}
    assert set(apart) == {
        ("birds.csv", "datalake/owls.csv"),
        ("fish.csv", "datalake/towns.csv"),
        ("dull.csv", "datalake/river.csv"),
    }
    reasons = {
        lake_file.path: lake_file.reason for lake_file in lakes.files(workspace, info.lake_key)
    }
    assert reasons["query/dull.csv"] in apart["dull.csv", "datalake/river.csv"].reason
    assert apart["fish.csv", "datalake/towns.csv"].relevance == 0
    told = " ".join(info.notes)
    assert "1 of 3 query tables cannot be read" in told
    assert "first 'birds.csv'" in told  # its only positive is gone
    (dull,) = registry.unasked_queries(workspace, info)
    assert (dull.query_id, dull.table) == ("dull.csv", "query/dull.csv")
    # The query stays, and its score is 0 as the note says.
    assert registry.qrels(workspace, info).queries == ("birds.csv", "fish.csv")


def test_a_query_whose_table_cannot_be_read_is_not_asked_by_its_text_alone(tmp_path):
    form = tiny.forms()["nlctables"]
    source = formats.read(tiny.lay(tmp_path / "bench", {**tiny.TABLES, **form}))
    readable = set(tiny.TABLES) - {"query/fish.csv"}
    left = without_unreadable(source, readable, {"query/fish.csv": "It is empty."})
    assert [query.query_id for query in left.queries] == ["2"]
    assert left.unasked == tuple(query for query in source.queries if query.query_id == "1")
    assert [pair.reason for pair in left.missing] == [
        "query/fish.csv cannot be read: It is empty."
    ] * 2


def test_a_benchmark_of_unreadable_tables_is_refused_with_the_reason(workspace, tmp_path):
    empty = dict.fromkeys(tiny.TABLES, "")
    folder = tiny.lay(tmp_path / "bench", {**empty, "groundtruth.csv": tiny.UGEN})
    with pytest.raises(NoTablesError, match=r"can be read: .* cannot be read: "):
        tiny.add(workspace, "mine", folder)
    assert nothing_in(workspace)


def test_a_cancelled_addition_leaves_nothing_behind(workspace, tmp_path):
    with pytest.raises(CancelledError):
        tiny.add(
            workspace,
            "mine",
            tiny.ugen(tmp_path / "bench"),
            monitor=Monitor(should_stop=lambda: True),
        )
    assert nothing_in(workspace)


def test_only_one_process_adds_or_removes_a_benchmark(own, added):
    with only_one(own.folder("benchmarks", "tiny"), "The benchmark 'tiny'", "changed"):
        with pytest.raises(BusyError, match=r"The benchmark 'tiny' is being changed by another"):
            tiny.add(own, "tiny", added[1])
        with pytest.raises(BusyError):
            registry.remove_benchmark(own, "tiny")
    lake = lakes.lake(own, "tiny")
    refreshed = only_one(own.folder("tables", str(lake.key)), "The lake 'tiny'", "refreshed")
    with refreshed, pytest.raises(BusyError, match=r"The lake 'tiny' is being refreshed"):
        registry.remove_benchmark(own, "tiny")
    assert registry.benchmark(own, "tiny").queries == 2


def test_removing_leaves_the_folder_and_nothing_else(own, added):
    files = {path: path.stat() for path in added[1].rglob("*")}
    registry.remove_benchmark(own, "tiny")
    assert nothing_in(own)
    with own.reading() as db:
        kept = {"counters", "_sqlite_migrations", "sqlite_sequence"}
        rows = {name: db[name].count for name in set(db.table_names()) - kept}
    assert not any(rows.values()), rows
    assert {path: path.stat() for path in added[1].rglob("*")} == files


def start(*arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", ADD, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        start_new_session=True,
    )


def test_after_a_kill_in_the_middle_a_benchmark_is_added_again(workspace, tmp_path):
    folder = tiny.lay(tmp_path / "bench", tiny.target())
    process = start(workspace.root, "words", folder)
    began = time.monotonic()
    while not lakes.lakes(workspace) and time.monotonic() < began + 60:
        time.sleep(0.005)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert lakes.lakes(workspace)
    assert not registry.benchmarks(workspace)
    stale = workspace.folder("benchmarks", "words", ".new.partial.1.new")
    info = tiny.add(workspace, "words", folder)
    assert (info.queries, info.positives) == (2, 2)
    assert not stale.exists()


def test_two_processes_add_two_benchmarks_at_once(workspace, tmp_path):
    folders = {name: tiny.ugen(tmp_path / name) for name in ("one", "two")}
    running = [start(workspace.root, name, folder) for name, folder in folders.items()]
    assert [process.wait(timeout=120) for process in running] == [0, 0]
    found = registry.benchmarks(workspace)
    assert [(info.name, info.positives) for info in found] == [("one", 3), ("two", 3)]


@pytest.fixture
def published() -> Path:
    """Folder of the published samples; a test that wants it is skipped where it is not."""
    shared = Path(os.environ.get("SOUNDINGS_SHARED") or PROJECT.parent / "shared")
    if not (shared / "benchmarks").is_dir():
        pytest.skip(f"{shared} is not there; set SOUNDINGS_SHARED")
    return shared / "benchmarks"


@pytest.mark.parametrize(
    ("folder", "form", "tables", "figures"),
    [
        ("nlctd_dev", "soundings", 2_645, (210, 981, 2_115, 0)),
        ("tabfact_val", "soundings", 1_696, (2_000, 2_000, 0, 0)),
        ("fetaqa_val", "soundings", 1_001, (1_001, 1_001, 0, 0)),
        ("nlctables_example/union", "nlctables", 6, (1, 1, 5, 0)),
        ("nlctables_example/join", "nlctables", 4, (1, 1, 3, 0)),
    ],
)
def test_published_samples_are_read_whole(workspace, published, folder, form, tables, figures):
    info = tiny.add(workspace, "sample", published / folder)
    assert info.format == form
    assert (info.queries, info.positives, info.negatives, info.missing) == figures
    assert not lakes.files(workspace, info.lake_key, refused_only=True)
    given, kept = formats.read(published / folder), registry.source(workspace, info)
    assert len(kept.tables) == tables
    assert (kept.queries, kept.qrels) == (given.queries, given.qrels)
    assert (set(kept.ignore), kept.captions) == (set(given.ignore), given.captions)


def test_a_published_ground_truth_without_tables_names_the_first_that_is_missing(
    workspace, published
):
    with pytest.raises(NoTablesError, match=r"Got 695 labelled pairs .* 'data_mill_a.csv' is not"):
        tiny.add(workspace, "santos", published / "santos_groundtruth")
    assert nothing_in(workspace)
