"""Vectors of texts of a data lake that has changed: what is as it was is taken over."""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from core.features.sentences import SentenceEncoder
from core.features.table_texts import TextKind
from core.indexes.manifests import LakeTables, write_tables
from core.indexes.taking_over import CHANGED, places_before, runs
from core.indexes.texts.vectors import (
    TextVectors,
    TextWriter,
    build_text_vectors,
    open_text_vectors,
    write_texts,
)
from core.lake.stored.cells import CellBatch
from core.monitor import UNMONITORED, Monitor
from core.store import new_folder


def rebuild_text_vectors(
    folder: Path,
    before: TextVectors,
    kind: TextKind,
    encoder: SentenceEncoder,
    batches_of: Callable[[Sequence[str]], Iterable[CellBatch]],
    tables: LakeTables,
    titles: Mapping[str, str],
    *,
    monitor: Monitor = UNMONITORED,
) -> None:
    """Make what `build_text_vectors` makes, of an earlier generation and what has changed.

    Parameters
    ----------
    folder, kind, titles
        As for `build_text_vectors`; nothing is done if the folder is there.
    before
        Of the lake in another state: the same kind of texts, by the same model.
    batches_of
        Gives some tables, in the order of their ids as given.
    tables
        Those of the lake now, with digests of all that the texts of each are made of.
    monitor
        Told of the tables done, of those that have changed.

    Raises
    ------
    CancelledError, EncoderUnavailableError, ValueError
        As `build_text_vectors`.
    """
    if (folder / "manifest.json").exists():
        return
    began = time.monotonic()
    places = places_before(before, tables)
    changed = list(itertools.compress(tables.ids, places == CHANGED))
    with new_folder(folder) as beside:
        apart = beside / "changed"
        build_text_vectors(
            apart,
            kind,
            encoder,
            batches_of(changed),
            LakeTables(changed, tables.fingerprint),
            titles,
            monitor=monitor,
        )
        encoded = open_text_vectors(apart, encoder)
        counts = [np.zeros(0, dtype=np.int64)]
        with TextWriter(beside, encoder.dimension) as written:
            for run in runs(places):
                source = before if run.taken else encoded
                vectors, first_rows, some = source.texts(run.places)
                written.append(vectors, first_rows)
                counts.append(some)
        shutil.rmtree(apart)
        write_tables(beside, tables)
        write_texts(
            beside,
            kind,
            encoder,
            np.concatenate(counts),
            tables.fingerprint,
            time.monotonic() - began,
        )
