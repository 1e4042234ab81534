"""Point a benchmark whose folder is gone at the place that it was moved to."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from core import lake as lakes
from core.benchmarks import formats
from core.benchmarks.errors import BenchmarkExistsError
from core.benchmarks.formats import BenchmarkSource
from core.benchmarks.intake.readable import readable_in
from core.benchmarks.registry import queries, release_fingerprint
from core.benchmarks.types import BenchmarkInfo
from core.monitor import Monitor
from core.store import Workspace


def move(
    workspace: Workspace, known: BenchmarkInfo, given: BenchmarkSource, monitor: Monitor
) -> None:
    """Give a benchmark the folder that was read, if it has the same tables, queries and labels.

    Its runs, votes and releases are of those, and stay. Whoever calls holds the benchmark's lock.

    Raises
    ------
    BenchmarkExistsError
        If the queries or the labels are others.
    LakeExistsError
        If a file of its tables is not there, or is another.
    InputError
        If the folders of its tables are not there.
    CancelledError
        If `monitor` says so.
    """
    lake = lakes.lake(workspace, known.name)
    with _as_files(workspace, given, monitor) as source:
        lakes.require_same_files(workspace, lake, source.root)
        here = readable_in(workspace, source, lake.key)
    if list(here.queries) != queries(workspace, known):
        raise _another("queries", known, given)
    if here.qrels is None or here.qrels.fingerprint != release_fingerprint(workspace, known):
        raise _another("labels", known, given)
    root = str(given.root.resolve())
    with workspace.writing() as db:
        db.execute("UPDATE benchmarks SET root = ? WHERE key = ?", [root, known.key])
        if given.inline is None:  # else its tables are files of the workspace
            db.execute("UPDATE lakes SET root = ? WHERE key = ?", [root, lake.key])


@contextmanager
def _as_files(
    workspace: Workspace, given: BenchmarkSource, monitor: Monitor
) -> Iterator[BenchmarkSource]:
    if given.inline is None:
        yield replace(given, root=given.root.resolve())
        return
    with tempfile.TemporaryDirectory(dir=workspace.folder("spill")) as folder:
        formats.write(given, Path(folder, "files"), monitor=monitor)
        yield formats.read(Path(folder, "files"))


def _another(what: str, known: BenchmarkInfo, given: BenchmarkSource) -> BenchmarkExistsError:
    return BenchmarkExistsError(
        "A benchmark whose folder is gone takes a new one that has the same tables, queries and "
        f"labels. {known.name!r} was read from {known.root}, and the {what} in {given.root} are "
        "others; choose another name."
    )
