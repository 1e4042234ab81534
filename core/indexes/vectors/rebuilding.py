"""Vectors of a data lake that has changed: what is as it was is taken over, the rest encoded."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from core.features import ColumnBatch, ColumnEncoder
from core.indexes.manifests import LakeTables
from core.indexes.taking_over import Later, take_over
from core.indexes.vectors.building import build_table_vectors, write_manifest
from core.indexes.vectors.tables import TableVectors, open_table_vectors
from core.indexes.vectors.writing import VectorWriter
from core.monitor import Monitor


def rebuild_table_vectors(
    folder: Path,
    before: TableVectors,
    encoder: ColumnEncoder,
    batches_of: Callable[[Sequence[str]], Iterable[ColumnBatch]],
    tables: LakeTables,
    *,
    monitor: Monitor,
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
    began = time.monotonic()

    def write(later: Later) -> None:
        def build(apart: Path) -> TableVectors:
            batches = partial(batches_of, later.changed.ids)
            build_table_vectors(apart, encoder, batches, later.changed, monitor=monitor)
            return open_table_vectors(apart, encoder)

        with VectorWriter(later.folder, encoder) as written:
            for source, places in later.sources(before, build):
                columns, offsets = source.columns(places)
                written.append(columns, source.stored_tables(places), offsets)
        encoder.save(later.folder)
        told = {
            "fingerprint": tables.fingerprint,
            **written.told(),
            "taken_over": later.taken_over,
        }
        write_manifest(later.folder, encoder, told, time.monotonic() - began)

    take_over(folder, before, tables, write)
