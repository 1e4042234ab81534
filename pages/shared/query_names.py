"""What a query is called on the screen: by its id, and by what it asks with."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

import polars as pl

from core.benchmarks import registry
from core.benchmarks.formats import Query
from core.benchmarks.types import BenchmarkInfo
from pages.shared.opened import workspace

_MOST_OF_TEXT = 60


def query_names(info: BenchmarkInfo, ids: Iterable[str]) -> pl.Series:
    """Name queries by id and by table, or words, in a column ``query``; what says the same once."""
    known = {query.query_id: query for query in registry.queries(workspace(), info)}
    return pl.Series("query", [query_name(info, one, known.get(one)) for one in ids], pl.String)


def query_name(info: BenchmarkInfo, query_id: str, query: Query | None) -> str:
    """Name one query as `query_names`; by its id alone if it is none of the benchmark's."""
    if query is None:
        return query_id
    if query.table is None:
        text = " ".join((query.text or "").split())
        asked = text if len(text) <= _MOST_OF_TEXT else f"{text[: _MOST_OF_TEXT - 1]}…"
    else:
        asked = info.published(query.table)
    known = asked in query_id or PurePath(asked).stem == query_id
    return query_id if known else f"{query_id} · {asked}"
