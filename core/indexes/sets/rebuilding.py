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

from core.indexes.manifests import LakeTables
from core.indexes.sets.building import add_batches, finish_sets, write_manifest
from core.indexes.sets.index import SetIndex
from core.indexes.sets.writing import SetsWriter
from core.indexes.taking_over import Later, take_over
from core.lake.stored.cells import CellBatch
from core.monitor import Monitor

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
    monitor: Monitor,
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
    started, used = time.monotonic(), time.process_time()

    def write(later: Later) -> None:
        done = 0
        with ExitStack() as files:
            writer = SetsWriter(later.folder, cells, files)
            for run in later.runs:
                if run.taken:
                    shapes: _Shapes | None = _Shapes(*before.shapes(run.places))
                    for part in before.stored(run.places, _CELLS_AT_ONCE):
                        writer.add(shapes, part)
                        shapes = None
                else:
                    some = [later.changed.ids[place] for place in run.places.tolist()]
                    _add_changed(writer, before, batches_of(some), some, later.folder / "cells.tmp")
                done += len(run.places)
                monitor.raise_if_stopped("The indexing was cancelled; nothing of it is kept.")
                monitor.progress(done, len(tables), "Indexing values")
            told = {
                "fingerprint": tables.fingerprint,
                **finish_sets(later.folder, writer, labels, monitor=monitor),
                "taken_over": later.taken_over,
            }
            spent = time.monotonic() - started, time.process_time() - used
            write_manifest(later.folder, before.rules, told, *spent)

    take_over(folder, before, tables, write)


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
