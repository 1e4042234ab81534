"""Add a published benchmark to a workspace, with its tables as a lake of the same name."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from core import lake as lakes
from core.benchmarks import formats
from core.benchmarks.errors import BenchmarkExistsError, NoTablesError
from core.benchmarks.formats import BenchmarkSource, Mode
from core.benchmarks.formats.folders import without_lake_folder
from core.benchmarks.intake.entering import enter
from core.benchmarks.intake.inline_rules import say_as_written
from core.benchmarks.intake.moving import move
from core.benchmarks.intake.readable import readable_in
from core.benchmarks.registry import (
    benchmark,
    found_benchmark,
    queries,
    release_fingerprint,
)
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError, LakeExistsError, LakeNotFoundError
from core.evaluation import SelfCandidate
from core.monitor import UNMONITORED, Monitor
from core.settings import Settings
from core.store import Workspace
from core.store.folder_lock import only_one

_FILES = "files"
"""Where in a benchmark's folder of the workspace its tables stand that were no files before."""


def add_benchmark(
    workspace: Workspace,
    name: str,
    path: Path,
    settings: Settings,
    format_name: str | None = None,
    monitor: Monitor = UNMONITORED,
    *,
    mode: Mode | None = None,
    own_tables: SelfCandidate | None = None,
) -> BenchmarkInfo:
    """Read a published benchmark, enter it, and read its tables as a lake of the same name.

    The ground truth is read and checked first, so that a faulty one leaves nothing behind. Labels
    whose tables are missing, or cannot be read, are kept apart with the reason. A benchmark that
    is there already with the same folder has its tables refreshed and its labels left alone; a
    note says so if the folder has other ones now. One whose folder is gone takes the new one, if
    that has the same tables, queries and labels.

    Parameters
    ----------
    path
        The benchmark's folder, or its file of labels.
    format_name
        One of `core.benchmarks.formats.FORMATS`; found out if none.
    mode
        What query tables are searched for, as `core.benchmarks.formats.read`; of a benchmark that
        is there already, what it was added for if none.
    own_tables
        What becomes of queries' own tables among the candidates; if none, they are included if
        most are labelled as positives, else excluded.

    Raises
    ------
    BenchmarkExistsError, LakeExistsError
        If the name is taken by a benchmark or a lake of another folder that is there, or by one
        that is gone and held something else, or the benchmark was added with another `mode` or
        other `own_tables`.
    NoTablesError
        If no labelled pair has its tables in the folder.
    BusyError
        If another process adds or removes the benchmark, or refreshes its lake.
    InputError
        If the ground truth is faulty; names file and line. If own tables are to be included or
        excluded and no query has one among the candidates.
    CancelledError
        If `monitor` says so; nothing is left behind.
    """
    before = found_benchmark(workspace, name)
    if before is None:  # one that was added before a rule for names is read again
        lakes.check_name(name, "benchmark")
    form = format_name or formats.detect(path)
    if before is not None and not formats.says_what_for(form):
        mode = _entered_mode(workspace, before, mode)
    given = formats.read(path, form, mode)
    folder = workspace.folder("benchmarks", name)
    # One process at a time: else one could take the files away that the other reads.
    with only_one(folder, f"The benchmark {name!r}", "changed"):
        known = found_benchmark(workspace, name)
        if known is None:
            with _nothing_left_behind(workspace, name, folder):
                return _add(workspace, name, given, settings, own_tables, monitor)
        _check_folder(known, given.root)
        _check_own(known, own_tables)
        if Path(known.root) != given.root.resolve():
            move(workspace, known, given, monitor)
        source = _with_files(folder, given, monitor)
        lake = lakes.lake(workspace, name)
        lakes.refresh(workspace, lake, settings, monitor)
        return _with_note(workspace, known, readable_in(workspace, source, lake.key))


def _check_own(known: BenchmarkInfo, asked: SelfCandidate | None) -> None:
    if asked not in (None, known.self_candidate):
        raise BenchmarkExistsError(
            "What becomes of queries' own tables is said when a benchmark is added. Of "
            f"{known.name!r} they are {known.self_candidate}; remove it and add it again."
        )


def _entered_mode(workspace: Workspace, known: BenchmarkInfo, asked: Mode | None) -> Mode | None:
    """Return what query tables of a benchmark are searched for, which is said once."""
    modes = {query.mode for query in queries(workspace, known) if query.table is not None}
    entered = next(iter(modes)) if len(modes) == 1 else None
    if None not in (asked, entered) and asked is not entered:
        raise BenchmarkExistsError(
            f"What queries ask for is said when a benchmark is added. {known.name!r} has queries "
            f"for {entered}; remove it and add it again."
        )
    return entered or asked


