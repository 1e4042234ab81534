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
from core.search.derived.folders import derived_folder, make_derived, open_derived
from core.search.derived.opened_once import opened_once
from core.search.types import SearchedLake


def has_sketches(lake: SearchedLake, rules: Folding = ALL) -> bool:
    """Whether the lake as it stands has sketches of its values."""
    return _folder(lake, rules).is_dir()


def containment_index(lake: SearchedLake, index: SetIndex) -> ContainmentIndex:
    """Open the sketches of a data lake's columns, making them if they are missing.

    Parameters
    ----------
    index
        Of the same lake: its values are what is sketched.

    Raises
    ------
    CancelledError
        If the monitor says so; nothing is kept.
    InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `make_derived`.
    """
    folder = _folder(lake, index.rules)

    def make() -> Path:
        make_derived(lake, folder, "the lake's sketches", write)
        return folder

    def write(new: Path) -> None:
        build_containment(new, index, lake.monitor)

    return open_derived(make, lambda folder: _opened(folder, index))


def _folder(lake: SearchedLake, rules: Folding) -> Path:
    kind = f"sketches.{rules.names.replace(',', '.')}"
    return derived_folder(lake, "indexes", kind, f"{FORMAT}.{rules.key}")


@opened_once(8)
def _opened(folder: Path, index: SetIndex) -> ContainmentIndex:
    return open_containment(folder, index)
