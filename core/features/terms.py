"""Texts to words, the words to numbers: folded, stemmed and hashed, a column of texts at once.

A word is a run of letters and digits, a number with its thousands and decimals, or, in scripts
that are written without blanks, a single character. Words that fold to one stem are one term:
"Zürich's", "zurich"; "Scores", "scoring"; "1,234", "1234.0". A term is a number of 64 bits that
follows from the stem alone, so that an index needs no list of the words of its lake.
"""

from __future__ import annotations

import hashlib
import re
import threading
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import polars as pl

CODE_VERSION = 1
"""Raised whenever the same texts would give other terms."""

LONGEST_WHOLE = 8
"""Words of the longest text that `wholes` takes for one term."""

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
WORD = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+"
    rf"|[{_UNSPACED}]\p{{M}}*"
    rf"|[[\p{{L}}\p{{N}}\p{{M}}]--[{_UNSPACED}]]+"
)
"""A word, in the regular expressions of polars."""

_NUMBER = re.compile(r"[0-9][0-9,]*(\.[0-9]+)?")
_WORDS_KEPT = 1_000_000
_MULTIPLIER = 0x9E3779B97F4A7C15
_SHUFFLE = np.uint64(0xBF58476D1CE4E5B9)


@dataclass(frozen=True)
class Terms:
    """Terms of many texts, in the order in which they stand.

    Parameters
    ----------
    texts
        Number of the text that each stands in, int64, ascending.
    terms
        uint64, of the same shape.
    """

    texts: NDArray[np.int64]
    terms: NDArray[np.uint64]


@dataclass(frozen=True)
class Span:
    """A word where it stands in a text: ``text[begin:end]``."""

    begin: int
    end: int
    term: int


def terms(texts: pl.Series) -> Terms:
    """Cut texts into terms.

    Parameters
    ----------
    texts
        Of type String; null counts as empty.

    Examples
    --------
    >>> import polars as pl
    >>> found = terms(pl.Series(["The Zürich scores", None, "zurich SCORE 1,234.0", "1234"]))
    >>> found.texts.tolist()
    [0, 0, 0, 2, 2, 2, 3]
    >>> [int(np.flatnonzero(found.terms == term)[0]) for term in found.terms]
    [0, 1, 2, 1, 2, 5, 5]
    """
    import polars as pl

    found = texts.fill_null("").str.extract_all(WORD)
    lengths = found.list.len().to_numpy().astype(np.int64)
    numbers = np.repeat(np.arange(len(texts), dtype=np.int64), lengths)
    if not len(numbers):
        return Terms(numbers, np.zeros(0, dtype=np.uint64))
    words = found.filter(pl.Series(lengths > 0)).explode()
    coded = words.to_arrow().dictionary_encode()
    known = np.array([_term(word) for word in coded.dictionary.to_pylist()], dtype=np.uint64)
    return Terms(numbers, known[coded.indices.to_numpy()])


def pairs(found: Terms) -> Terms:
    """Return each two terms that follow one another in a text as one term.

    Examples
    --------
    >>> import polars as pl
    >>> pairs(terms(pl.Series(["New York City", "York"]))).texts.tolist()
    [0, 0]
    """
    together = found.texts[1:] == found.texts[:-1]
    return Terms(found.texts[1:][together], _joined(found.terms, 2)[together])


def wholes(found: Terms) -> Terms:
    """Return each text of at most 8 words as one term: what `runs` finds in a longer text.

    Examples
    --------
    >>> import polars as pl
    >>> cells = wholes(terms(pl.Series(["New York", "York", ""])))
    >>> cells.texts.tolist(), set(cells.terms) <= set(runs(terms(pl.Series(["in New York"])).terms))
    ([0, 1], True)
    """
    if not len(found.texts):
        return found
    starts = np.flatnonzero(np.append(True, found.texts[1:] != found.texts[:-1]))
    lengths = np.diff(np.append(starts, len(found.texts)))
    place = np.arange(len(found.texts)) - np.repeat(starts, lengths)
    weighted = found.terms * _powers(LONGEST_WHOLE)[np.minimum(place, LONGEST_WHOLE - 1)]
    short = lengths <= LONGEST_WHOLE
    sums = np.add.reduceat(weighted, starts)[short]
    return Terms(found.texts[starts][short], _finished(sums, lengths[short]))


