"""Vectors of a data lake that has changed: what is as it was is taken over, the rest encoded."""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.features import ColumnBatch, ColumnEncoder
from core.indexes import vectors
from core.indexes.build import build, write_manifest
from core.indexes.manifests import write_tables
from core.indexes.taking_over import CHANGED, places_before, runs
from core.indexes.vector_writer import VectorWriter
from core.indexes.vectors import TableVectors
from core.store import new_folder
from core.types import Progress


def rebuild(
    folder: Path,
    before: TableVectors,
    encoder: ColumnEncoder,
    batches_of: Callable[[Sequence[str]], Iterable[ColumnBatch]],
    table_ids: Sequence[str],
    fingerprint: str,
    digests: NDArray[np.uint64],
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> None:
    """Make what `core.indexes.vectors.build` makes, of an earlier generation and what has changed.

    The vectors of a table that is as it was are the same, value by value.

    Parameters
    ----------
    folder
        As for `build`; nothing is done if it is there.
    before
        Made of the lake in another state, by the same encoder.
    encoder
        One that needs no fitting: what one table is given does not hang on any other.
    batches_of
        Gives the columns of some tables, in the order of their ids as given.
    digests
        Of what each table holds, shape (tables, 2).
    progress
        Called with the tables done, of those that have changed.

    Raises
    ------
    CancelledError, EncoderUnavailableError, ValueError
        As `build`.
    """
    if encoder.needs_fit:
        raise ValueError(f"What {encoder.name} gives one table hangs on the others.")
    if (folder / "manifest.json").exists():
        return
    began = time.monotonic()
    places = places_before(before, table_ids, digests)
    changed = list(itertools.compress(table_ids, places == CHANGED))
    with new_folder(folder) as beside:
        apart = beside / "changed"
        build(
            apart, encoder, lambda: batches_of(changed), changed, fingerprint, progress, should_stop
        )
        encoded = vectors.open(apart, encoder)
        with VectorWriter(beside, encoder) as written:
            for run in runs(places):
                source = before if run.taken else encoded
                columns, offsets = source.columns(run.places)
                written.append(columns, source.stored_tables(run.places), offsets)
        shutil.rmtree(apart)
        encoder.save(beside)
        write_tables(beside, table_ids, digests)
        told = {
            "fingerprint": fingerprint,
            **written.told(),
            "taken_over": len(table_ids) - len(changed),
        }
        write_manifest(beside, encoder, told, time.monotonic() - began)
