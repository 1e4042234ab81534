"""Line up a query with tables that a person names, without a search for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from core import lake as lakes
from core.features import ColumnEncoder, encoder
from core.indexes import TableVectors
from core.indexes.vectors.tables import evenly_spread
from core.lake.stored.placing import every_place
from core.search.derived.folders import as_it_stands, require_read
from core.search.derived.some_vectors import vectors_of_some
from core.search.derived.vectors import is_built, open_vectors
from core.search.query import QueryTable
from core.search.union.matching import (
    background_similarity,
    chance_similarity,
    columns_drawn,
)
from core.search.union.ranking import match_tables
from core.search.union.searching import being_read, hits_of, labels_there, query_vectors
from core.types import Hit

_WORTH_ALL = 0.5
"""Of the lake's columns: who must encode as many encodes all of them, and keeps the vectors."""


def align_tables(
    query: QueryTable, table_ids: Sequence[str], encoder_name: str = ""
) -> tuple[Hit, ...]:
    """Align a query with tables chosen by a person, in their order; no rank is implied.

    The alignments are those that `search_union` gives. They hang on the rest of the lake by what
    any two of its columns have in common (`background_similarity`), which up to 1,500 of them tell:
    where the lake has no vectors yet, those columns are encoded with the tables, and nothing else.
    All of it is encoded for an encoder that is fitted on it, and where it has few columns more.

    Raises
    ------
    TableNotFoundError
        If the lake has no table of one of the ids.
    EncoderUnavailableError
        If there is no such encoder or its model cannot be loaded.
    InputError
        If the lake has not been read yet.
    CancelledError
        If the monitor says so while columns are encoded.
    BusyError
        If one of them has changed since the lake was encoded: a refresh has not ended.
    WorkspaceError
        If the workspace's disk is full.
    """
    lakes.require_tables(query.lake.workspace, query.lake.info.name, table_ids)
    how = encoder(encoder_name or query.lake.settings.encoder, query.lake.settings)
    if not table_ids:
        return ()
    with _vectors_for(query, table_ids, how) as (index, background):
        return _aligned(query, table_ids, how.name, index, background)


def _aligned(
    query: QueryTable,
    table_ids: Sequence[str],
    encoder_name: str,
    index: TableVectors,
    background: float,
) -> tuple[Hit, ...]:
    vectors = query_vectors(index, query, encoder_name)
    known = set(index.table_ids)
    positions = np.array([index.position(t) for t in table_ids if t in known], dtype=np.int64)
    labels, same = labels_there(query, index, positions)
    changed = same is not None and not same[positions].all()
    if changed or len(positions) < len(table_ids):
        raise being_read(query)
    matchings = match_tables(index, vectors, positions, background)
    ranked = ((t, m.score, m) for t, m in zip(table_ids, matchings, strict=True))
    return hits_of(query, labels, ranked)


@contextmanager
def _vectors_for(
    query: QueryTable, table_ids: Sequence[str], how: ColumnEncoder
) -> Iterator[tuple[TableVectors, float]]:
    """Give vectors with the query's and the tables' among them, and what is alike by chance."""
    lake = query.lake
    needs_all = how.needs_fit or is_built(lake, how.name)
    some = None if needs_all else _some_columns(query, table_ids)
    if some is None:
        index = open_vectors(lake, how.name)
        yield index, background_similarity(index)
        return
    require_read(lake.info)
    with as_it_stands(lake, "the vectors of some tables") as require_unchanged:
        drawn = len(some.by_chance)
        steps = drawn + len(some.aligned)
        with vectors_of_some(lake, how, some.by_chance, lake.monitor.part(0, steps)) as others:
            background = chance_similarity(*others.columns(range(drawn)))
        with vectors_of_some(lake, how, some.aligned, lake.monitor.part(drawn, steps)) as index:
            require_unchanged()
            yield index, background


@dataclass(frozen=True)
class _SomeColumns:
    """Columns of a lake that an alignment takes, by table: places of columns.

    Parameters
    ----------
    aligned
        All of the query and of the tables that are lined up with it.
    by_chance
        Those that were drawn to tell what is alike by chance.
    """

    aligned: Mapping[str, Sequence[int]]
    by_chance: Mapping[str, Sequence[int]]


def _some_columns(query: QueryTable, table_ids: Sequence[str]) -> _SomeColumns | None:
    """Tell which columns an alignment takes; none if they are nearly all that the lake has."""
    lake = query.lake
    tables = every_place(lake.workspace, lake.info.key)
    sizes = np.array([one.columns for one in tables], dtype=np.int64)
    named = {*table_ids, *([query.name] if query.in_lake else [])}
    aligned = {one.table_id: range(one.columns) for one in tables if one.table_id in named}
    drawn, counts = columns_drawn(sizes)
    if counts.sum() + sum(map(len, aligned.values())) >= _WORTH_ALL * sizes.sum():
        return None
    places = np.split(evenly_spread(sizes[drawn], counts), np.cumsum(counts)[:-1])
    of_drawn = zip(drawn.tolist(), places, strict=True)
    by_chance = {tables[table].table_id: some.tolist() for table, some in of_drawn}
    return _SomeColumns(aligned, by_chance)
