"""A folder that is made from a lake takes the place of what is beside it of its kind."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from core import lake as lakes
from core.errors import BusyError, CancelledError, InputError, WorkspaceError
from core.features import encoder
from core.features.folding import ALL
from core.indexes.sets.index import open_sets
from core.indexes.texts.index import open_text
from core.indexes.vectors.tables import open_table_vectors
from core.monitor import Monitor
from core.search.derived.folders import made_before, make_derived, open_derived
from core.search.derived.texts import text_index
from core.search.derived.value_sets import set_index
from core.search.derived.vectors import open_vectors
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace, left_in, new_folder


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "workspace")


@pytest.fixture
def lake(workspace: Workspace, tmp_path: Path) -> SearchedLake:
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "a.csv").write_text("a\n1\n")
    added = lakes.add_lake(workspace, "lake", tmp_path / "lake")
    settings = Settings(workers=1)
    lakes.refresh(workspace, added, settings)
    return SearchedLake(workspace, lakes.lake(workspace, "lake"), settings)


@pytest.mark.parametrize(
    ("made", "gone"),
    [
        ("sbert-v-2.k-new", {"sbert-v-1.k-new"}),
        ("sets.case-2-new", {"sets.case-1-new"}),
        ("text_row-2-new", set()),
    ],
)
def test_what_it_replaces_is_removed_and_all_that_was_of_the_lake_before(
    workspace: Workspace, lake: SearchedLake, made: str, gone: set[str]
) -> None:
    before = {"sbert-v-1.k-old", "sbert-vc-1.k-old", "map.hash-1.1.k-old", "text_row-1-old"}
    now = {"sbert-v-1.k-new", "sbert-vc-1.k-new", "sets.case-1-new", "sets.all-1-new"}
    under_way = {".sbert-v-1.k-old.x.new"}
    others = {"vectors": before | now | under_way, "indexes": {"text-1-old", "sketches.all-1-new"}}
    key = str(lake.info.key)
    for place, names in others.items():
        for name in names:
            (workspace.root / place / key / name).mkdir(parents=True)
    elsewhere = workspace.root / "vectors" / f"{key}0" / "hash-1-old"
    elsewhere.mkdir(parents=True)
    folder = workspace.root / "vectors" / key / made

    make_derived(lake, folder, "something", Path.mkdir)

    left = {
        place: {path.name for path in (workspace.root / place / key).iterdir()} for place in others
    }
    assert left == {"vectors": now - gone | under_way | {made}, "indexes": {"sketches.all-1-new"}}
    assert elsewhere.is_dir()


KILLED = """
import os, signal, sys
from core.search.derived.folders import make_derived
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace, new_folder
from pathlib import Path
from core import lake as lakes

real = os.unlink

def unlink(path, *, dir_fd=None):
    real(path, dir_fd=dir_fd)
    if str(path).startswith("values"):
        os.kill(os.getpid(), signal.SIGKILL)

