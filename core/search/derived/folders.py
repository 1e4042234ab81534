"""Folders that are derived from a data lake's tables: made when they are missing, never changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, TypeVar, get_args
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core import lake as lakes
from core.errors import BusyError, CellsGoneError, InputError, WorkspaceError
from core.indexes.manifests import LakeTables, OfTables, is_taken_over
from core.search.derived.one_maker import one_maker
from core.search.types import SearchedLake
from core.store import folder_under_way, is_full_disk, put_folder, remove_folder
from core.types import LakeInfo

_ATTEMPTS = 3
_DAMAGED = (WorkspaceError, FileNotFoundError, EOFError, ValueError, BadZipFile)
"""What is raised where a file is missing, cut short or no file of its kind. What may go well the
next time, as where too many files are open, is another `OSError`."""
_ORDER = 2
"""Raised when what is derived numbers a lake's tables otherwise; now by `core.lake.table_order`."""

_T = TypeVar("_T")

DerivedPlace = Literal["vectors", "indexes"]
"""The workspace's folders with a folder for each lake that has what is derived from it."""


def indexed_tables(lake: SearchedLake) -> LakeTables:
    """Return the tables of a lake as it stands, for an index that is made of them."""
    ids, digests = lakes.content_digests(lake.workspace, lake.info.key)
    return LakeTables(ids, lake.info.fingerprint, digests)


def derived_folder(lake: SearchedLake, place: DerivedPlace, kind: str, made_by: str) -> Path:
    """Name the folder for what is derived from a lake as it stands: ``KIND-VERSION-FINGERPRINT``.

    Parameters
    ----------
    kind
        It may end in a dot and what was chosen.
    made_by
        Versions of what makes it, and all else that it is made of besides the lake's tables.
    """
    name = f"{kind}-{_ORDER}.{made_by}-{lake.info.fingerprint[:16]}"
    return _derived(lake, place) / name


def _derived(lake: SearchedLake, place: DerivedPlace) -> Path:
    return lake.workspace.root / place / str(lake.info.key)


def kinds_outdated(lake: SearchedLake) -> frozenset[str]:
    """Tell what was derived from a lake as it was before, and is not replaced or removed yet.

    Returns
    -------
    frozenset
        Kinds, as `derived_folder` takes them.
    """
    found = (
        folder.name.rsplit("-", 2)
        for place in get_args(DerivedPlace)
        for folder in _derived(lake, place).glob("[!.]*-*-*")
    )
    return frozenset(kind for kind, _, its_lake in found if its_lake != lake.info.fingerprint[:16])


def make_derived(lake: SearchedLake, folder: Path, what: str, make: Callable[[Path], None]) -> None:
    """Make a folder from the lake's tables unless it is there, and remove what it replaces.

    Who asks for it while another makes it, in this process or elsewhere, waits for that one's.

    Parameters
    ----------
    lake
        It must still be as it was when the search began, and so when the folder is made. Its
        monitor is told that another is waited for, and asked meanwhile whether to stop.
    folder
        From `derived_folder`. It replaces what is there of its kind, and whatever was derived from
        the lake as it was before.
    what
        What it holds, for messages: "the lake's vectors".
    make
        Makes the folder that it is given, whole or not at all. It is put in place, and seen by
        others, once the lake is known to be as it was.

    Raises
    ------
    InputError
        If the lake has not been read yet.
    CancelledError
        If the monitor says so.
    BusyError
        If the lake is refreshed meanwhile, or its last refresh has not ended.
    LakeNotFoundError
        If it was removed.
    WorkspaceError
        If the workspace's disk is full.
    """
    require_read(lake.info)
    if folder.is_dir():
        return
    with one_maker(folder, what, lake.monitor):
        if not folder.is_dir():
            _make(lake, folder, what, make)


def _make(lake: SearchedLake, folder: Path, what: str, make: Callable[[Path], None]) -> None:
    with (
        as_it_stands(lake, what) as require_unchanged,
        folder_under_way(folder.parent, folder.name) as beside,
    ):
        made = beside / folder.name
        make(made)
        require_unchanged()
        put_folder(made, folder)
    _remove_replaced(lake, folder)


@contextmanager
def as_it_stands(lake: SearchedLake, what: str) -> Iterator[Callable[[], None]]:
    """Hold what is made of a lake's tables to the lake as it was when the search began.

    Parameters
    ----------
    what
        What is made, for messages.

    Yields
    ------
    Callable
        To be called when it is made, before it is put in place or used.

    Raises
    ------
    BusyError, LakeNotFoundError, WorkspaceError
        As `make_derived`; the first from what is given, too.
    """
    workspace, info = lake.workspace, lake.info
    current = lakes.stamp(workspace, info.name)
    _require((current.key, current.fingerprint) == (info.key, info.fingerprint), lake)
    before = _stand(lake)
    lakes.require_whole(workspace, info)
    with _faults_told(lake, what, before):
        yield lambda: _require(_stand(lake) == before, lake)


