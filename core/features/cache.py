"""A folder of text vectors that grows and survives any crash."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import threading
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.store import whole_folder

Keys = NDArray[np.uint64]
"""128-bit hashes of texts, shape (2, texts): high halves, low halves."""

_SMALL_PART = 65_536
_PARTS_BEFORE_MERGING = 32
_ROWS_MERGED_AT_ONCE = 131_072
_ABANDONED_AFTER_SECONDS = 3600


def text_keys(texts: Sequence[str]) -> Keys:
    """Return the 128-bit hash of each text.

    Examples
    --------
    >>> text_keys(["a", "b", "a"]).shape
    (2, 3)
    """
    digests = b"".join(
        hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        for text in texts
    )
    halves = np.frombuffer(digests, dtype="<u8").astype(np.uint64)
    return np.ascontiguousarray(halves.reshape(-1, 2).T)


@dataclass(frozen=True)
class _Part:
    name: str
    high: Keys
    low: Keys
    check: NDArray[np.uint64]
    vectors: NDArray[np.float16]


class EmbeddingStore:
    """Vectors of texts under one model, shared by every data lake and process of a workspace.

    A part is a folder with ``keys.npy`` (sorted hashes and a checksum a row) and ``vectors.npy``
    (float16). It is written beside, flushed to disk and renamed, so that whoever dies loses at
    most the part in flight, readers see whole parts only, and any number of processes may add at
    once. Parts are never changed; small ones are now and then merged into a new one. A part that
    cannot be read, or a row that does not match its checksum, counts as absent.

    Parameters
    ----------
    folder
        Made when something is first added. One folder holds the vectors of one model.
    dimension
        Length of a vector.
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        self._folder = folder
        self._dimension = dimension
        self._parts: dict[str, _Part] = {}
        self._unreadable: set[str] = set()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Rows on disk; a text that two processes added at once counts twice."""
        return sum(len(part.high) for part in self._refreshed())

    def find(self, keys: Keys) -> tuple[NDArray[np.float16], NDArray[np.bool_]]:
        """Return the vectors of texts, and which of them are there.

        Parameters
        ----------
        keys
            Shape (2, n), from `text_keys`.

        Returns
        -------
        vectors
            float16, shape (n, dimension); zero where absent.
        found
            Shape (n,).
        """
        count = keys.shape[1]
        vectors = np.zeros((count, self._dimension), dtype=np.float16)
        found = np.zeros(count, dtype=bool)
        for part in self._refreshed():
            wanted = np.flatnonzero(~found)
            if not len(wanted):
                break
            places = np.minimum(np.searchsorted(part.high, keys[0, wanted]), len(part.high) - 1)
            # Two texts that share the high 64 bits: the second is encoded again, never mistaken.
            hit = (part.high[places] == keys[0, wanted]) & (part.low[places] == keys[1, wanted])
            rows, places = wanted[hit], places[hit]
            order = np.argsort(places)
            rows, places = rows[order], places[order]
            gathered = np.asarray(part.vectors[places])
            whole = _checksums(gathered) == part.check[places]
            vectors[rows[whole]] = gathered[whole]
            found[rows[whole]] = True
        return vectors, found

    def add(self, keys: Keys, vectors: NDArray[np.float16]) -> None:
        """Write one part; when this returns, it is on disk.

        Parameters
        ----------
        keys
            Shape (2, n).
        vectors
            float16, shape (n, dimension).
        """
        if not keys.shape[1]:
            return
        self._write(keys, vectors)
        small = [part for part in self._refreshed() if len(part.high) < _SMALL_PART]
        if len(small) >= _PARTS_BEFORE_MERGING:
            self._merge(small)

    def _write(self, keys: Keys, vectors: NDArray[np.float16]) -> None:
        order = np.lexsort((keys[1], keys[0]))
        sorted_vectors = np.ascontiguousarray(vectors[order], dtype=np.float16)
        table = np.vstack([keys[:, order], _checksums(sorted_vectors)])
        self._folder.mkdir(parents=True, exist_ok=True)
        self._sweep()
        with whole_folder(self._folder / f"part-{uuid.uuid4().hex}") as beside:
            np.save(beside / "keys.npy", table)
            np.save(beside / "vectors.npy", sorted_vectors)

    def _merge(self, parts: list[_Part]) -> None:
        """Write small parts as one, then drop them: what is dropped is always elsewhere."""
        chosen: list[_Part] = []
        for part in sorted(parts, key=lambda part: len(part.high)):
            if sum(len(other.high) for other in chosen) + len(part.high) <= _ROWS_MERGED_AT_ONCE:
                chosen.append(part)
        keys = np.hstack([np.vstack([part.high, part.low]) for part in chosen])
        vectors = np.vstack([part.vectors for part in chosen])
        whole = _checksums(vectors) == np.concatenate([part.check for part in chosen])
        keys, vectors = keys[:, whole], vectors[whole]
        _, first = np.unique(keys.T, axis=0, return_index=True)
        if len(first):
            self._write(keys[:, first], vectors[first])
        for part in chosen:
            gone = self._folder / f".old-{uuid.uuid4().hex}"
            with contextlib.suppress(FileNotFoundError):  # another process merged it too
                (self._folder / part.name).rename(gone)
                shutil.rmtree(gone, ignore_errors=True)

    def _sweep(self) -> None:
        """Remove what a killed process left half removed; half written is for `whole_folder`."""
        for entry in self._folder.glob(".old-*"):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - entry.stat().st_mtime > _ABANDONED_AFTER_SECONDS:
                    shutil.rmtree(entry, ignore_errors=True)

    def _refreshed(self) -> list[_Part]:
        """Parts on disk now, the largest first; new ones are opened."""
        with self._lock:
            for _ in range(3):  # a part may be merged away between listing and opening
                names = self._names()
                vanished = False
                for name in names - self._parts.keys() - self._unreadable:
                    try:
                        self._parts[name] = _open_part(self._folder / name, self._dimension)
                    except FileNotFoundError:
                        vanished = True
                    except OSError:  # too many open files, or a disk that fails at the moment
                        continue
                    except (ValueError, EOFError):
                        self._unreadable.add(name)
                if not vanished:
                    break
            self._parts = {name: part for name, part in self._parts.items() if name in names}
            return sorted(self._parts.values(), key=lambda part: -len(part.high))

    def _names(self) -> set[str]:
        try:
            return {entry.name for entry in os.scandir(self._folder) if entry.name[:5] == "part-"}
        except FileNotFoundError:
            return set()


def stored_dimension(folder: Path) -> int | None:
    """Return the length of the vectors that a folder of an `EmbeddingStore` holds.

    Returns
    -------
    int or None
        None if it holds none that can be read, or vectors of different lengths.
    """
    lengths = set()
    for file in folder.glob("part-*/vectors.npy"):
        with contextlib.suppress(OSError, ValueError, EOFError):
            lengths.add(np.load(file, mmap_mode="r", allow_pickle=False).shape[-1])
    return int(lengths.pop()) if len(lengths) == 1 else None


def _open_part(folder: Path, dimension: int) -> _Part:
    if not (folder / "keys.npy").exists() and folder.exists():
        raise ValueError(f"{folder} has no keys.")
    keys = np.load(folder / "keys.npy", mmap_mode="r", allow_pickle=False)
    vectors = np.load(folder / "vectors.npy", mmap_mode="r", allow_pickle=False)
    rows = keys.shape[-1]
    if keys.dtype != np.uint64 or keys.shape != (3, rows) or not rows:
        raise ValueError(f"{folder} has keys of shape {keys.shape}.")
    if vectors.dtype != np.float16 or vectors.shape != (rows, dimension):
        raise ValueError(f"{folder} has vectors of shape {vectors.shape}.")
    return _Part(folder.name, keys[0], keys[1], keys[2], vectors)


def _checksums(vectors: NDArray[np.float16]) -> Keys:
    """One number a row, never 0, so that a row of zeros never passes for a whole one."""
    bits = np.ascontiguousarray(vectors).view(np.uint16)
    sums: Keys = bits.sum(axis=1, dtype=np.uint64) + np.uint64(1)
    return sums