def check_free(workspace: Workspace, name: str, path: Path) -> None:
    """Refuse a name that `add_benchmark` would refuse, before anything is read.

    Parameters
    ----------
    path
        The benchmark's folder, or its file of labels.

    Raises
    ------
    BenchmarkExistsError, LakeExistsError
        If the name is taken by a benchmark or a lake of another folder that is there.
    InputError
        If the name is one that no benchmark can have.
    """
    root = formats.root_of(path).resolve()
    known = found_benchmark(workspace, name)
    if known is not None:
        _check_folder(known, root)
        return
    lakes.check_name(name, "benchmark")
    of_its_own = workspace.root / "benchmarks" / name / _FILES  # of an addition that was killed
    with suppress(LakeNotFoundError):
        lake = lakes.lake(workspace, name)
        if Path(lake.root) not in {root, of_its_own.resolve()}:
            raise lakes.taken(name, lake.root)


def _check_folder(known: BenchmarkInfo, root: Path) -> None:
    """Refuse another folder than a benchmark's, as long as that is there."""
    if Path(known.root) != root.resolve() and Path(known.root).is_dir():
        raise BenchmarkExistsError(
            f"A benchmark's name belongs to one folder. {known.name!r} is {known.root} already; "
            "choose another name."
        )


def _add(
    workspace: Workspace,
    name: str,
    given: BenchmarkSource,
    settings: Settings,
    own_tables: SelfCandidate | None,
    monitor: Monitor,
) -> BenchmarkInfo:
    if given.qrels is None or not len(given.qrels):
        first = given.missing[0]
        there = "" if given.lake_folders else f"{without_lake_folder(given.root)} "
        raise NoTablesError(
            f"A benchmark comes with its tables. Got {len(given.missing):,} labelled pairs in "
            f"{given.root}, and none has its tables there: for query {first.query!r}, "
            f"{first.reason}. {there}Put its folders of tables beside the ground truth, and "
            "spell tables as their files are."
        )
    source = _with_files(workspace.folder("benchmarks", name), given, monitor)
    folders = sorted({*source.lake_folders, *filter(None, [source.query_folder])})
    lake = lakes.add_lake(workspace, name, source.root, folders)
    if list(lake.folders) != folders:
        raise LakeExistsError(
            f"A benchmark's tables are the lake of its name. {name!r} is a lake of other folders "
            f"in {lake.root} already; choose another name or remove that lake."
        )
    if given.inline is not None:
        say_as_written(workspace, lake, source)
    lakes.refresh(workspace, lake, settings, monitor)
    readable = readable_in(workspace, source, lake.key)
    if readable.qrels is None:
        raise NoTablesError(
            f"A benchmark comes with its tables. Got {given.root}, where none of the labelled "
            f"tables can be read: {readable.missing[-1].reason}"
        )
    if own_tables not in (None, SelfCandidate.AS_GIVEN) and not readable.own_tables():
        raise InputError(
            "Queries' own tables are included or excluded where they lie among the candidates. "
            f"Got {own_tables.value!r} for {given.root}, where none does."
        )
    at = given.root.resolve()
    enter(workspace, name, at, readable, readable.qrels, lake.key, own_tables)
    return benchmark(workspace, name)


@contextmanager
def _nothing_left_behind(workspace: Workspace, name: str, folder: Path) -> Iterator[None]:
    """Remove a lake and files that a failed addition has made, but not a lake that was there."""
    before = {lake.name for lake in lakes.lakes(workspace)}
    try:
        yield
    except BaseException:
        with suppress(LakeNotFoundError):
            if name not in before:
                lakes.remove_lake(workspace, name)
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _with_files(folder: Path, given: BenchmarkSource, monitor: Monitor) -> BenchmarkSource:
    """Write tables that stand inside the benchmark's own files as files, and read those."""
    if given.inline is None:
        return replace(given, root=given.root.resolve())
    for partial in folder.glob("*.partial*"):
        shutil.rmtree(partial)  # of a process that was killed: no other one is here
    files, beside = folder / _FILES, folder / "new.partial"
    formats.write(given, beside, monitor=monitor)
    shutil.rmtree(files, ignore_errors=True)
    beside.rename(files)
    read = formats.read(files)
    return replace(read, format=given.format, spelling=given.spelling, notes=given.notes)


def _with_note(
    workspace: Workspace, known: BenchmarkInfo, source: BenchmarkSource
) -> BenchmarkInfo:
    """Say so if the folder's ground truth is not the one that was entered."""
    info = benchmark(workspace, known.name)
    entered = release_fingerprint(workspace, info)
    if source.qrels is not None and source.qrels.fingerprint == entered:
        return info
    note = (
        f"The labels in {info.root}, or which of their tables can be read, have changed since "
        f"{info.added_at}; they are kept as they were. Remove the benchmark and add it again to "
        "take the new ones."
    )
    return replace(info, notes=(*info.notes, note))
