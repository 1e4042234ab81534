"""The words of a query by text: all of them, and those that say something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.features.stop_words import STOP_WORDS
from core.features.terms import folded_word, spans
from core.search.text.errors import WordlessQueryError

LONGEST_QUERY = 10_000
"""Characters of a query."""


@dataclass(frozen=True)
class TextQuery:
    """A query in words.

    Parameters
    ----------
    text
        As it was written.
    every
        The terms of all its words, in their order, uint64.
    terms
        Those of the words that say something, in their order; all if none does ("The Who").
    words
        How each of `terms` was written first.
    """

    text: str
    every: NDArray[np.uint64]
    terms: NDArray[np.uint64]
    words: dict[int, str]


def text_query(text: str) -> TextQuery:
    """Take a query apart.

    Raises
    ------
    WordlessQueryError
        If it has no word.
    InputError
        If it has more than 10,000 characters.

    Examples
    --------
    >>> list(text_query("Which tables show smartphone sales?").words.values())
    ['smartphone', 'sales']
    >>> list(text_query("The Who").words.values())
    ['The', 'Who']
    >>> list(text_query("exports of the US").words.values())
    ['exports', 'US']
    >>> list(text_query("Where is the location of U-21?").words.values())
    ['location', 'U', '21']
    """
    if len(text) > LONGEST_QUERY:
        raise InputError(
            f"A search in words takes at most {LONGEST_QUERY:,} characters. Got {len(text):,}."
        )
    text = text.encode(errors="replace").decode()  # a lone surrogate is no character
    found = spans([text])[0]
    if not found:
        raise WordlessQueryError(f"A search in words needs a letter or a digit. Got {text!r}.")
    every = np.array([span.term for span in found], dtype=np.uint64)
    written = [text[span.begin : span.end] for span in found]
    telling = _telling(written, all_capitals=text.isupper())
    kept = telling if telling.any() else ~telling
    words: dict[int, str] = {}
    for span, word, keep in zip(found, written, kept, strict=True):
        if keep:
            words.setdefault(span.term, word)
    return TextQuery(text, every, every[kept], words)


def _telling(words: Sequence[str], *, all_capitals: bool) -> NDArray[np.bool_]:
    """Say which words are no stop words, as they are written: "location" is none for "locate".

    Nor are words in capitals where not all are: "US", "IT", and no "I".
    """
    return np.array(
        [
            folded_word(word) not in STOP_WORDS
            or (not all_capitals and len(word) > 1 and word.isupper())
            for word in words
        ]
    )
