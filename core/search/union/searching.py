"""Union search: rank a data lake's tables by how well their rows can be appended to the query."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from core import lake as lakes
from core.errors import BusyError, InputError
from core.features import Checkpoint, ColumnBatch, encoder
from core.indexes import TableVectors
from core.monitor import Monitor
from core.search.derived.folders import as_indexed
from core.search.derived.vectors import open_vectors
from core.search.query import QueryTable
from core.search.results_wanted import check_results
from core.search.union.laid_over import column_matches
from core.search.union.matching import Matching, dense_normalised
from core.search.union.ranking import (
    RANK_BY,
    QueryVectors,
    RankBy,
    Ranking,
    match_tables,
    query_in_index,
    rank_tables,
)
from core.types import Hit, UnionSearch

_LOOKS = 10
"""How often a search begins anew because a refresh has changed what it found."""


def search_union(
    query: QueryTable, k: int = 10, encoder_name: str = "", rank_by: RankBy = "columns"
) -> UnionSearch:
    """Find the tables of a data lake that can be unioned with a query.

    ``rank_by="table"`` ranks by the inner product of table vectors, as the paper's baselines do
    (fishy-tus, sections 3.2 and 4.3). ``rank_by="columns"`` takes the 300 best of those, or 1,000
    if more than 300 results are wanted, and ranks them by the maximum-weight bipartite matching of
    their columns with the query's (`match_columns`). Equal scores are ranked by table id, but that
    tables of which no column is more alike than by chance, score 0, stand in the order of their
    table vectors. Either way each hit has its matching.

    Parameters
    ----------
    query
        Left out of its own results if it is a table of the lake. The lake's monitor is told how far
        it is if the lake must be encoded first, and where the query takes a while to encode.
    k
        Results wanted, 1 to 1,000; fewer are given if the lake has fewer.
    encoder_name
        One of `core.features.ENCODERS`; the settings' encoder if empty.

    Raises
    ------
    InputError
        If `k` or `rank_by` is out of range.
    EncoderUnavailableError
        If there is no such encoder or its model cannot be loaded.
    CancelledError
        If the monitor says so while the lake or the query is encoded.
    BusyError
        If a refresh changes tables as often as they are looked at.
    """
    check_results(k)
    check_rank_by(rank_by)
    name = encoder_name or query.lake.settings.encoder
    index = open_vectors(query.lake, name)
    began = time.perf_counter()
    ranker = UnionRanker(query, index, name, query.others_in(index))
    hits, compared = ranker.hits(k, rank_by)
    return UnionSearch(
        lake=query.lake.info.name,
        query=query.name,
        encoder=name,
        rank_by=rank_by,
        seconds=time.perf_counter() - began,
        hits=hits,
        candidates=compared,
    )


def check_rank_by(rank_by: RankBy) -> None:
    """Refuse a way to rank that a search cannot be asked for.

    Raises
    ------
    InputError
        If it is none of `RANK_BY`.
    """
    if rank_by not in RANK_BY:
        raise InputError(f"The ranking must be by one of {', '.join(RANK_BY)}. Got {rank_by!r}.")


class UnionRanker:
    """Ranks the tables of an opened index for one query, to any depth.

    Parameters
    ----------
    index
        The vectors of the query's lake under the encoder.
    among
        Shape (tables,): which tables are candidates; all if none.
    """

    def __init__(
        self,
        query: QueryTable,
        index: TableVectors,
        encoder_name: str,
        among: NDArray[np.bool_] | None = None,
    ) -> None:
        self._query = query
        self._index = index
        self._among = among
        self._vectors = query_vectors(index, query, encoder_name)

    def hits(self, k: int, rank_by: RankBy = "columns") -> tuple[tuple[Hit, ...], int]:
        """Return the k best tables as `search_union` ranks them, and how many were compared.

        Raises
        ------
        BusyError
            If a refresh changes tables as often as they are looked at.
        """
        index, query = self._index, self._query
        ranking, labels = self._there(k, rank_by)
        matchings = match_tables(index, self._vectors, ranking.positions)
        ids = [index.table_ids[position] for position in ranking.positions]
        ranked = zip(ids, ranking.scores.tolist(), matchings, strict=True)
        return hits_of(query, labels, ranked), ranking.compared

    def others(
        self, than: Collection[str]
    ) -> tuple[list[str], NDArray[np.int64], NDArray[np.float64]]:
        """Order all candidates but some by how near their table vectors are, nearest first.

        Returns
        -------
        table_ids, positions, scores
            One entry a table; the last two for `align`.
        """
        ids, chosen = self._index.table_ids, self._index.all_but(than, self._among)
        if not chosen.any():
            return [], np.zeros(0, dtype=np.int64), np.zeros(0)
        positions, scores = self._index.nearest(self._vectors.table, len(ids), among=chosen)
        return [ids[position] for position in positions], positions, scores

    def align(
        self, positions: NDArray[np.int64], scores: NDArray[np.float64], rank_by: RankBy
    ) -> tuple[Hit, ...]:
        """Line the query up with tables, each with the score that `search_union` would give it.

        Tables that a refresh under way has changed are left out.

        Parameters
        ----------
        scores
            Of their table vectors, which are what they are ranked by if `rank_by` is "table".
        """
        index, query = self._index, self._query
        labels, same = labels_there(query, index, positions)
        if same is not None:
            scores, positions = scores[same[positions]], positions[same[positions]]
        found = match_tables(index, self._vectors, positions)
        ranked = (
            (index.table_ids[position], score if rank_by == "table" else matching.score, matching)
            for position, score, matching in zip(positions, scores.tolist(), found, strict=True)
        )
        return hits_of(query, labels, ranked)

    def _there(self, k: int, rank_by: RankBy) -> tuple[Ranking, dict[str, list[str]]]:
        """Rank tables that are as they were encoded, and read their labels."""
        query, index = self._query, self._index
        for _ in range(_LOOKS):
            ranking = rank_tables(index, self._vectors, k, rank_by, self._among)
            labels, same = labels_there(query, index, ranking.positions)
            if same is None or same[ranking.positions].all():
                return ranking, labels
            self._among = same if self._among is None else self._among & same
        raise being_read(query)


def being_read(query: QueryTable) -> BusyError:
    """Return the error of tables that a refresh has changed since they were encoded."""
    return BusyError(
        f"Tables of the lake {query.lake.info.name!r} are being read again; wait until its refresh "
        "has ended, or run it once more."
    )


def query_vectors(index: TableVectors, query: QueryTable, encoder_name: str) -> QueryVectors:
    """Find the vectors of a query's columns in an index; of one from elsewhere they are made."""
    position = query.indexed_in(index)
    if position is not None:
        return query_in_index(index, position, [column.position for column in query.columns])
    workspace, settings = query.lake.workspace, query.lake.settings
    how = encoder(encoder_name, settings)
    values = lakes.sample_frame(workspace, query.frame(), how.sample_size, settings)
    names = [column.name for column in query.columns]
    checkpoint = _told_to(query.lake.monitor, len(names))
    columns, tables = index.encode(ColumnBatch(names, values, [len(names)]), checkpoint)
    return QueryVectors(dense_normalised(columns), tables[0])


