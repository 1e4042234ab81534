"""Sketches of a data lake's columns that tell which may contain a query's values: LSH Ensemble.

Zhu et al., "LSH Ensemble", VLDB 2016: columns are partitioned by size, and a partition looks at as
many bands of MinHash values, of such a width, as suits the size of the query and a threshold of
containment. Permutations, partitions and bands are those of `datasketch`. Its hash tables are not:
they would take gigabytes for a lake of a hundred thousand columns and cannot be mapped. Here each
permutation has its columns in order of their hash values, which finds the columns that agree with a
query in one hash value at least; the bands of these are compared.
"""

from __future__ import annotations

import time
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import core
from core.indexes.arrays import ArrayWriter, mapped
from core.indexes.manifests import read_manifest, write_document
from core.indexes.sets.index import SetIndex, Tokens
from core.indexes.timing import start_clock
from core.monitor import Monitor
from core.store import new_folder

FORMAT = 1
"""Raised whenever the files change."""

PERMUTATIONS = 64
PARTITIONS = 16
WIDEST_BAND = 4


_COLUMNS_AT_ONCE = 20_000
_SEED = 1
_PRIME = np.uint64((1 << 61) - 1)
_LARGEST = np.uint64((1 << 32) - 1)


def minhash(hashes: NDArray[np.uint64], starts: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Return the MinHash values of some sets, those that `datasketch.MinHash` gives.

    Parameters
    ----------
    hashes
        Of the values, set after set; their lower 32 bits are used.
    starts
        Where each set begins; none is empty.

    Returns
    -------
    ndarray
        Shape (sets, `PERMUTATIONS`).
    """
    values = hashes & _LARGEST
    found = np.empty((len(starts), PERMUTATIONS), dtype=np.uint32)
    for place, (factor, shift) in enumerate(zip(*_permutations(), strict=True)):
        permuted = ((values * factor + shift) % _PRIME) & _LARGEST
        found[:, place] = np.minimum.reduceat(permuted, starts)
    return found


@lru_cache(maxsize=1)
def _permutations() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    from datasketch import MinHash

    factors, shifts = MinHash(PERMUTATIONS, seed=_SEED, scheme="legacy").permutations
    return factors, shifts


@lru_cache(maxsize=16)
def _bands(threshold: float) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """For ratios of a set's size to the query's, how many bands of which width to compare."""
    from datasketch import MinHashLSHEnsemble

    ensemble = MinHashLSHEnsemble(threshold, PERMUTATIONS, num_part=1, m=WIDEST_BAND)
    return ensemble.xqs, ensemble.params


def build_containment(folder: Path, index: SetIndex, monitor: Monitor) -> None:
    """Sketch every column of an index that has values; nothing is done if the folder is there.

    Raises
    ------
    CancelledError
        If `monitor` says so; nothing is kept.
    """
    if (folder / "manifest.json").exists():
        return
    began = start_clock("datasketch", "datasketch.lshensemble_partition")
    every = np.arange(len(index.column_tables))
    sizes = index.sizes(every)
    columns = every[sizes > 0]
    sizes = sizes[columns]
    with new_folder(folder) as beside:
        with ArrayWriter(beside / "sketches.npy", np.uint32, PERMUTATIONS) as file:
            for begin in range(0, len(columns), _COLUMNS_AT_ONCE):
                monitor.raise_if_stopped("The sketching was cancelled; nothing of it is kept.")
                some = columns[begin : begin + _COLUMNS_AT_ONCE]
                tokens, offsets = index.sets(some)
                file.append(minhash(index.hashes(tokens), offsets[:-1]))
                monitor.progress(file.rows, len(columns), "Sketching columns")
        sketches = mapped(beside / "sketches.npy")
        with (
            ArrayWriter(beside / "values.npy", np.uint32, len(columns)) as values,
            ArrayWriter(beside / "order.npy", np.uint32, len(columns)) as order,
        ):
            for place in range(PERMUTATIONS if len(columns) else 0):
                hashed = np.array(sketches[:, place])
                by_value = np.argsort(hashed, kind="stable")
                values.append(hashed[by_value][None])
                order.append(by_value[None])
        np.save(beside / "columns.npy", columns)
        np.save(beside / "uppers.npy", _uppers(sizes))
        manifest = {
            "format": FORMAT,
            "fingerprint": index.manifest["fingerprint"],
            "folding_key": index.manifest["folding_key"],
            "columns": len(columns),
            "seconds": round(time.monotonic() - began, 3),
            "versions": {"soundings": core.__version__, "datasketch": version("datasketch")},
        }
        write_document(beside / "manifest.json", manifest)


def _uppers(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each set the size of the largest in its partition."""
    from datasketch.lshensemble_partition import optimal_partitions

    if not len(sizes):
        return sizes
    known, counts = np.unique(_rounded(sizes), return_counts=True)
    last = np.array([upper for _, upper in optimal_partitions(known, counts, PARTITIONS)])
    uppers: NDArray[np.int64] = last[np.searchsorted(last, _rounded(sizes))]
    return uppers


def _rounded(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Round sizes up to two digits: dividing thousands of sizes takes datasketch minutes."""
    digits = np.maximum(0, np.floor(np.log10(sizes)).astype(np.int64) - 1)
    unit = 10**digits
    rounded: NDArray[np.int64] = -(-sizes // unit) * unit
    return rounded


class ContainmentIndex:
    """What `build_containment` made, memory-mapped; any number of threads may ask at once.

    Parameters
    ----------
    folder
        Made by `build_containment`.
    manifest
        Its ``manifest.json``.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.manifest = manifest
        self._sketches = np.asarray(mapped(folder / "sketches.npy"))
        self._values = np.asarray(mapped(folder / "values.npy"))
        self._order = np.asarray(mapped(folder / "order.npy"))
        self._columns: NDArray[np.int64] = np.load(folder / "columns.npy", allow_pickle=False)
        self._uppers = np.load(folder / "uppers.npy", allow_pickle=False)

    def __len__(self) -> int:
        """Return the number of columns."""
        return len(self._columns)

    def candidates(self, index: SetIndex, tokens: Tokens, threshold: float) -> NDArray[np.int64]:
        """Return the columns that may have a share of some values.

        Parameters
        ----------
        index
            That it was made from.
        tokens
            Different values of the query, at least one.
        threshold
            The share, 0 to 1. Most columns that have it are found, and some that do not.
        """
        if not len(self):
            return self._columns
        sketch = minhash(index.hashes(tokens), np.zeros(1, dtype=np.int64))[0]
        met = []
        for place, value in enumerate(sketch):
            # Of the array's own type: another would have all that is mapped converted, and so read.
            begin = np.searchsorted(self._values[place], value, side="left")
            end = np.searchsorted(self._values[place], value, side="right")
            met.append(self._order[place, begin:end])
        rows = np.unique(np.concatenate(met))
        agree = self._sketches[rows] == sketch
        ratios, bands = _bands(threshold)
        which = np.searchsorted(ratios, self._uppers[rows] / len(tokens), side="left")
        which = np.minimum(which, len(bands) - 1)
        found = np.zeros(len(rows), dtype=bool)
        for kind in np.unique(which).tolist():
            count, width = bands[kind].tolist()
            some = which == kind
            banded = agree[some, : count * width].reshape(-1, count, width)
            found[some] = banded.all(axis=2).any(axis=1)
        chosen: NDArray[np.int64] = self._columns[rows[found]]
        return chosen


def open_containment(folder: Path, index: SetIndex) -> ContainmentIndex:
    """Open what `build_containment` made from an index.

    Raises
    ------
    WorkspaceError
        If nothing is there, or it was made by another version.
    """
    manifest = read_manifest(folder, format=FORMAT, folding_key=index.rules.key)
    return ContainmentIndex(folder, manifest)
