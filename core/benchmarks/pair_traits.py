"""What kind of pair a case is: its topic, its size, how far its column names overlap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.judges.matcher_features import Feature, pair_features
from core.judges.matcher_tables import MatcherTable, TableReader
from core.settings import Settings
from core.store import Workspace

MOST_TOPICS = 8
_QUERIES_A_TOPIC = 5
_WORDS = 2


def pair_traits(
    workspace: Workspace,
    info: BenchmarkInfo,
    pairs: Sequence[tuple[str, str]],
    settings: Settings,
    seed: int = 0,
) -> dict[tuple[str, str], dict[str, Any]]:
    """Describe pairs of query id and candidate.

    Topics are clusters of the query tables by the sentence vectors of their headers (k-means, at
    most eight), each named by the two words of those headers that tell it most from the others.

    Returns
    -------
    dict
        ``topic``, ``cells`` (of both tables), ``overlap`` (of column names) of each pair; a pair
        whose query has no table, or whose tables cannot be read or have no names, lacks what
        cannot be told.
    """
    of_query = {query.query_id: query.table for query in registry.queries(workspace, info)}
    sizes = {
        table.table_id: table.rows * table.columns
        for table in lakes.tables(workspace, info.lake_key)
    }
    known = [(q, t, of_query.get(q)) for q, t in pairs]
    wanted = [(info.name, table) for _, t, query in known if query for table in (query, t)]
    tables = TableReader(workspace, settings).read(wanted)
    topics = _topics(
        {
            query: table
            for _, _, query in known
            if query and isinstance(table := tables[info.name, query], MatcherTable)
        },
        seed,
    )
    found: dict[tuple[str, str], dict[str, Any]] = {}
    both: list[tuple[MatcherTable, MatcherTable]] = []
    places: list[tuple[str, str]] = []
    for q, t, query in known:
        if query is None or query not in sizes or t not in sizes:
            continue
        found[q, t] = {"topic": topics.get(query), "cells": sizes[query] + sizes[t]}
        left, right = tables[info.name, query], tables[info.name, t]
        if isinstance(left, MatcherTable) and isinstance(right, MatcherTable):
            both.append((left, right))
            places.append((q, t))
    overlap = pair_features(both)[0][:, list(Feature).index(Feature.OVERLAP)]
    for place, value in zip(places, overlap.tolist(), strict=True):
        found[place]["overlap"] = value
    return found


def _letters(text: str) -> list[str]:
    return [word for word in text.split() if word.isalpha() and len(word) > 1]


def _topics(queries: dict[str, MatcherTable], seed: int) -> dict[str, str]:
    """Cluster query tables and name the clusters."""
    if len(queries) < 2 * _QUERIES_A_TOPIC:
        return dict.fromkeys(queries, "all queries")
    from sklearn.cluster import KMeans
    from sklearn.feature_extraction.text import TfidfVectorizer

    names = sorted(queries)
    vectors = np.stack([queries[name].header_vector for name in names])
    wanted = min(MOST_TOPICS, len(names) // _QUERIES_A_TOPIC)
    cluster = KMeans(wanted, n_init=10, random_state=seed).fit_predict(vectors)
    texts = [
        " ".join(
            word
            for name, at in zip(names, cluster, strict=True)
            if at == one
            for word in queries[name].names
        )
        for one in range(wanted)
    ]
    weigher = TfidfVectorizer(analyzer=_letters)
    weights = weigher.fit_transform(texts).toarray()
    words = weigher.get_feature_names_out()
    titles = [
        ", ".join(words[i] for i in np.argsort(-row, kind="stable")[:_WORDS]) for row in weights
    ]
    # Two clusters may be told by the same words.
    told = [
        title if titles.count(title) == 1 else f"{title} ({i + 1})"
        for i, title in enumerate(titles)
    ]
    return {name: told[at] for name, at in zip(names, cluster, strict=True)}
