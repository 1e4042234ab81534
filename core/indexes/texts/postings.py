"""Postings of one field on disk: which document has which term, with its weight in BM25.

The files are those of a `bm25s` index, which opens them memory-mapped and adds up the weights;
terms are numbers (`core.features.terms`), so there is no vocabulary beside them. They are written
from a stream: what does not fit in memory is kept in parts by the first bits of the term, each of
which is put in order by itself. But for the norms of TF-IDF nothing in memory has a place for each
document.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.indexes.arrays import ArrayWriter, mapped
from core.indexes.texts.lengths import DocumentLengths
from core.monitor import Monitor

if TYPE_CHECKING:
    import polars as pl

K1 = 0.6
"""How soon a term's further occurrences stop to count. Cells repeat themselves: less than in
texts, where 1.2 to 1.5 is usual (measured)."""
B = 0.75
"""How much a long document's terms lose."""

_POSTINGS_IN_MEMORY = 2_000_000
_PARTS = 64
_PART_SHIFT = np.uint64(58)
_RECORD = np.dtype([("term", "<u8"), ("document", "<u4"), ("count", "<u4")])


class PostingsWriter:
    """Collect the terms of documents and write them as an index.

    Parameters
    ----------
    folder
        Where the files go, each named ``FIELD.something``.
    field
        What the documents' terms are called.
    postings_in_memory
        Different pairs of document and term that are held before they are put on disk.
    with_tfidf
        Whether the weights of TF-IDF and their norms are written, too.
    """

    def __init__(
        self,
        folder: Path,
        field: str,
        postings_in_memory: int = _POSTINGS_IN_MEMORY,
        *,
        with_tfidf: bool = False,
    ) -> None:
        self._folder = folder
        self._field = field
        self._most = postings_in_memory
        self._waiting: list[pl.DataFrame] = []
        self._size = 0
        self._spilled = False
        self._with_tfidf = with_tfidf
        self._lengths = DocumentLengths(folder / f"{field}.lengths")
        self._occurrences = 0

    def add(self, documents: NDArray[np.int64], terms: NDArray[np.uint64], times: int = 1) -> None:
        """Add occurrences of terms, each counted so many times; a document may come again."""
        import polars as pl

        if not len(terms):
            return
        self._lengths.add(documents, times)
        self._occurrences += times * len(terms)
        frame = pl.DataFrame({"term": terms, "document": documents.astype(np.uint32)})
        counted = frame.group_by("term", "document").len("count")
        self._waiting.append(counted.with_columns(pl.col("count").cast(pl.UInt32) * times))
        self._size += len(counted)
        if self._size > self._most:
            self._spill()

    @property
    def parts(self) -> int:
        """How many parts `finish` puts in order, one after the other."""
        return _PARTS if self._spilled else 1

    def finish(self, documents: int, *, monitor: Monitor) -> None:
        """Write the index of so many documents; some may have no terms.

        A term's weight in a document is that of BM25 as Lucene has it, ``ln(1 + (n - df + 0.5) /
        (df + 0.5)) * tf / (tf + k1 (1 - b + b l / mean l))``. If it was asked for, its weight in
        TF-IDF stands beside it as scikit-learn has it with a sublinear tf, ``(1 + ln tf) (1 +
        ln((1 + n) / (1 + df)))``, whose norms are in ``FIELD.norms.npy``.

        Parameters
        ----------
        monitor
            Told of parts done, parts in all, and what is going on; asked before each whether to
            stop.

        Raises
        ------
        CancelledError
            When `monitor` says so.
        """
        lengths = self._lengths.mapped(documents)
        mean = self._occurrences / max(1, documents)
        norms = np.zeros(documents if self._with_tfidf else 0)
        with (
            self._writer("terms", np.uint64) as terms,
            self._writer("data", np.float32) as data,
            self._writer("indices", np.int32) as indices,
            self._writer("tfidf", np.float32) if self._with_tfidf else nullcontext() as tfidf,
            self._writer("indptr", np.int64) as indptr,
        ):
            indptr.append(np.zeros(1, dtype=np.int64))
            written = 0
            for part in self._in_order(monitor):
                term, document, count = (part[name].to_numpy() for name in part.columns)
                begins = np.flatnonzero(np.append(True, term[1:] != term[:-1]))
                spread = np.diff(np.append(begins, len(term)))
                with_term = np.repeat(spread, spread)
                data.append(_bm25(with_term, count, lengths, document, mean))
                if tfidf is not None:
                    weights = _tfidf(with_term, count, documents)
                    np.add.at(norms, document, weights**2)
                    tfidf.append(weights)
                indices.append(document)
                terms.append(term[begins])
                indptr.append(written + np.append(begins[1:], len(term)))
                written += len(term)
        if self._with_tfidf:
            np.save(self._path("norms"), np.sqrt(norms).astype(np.float32))
        self._lengths.remove()
        params = {"k1": K1, "b": B, "method": "lucene", "idf_method": "lucene"}
        params |= {"dtype": "float32", "int_dtype": "int32", "num_docs": documents}
        (self._folder / f"{self._field}.json").write_text(json.dumps(params))

    def _path(self, what: str) -> Path:
        return self._folder / f"{self._field}.{what}.npy"

    def _writer(self, what: str, dtype: type[np.generic]) -> ArrayWriter:
        return ArrayWriter(self._path(what), dtype)

    def _part(self, number: int) -> Path:
        return self._folder / f"{self._field}.part{number}"

    def _spill(self) -> None:
        """Append what waits to the parts on disk."""
        merged = _merged(self._waiting)
        self._waiting, self._size, self._spilled = [], 0, True
        records = np.empty(len(merged), dtype=_RECORD)
        for name in merged.columns:
            records[name] = merged[name].to_numpy()
        numbers = (records["term"] >> _PART_SHIFT).astype(np.int64)
        ends = np.searchsorted(numbers, np.arange(_PARTS + 1))
        for number in range(_PARTS):
            with self._part(number).open("ab") as stream:
                records[ends[number] : ends[number + 1]].tofile(stream)

    def _in_order(self, monitor: Monitor) -> Iterator[pl.DataFrame]:
        """Give the postings in ascending order of terms, in a term of documents."""
        if self._spilled:
            self._spill()
        for number in range(self.parts):
            monitor.raise_if_stopped("The indexing was cancelled; nothing of it is kept.")
            monitor.progress(number, self.parts, "Putting words in order")
            part = _merged(self._taken(number))
            if len(part):
                yield part

    def _taken(self, number: int) -> list[pl.DataFrame]:
        """Take a part from where it is kept."""
        import polars as pl

        if not self._spilled:
            waiting, self._waiting = self._waiting, []
            return waiting
        records = np.fromfile(self._part(number), dtype=_RECORD)
        self._part(number).unlink()
        return [pl.DataFrame({name: records[name] for name in _RECORD.names or ()})]