def _told_to(monitor: Monitor, columns: int) -> Checkpoint:
    """Tell how far the encoding of a query is, but for one that is over at once."""
    told = columns

    def checkpoint(share: float) -> None:
        nonlocal told
        monitor.raise_if_stopped()
        done = round(share * columns)
        if done != told:
            told = done
            monitor.progress(done, columns, "Encoding the columns of the query")

    return checkpoint


def labels_there(
    query: QueryTable, index: TableVectors, positions: NDArray[np.int64]
) -> tuple[dict[str, list[str]], NDArray[np.bool_] | None]:
    """Labels of some tables' columns, and which tables were as they were encoded, after that.

    A refresh writes table by table; the vectors follow when it has ended.
    """
    ids = [index.table_ids[position] for position in positions]
    labels = lakes.table_labels(query.lake.workspace, query.lake.info.key, ids)
    return labels, as_indexed(query.lake, index)


def hits_of(
    query: QueryTable,
    labels: Mapping[str, list[str]],
    ranked: Iterable[tuple[str, float, Matching]],
) -> tuple[Hit, ...]:
    """Number tables as they come, each with its score and with its matching by labels."""
    return tuple(
        Hit(
            rank=rank,
            table=table_id,
            score=round(score, 6),
            alignment=column_matches(query.labels, labels[table_id], found),
        )
        for rank, (table_id, score, found) in enumerate(ranked, 1)
    )
