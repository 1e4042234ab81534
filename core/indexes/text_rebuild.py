"""Vectors of texts of a data lake that has changed: what is as it was is taken over."""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.features.sentences import SentenceEncoder
from core.features.table_texts import TextKind
from core.indexes.manifests import write_tables
from core.indexes.taking_over import CHANGED, places_before, runs
from core.indexes.text_vectors import (
    TextVectors,
    TextWriter,
    build_text_vectors,
    open_text_vectors,
    write_texts,
)
from core.lake.stored.cells import CellBatch
from core.store import new_folder
from core.types import Progress


def rebuild_text_vectors(
    folder: Path,
    before: TextVectors,
    kind: TextKind,
    encoder: SentenceEncoder,
    batches_of: Callable[[Sequence[str]], Iterable[CellBatch]],
    table_ids: Sequence[str],
    titles: Mapping[str, str],
    fingerprint: str,
    digests: NDArray[np.uint64],
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
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
    digests
        Of all that the texts of each table are made of, shape (tables, 2).
    progress
        Called with the tables done, of those that have changed.

    Raises
    ------
    CancelledError, EncoderUnavailableError, ValueError
        As `build_text_vectors`.
    """
    if (folder / "manifest.json").exists():
        return
    began = time.monotonic()
    places = places_before(before, table_ids, digests)
    changed = list(itertools.compress(table_ids, places == CHANGED))
    with new_folder(folder) as beside:
        apart = beside / "changed"
        build_text_vectors(
            apart,
            kind,
            encoder,
            batches_of(changed),
            changed,
            titles,
            fingerprint,
            progress,
            should_stop,
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
        write_tables(beside, table_ids, digests)
        write_texts(
            beside, kind, encoder, np.concatenate(counts), fingerprint, time.monotonic() - began
        )
