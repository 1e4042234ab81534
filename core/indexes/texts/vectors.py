"""Vectors of a data lake's tables as texts: one a table, or one a window of rows or a row.

A table is as near to a query as its nearest text (TARGET, section 3.4). All of them are compared:
scores are exact, and a fusion knows the lowest as well as the highest.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import core
from core.features.pooling import normalised
from core.features.sentences import SentenceEncoder
from core.features.table_texts import Reach, TextKind, reach_of, table_texts
from core.indexes.arrays import ArrayWriter, TogetherWriter, mapped
from core.indexes.manifests import LakeTables, OfTables, read_manifest, write_document, write_tables
from core.indexes.sparse_rows import spans
from core.indexes.timing import start_clock
from core.lake.stored.cells import CellBatch
from core.monitor import Monitor
from core.store import new_folder

FORMAT = 1
"""Raised whenever the files of a generation change."""

_TEXTS_AT_ONCE = 4_096
_VECTORS_AT_ONCE = 65_536


def build_text_vectors(
    folder: Path,
    kind: TextKind,
    encoder: SentenceEncoder,
    batches: Iterable[CellBatch],
    tables: LakeTables,
    titles: Mapping[str, str],
    *,
    monitor: Monitor,
) -> None:
    """Encode every table of a data lake into a new folder; nothing is done if it is there.

    The folder appears when it is complete and never changes. Texts that were encoded until a
    cancellation are kept apart.

    Parameters
    ----------
    folder
        Where to make it. Its name must follow from all that it is made of.
    batches
        All tables in the order of `tables`, each with the rows that its texts are made of
        (`core.features.table_texts.rows_needed`).
    titles
        What is said of a table besides its cells, by table id; read for "metadata".
    tables
        With digests of all that the texts of each table are made of a later generation can take
        over what has not changed (`core.indexes.texts.rebuilding`).

    Raises
    ------
    CancelledError
        When `monitor` says so.
    EncoderUnavailableError
        If the model cannot be loaded.
    ValueError
        If the batches are not of these tables.
    """
    if (folder / "manifest.json").exists():
        return
    if len(tables):
        encoder.load()
    began = start_clock()
    places = {table_id: place for place, table_id in enumerate(tables.ids)}
    counts = np.zeros(len(tables), dtype=np.int64)
    seen: dict[str, None] = {}
    with new_folder(folder) as beside:
        with TextWriter(beside, encoder.dimension) as written:
            done = 0
            for texts, rows, sizes in _chunks(kind, batches, titles, reach_of(encoder.tokens)):
                tell = monitor.part(done, len(tables)).checkpoint(
                    len(sizes),
                    "Encoding tables as texts",
                    "The encoding was cancelled; what was encoded is kept.",
                )
                vectors = normalised(encoder.encode(texts, tell))
                written.append(vectors, np.array(rows, dtype=np.int64))
                for table_id, size in sizes:
                    seen[table_id] = None
                    if table_id in places:
                        counts[places[table_id]] += size
                done += len(sizes)
        if list(seen) != list(tables.ids):
            raise ValueError("The batches must be of these tables, in their order.")
        write_tables(beside, tables)
        write_texts(beside, kind, encoder, counts, tables.fingerprint, time.monotonic() - began)


class TextWriter(TogetherWriter):
    """Take vectors of texts and the rows that these begin at, texts as they come.

    The end of its `with` makes the files complete; after an error they are closed as they are.
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        self._vectors = ArrayWriter(folder / "vectors.npy", np.float32, dimension)
        self._first_rows = ArrayWriter(folder / "first_rows.npy", np.int64)
        super().__init__(self._vectors, self._first_rows)

    def append(self, vectors: NDArray[np.float32], first_rows: NDArray[np.int64]) -> None:
        """Add texts: their vectors, of length 1, and the row that each begins at."""
        self._vectors.append(vectors)
        self._first_rows.append(first_rows)


