"""The inverted index of a data lake's columns: built when it is missing, opened once.

A generation is keyed by the format of its files, the folding rules with the version of their code,
and the lake's fingerprint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from core import lake as lakes
from core.features.folding import ALL, Folding
from core.indexes.sets.building import FORMAT, build_sets
from core.indexes.sets.index import SetIndex, open_sets
from core.indexes.sets.rebuilding import rebuild_sets
from core.lake.stored.cells import CellBatch, cell_batches
from core.lake.stored.placing import every_label
from core.search.derived.folders import (
    derived_folder,
    indexed_tables,
    made_before,
    make_derived,
    open_derived,
)
from core.search.derived.opened_once import opened_once
from core.search.types import SearchedLake

_ALL_ROWS = 2**62


def has_sets(lake: SearchedLake, rules: Folding = ALL) -> bool:
    """Whether the lake as it stands has an index of its values."""
    return _folder(lake, rules).is_dir()


def set_index(lake: SearchedLake, rules: Folding = ALL) -> SetIndex:
    """Open the index of a data lake's values, building it if it is missing.

    Parameters
    ----------
    rules
        How values are folded; each choice has an index of its own.

    Raises
    ------
    CancelledError
        If the monitor says so; nothing is kept.
    InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `make_derived`.
    """
    workspace, key, monitor = lake.workspace, lake.info.key, lake.monitor
    folder = _folder(lake, rules)

    def batches(only: Sequence[str] | None = None) -> Iterator[CellBatch]:
        return cell_batches(workspace, key, _ALL_ROWS, only)

    def write(new: Path) -> None:
        cells = lakes.count_cells(workspace, key)
        labels = every_label(workspace, key)
        given = indexed_tables(lake), labels, cells
        before = made_before(folder, partial(open_sets, rules=rules))
        if before is not None:
            rebuild_sets(new, before, batches, *given, monitor=monitor)
        else:
            build_sets(new, rules, batches(), *given, monitor=monitor)

    def make() -> Path:
        make_derived(lake, folder, "the lake's index of values", write)
        return folder

    return open_derived(make, lambda folder: _opened(folder, rules))


@opened_once(16)
def _opened(folder: Path, rules: Folding) -> SetIndex:
    return open_sets(folder, rules)


def _folder(lake: SearchedLake, rules: Folding) -> Path:
    kind = f"sets.{rules.names.replace(',', '.')}"
    return derived_folder(lake, "indexes", kind, f"{FORMAT}.{rules.key}")
