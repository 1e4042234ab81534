"""The inverted index of a data lake's columns: built when it is missing, opened once.

A generation is keyed by the format of its files, the folding rules with the version of their code,
and the lake's fingerprint.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from core import lake as lakes
from core.errors import WorkspaceError
from core.features.folding import ALL, Folding
from core.indexes.sets import SetIndex, open_sets
from core.indexes.sets_build import FORMAT, build_sets
from core.lake.cells import cell_batches
from core.search.derived import make_derived
from core.store import Workspace
from core.types import LakeInfo

_ATTEMPTS = 3
_ALL_ROWS = 2**62


def has_sets(workspace: Workspace, lake: LakeInfo, rules: Folding = ALL) -> bool:
    """Whether the lake as it stands has an index of its values."""
    return _folder(workspace, lake, rules).is_dir()


def set_index(
    workspace: Workspace,
    lake: LakeInfo,
    rules: Folding = ALL,
    progress: lakes.Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> SetIndex:
    """Open the index of a data lake's values, building it if it is missing.

    Parameters
    ----------
    rules
        How values are folded; each choice has an index of its own.

    Raises
    ------
    CancelledError
        If `should_stop` says so; nothing is kept.
    InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `make_derived`.
    """
    folder = _folder(workspace, lake, rules)

    def make() -> None:
        tables = lakes.tables(workspace, lake.key)
        cells = sum(table.rows * table.columns for table in tables)
        order = lakes.table_order(workspace, lake.key)
        batches = cell_batches(workspace, lake.key, _ALL_ROWS)
        build_sets(folder, rules, batches, order, cells, lake.fingerprint, progress, should_stop)

    for attempt in range(1, _ATTEMPTS + 1):
        is_new = not folder.is_dir()
        make_derived(workspace, lake, folder, "the lake's index of values", make)
        if is_new:
            _remove_replaced(folder)
        try:
            return _opened(folder, rules)
        except (WorkspaceError, FileNotFoundError):
            # Another process replaced it in between, after a refresh.
            if attempt == _ATTEMPTS or folder.is_dir():
                raise
    raise AssertionError("unreachable")


@lru_cache(maxsize=16)
def _opened(folder: Path, rules: Folding) -> SetIndex:
    return open_sets(folder, rules)


def _folder(workspace: Workspace, lake: LakeInfo, rules: Folding) -> Path:
    name = f"sets.{rules.names.replace(',', '.')}-{FORMAT}.{rules.key}-{lake.fingerprint[:16]}"
    return workspace.root / "indexes" / str(lake.key) / name


def _remove_replaced(folder: Path) -> None:
    """Remove indexes of the lake as it was; one by other rules, of the lake as it is, stays.

    A process that has one mapped keeps it until it lets go.
    """
    kind, _, made_of = folder.name.split("-")
    for other in folder.parent.glob("sets.*"):
        its_kind, _, its_lake = other.name.split("-")
        if other != folder and (its_kind == kind or its_lake != made_of):
            shutil.rmtree(other, ignore_errors=True)
