"""Join searches as methods: the column to join on comes with the query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.benchmarks.formats import Query
from core.benchmarks.join_columns import place_of
from core.benchmarks.methods.base import Family, Method, Prepared, Ranked, Subject, Takes
from core.errors import ColumnNotFoundError
from core.indexes.sets.index import SetIndex
from core.indexes.timing import making_seconds, total_seconds
from core.lake.labels import listed
from core.monitor import Monitor
from core.search import QueryTable, query_table
from core.search.derived.value_sets import set_index
from core.search.join.errors import KeyWithoutValuesError
from core.search.join.keys import JoinKey, join_key, propose_keys
from core.search.join.methods import JOIN_METHOD_WORDS, JOIN_METHODS, JoinMethod, ranker
from core.search.join.ranking import Ranker
from core.search.join.searching import rank_for_keys
from core.settings import Settings
from core.types import ColumnProfile

OVERLAP: JoinMethod = "overlap"
"""The one that is exact."""


@dataclass(frozen=True)
class JoinSearchMethod(Method):
    """A join search as a method of a benchmark.

    Parameters
    ----------
    label
        One of `core.search.join.methods.JOIN_METHODS`.
    """

    takes: ClassVar[frozenset[Takes]] = frozenset({Takes.JOINS})

    label: JoinMethod

    def prepare(self, subject: Subject, monitor: Monitor) -> Prepared:
        """Index the lake's values, and what else the method needs, unless that is done."""
        lake = subject.lake(monitor)
        index = set_index(lake)
        return _PreparedJoin(subject, index, ranker(self.label, lake, index))


class _PreparedJoin(Prepared):
    def __init__(self, subject: Subject, index: SetIndex, rank: Ranker) -> None:
        made = index.manifest
        super().__init__(
            made["fingerprint"],
            total_seconds([making_seconds(made), rank.offline_seconds]),
            {"folding": made["folding"], "folding_key": made["folding_key"], **rank.parameters},
            made["versions"],
        )
        self._lake = subject.lake()
        self._index = index
        self._rank = rank
        self._among = np.array([subject.info.is_candidate(table) for table in index.table_ids])

    def rank(self, query: Query, depth: int, without: str | None) -> Ranked:
        """Rank by the query's key, or by what looks like one if it has none.

        A key that no row has values for has no candidates.
        """
        index = self._index
        table = query_table(self._lake, query.table or "")
        keys = list(filter(None, (_key(index, table, one) for one in keys_to_try(table, query))))
        among = self._among if without is None else index.all_but([without], self._among)
        found = rank_for_keys(index, self._rank, keys, depth, among)
        return [(index.table_ids[one.position], one.score) for _, one in found.found]


def _key(index: SetIndex, table: QueryTable, labels: Sequence[str]) -> JoinKey | None:
    try:
        return join_key(index, table, labels)
    except KeyWithoutValuesError:  # each column has values, and no row has one in each
        return None


def keys_to_try(table: QueryTable, query: Query) -> list[list[str]]:
    """Return the labels of the columns of each key that a query may be joined on.

    The columns of the query's own key are found as `place_of` finds them; if one has no values
    there is no key. A query without one is tried on what looks like a key.

    Raises
    ------
    ColumnNotFoundError
        If the query names a column that its table has not.
    """
    filled = [column for column in table.columns if column.values]
    if not query.join_on:
        return [[one.column] for one in propose_keys(filled)]
    columns = [_column(table, query, wanted) for wanted in query.join_on]
    return [[one.label for one in columns]] if all(one.values for one in columns) else []


def _column(table: QueryTable, query: Query, wanted: str) -> ColumnProfile:
    place = place_of(wanted, [(one.name, one.label) for one in table.columns])
    if place is not None:
        return table.columns[place]
    raise ColumnNotFoundError(
        f"A query's join column is a column of its table. Got {wanted!r} for {query.query_id!r}; "
        f"{table.name} has {listed(table.labels)}."
    )


def _find(name: str, settings: Settings) -> JoinSearchMethod | None:
    del settings
    return next((JoinSearchMethod(known) for known in JOIN_METHODS if known == name), None)


FAMILY = Family(
    names=JOIN_METHODS,
    find=_find,
    offered={
        name: f"Joins: {words[0].lower()}{words[1:]} ({name})"
        for name, words in JOIN_METHOD_WORDS.items()
    },
)
