"""Score every table of a data lake for a query in words, by one of TARGET's retrievers or a fusion.

Ji et al., section 3.4: sparse lexical (BM25, TF-IDF) over headers, cells and metadata; dense
embeddings of whole tables, of rows and of metadata, a table being as near as its nearest text. The
fusion takes half of the words' score and half of the meaning's, each stretched to 0 to 1 over the
candidates of the query.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import BusyError, InputError
from core.features.registry import sentence_encoder
from core.features.sentences import SentenceEncoder
from core.features.table_texts import TextKind
from core.indexes.texts.building import ROWS_READ
from core.indexes.texts.index import TextIndex
from core.indexes.texts.vectors import TextVectors
from core.search.derived.texts import (
    is_encoded,
    is_text_ready,
    text_index,
    text_vectors_of,
)
from core.search.text.query import TextQuery
from core.search.types import SearchedLake
from core.types import LakeInfo

HYBRID = "hybrid"
LEXICAL = ("bm25", "tfidf")
DENSE: dict[str, TextKind] = {
    "dense-table": "table",
    "dense-window": "window",
    "dense-metadata": "metadata",
    "dense-row": "row",
}
TEXT_METHOD_WORDS = {
    HYBRID: "Words and meaning",
    "bm25": "Words alone",
    "tfidf": "Words alone, weighed by rarity",
    "dense-table": "Meaning of the table",
    "dense-window": "Meaning of its rows, five at a time",
    "dense-metadata": "Meaning of title and headers",
    "dense-row": "Meaning of its rows, one by one",
}
"""What each method compares with the query, in a few words."""

TEXT_METHODS: tuple[str, ...] = tuple(TEXT_METHOD_WORDS)
"""Ways to rank tables by words; the first is the default."""

ENCODED_WITH_READING = 2_000
"""Tables of a lake whose texts are encoded as soon as they have been read; about a minute."""

TABLES_A_MINUTE = 4_000
"""Small tables of which one kind of text is encoded in a minute, on two cores."""

MEANING = 0.5
"""Share of the vectors in the fusion; the rest is the words'."""


@dataclass(frozen=True)
class TextScores:
    """Scores of every table of a lake for one query.

    Parameters
    ----------
    total
        What tables are ranked by, shape (tables,).
    words
        The lexical score before it was fused; none if the method has none. 0 if a table has
        nothing of the query.
    meaning
        The cosine of the nearest text; none if the method has none.
    """

    total: NDArray[np.float64]
    words: NDArray[np.float64] | None
    meaning: NDArray[np.float64] | None

    @property
    def found(self) -> NDArray[np.bool_]:
        """Which tables are found at all: by words alone, those that have something of the query."""
        everywhere = np.ones(len(self.total), dtype=bool)
        return everywhere if self.meaning is not None else everywhere & (self.total > 0)


@dataclass(frozen=True)
class TextRanker:
    """A method that is ready to score the tables of a lake.

    Parameters
    ----------
    titles
        Whether what is said of a table besides its cells counts.
    index
        Always there for lexical methods; of the others, only if it shows why a table was found.
    vectors
        Of the method's own kind of text, or of whole tables for the fusion; for the fusion with
        titles, those of the metadata follow.
    """

    method: str
    titles: bool
    index: TextIndex
    vectors: tuple[TextVectors, ...]
    encoder: SentenceEncoder

    @property
    def table_ids(self) -> Sequence[str]:
        """The tables that are scored, in the order of the scores."""
        return self.index.table_ids

    def vector(self, query: TextQuery) -> NDArray[np.float32] | None:
        """Encode a query; none if the method does without."""
        return self.encoder.encode([query.text], query=True)[0] if self.vectors else None

    def scores(
        self,
        query: TextQuery,
        vector: NDArray[np.float32] | None,
        among: NDArray[np.bool_] | None = None,
    ) -> TextScores:
        """Score every table.

        Parameters
        ----------
        vector
            From `vector`.
        among
            Which tables are candidates, shape (tables,); all if none. A fusion stretches the
            scores over these; those of the others mean nothing.
        """
        meaning = None if vector is None else self._meaning(vector)
        if meaning is not None and self.method in DENSE:
            return TextScores(meaning, None, meaning)
        if self.method == "tfidf":
            words = self.index.tfidf(query.terms, self.titles)
        elif self.method == "bm25":
            words = self.index.bm25(query.terms, self.titles)
        else:
            words = self.index.lexical(query.terms, query.every, self.titles)
        if meaning is None:
            return TextScores(words, words, None)
        fused = (1 - MEANING) * stretched(words, among) + MEANING * stretched(meaning, among)
        return TextScores(fused, words, meaning)

    def _meaning(self, vector: NDArray[np.float32]) -> NDArray[np.float64]:
        found = [vectors.scores(vector) for vectors in self.vectors]
        return found[0] if len(found) == 1 else np.maximum(*found)