os.unlink = unlink
workspace = Workspace.open(Path(sys.argv[1]))
searched = SearchedLake(workspace, lakes.lake(workspace, "lake"), Settings(workers=1))
make_derived(searched, Path(sys.argv[2]), "it", Path.mkdir)
"""


def test_what_a_killed_process_was_removing_is_gone_and_not_half_there(
    workspace: Workspace, lake: SearchedLake
) -> None:
    folder = workspace.root / "indexes" / str(lake.info.key) / "sets.all-1-new"
    before = folder.with_name("sets.all-1-old")
    before.mkdir(parents=True)
    for name in ("values1.npy", "values2.npy"):
        (before / name).touch()
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(workspace.root), str(folder)], check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert folder.is_dir()
    (left,) = folder.parent.glob("*sets.all-1-old*")
    os.utime(left, (0, 0))
    assert [*left_in(folder.parent)] == [left]


def test_what_another_process_replaced_is_made_again_and_a_fault_is_not_hidden(
    tmp_path: Path,
) -> None:
    folders = [tmp_path / "gone", tmp_path / "there"]
    folders[1].mkdir()

    def open_it(folder: Path) -> str:
        if not folder.is_dir():
            raise FileNotFoundError(folder)
        return folder.name

    made = iter(folders)
    assert open_derived(lambda: next(made), open_it) == "there"

    def damaged(folder: Path) -> str:
        raise WorkspaceError(f"{folder.name} is of another version.")

    with pytest.raises(WorkspaceError, match="there is of another version"):
        open_derived(lambda: folders[1], damaged)
    tries = iter([folders[0]] * 5)
    with pytest.raises(FileNotFoundError):
        open_derived(lambda: next(tries), open_it)
    assert len(list(tries)) == 2


def test_who_asks_while_another_makes_it_waits_for_that_and_is_told(
    workspace: Workspace, lake: SearchedLake
) -> None:
    folder = workspace.root / "indexes" / str(lake.info.key) / "sets.all-1-new"
    told: list[str] = []
    made: list[int] = []

    def ask(number: int) -> None:
        def make(new: Path) -> None:
            made.append(number)
            under_way.set()
            assert waiting.wait(60)
            new.mkdir()

        def progress(done: int, total: int, what: str) -> None:
            told.append(what)
            waiting.set()

        make_derived(replace(lake, monitor=Monitor(progress)), folder, "the index", make)

    under_way, waiting = threading.Event(), threading.Event()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(ask, 1)
        assert under_way.wait(60)
        pool.submit(ask, 2).result(60)
        first.result(60)
    assert made == [1]
    assert set(told) == {"Waiting for whoever else makes the index"}


def test_a_wait_can_be_cancelled_and_what_failed_is_made_by_the_next(
    workspace: Workspace, lake: SearchedLake
) -> None:
    folder = workspace.root / "indexes" / str(lake.info.key) / "sets.all-1-new"
    stopped = replace(lake, monitor=Monitor(should_stop=lambda: True))

    def fail(new: Path) -> None:
        with pytest.raises(CancelledError):
            make_derived(stopped, folder, "it", Path.mkdir)
        raise InputError("No.")

    with pytest.raises(InputError, match="No"):
        make_derived(lake, folder, "it", fail)
    assert not folder.exists()
    make_derived(stopped, folder, "it", Path.mkdir)
    assert folder.is_dir()


def test_what_is_of_a_lake_that_changed_meanwhile_is_never_seen(
    workspace: Workspace, lake: SearchedLake
) -> None:
    folder = workspace.root / "indexes" / str(lake.info.key) / "sets.all-1-new"
    seen: list[bool] = []

    def make(new: Path) -> None:
        with new_folder(new) as beside:
            (beside / "values").write_text("of the lake in two states")
        Path(lake.info.root, "b.csv").write_text("b\n2\n")
        lakes.refresh(workspace, lake.info, lake.settings)
        seen.append(folder.exists())

    with pytest.raises(BusyError, match="changed in the meantime"):
        make_derived(lake, folder, "it", make)
    assert seen == [False]
    assert list(folder.parent.iterdir()) == []


def test_what_is_damaged_is_made_again_whichever_file_it_is(
    lake: SearchedLake, tmp_path: Path
) -> None:
    open_vectors(lake, "hash")
    set_index(lake)
    text_index(lake)
    hashed = encoder("hash", lake.settings)
    opening: dict[str, Callable[[Path], object]] = {
        "hash": partial(open_table_vectors, encoder=hashed),
        "sets": partial(open_sets, rules=ALL),
        "text": open_text,
    }
    made = [path for path in lake.workspace.root.glob("[vi]*/*/[!.]*") if path.is_dir()]
    assert {folder.name[:4] for folder in made} == {*opening}
    folder = tmp_path / "derived" / "folder"
    for whole in made:

        def make(whole: Path = whole) -> Path:
            if not folder.is_dir():
                shutil.copytree(whole, folder)
            return folder

        for file in whole.iterdir():
            for content in (b"", file.read_bytes()[:-8]):
                (make() / file.name).write_bytes(content)
                open_derived(make, opening[whole.name[:4]])
                assert (folder / file.name).read_bytes() == file.read_bytes()
        shutil.rmtree(folder)
    assert list(folder.parent.iterdir()) == []


def test_what_is_damaged_and_made_again_in_vain_is_named(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> Path:
        folder = tmp_path / "vectors"
        if not folder.is_dir():
            made.append(1)
            folder.mkdir()
        return folder

    def cut(folder: Path) -> None:
        raise EOFError("No data left in file")

    with pytest.raises(WorkspaceError, match=r"/vectors, which cannot be read \(EOFError: No data"):
        open_derived(make, cut)
    assert len(made) == 2

    def too_many_open(folder: Path) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    with pytest.raises(OSError, match="Too many"):
        open_derived(make, too_many_open)
    assert len(made) == 2


def test_what_is_damaged_is_made_again_though_it_was_replaced_before(tmp_path: Path) -> None:
    faults: list[Exception] = [FileNotFoundError(), FileNotFoundError(), EOFError("No data left")]

    def make() -> Path:
        folder = tmp_path / "vectors"
        folder.mkdir(exist_ok=True)
        return folder

    def open_it(folder: Path) -> str:
        if not faults:
            return "whole"
        fault = faults.pop(0)
        if isinstance(fault, FileNotFoundError):
            shutil.rmtree(folder)
        raise fault

    assert open_derived(make, open_it) == "whole"


def test_a_generation_before_that_is_damaged_is_not_taken_over(tmp_path: Path) -> None:
    before = tmp_path / "sets.all-1-old"
    before.mkdir()
    (before / "digests.npy").touch()

    def cut(folder: Path) -> None:
        raise EOFError("No data left in file")

    assert made_before(tmp_path / "sets.all-1-new", cut) is None