def _merged(frames: list[pl.DataFrame]) -> pl.DataFrame:
    import polars as pl

    if not frames:
        schema = {"term": pl.UInt64, "document": pl.UInt32, "count": pl.UInt32}
        return pl.DataFrame(schema=schema)
    together = pl.concat(frames).group_by("term", "document").agg(pl.col("count").sum())
    return together.sort("term", "document")


def _bm25(
    spread: NDArray[np.int64],
    count: NDArray[np.uint32],
    lengths: NDArray[np.uint32],
    document: NDArray[np.uint32],
    mean: float,
) -> NDArray[np.float64]:
    idf = np.log1p((len(lengths) - spread + 0.5) / (spread + 0.5))
    penalty = K1 * (1 - B + B * lengths[document] / mean)
    weights: NDArray[np.float64] = idf * count / (count + penalty)
    return weights


def _tfidf(
    spread: NDArray[np.int64], count: NDArray[np.uint32], documents: int
) -> NDArray[np.float64]:
    weights: NDArray[np.float64] = (1 + np.log(count)) * _smooth_idf(spread, documents)
    return weights


def _smooth_idf(spread: NDArray[np.int64], documents: int) -> NDArray[np.float64]:
    idf: NDArray[np.float64] = 1 + np.log((1 + documents) / (1 + spread))
    return idf


