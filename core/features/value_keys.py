"""128-bit keys of texts, many at a time and the same on every machine."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import polars as pl

Keys = NDArray[np.uint64]
"""Shape (2, texts): two hashes of 64 bits."""

_BYTES_AT_ONCE = 1 << 20
_LONG = 1 << 16
"""Bytes of a text above which it is hashed by itself, so many bytes at a time: what is in memory
does not grow with the longest text."""

_SEEDS = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)


def value_keys(texts: pl.Series) -> Keys:
    """Return a key for each text.

    Two independent multilinear hashes of the bytes (Lemire and Kaser, "Strongly universal string
    hashing is fast", 2014, section 3): the sum of each byte times a random 64-bit number of its
    place, mixed. Two texts have one key with a probability below 2^-110, so equal keys are taken
    for equal texts.

    Parameters
    ----------
    texts
        Text without nulls.

    Examples
    --------
    >>> import polars as pl
    >>> keys = value_keys(pl.Series(["oslo", "rome", "oslo"]))
    >>> keys.shape, bool((keys[:, 0] == keys[:, 2]).all()), bool((keys[:, 0] == keys[:, 1]).any())
    ((2, 3), True, False)
    """
    import pyarrow as pa

    array = texts.to_arrow().cast(pa.large_string())
    _, places, data = array.buffers()
    offsets = np.frombuffer(places, dtype=np.int64)[array.offset : array.offset + len(array) + 1]
    content = np.frombuffer(data, dtype=np.uint8) if data is not None else np.zeros(0, np.uint8)
    keys = np.zeros((2, len(texts)), dtype=np.uint64)
    long = np.flatnonzero(np.diff(offsets) > _LONG)
    for place in long.tolist():
        keys[:, place] = _long_key(content[offsets[place] : offsets[place + 1]])
    start = 0
    for end in (*long.tolist(), len(texts)):
        _add_short(keys[:, start:end], content, offsets[start : end + 1])
        start = end + 1
    return keys


def _add_short(keys: Keys, content: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
    start, count = 0, len(offsets) - 1
    while start < count:
        full = int(np.searchsorted(offsets, offsets[start] + _BYTES_AT_ONCE, side="right")) - 1
        end = min(max(start + 1, full), count)
        _add_keys(keys[:, start:end], content, offsets[start : end + 1])
        start = end


def _add_keys(keys: Keys, content: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
    lengths = np.diff(offsets)
    filled = lengths > 0
    if not filled.any():
        return
    symbols = content[offsets[0] : offsets[-1]].astype(np.uint64) + np.uint64(1)
    starts = offsets[:-1] - offsets[0]
    places = np.arange(len(symbols)) - np.repeat(starts, lengths)
    for seed, row in enumerate(keys):
        products = symbols * _first_factors(seed, _LONG)[places]
        row[filled] = _mixed(np.add.reduceat(products, starts[filled]))


def _long_key(content: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The key of one text, shape (2,)."""
    sums = np.zeros(2, dtype=np.uint64)
    for first in range(0, len(content), _LONG):
        symbols = content[first : first + _LONG].astype(np.uint64) + np.uint64(1)
        sums += [symbols @ _factors(seed, first, len(symbols)) for seed in range(2)]
    return _mixed(sums)


@lru_cache(maxsize=2)
def _first_factors(seed: int, count: int) -> NDArray[np.uint64]:
    return _factors(seed, 0, count)


def _factors(seed: int, first: int, count: int) -> NDArray[np.uint64]:
    """One number a place in a text, from the place `first` on, from the splitmix64 generator."""
    steps = np.arange(first + 1, first + count + 1, dtype=np.uint64) * np.uint64(_SEEDS[seed])
    return _mixed(steps)


def _mixed(numbers: Keys) -> Keys:
    """The finalizer of splitmix64, a permutation of the 64-bit numbers."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Keys = numbers ^ (numbers >> np.uint64(31))
    return mixed
