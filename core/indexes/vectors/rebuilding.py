"""Vectors of a data lake that has changed: what is as it was is taken over, the rest encoded."""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from core.features import ColumnBatch, ColumnEncoder
from core.indexes.manifests import LakeTables, write_tables
from core.indexes.taking_over import CHANGED, places_before, runs
from core.indexes.vectors.building import build_table_vectors, write_manifest
from core.indexes.vectors.tables import TableVectors, open_table_vectors
from core.indexes.vectors.writing import VectorWriter
from core.monitor import UNMONITORED, Monitor
from core.store import new_folder


def rebuild_table_vectors(
    folder: Path,
    before: TableVectors,
    encoder: ColumnEncoder,
    batches_of: Callable[[Sequence[str]], Iterable[ColumnBatch]],
    tables: LakeTables,
    *,
    monitor: Monitor = UNMONITORED,
) -> None:
    """Make what `build_table_vectors` makes, of an earlier generation and what has changed.

    The vectors of a table that is as it was are the same, value by value.

    Parameters
    ----------
    folder
        As for `build_table_vectors`; nothing is done if it is there.
    before
        Made of the lake in another state, by the same encoder.
    encoder
        One that needs no fitting: what one table is given does not hang on any other.
    batches_of
        Gives the columns of some tables, in the order of their ids as given.
    tables
        Those of the lake now, with their digests.
    monitor
        Told of the tables done, of those that have changed.

    Raises
    ------
    CancelledError, EncoderUnavailableError, ValueError
        As `build_table_vectors`.
    """
    if encoder.needs_fit:
        raise ValueError(f"What {encoder.name} gives one table hangs on the others.")
    if (folder / "manifest.json").exists():
        return
    began = time.monotonic()
    places = places_before(before, tables)
    changed = list(itertools.compress(tables.ids, places == CHANGED))
    with new_folder(folder) as beside:
        apart = beside / "changed"
        build_table_vectors(
            apart,
            encoder,
            lambda: batches_of(changed),
            LakeTables(changed, tables.fingerprint),
            monitor=monitor,
        )
        encoded = open_table_vectors(apart, encoder)
        with VectorWriter(beside, encoder) as written:
            for run in runs(places):
                source = before if run.taken else encoded
                columns, offsets = source.columns(run.places)
                written.append(columns, source.stored_tables(run.places), offsets)
        shutil.rmtree(apart)
        encoder.save(beside)
        write_tables(beside, tables)
        told = {
            "fingerprint": tables.fingerprint,
            **written.told(),
            "taken_over": len(tables) - len(changed),
        }
        write_manifest(beside, encoder, told, time.monotonic() - began)
