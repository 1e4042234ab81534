"""The sketches of a data lake's columns: made when they are missing, opened once."""

from __future__ import annotations

from pathlib import Path

from core.features.folding import ALL, Folding
from core.indexes.sets.containment import (
    FORMAT,
    ContainmentIndex,
    build_containment,
    open_containment,
)
from core.indexes.sets.index import SetIndex
from core.monitor import UNMONITORED, Monitor
from core.search.derived.folders import derived_folder, make_derived, open_derived
from core.search.derived.opened_once import opened_once
from core.store import Workspace
from core.types import LakeInfo


def has_sketches(workspace: Workspace, lake: LakeInfo, rules: Folding = ALL) -> bool:
    """Whether the lake as it stands has sketches of its values."""
    return _folder(workspace, lake, rules).is_dir()


def containment_index(
    workspace: Workspace, lake: LakeInfo, index: SetIndex, monitor: Monitor = UNMONITORED
) -> ContainmentIndex:
    """Open the sketches of a data lake's columns, making them if they are missing.

    Parameters
    ----------
    index
        Of the same lake: its values are what is sketched.

    Raises
    ------
    CancelledError
        If `monitor` says so; nothing is kept.
    InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `make_derived`.
    """
    folder = _folder(workspace, lake, index.rules)

    def make() -> Path:
        make_derived(workspace, lake, folder, "the lake's sketches", write, monitor)
        return folder

    def write(new: Path) -> None:
        build_containment(new, index, monitor)

    return open_derived(make, lambda folder: _opened(folder, index))


def _folder(workspace: Workspace, lake: LakeInfo, rules: Folding) -> Path:
    kind = f"sketches.{rules.names.replace(',', '.')}"
    return derived_folder(workspace, lake, "indexes", kind, f"{FORMAT}.{rules.key}")


@opened_once(8)
def _opened(folder: Path, index: SetIndex) -> ContainmentIndex:
    return open_containment(folder, index)
