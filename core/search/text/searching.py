"""Search in words: rank a data lake's tables for keywords or a question, and say why."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.features.terms import spans
from core.indexes import best, without_noise
from core.search.derived.folders import as_indexed
from core.search.results_wanted import check_results
from core.search.text.evidence import evidence
from core.search.text.query import TextQuery, text_query
from core.search.text.ranking import HYBRID, TextRanker, TextScores, check_method, open_ranker
from core.search.text.types import TextHit, TextSearch
from core.search.types import SearchedLake


def search_text(
    lake: SearchedLake, words: str, k: int = 10, *, method: str = HYBRID, titles: bool = True
) -> TextSearch:
    """Find the tables of a data lake that keywords or a question ask for.

    Parameters
    ----------
    lake
        Its monitor is told how far it is if something has to be built first.
    words
        At most 10,000 characters. Words like "which", "find" and "tables" say nothing about
        tables and are left out, unless there are no others.
    k
        Results wanted, 1 to 1,000; fewer are given if the lake has fewer, or, by "bm25" and
        "tfidf", if fewer have a word of the query.
    method
        One of `core.search.text.ranking.TEXT_METHODS`.
    titles
        Whether file and folder names, titles and sections count.

    Raises
    ------
    InputError
        If `words` has no word or too many, or `k` or `method` is out of range.
    EncoderUnavailableError
        If the model that the method needs cannot be loaded.
    CancelledError
        If the monitor says so while something is built.
    BusyError
        If the lake is refreshed meanwhile.
    """
    check_results(k)
    query = text_query(words)
    ranker = open_ranker(lake, check_method(method), titles)
    began = time.perf_counter()
    vector = ranker.vector(query)
    among = as_indexed(lake, ranker.index)
    scores = ranker.scores(query, vector, among)
    there = np.flatnonzero(scores.found if among is None else scores.found & among)
    order, _ = best(without_noise(scores.total[there]), ranker.index.ranks[there], k)
    positions = there[order]
    hits = _hits(lake, ranker, query, vector, scores, positions)
    kept = set(query.words)
    left_out = {
        words[span.begin : span.end]: None
        for span in spans([query.text])[0]
        if span.term not in kept
    }
    return TextSearch(
        lake=lake.info.name,
        query=query.text,
        method=method,
        titles=titles,
        words=tuple(query.words.values()),
        left_out=tuple(left_out),
        candidates=len(ranker.index) if among is None else int(among.sum()),
        seconds=time.perf_counter() - began,
        hits=hits,
    )


def text_hits(
    lake: SearchedLake,
    words: str,
    table_ids: Sequence[str],
    method: str,
    titles: bool,
) -> tuple[TextHit, ...]:
    """Say of tables chosen elsewhere, in their order, what speaks for them.

    Those that have left the lake or changed since it was indexed are left out.

    Raises
    ------
    InputError, EncoderUnavailableError, BusyError
        As `search_text`.
    """
    query = text_query(words)
    ranker = open_ranker(lake, check_method(method), titles)
    vector = ranker.vector(query)
    among = as_indexed(lake, ranker.index)
    ids = ranker.index.table_ids
    places = {t: place for place, t in enumerate(ids) if among is None or among[place]}
    positions = np.array([places[table] for table in table_ids if table in places], dtype=np.int64)
    scores = ranker.scores(query, vector, among)
    return _hits(lake, ranker, query, vector, scores, positions)


def _hits(
    lake: SearchedLake,
    ranker: TextRanker,
    query: TextQuery,
    vector: NDArray[np.float32] | None,
    scores: TextScores,
    positions: NDArray[np.int64],
) -> tuple[TextHit, ...]:
    why = evidence(lake, ranker, query, vector, positions.tolist())
    hits = []
    for rank, (position, one) in enumerate(zip(positions.tolist(), why, strict=True), 1):
        hits.append(
            TextHit(
                rank=rank,
                table=ranker.index.table_ids[position],
                score=round(float(scores.total[position]), 6),
                words=_rounded(scores.words, position),
                meaning=_rounded(scores.meaning, position),
                matched=one.matched,
                missing=one.missing,
                title=one.title,
                header=one.header,
                rows=one.rows,
                nearest=one.nearest,
            )
        )
    return tuple(hits)


def _rounded(scores: NDArray[np.float64] | None, position: int) -> float | None:
    return None if scores is None else round(float(scores[position]), 6)
