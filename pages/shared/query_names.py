"""What queries are called in a list on the screen."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from core.benchmarks import registry
from core.benchmarks.query_name import further_words, query_name
from core.benchmarks.types import BenchmarkInfo
from pages.shared.catalog_cache import workspace


def query_names(info: BenchmarkInfo, ids: Iterable[str]) -> pl.Series:
    """Name queries by id and by table, or words, in a column ``query``; what says the same once."""
    known = {query.query_id: query for query in registry.queries(workspace(), info)}
    return pl.Series("query", [query_name(info, one, known.get(one)) for one in ids], pl.String)


def query_words(info: BenchmarkInfo, ids: Iterable[str]) -> list[pl.Series]:
    """Give what queries with a table say besides, as a column ``words``; none if they say nothing.

    Returns
    -------
    list
        That one column, or nothing.
    """
    known = {query.query_id: query for query in registry.queries(workspace(), info)}
    words = [further_words(known.get(one)) for one in ids]
    return [pl.Series("words", words, pl.String)] if any(words) else []
