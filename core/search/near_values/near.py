"""Keys that are nearly the same: suggestions for a person, never joined by themselves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.features.words import words_of
from core.search.near_values.abbreviations import LIKENESS as CUT_SHORT
from core.search.near_values.abbreviations import cut_short
from core.search.near_values.other_numbers import other_numbers
from core.search.near_values.respelling import LIKENESS as RESPELT
from core.search.near_values.respelling import respelt

Key = tuple[str, ...]
"""A key's values, folded, one a key column."""

LEAST_LIKENESS = 0.8
"""A pair less alike than this is not suggested."""

_SUBSET = 0.95
"""Likeness of two texts of which one has all the words of the other ("apple", "apple inc").

Most that texts count that are not equal but have the same words ("mary jones", "jones, mary").
"""
_SHORTEST_SUBSET = 4
"""Characters that the shorter one needs for that."""

_PAIRS_AT_ONCE = 2_000_000


def near_pairs(
    left: Sequence[Key], right: Sequence[Key], most: int = 3
) -> list[tuple[int, int, float]]:
    """Find for each key of one side those of the other that are most like it.

    Two texts are as alike as `rapidfuzz` finds them, by the better of their characters in order
    (normalised InDel similarity) and of their words in any order, at most `_SUBSET`; one that has
    all the words of the other counts `_SUBSET`, one that is it without accents (`respelt`) 0.95,
    one whose words are `cut_short` 0.9. So only equal texts have 1. Texts whose digits or signs
    differ (`other_numbers`) are not alike at all: "route 66" is not "route 67", "1.5" not "15", "5"
    not "-5". A key of several columns is as like another as its least alike part.

    Parameters
    ----------
    left, right
        Folded keys, all of the same number of columns.
    most
        Pairs given for a key of `left`.

    Returns
    -------
    list
        Places in `left` and `right` and the likeness, most alike first.

    Examples
    --------
    >>> near_pairs([("apple",), ("route 66",)], [("apple inc",), ("route 67",)])
    [(0, 0, 0.95)]
    """
    if not left or not right:
        return []
    found: list[tuple[int, int, float]] = []
    step = max(1, _PAIRS_AT_ONCE // len(right))
    for begin in range(0, len(left), step):
        some = left[begin : begin + step]
        alike = np.ones((len(some), len(right)), dtype=np.float32)
        for one, other in zip(zip(*some, strict=True), zip(*right, strict=True), strict=True):
            np.minimum(alike, text_likeness(one, other, LEAST_LIKENESS), out=alike)
        for row, scores in enumerate(alike):
            kept = np.flatnonzero(scores >= LEAST_LIKENESS)
            best = kept[np.lexsort((kept, -scores[kept]))][:most]
            found += [(begin + row, int(at), round(float(scores[at]), 4)) for at in best]
    return sorted(found, key=lambda pair: (-pair[2], pair[0], pair[1]))


def text_likeness(
    left: Sequence[str], right: Sequence[str], least: float = 0.0
) -> NDArray[np.float32]:
    """Say how alike any two texts are, 0 to 1, as `near_pairs` does.

    Returns
    -------
    ndarray
        Shape (left, right); likeness below `least` may be 0.
    """
    from rapidfuzz import fuzz, process

    ordered = [[_words(text) for text in side] for side in (left, right)]
    cut = 100.0 * least
    in_order = process.cdist(left, right, scorer=fuzz.ratio, score_cutoff=cut, dtype=np.float32)
    by_words = process.cdist(*ordered, scorer=fuzz.ratio, score_cutoff=cut, dtype=np.float32)
    subset = process.cdist(*ordered, scorer=fuzz.token_set_ratio, score_cutoff=100, dtype=np.uint8)
    np.minimum(by_words, 100 * _SUBSET, out=by_words)
    alike: NDArray[np.float32] = np.maximum(in_order, by_words) / np.float32(100)
    lengths = [np.array([len(text) for text in side]) for side in (left, right)]
    is_long = np.minimum.outer(*lengths) >= _SHORTEST_SUBSET
    alike[(subset > 0) & is_long & (alike < _SUBSET)] = _SUBSET
    for row, place in cut_short(left, right):
        alike[row, place] = max(alike[row, place], CUT_SHORT)
    for row, place in respelt(left, right):
        alike[row, place] = max(alike[row, place], RESPELT)
    alike[other_numbers(left, right)] = 0
    return alike


def _words(text: str) -> str:
    """The words of a text in alphabetical order, without punctuation."""
    return " ".join(sorted(words_of(text))) or text
