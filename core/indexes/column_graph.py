"""Vectors of columns in a graph for nearest-neighbour search (HNSW), on disk."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import core
from core.features.pooling import normalised
from core.features.sentences import SentenceEncoder
from core.indexes.faiss_files import mapped_index
from core.indexes.manifests import read_manifest, write_document
from core.indexes.timing import start_clock
from core.monitor import Monitor
from core.store import new_folder

FORMAT = 1
"""Raised whenever the files change."""


_NEIGHBOURS = 32
_EFFORT_BUILDING = 80
_LEAST_EFFORT = 256
"""Columns that a search keeps in view at least: HNSW's efSearch."""
_SCANNED = 16
"""Columns that are compared one by one in the time in which a graph is searched for one."""

_TEXTS_AT_ONCE = 4096


def build_column_vectors(
    folder: Path,
    encoder: SentenceEncoder,
    columns: Iterable[tuple[int, str]],
    count: int,
    fingerprint: str,
    *,
    monitor: Monitor,
) -> None:
    """Encode columns into a new folder; nothing is done if it is there.

    Parameters
    ----------
    columns
        Number and text of each.
    count
        How many there are.
    fingerprint
        Of the data lake.

    Raises
    ------
    CancelledError
        If `monitor` says so; texts encoded until then are kept.
    """
    import faiss

    if (folder / "manifest.json").exists():
        return
    if count:
        encoder.load()
    began = start_clock()
    numbers: list[int] = []
    with new_folder(folder) as beside:
        index: Any = None
        remaining = iter(columns)
        while some := list(itertools.islice(remaining, _TEXTS_AT_ONCE)):
            tell = monitor.part(len(numbers), count).checkpoint(
                len(some),
                "Encoding columns to join on",
                "The encoding was cancelled; what was encoded is kept.",
            )
            vectors = encoder.encode([text for _, text in some], tell)
            if index is None:
                index = _empty(vectors.shape[1])
            # FAISS and torch bring an OpenMP each. One thread builds the same graph every time.
            faiss.omp_set_num_threads(1)
            index.add(normalised(vectors))
            numbers += [number for number, _ in some]
        if index is not None:
            faiss.write_index(index, str(beside / "columns.faiss"))
        np.save(beside / "columns.npy", np.array(numbers, dtype=np.int64))
        manifest = {
            "format": FORMAT,
            "encoder_key": encoder.key,
            "fingerprint": fingerprint,
            "columns": len(numbers),
            "reused": round(encoder.reused, 4),
            "seconds": round(time.monotonic() - began, 3),
            "versions": {"soundings": core.__version__, **encoder.versions()},
        }
        write_document(beside / "manifest.json", manifest)


def _empty(dimension: int) -> Any:
    import faiss

    index = faiss.IndexHNSWSQ(
        dimension,
        faiss.ScalarQuantizer.QT_fp16,  # type: ignore[arg-type]  # an enumeration of C++
        _NEIGHBOURS,
        faiss.METRIC_INNER_PRODUCT,
    )
    index.hnsw.efConstruction = _EFFORT_BUILDING
    index.train(np.zeros((1, dimension), dtype=np.float32))
    return index


class ColumnVectorIndex:
    """What `build_column_vectors` made; any number of threads may search at once.

    Parameters
    ----------
    folder
        Made by `build_column_vectors`.
    manifest
        Its ``manifest.json``.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.manifest = manifest
        self._columns = np.load(folder / "columns.npy", allow_pickle=False)
        file = folder / "columns.faiss"
        self._index: Any = None
        if file.exists():
            self._index = mapped_index(file)

    def __len__(self) -> int:
        """Return the number of columns."""
        return len(self._columns)

    def count(self, among: NDArray[np.bool_]) -> int:
        """Return how many of some columns, a boolean for each of the lake's, have a vector."""
        return int(among[self._columns].sum())

    def nearest(
        self, vector: NDArray[np.float32], k: int, among: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return about the k columns whose texts are nearest to a query's, nearest first.

        Parameters
        ----------
        among
            Which of the lake's columns may be returned, shape (columns,); all if none.

        Returns
        -------
        columns, cosines
            Shape (k,), or all that there are if these are fewer. The search is approximate; it is
            exact where `k` is not small beside the columns that may be returned.
        """
        import faiss

        allowed = None if among is None else among[self._columns]
        count = len(self) if allowed is None else int(allowed.sum())
        if self._index is None or k < 1 or not count:
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        k = min(k, count)
        # Of the columns that a search keeps in view, it returns those that are allowed.
        in_view = max(_LEAST_EFFORT, 2 * k) * len(self) // count
        chosen = {} if allowed is None else {"sel": _selector(allowed)}
        faiss.omp_set_num_threads(1)
        if count <= _SCANNED * in_view:
            where: Any = faiss.downcast_index(self._index.storage)
            how: Any = faiss.SearchParameters(**chosen)
        else:
            where = self._index
            how = faiss.SearchParametersHNSW(efSearch=in_view, **chosen)  # type: ignore[attr-defined]  # stubs lack it
        query = normalised(np.asarray(vector, dtype=np.float32)[None])
        cosines, found = where.search(query, k, params=how)
        there = found[0] >= 0
        return self._columns[found[0][there]], cosines[0][there].astype(np.float64)


def _selector(allowed: NDArray[np.bool_]) -> Any:
    import faiss

    bits: Any = np.packbits(allowed, bitorder="little")
    return faiss.IDSelectorBitmap(bits)  # type: ignore[call-arg]  # stubs have C++'s arguments


def open_column_vectors(folder: Path, encoder: SentenceEncoder) -> ColumnVectorIndex:
    """Open what `build_column_vectors` made.

    Raises
    ------
    WorkspaceError
        If nothing is there, or it was made by another version or model.
    """
    manifest = read_manifest(folder, format=FORMAT, encoder_key=encoder.key)
    return ColumnVectorIndex(folder, manifest)
