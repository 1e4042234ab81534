"""What kind of pair a case is: its topic, its size, how far its column names overlap.

All of it is told from the catalog, without reading a cell or loading a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.features.stop_words import STOP_WORDS
from core.judges.matcher.tables import header_words
from core.lake.stored.headers import headers
from core.store import Workspace

MOST_TOPICS = 8
_QUERIES_A_TOPIC = 5
_WORDS = 2
_TOPICS_KEPT = 8


def pair_traits(
    workspace: Workspace,
    info: BenchmarkInfo,
    pairs: Sequence[tuple[str, str]],
) -> dict[tuple[str, str], dict[str, Any]]:
    """Describe pairs of query id and candidate.

    Topics are clusters of the queries by the words of their tables' headers, or of their text
    where they have no table (k-means over TF-IDF, at most eight), each named by the two words that
    tell it most from the others.

    Returns
    -------
    dict
        ``topic``, ``cells`` (of both tables), ``overlap`` (overlap coefficient of their column
        names) of each pair; a pair whose query has no table, or one of whose tables is not there
        or has no names, lacks what cannot be told.
    """
    asked = {query.query_id: query for query in registry.queries(workspace, info)}
    known = [(asked[q], t) for q, t in pairs if q in asked]
    sizes = {
        table.table_id: table.rows * table.columns
        for table in lakes.tables(workspace, info.lake_key)
    }
    wanted = {table for query, t in known for table in (query.table, t) if table in sizes}
    names = {
        table: frozenset(header_words(name) for name in header) - {""}
        for table, header in headers(workspace, info.lake_key, wanted).items()
    }
    texts = {
        query.query_id: " ".join(sorted(names.get(query.table, ())))
        if query.table
        else header_words(query.text or "")
        for query, _ in known
    }
    topics = dict(_topics(tuple(sorted(texts.items()))))
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for query, t in known:
        traits = found[query.query_id, t] = {"topic": topics.get(query.query_id)}
        if t not in sizes or (query.table and query.table not in sizes):
            continue
        traits["cells"] = sizes[t] + (sizes[query.table] if query.table else 0)
        one, other = names.get(query.table or "", frozenset()), names.get(t, frozenset())
        if one and other:
            traits["overlap"] = len(one & other) / min(len(one), len(other))
    return found


def _letters(text: str) -> list[str]:
    words = (word for word in text.split() if word.isalpha() and len(word) > 1)
    return [word for word in words if word not in STOP_WORDS]


@lru_cache(maxsize=_TOPICS_KEPT)
def _topics(texts: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Cluster queries by their words and name the clusters; judges of one panel share them."""
    told = {query: text for query, text in texts if _letters(text)}
    if len(told) < 2 * _QUERIES_A_TOPIC:
        return tuple((query, "all queries") for query, _ in texts)
    from sklearn.cluster import KMeans
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectors = TfidfVectorizer(analyzer=_letters).fit_transform(told.values())
    wanted = min(MOST_TOPICS, len(told) // _QUERIES_A_TOPIC)
    cluster = KMeans(wanted, n_init=10, random_state=0).fit_predict(vectors)
    joined = [
        " ".join(text for text, at in zip(told.values(), cluster, strict=True) if at == one)
        for one in range(wanted)
    ]
    weigher = TfidfVectorizer(analyzer=_letters)
    weights = weigher.fit_transform(joined).toarray()
    words = weigher.get_feature_names_out()
    titles = [
        ", ".join(words[i] for i in np.argsort(-row, kind="stable")[:_WORDS]) for row in weights
    ]
    # Two clusters may be told by the same words.
    named = [
        title if titles.count(title) == 1 else f"{title} ({i + 1})"
        for i, title in enumerate(titles)
    ]
    return tuple((query, named[at]) for query, at in zip(told, cluster, strict=True))
