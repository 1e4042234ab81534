"""What a query is called where people read it: by its id, and by what it asks with."""

from __future__ import annotations

from pathlib import PurePath

from core.benchmarks.formats import Query
from core.benchmarks.types import BenchmarkInfo

_MOST_OF_TEXT = 60


def query_name(info: BenchmarkInfo, query_id: str, query: Query | None) -> str:
    """Name a query by id and by table, or words if it has none; what says the same once.

    Parameters
    ----------
    query
        None if the id is of none of the benchmark's: it is named by the id alone.
    """
    if query is None:
        return query_id
    if query.table is None:
        text = " ".join((query.text or "").split())
        asked = text if len(text) <= _MOST_OF_TEXT else f"{text[: _MOST_OF_TEXT - 1]}…"
    else:
        asked = info.published(query.table)
    known = asked in query_id or PurePath(asked).stem == query_id
    return query_id if known else f"{query_id} · {asked}"


def further_words(query: Query | None) -> str:
    """Return in one line what a query with a table says besides; empty if nothing."""
    if query is None or query.table is None:
        return ""
    return " ".join((query.text or "").split())
