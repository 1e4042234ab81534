"""The index of values of a data lake that has changed: sets of unchanged tables are taken over.

What a cell folds to hangs on its column alone. So only tables that have changed are read and
folded; the lists of all values are put in order again.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.indexes.manifests import LakeTables, write_tables
from core.indexes.sets.building import add_batches, finish_sets, write_manifest
from core.indexes.sets.index import SetIndex
from core.indexes.sets.writing import SetsWriter
from core.indexes.taking_over import CHANGED, places_before, runs
from core.lake.stored.cells import CellBatch
from core.monitor import UNMONITORED, Monitor
from core.store import new_folder

_CELLS_AT_ONCE = 4_000_000


class _Shapes(NamedTuple):
    widths: NDArray[np.int64]
    rows: NDArray[np.int64]


def rebuild_sets(
    folder: Path,
    before: SetIndex,
    batches_of: Callable[[Sequence[str]], Iterable[CellBatch]],
    tables: LakeTables,
    labels: Iterable[str],
    cells: int,
    *,
    monitor: Monitor = UNMONITORED,
) -> None:
    """Make what `build_sets` makes, of an earlier index and what has changed; the same, to the bit.

    Parameters
    ----------
    folder, labels, cells
        As for `build_sets`; nothing is done if the folder is there.
    before
        Of the lake in another state, folded by the same rules.
    batches_of
        Gives the cells of some tables, in the order of their ids as given.
    tables
        Those of the lake now, with their digests.

    Raises
    ------
    CancelledError, ValueError
        As `build_sets`.
    """
    if (folder / "manifest.json").exists():
        return
    started, used = time.monotonic(), time.process_time()
    places = places_before(before, tables)
    changed = list(itertools.compress(tables.ids, places == CHANGED))
    done = 0
    with new_folder(folder) as beside, ExitStack() as files:
        writer = SetsWriter(beside, cells, files)
        for run in runs(places):
            if run.taken:
                shapes: _Shapes | None = _Shapes(*before.shapes(run.places))
                for part in before.stored(run.places, _CELLS_AT_ONCE):
                    writer.add(shapes, part)
                    shapes = None
            else:
                some = [changed[place] for place in run.places.tolist()]
                _add_changed(writer, before, batches_of(some), some, beside / "cells.tmp")
            done += len(run.places)
            monitor.raise_if_stopped("The indexing was cancelled; nothing of it is kept.")
            monitor.progress(done, len(tables), "Indexing values")
        told = {
            "fingerprint": tables.fingerprint,
            **finish_sets(beside, writer, labels),
            "taken_over": len(tables) - len(changed),
        }
        write_tables(beside, tables)
        spent = time.monotonic() - started, time.process_time() - used
        write_manifest(beside, before.rules, told, *spent)


def _add_changed(
    writer: SetsWriter,
    before: SetIndex,
    batches: Iterable[CellBatch],
    table_ids: Sequence[str],
    scratch: Path,
) -> None:
    added = add_batches(writer, batches, before.rules, scratch)
    seen = list(itertools.chain.from_iterable(added))
    if seen != table_ids:
        raise ValueError(f"The batches must be of {len(table_ids)} tables. Got {len(seen)}.")
