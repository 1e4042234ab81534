"""Vectors of texts of a data lake that has changed: what is as it was is taken over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from core.features.sentences import SentenceEncoder
from core.features.table_texts import TextKind
from core.indexes.manifests import LakeTables
from core.indexes.taking_over import Later, take_over
from core.indexes.texts.vectors import (
    TextVectors,
    TextWriter,
    build_text_vectors,
    open_text_vectors,
    write_texts,
)
from core.lake.stored.cells import CellBatch
from core.monitor import Monitor


def rebuild_text_vectors(
    folder: Path,
    before: TextVectors,
    kind: TextKind,
    encoder: SentenceEncoder,
    batches_of: Callable[[Sequence[str]], Iterable[CellBatch]],
    tables: LakeTables,
    titles: Mapping[str, str],
    *,
    monitor: Monitor,
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
    began = time.monotonic()

    def write(later: Later) -> None:
        def build(apart: Path) -> TextVectors:
            changed = later.changed
            batches = batches_of(changed.ids)
            build_text_vectors(apart, kind, encoder, batches, changed, titles, monitor=monitor)
            return open_text_vectors(apart, encoder)

        counts = [np.zeros(0, dtype=np.int64)]
        with TextWriter(later.folder, encoder.dimension) as written:
            for source, places in later.sources(before, build):
                vectors, first_rows, some = source.texts(places)
                written.append(vectors, first_rows)
                counts.append(some)
        spent = time.monotonic() - began
        texts = np.concatenate(counts)
        write_texts(later.folder, kind, encoder, texts, tables.fingerprint, spent)

    take_over(folder, before, tables, write)