def stretched(
    scores: NDArray[np.float64], among: NDArray[np.bool_] | None = None
) -> NDArray[np.float64]:
    """Stretch scores so that those of the candidates reach from 0 to 1; equal ones become 0.

    Examples
    --------
    >>> stretched(np.array([2.0, 4.0, 3.0])).tolist()
    [0.0, 1.0, 0.5]
    """
    chosen = scores if among is None else scores[among]
    if not len(chosen):
        return np.zeros(len(scores))
    low, high = float(chosen.min()), float(chosen.max())
    return (scores - low) / (high - low) if high > low else np.zeros(len(scores))


def open_ranker(lake: SearchedLake, method: str, titles: bool, *, load: bool = True) -> TextRanker:
    """Open what a method needs of a data lake, building what is missing.

    Parameters
    ----------
    load
        Whether the model is loaded now, and not while the first query waits. If not, and if the
        query's text has been encoded before as the name of a column, it never is: importing what
        drives it takes seconds.

    Raises
    ------
    InputError
        If there is no such method, or the lake has not been read yet.
    EncoderUnavailableError, CancelledError, BusyError, LakeNotFoundError, WorkspaceError
        As `core.search.derived.texts`.
    """
    check_method(method)
    index = text_index(lake)
    vectors = tuple(text_vectors_of(lake, kind, titles) for kind in kinds_of(method, titles))
    if any(one.fingerprint != index.fingerprint for one in vectors):
        raise BusyError(f"The lake {lake.info.name!r} changed in the meantime; search again.")
    encoder = sentence_encoder(lake.settings)
    if vectors and load:
        encoder.load()
    return TextRanker(method, titles, index, vectors, encoder)


def is_ready(lake: SearchedLake, method: str, titles: bool = True) -> bool:
    """Whether everything that a method needs of a lake as it stands has been built."""
    return is_text_ready(lake, kinds_of(check_method(method), titles), titles)


def cells_to_index(lake: LakeInfo) -> float:
    """Estimate how many headers and cells are read for a lake's text index.

    The catalog's sums are taken, as if all tables were of one size; of the rows of large ones the
    first are read.
    """
    rows = min(lake.rows, lake.tables * ROWS_READ)
    return (rows + lake.tables) * lake.columns / max(1, lake.tables)


def kinds_to_encode(lake: SearchedLake, method: str, titles: bool) -> tuple[TextKind, ...]:
    """Return the kinds of text that a search has to encode first, of all tables of the lake."""
    return tuple(
        kind
        for kind in kinds_of(check_method(method), titles)
        if not is_encoded(lake, kind, titles)
    )


def method_with_reading(lake: SearchedLake) -> str:
    """Return the method that a lake is made ready for whenever it has been read.

    That is the fusion where sentences are encoded anyway and the lake's texts take a minute at
    most, and words alone elsewhere.
    """
    soon = lake.info.tables <= ENCODED_WITH_READING
    return HYBRID if soon and lake.settings.encoder.startswith("sbert") else LEXICAL[0]


def kinds_of(method: str, titles: bool) -> tuple[TextKind, ...]:
    """Return the kinds of text that a method compares with the query."""
    if method == HYBRID:
        return ("table", "metadata") if titles else ("table",)
    return (DENSE[method],) if method in DENSE else ()


def check_method(method: str) -> str:
    """Return a method's name.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    if method not in TEXT_METHODS:
        raise InputError(
            f"The method for words must be one of {', '.join(TEXT_METHODS)}. Got {method!r}."
        )
    return method