class Postings:
    """An index that `PostingsWriter` made, memory-mapped; any number of threads may use it.

    All is mapped when it is opened, so that it answers also when another index has replaced it.

    Parameters
    ----------
    folder, field, with_tfidf
        As they were given to the writer.
    """

    def __init__(self, folder: Path, field: str, *, with_tfidf: bool = False) -> None:
        self._folder = folder
        self._field = field
        self._terms: NDArray[np.uint64] = self._mapped("terms")
        self._indptr: NDArray[np.int64] = self._mapped("indptr")
        self._indices: NDArray[np.int32] = self._mapped("indices")
        self._data: NDArray[np.float32] = self._mapped("data")
        self._tfidf: NDArray[np.float32] | None = self._mapped("tfidf") if with_tfidf else None
        self._norms: NDArray[np.float32] | None = self._mapped("norms") if with_tfidf else None
        self._bm25 = self._opened()
        self.documents: int = json.loads((folder / f"{field}.json").read_text())["num_docs"]

    def scores(self, terms: NDArray[np.uint64]) -> NDArray[np.float32]:
        """Return the BM25 score of every document for some terms.

        Parameters
        ----------
        terms
            A term that stands there twice counts twice; unknown ones count for nothing.

        Returns
        -------
        scores
            Shape (documents,), 0 or more.
        """
        known = self._places(terms)
        if not len(known):
            return np.zeros(self.documents, dtype=np.float32)
        scores: NDArray[np.float32] = self._bm25.get_scores_from_ids(known)
        return scores

    def scores_between(
        self, terms: NDArray[np.uint64], bounds: NDArray[np.int64]
    ) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Give what `scores` returns by spans of documents, without those that have no term.

        Parameters
        ----------
        bounds
            Shape (spans + 1,), ascending: where each span begins and the last one ends.

        Yields
        ------
        span, scores
            Its number, and the scores of its documents.
        """
        indices, data = np.asarray(self._indices), np.asarray(self._data)
        wanted = bounds.astype(indices.dtype)  # else all that is searched would be converted
        cuts = [
            begin + np.searchsorted(indices[begin:end], wanted)
            for begin, end in (self._indptr[place : place + 2] for place in self._places(terms))
        ]
        if not cuts:
            return
        having = np.any(np.diff(np.stack(cuts)), axis=0)
        for span in np.flatnonzero(having).tolist():
            first = int(bounds[span])
            scores = np.zeros(int(bounds[span + 1]) - first, dtype=np.float32)
            for begin, end in (cut[span : span + 2] for cut in cuts):
                np.add.at(scores, indices[begin:end] - first, data[begin:end])
            yield span, scores

    def products(self, terms: NDArray[np.uint64]) -> tuple[NDArray[np.float64], float]:
        """Return the inner product of each document with some terms, both weighted by TF-IDF.

        Returns
        -------
        products, norm
            Shape (documents,), and the length of the terms' own vector.

        Raises
        ------
        ValueError
            If the index is without TF-IDF, as for `norms`.
        """
        by_term = self._having(self._tfidf)
        known, times = np.unique(self._places(terms), return_counts=True)
        products = np.zeros(self.documents)
        begins, ends = self._indptr[known], self._indptr[known + 1]
        weights = _tfidf(ends - begins, times.astype(np.uint32), self.documents)
        for begin, end, weight in zip(begins, ends, weights, strict=True):
            products[self._indices[begin:end]] += weight * by_term[begin:end]
        return products, float(np.linalg.norm(weights))

    def holds(self, terms: NDArray[np.uint64], documents: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some documents has which of some terms, shape (documents, terms)."""
        places, known = self._found(terms)
        held = np.zeros((len(documents), len(terms)), dtype=bool)
        for column in np.flatnonzero(known):
            begin, end = self._indptr[places[column]], self._indptr[places[column] + 1]
            having = self._indices[begin:end]
            at = np.minimum(np.searchsorted(having, documents), len(having) - 1)
            held[:, column] = having[at] == documents
        return held

    def norms(self) -> NDArray[np.float32]:
        """Return the length of each document's TF-IDF vector."""
        return self._having(self._norms)

    def informative(self, terms: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Return the smoothed inverse document frequency of each term, known or not."""
        places, known = self._found(terms)
        spread = np.zeros(len(terms), dtype=np.int64)
        spread[known] = self._indptr[places[known] + 1] - self._indptr[places[known]]
        return _smooth_idf(spread, self.documents)

    def _having(self, weights: NDArray[np.float32] | None) -> NDArray[np.float32]:
        if weights is None:
            raise ValueError(f"The field {self._field!r} must have been opened with TF-IDF.")
        return weights

    def _places(self, terms: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return where the known ones of some terms stand in the index."""
        places, known = self._found(terms)
        return places[known]

    def _found(self, terms: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return where each term stands or would stand in the index, and whether it is known."""
        places = np.searchsorted(self._terms, terms).astype(np.int64)
        known = places < len(self._terms)
        known[known] = self._terms[places[known]] == terms[known]
        return places, known

    def _mapped(self, what: str) -> NDArray[Any]:
        return mapped(self._folder / f"{self._field}.{what}.npy")

    def _opened(self) -> Any:
        import bm25s

        return bm25s.BM25.load(
            self._folder,
            data_name=f"{self._field}.data.npy",
            indices_name=f"{self._field}.indices.npy",
            indptr_name=f"{self._field}.indptr.npy",
            params_name=f"{self._field}.json",
            load_vocab=False,
            mmap=True,
            show_progress=False,
        )