def write_texts(
    folder: Path,
    kind: TextKind,
    encoder: SentenceEncoder,
    counts: NDArray[np.int64],
    fingerprint: str,
    seconds: float,
) -> None:
    """Write how many texts each table has, and what a generation was made of, and by what."""
    np.save(folder / "offsets.npy", np.concatenate([[0], np.cumsum(counts)]).astype(np.int64))
    manifest = {
        "format": FORMAT,
        "kind": kind,
        "encoder_key": encoder.key,
        "fingerprint": fingerprint,
        "tables": len(counts),
        "texts": int(counts.sum()),
        "reused": round(encoder.reused, 4),
        "seconds": round(seconds, 3),
        "versions": {"soundings": core.__version__, **encoder.versions()},
    }
    write_document(folder / "manifest.json", manifest)


def _chunks(
    kind: TextKind, batches: Iterable[CellBatch], titles: Mapping[str, str], most: Reach
) -> Iterator[tuple[list[str], list[int], list[tuple[str, int]]]]:
    """Join the texts of tables until there are some thousands."""
    texts: list[str] = []
    rows: list[int] = []
    sizes: list[tuple[str, int]] = []
    for batch in batches:
        found = table_texts(kind, batch, titles, most)
        for table_id, (some, first) in zip(batch.table_ids, found, strict=True):
            texts += some
            rows += first
            sizes.append((table_id, len(some)))
            if len(texts) >= _TEXTS_AT_ONCE:
                yield texts, rows, sizes
                texts, rows, sizes = [], [], []
    if sizes:
        yield texts, rows, sizes


class TextVectors(OfTables):
    """What `build_text_vectors` made, memory-mapped; any number of threads may use it.

    Parameters
    ----------
    folder
        Made by `build_text_vectors`.
    manifest
        Its ``manifest.json``.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        super().__init__(folder, manifest)
        self._offsets = np.load(folder / "offsets.npy", allow_pickle=False)
        self._vectors = mapped(folder / "vectors.npy")
        self._first_rows = mapped(folder / "first_rows.npy")
        self._filled = np.flatnonzero(np.diff(self._offsets))

    def texts(
        self, positions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.int64]]:
        """Return the texts of some tables, one table after another.

        Returns
        -------
        vectors, first_rows, counts
            The vector of each text, the row that it begins at, and how many each table has.
        """
        starts, ends = self._offsets[positions], self._offsets[positions + 1]
        places = spans(starts, ends)
        return self._vectors[places], self._first_rows[places], ends - starts

    def scores(self, vector: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of each table's nearest text with a query's vector.

        Parameters
        ----------
        vector
            Shape (dimension,), of any length but 0.

        Returns
        -------
        scores
            Shape (tables,), -1 to 1; that of a table without texts is -1.
        """
        query = normalised(np.asarray(vector, dtype=np.float32)[None])[0]
        near = np.empty(len(self._vectors), dtype=np.float32)
        for begin in range(0, len(near), _VECTORS_AT_ONCE):
            end = begin + _VECTORS_AT_ONCE
            near[begin:end] = self._vectors[begin:end] @ query
        scores = np.full(len(self), -1.0)
        if len(self._filled):
            scores[self._filled] = np.maximum.reduceat(near, self._offsets[self._filled])
        return scores

    def nearest_rows(
        self, vector: NDArray[np.float32], position: int, most: int
    ) -> list[tuple[int, float]]:
        """Return where a table's nearest texts begin, nearest first, with their cosines."""
        begin, end = int(self._offsets[position]), int(self._offsets[position + 1])
        query = normalised(np.asarray(vector, dtype=np.float32)[None])[0]
        near = self._vectors[begin:end] @ query
        order = np.lexsort((np.arange(end - begin), -near))[:most]
        return [(int(self._first_rows[begin + i]), float(near[i])) for i in order]


def open_text_vectors(folder: Path, encoder: SentenceEncoder) -> TextVectors:
    """Open what `build_text_vectors` made with the same model.

    Raises
    ------
    WorkspaceError
        If nothing is there, or it was made by another version or model.
    """
    manifest = read_manifest(folder, format=FORMAT, encoder_key=encoder.key)
    return TextVectors(folder, manifest)