def runs(sequence: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the term of each run of 1 to 8 terms of one text, each once."""
    found = [_joined(sequence, length) for length in range(1, LONGEST_WHOLE + 1)]
    return np.unique(np.concatenate(found))


def runs_of_one(sequence: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return for each term what `runs` has for it standing alone."""
    return _joined(sequence, 1)


def spans(texts: Sequence[str]) -> list[tuple[Span, ...]]:
    """Return the words of each text with their places.

    Examples
    --------
    >>> [[(span.begin, span.end) for span in found] for found in spans(["Zürich, 1,234", ""])]
    [[(0, 6), (8, 13)], []]
    """
    import polars as pl

    found = pl.Series(texts, dtype=pl.String).str.extract_all(WORD).to_list()
    return [_placed(text, words) for text, words in zip(texts, found, strict=True)]


def _placed(text: str, words: Sequence[str]) -> tuple[Span, ...]:
    placed = []
    end = 0
    for word in words:
        begin = text.index(word, end)
        end = begin + len(word)
        placed.append(Span(begin, end, _term(word)))
    return tuple(placed)


def term_of(word: str) -> int:
    """Return the term of one word.

    Examples
    --------
    >>> term_of("Scores") == term_of("scoring"), term_of("12.50") == term_of("12.5")
    (True, True)
    """
    return _term(word)


class _Known:
    """Terms of words that were seen, forgotten all at once when there are too many.

    The stemmer is not made for several threads at once.
    """

    def __init__(self) -> None:
        import Stemmer

        self._stemmer = Stemmer.Stemmer("porter")
        self._terms: dict[str, int] = {}
        self._lock = threading.Lock()

    def term(self, word: str) -> int:
        term = self._terms.get(word)
        if term is None:
            with self._lock:
                stem = self._stemmer.stemWord(folded_word(word))
                if len(self._terms) >= _WORDS_KEPT:
                    self._terms.clear()
                digest = hashlib.blake2b(stem.encode("utf-8", "surrogatepass"), digest_size=8)
                term = self._terms[word] = int.from_bytes(digest.digest(), "little")
        return term


_known: _Known | None = None


def _term(word: str) -> int:
    global _known  # noqa: PLW0603  # made when it is first needed: its import is not free
    if _known is None:
        _known = _Known()
    return _known.term(word)


def folded_word(word: str) -> str:
    """Fold case, accents and compatibility forms; write a number in one way.

    Examples
    --------
    >>> folded_word("Zürich"), folded_word("1,234.50")
    ('zurich', '1234.5')
    """
    plain = unicodedata.normalize("NFKD", word.casefold()).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    if _NUMBER.fullmatch(plain):
        plain = plain.replace(",", "")
        return plain.rstrip("0").rstrip(".") if "." in plain else plain
    return plain


def _powers(length: int) -> NDArray[np.uint64]:
    powers = [pow(_MULTIPLIER, place, 2**64) for place in range(length)]
    return np.array(powers, dtype=np.uint64)


def _joined(sequence: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    """One term for each run of so many terms."""
    count = len(sequence) - length + 1
    if count <= 0:
        return np.zeros(0, dtype=np.uint64)
    sums = np.zeros(count, dtype=np.uint64)
    for place, power in enumerate(_powers(length)):
        sums += sequence[place : place + count] * power
    return _finished(sums, np.full(count, length))


def _finished(sums: NDArray[np.uint64], lengths: NDArray[np.int64]) -> NDArray[np.uint64]:
    mixed = (sums ^ lengths.astype(np.uint64)) * _SHUFFLE
    finished: NDArray[np.uint64] = mixed ^ (mixed >> np.uint64(29))
    return finished
