"""How many members do two sets share: for many pairs of sets at once, in bounded memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_KEYS_AT_ONCE = 2_000_000

KEY_BITS = 62
"""Keys are whole numbers from 0 to below 2**62."""


@dataclass(frozen=True)
class Sets:
    """Many sets of keys, one after the other; the rows of a sparse matrix of sets and members.

    Parameters
    ----------
    starts
        Where each set begins, and after the last one where it ends; int64, shape (sets + 1,).
    keys
        Members, int64 from 0 to below 2**62, strictly ascending within each set; may be a
        memory-mapped file.
    """

    starts: NDArray[np.int64]
    keys: NDArray[np.int64]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Members of each set."""
        return np.diff(self.starts)


def shared_members(
    sets: Sets, left: NDArray[np.int64], right: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Count the members that the sets of each pair share.

    Pairs are compared in blocks of about two million keys, and two sets that are larger than
    that piece by piece, so that the memory does not depend on the number of pairs, of sets or of
    members.

    Parameters
    ----------
    left, right
        Numbers of the two sets of each pair; shape (pairs,).

    Returns
    -------
    ndarray
        int64, shape (pairs,).

    Examples
    --------
    >>> sets = Sets(np.array([0, 2, 5]), np.array([1, 3, 2, 3, 9]))
    >>> shared_members(sets, np.array([0, 0]), np.array([1, 0])).tolist()
    [1, 2]
    """
    weights = sets.sizes[left] + sets.sizes[right]
    shared = np.zeros(len(left), np.int64)
    large = weights > _KEYS_AT_ONCE
    for place in np.flatnonzero(large):
        shared[place] = _shared_of_large(sets, int(left[place]), int(right[place]))
    small = np.flatnonzero(~large)
    block = np.cumsum(weights[small]) // _KEYS_AT_ONCE
    for places in np.split(small, np.flatnonzero(np.diff(block)) + 1):
        product = _rows(sets, left[places]).multiply(_rows(sets, right[places]))
        shared[places] = np.diff(product.indptr)
    return shared


def _rows(sets: Sets, numbers: NDArray[np.int64]):  # type: ignore[no-untyped-def] # scipy has no types
    from scipy.sparse import csr_array

    sizes = sets.sizes[numbers]
    indptr = np.concatenate([[0], np.cumsum(sizes)])
    places = np.arange(indptr[-1]) + np.repeat(sets.starts[numbers] - indptr[:-1], sizes)
    ones = np.ones(len(places), np.int8)
    return csr_array((ones, sets.keys[places], indptr), shape=(len(numbers), 2**KEY_BITS))


def _shared_of_large(sets: Sets, left: int, right: int) -> int:
    small, large = (
        sets.keys[sets.starts[number] : sets.starts[number + 1]] for number in (left, right)
    )
    if len(small) > len(large):
        small, large = large, small
    shared = 0
    for first in range(0, len(small) if len(large) else 0, _KEYS_AT_ONCE):
        keys = small[first : first + _KEYS_AT_ONCE]
        places = np.searchsorted(large, keys)
        found = large[np.minimum(places, len(large) - 1)] == keys
        shared += int(np.count_nonzero(found))
    return shared