def open_derived(make: Callable[[], Path], open_it: Callable[[Path], _T]) -> _T:
    """Open a derived folder, making it again if another process replaced it meanwhile.

    One that is damaged, as where it was copied while it was written, is removed and made again.

    Parameters
    ----------
    make
        Makes the folder if it is not there, by `make_derived`, and says where it is.
    open_it
        Raises one of `_DAMAGED` if it is gone, or damaged.

    Raises
    ------
    WorkspaceError
        If it cannot be read though it was just made again, or cannot be removed.
    """
    gone, was_damaged = 0, False
    while True:
        folder = make()
        opened = _identity(folder)
        try:
            return open_it(folder)
        except _DAMAGED as error:
            if not folder.is_dir():
                gone += 1
                if gone == _ATTEMPTS:
                    raise
                continue
            what = f"Got {folder}, which cannot be read ({type(error).__name__}: {error})"
            if was_damaged:
                raise WorkspaceError(
                    f"What is derived from a lake must be readable. {what} though it was made "
                    "again; look whether the workspace's disk is in order."
                ) from error
            was_damaged = True
            # Another may have made it again since: then that one is opened.
            if _identity(folder) == opened:
                try:
                    remove_folder(folder)
                except OSError as refused:
                    raise WorkspaceError(
                        f"What is derived from a lake must be readable. {what}, nor be removed "
                        f"({refused}); delete it, and it is made again."
                    ) from error


def _identity(folder: Path) -> tuple[int, int] | None:
    """Tell a folder from another that takes its place; none if it is not there."""
    with suppress(FileNotFoundError):
        found = folder.stat()
        return found.st_ino, found.st_ctime_ns
    return None


def as_indexed(
    lake: SearchedLake, index: OfTables, among: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_] | None:
    """Which tables of an index are in the lake as they were when it was indexed.

    A refresh under way, or one that was cancelled, has removed some and read others again: these
    have new keys, and their columns may have changed places.

    Parameters
    ----------
    index
        Derived from the lake by `make_derived`, under its fingerprint.
    among
        Shape (tables,): the only ones that matter; all if none.

    Returns
    -------
    ndarray
        Shape (tables,), those that are and that matter; none if that is all.
    """
    which = "FROM tables WHERE lake_key = ? AND key <= ?"
    given = [lake.info.key, lake.info.last_table]
    with lake.workspace.reading() as db:
        (count,) = db.execute(f"SELECT count(*) {which}", given).fetchone()
        if count == len(index):
            return among
        rows = db.execute(f"SELECT table_id {which}", given)
        there = {table_id for (table_id,) in rows}
    same = np.array([table_id in there for table_id in index.table_ids], dtype=bool)
    return same if among is None else same & among


def require_read(lake: LakeInfo) -> None:
    """Raise `InputError` if a lake has not been read to the end yet."""
    if not lake.fingerprint:
        raise InputError(
            f"A lake is read before it is searched. Got {lake.name!r}, which has not been read to "
            f"the end; run `lake refresh {lake.name}` (Refresh on Home)."
        )


def made_before(folder: Path, open_it: Callable[[Path], _T]) -> _T | None:
    """Open what can be taken over: derived in the same way from the lake in another state.

    Parameters
    ----------
    folder
        From `derived_folder`: what is to be made.
    open_it
        Raises one of `_DAMAGED` if it is gone or damaged, or is of another version.

    Returns
    -------
    object or None
        None if there is nothing of that kind.
    """
    alike = folder.name.rpartition("-")[0]
    for other in folder.parent.glob("[!.]*-*-*"):
        of_kind = other.name.rpartition("-")[0] == alike and other != folder
        if of_kind and is_taken_over(other):
            with suppress(*_DAMAGED):
                return open_it(other)
    return None


def _remove_replaced(lake: SearchedLake, folder: Path) -> None:
    """Remove what a folder replaces; a process that has it mapped keeps it until it lets go.

    What was derived from the lake in another state goes, but for what can be taken over: that stays
    until its kind is made again, or something else has been made again twice without it. What
    another process is making, or has left half made, has a dot in front.
    """
    kind, _, made_of = folder.name.rsplit("-", 2)
    others = {
        other: (other.name.rsplit("-", 2)[0], other.name.rsplit("-", 2)[2])
        for place in get_args(DerivedPlace)
        for other in _derived(lake, place).glob("[!.]*-*-*")
        if other != folder
    }
    just_before = {its_lake for its_kind, its_lake in others.values() if its_kind == kind}
    for other, (its_kind, its_lake) in others.items():
        of_use = is_taken_over(other) and (its_lake in just_before or not just_before)
        if its_kind == kind or (its_lake != made_of and not of_use):
            with suppress(OSError):
                remove_folder(other)


@contextmanager
def _faults_told(lake: SearchedLake, what: str, before: tuple[int, ...]) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, RuntimeError, CellsGoneError) as error:
        # Its cells may have been swept away, or be of other tables by now.
        _require(_stand(lake) == before, lake)
        if is_full_disk(error):
            raise WorkspaceError(
                f"The workspace's disk must have room for {what} ({error}). "
                "Make room and search again; what was encoded until now is kept."
            ) from error
        raise


def _stand(lake: SearchedLake) -> tuple[int, ...]:
    """What changes whenever a table of the lake is read again, added or removed."""
    sql = "SELECT count(*), coalesce(max(key), 0) FROM tables WHERE lake_key = ?"
    with lake.workspace.reading() as db:
        return tuple(db.execute(sql, [lake.info.key]).fetchone())


def _require(unchanged: bool, lake: SearchedLake) -> None:
    if not unchanged:
        raise BusyError(f"The lake {lake.info.name!r} changed in the meantime; search again.")
