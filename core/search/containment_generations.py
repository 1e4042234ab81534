"""The sketches of a data lake's columns: made when they are missing, opened once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from core import lake as lakes
from core.errors import WorkspaceError
from core.features.folding import ALL, Folding
from core.indexes.containment import (
    FORMAT,
    ContainmentIndex,
    build_containment,
    open_containment,
)
from core.indexes.sets import SetIndex
from core.search.derived import make_derived
from core.store import Workspace
from core.types import LakeInfo

_ATTEMPTS = 3


def has_sketches(workspace: Workspace, lake: LakeInfo, rules: Folding = ALL) -> bool:
    """Whether the lake as it stands has sketches of its values."""
    return _folder(workspace, lake, rules).is_dir()


def containment_index(
    workspace: Workspace,
    lake: LakeInfo,
    index: SetIndex,
    progress: lakes.Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> ContainmentIndex:
    """Open the sketches of a data lake's columns, making them if they are missing.

    Parameters
    ----------
    index
        Of the same lake: its values are what is sketched.

    Raises
    ------
    CancelledError
        If `should_stop` says so; nothing is kept.
    InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `make_derived`.
    """
    folder = _folder(workspace, lake, index.rules)

    def make() -> None:
        build_containment(folder, index, progress, should_stop)

    for attempt in range(1, _ATTEMPTS + 1):
        is_new = not folder.is_dir()
        make_derived(workspace, lake, folder, "the lake's sketches", make)
        if is_new:
            _remove_replaced(folder)
        try:
            return _opened(folder, index)
        except (WorkspaceError, FileNotFoundError):
            # Another process replaced it in between, after a refresh.
            if attempt == _ATTEMPTS or folder.is_dir():
                raise
    raise AssertionError("unreachable")


def _folder(workspace: Workspace, lake: LakeInfo, rules: Folding) -> Path:
    kind = f"sketches.{rules.names.replace(',', '.')}"
    name = f"{kind}-{FORMAT}.{rules.key}-{lake.fingerprint[:16]}"
    return workspace.root / "indexes" / str(lake.key) / name


@lru_cache(maxsize=8)
def _opened(folder: Path, index: SetIndex) -> ContainmentIndex:
    return open_containment(folder, index)


def _remove_replaced(folder: Path) -> None:
    kind, _, made_of = folder.name.split("-")
    for other in folder.parent.glob("sketches.*"):
        its_kind, _, its_lake = other.name.split("-")
        if other != folder and (its_kind == kind or its_lake != made_of):
            shutil.rmtree(other, ignore_errors=True)
