"""Searches in words as methods: TARGET's retrievers and the fusion (Ji et al., section 3.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.benchmarks.formats import Query
from core.benchmarks.methods.base import Family, Method, Prepared, Ranked, Subject, Takes
from core.benchmarks.methods.union import UnionMethod
from core.indexes import best, without_noise
from core.indexes.timing import making_seconds, total_seconds
from core.monitor import Monitor
from core.search.text.errors import WordlessQueryError
from core.search.text.query import text_query
from core.search.text.ranking import TEXT_METHOD_WORDS, TEXT_METHODS, TextRanker, open_ranker
from core.settings import Settings

NO_TITLES = "no-titles"
"""What follows the name of a method that leaves out file names, titles and sections."""


@dataclass(frozen=True)
class TextMethod(Method):
    """A search in words as a method of a benchmark.

    Parameters
    ----------
    label
        What its run is called.
    ranking
        One of `core.search.text.ranking.TEXT_METHODS`.
    titles
        Whether what is said of a table besides its cells counts.
    """

    takes: ClassVar[frozenset[Takes]] = frozenset({Takes.TEXTS})

    label: str
    ranking: str
    titles: bool = True

    def prepare(self, subject: Subject, monitor: Monitor) -> Prepared:
        """Build the lake's text index and vectors unless that is done, and open them."""
        ranker = open_ranker(subject.lake(monitor), self.ranking, self.titles)
        return _PreparedText(subject, ranker)


class _PreparedText(Prepared):
    def __init__(self, subject: Subject, ranker: TextRanker) -> None:
        made = [ranker.index.manifest, *(vectors.manifest for vectors in ranker.vectors)]
        super().__init__(
            made[0]["fingerprint"],
            total_seconds(map(making_seconds, made)),
            {"ranking": ranker.method, "titles": int(ranker.titles)},
            {name: told for one in made for name, told in one["versions"].items()},
        )
        if ranker.vectors:
            self.parameters["encoder_key"] = ranker.encoder.key
        self._ranker = ranker
        ids = ranker.index.table_ids
        self._among = np.array([subject.info.is_candidate(table) for table in ids], dtype=bool)

    def rank(self, query: Query, depth: int, without: str | None) -> Ranked:
        """Rank by the query's words, which are encoded first if the method compares meaning.

        A query without a letter or a digit has no ranking, and by words alone a table that has none
        of the query's is not ranked: its place would be that of its name.
        """
        index = self._ranker.index
        try:
            asked = text_query(query.text or "")
        except WordlessQueryError:
            return []
        among = self._among if without is None else index.all_but([without], self._among)
        scores = self._ranker.scores(asked, self._ranker.vector(asked), among)
        chosen = np.flatnonzero(among & scores.found)
        places, found = best(without_noise(scores.total[chosen]), index.ranks[chosen], depth)
        ranked = zip(chosen[places].tolist(), found.tolist(), strict=True)
        return [(index.table_ids[place], score) for place, score in ranked]


@dataclass(frozen=True)
class TfidfMethod(Method):
    """TF-IDF of whatever a query has: of its table if it has one, else of its words."""

    takes: ClassVar[frozenset[Takes]] = frozenset({Takes.TABLES, Takes.TEXTS})

    label: str = "tfidf"

    def prepare(self, subject: Subject, monitor: Monitor) -> Prepared:
        """Prepare for the kinds of queries that the benchmark has."""
        from core.benchmarks import registry

        asked = registry.queries(subject.workspace, subject.info)
        by_table, by_words = UnionMethod("tfidf", "tfidf", "table"), TextMethod("tfidf", "tfidf")
        tables = any(query.table for query in asked)
        words = any(query.text and not query.table for query in asked)
        return _PreparedTfidf(
            by_table.prepare(subject, monitor) if tables else None,
            by_words.prepare(subject, monitor) if words else None,
        )


class _PreparedTfidf(Prepared):
    def __init__(self, by_table: Prepared | None, by_words: Prepared | None) -> None:
        both = [one for one in (by_table, by_words) if one is not None]
        super().__init__(
            both[0].lake_fingerprint,
            total_seconds(one.offline_seconds for one in both),
            {name: value for one in both for name, value in one.parameters.items()},
            {name: value for one in both for name, value in one.versions.items()},
        )
        self._by_table, self._by_words = by_table, by_words

    def rank(self, query: Query, depth: int, without: str | None) -> Ranked:
        """Rank by the query's table if it has one, else by its words."""
        how = self._by_table if query.table else self._by_words
        return [] if how is None else how.rank(query, depth, without)


def _find(name: str, settings: Settings) -> Method | None:
    del settings
    if name == "tfidf":
        return TfidfMethod()
    ranking, colon, variant = name.partition(":")
    if ranking in TEXT_METHODS and (variant == NO_TITLES or not colon):
        return TextMethod(name, ranking, titles=not colon)
    return None


FAMILY = Family(
    names=TEXT_METHODS,
    find=_find,
    offered={
        **{name: f"{words} ({name})" for name, words in TEXT_METHOD_WORDS.items()},
        "tfidf": "TF-IDF of tables or words (tfidf)",
        f"hybrid:{NO_TITLES}": f"Words and meaning, without titles (hybrid:{NO_TITLES})",
    },
    spelling=f"METHOD:{NO_TITLES} for words",
)
