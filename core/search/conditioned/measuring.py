"""Conditions on what comes of a table: the size of the union or join with it, what it adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from core.conditions import Measure, OnColumns, Operation, Quantity, Result
from core.conditions.columns import ENOUGH, SURE, likeness
from core.errors import ColumnNotFoundError
from core.features.folding import ALL, Folding
from core.lake import tables
from core.search.integrate import Part, outer_union
from core.search.join import rank_for_keys
from core.search.join_keys import join_key
from core.search.join_methods import ranker
from core.search.joining import JoinPart, measure_joins
from core.search.query import QueryTable
from core.search.set_generations import set_index
from core.search.union import align_tables
from core.settings import Settings
from core.types import ColumnMatch

_JOINS = 0.5
"""Containment of the query's values from which on a table joins fully on a column."""

_UNIONS = 0.5
"""Likeness of two columns from which on they belong fully over each other."""


class Measurer:
    """Looks at the unions and joins of a query with tables.

    Parameters
    ----------
    alignments
        Of the tables that a union search found; of others they are made.
    pairs
        Columns of the query and of a table that a join search found to join on.
    rules
        How values are folded before they are compared, as that search did.
    """

    def __init__(
        self,
        query: QueryTable,
        settings: Settings,
        alignments: Mapping[str, Sequence[ColumnMatch]],
        pairs: Mapping[str, tuple[tuple[str, str], ...]],
        rules: Folding = ALL,
    ) -> None:
        self._query = query
        self._settings = settings
        self._alignments = alignments
        self._pairs = pairs
        self._rules = rules
        self._joins: dict[tuple[str, ...], dict[str, float]] = {}

    def __call__(self, table: str, part: Result | OnColumns) -> tuple[float, str]:
        """Say how far a part holds for a table, 0 to 1, and what was found, in words.

        Raises
        ------
        ColumnNotFoundError
            If the query has no column of a name to join or union on.
        """
        if isinstance(part, OnColumns):
            labels = tuple(query_label(self._query, name) for name in part.columns)
            if part.operation is Operation.JOIN:
                share = self._join_shares(labels).get(table, 0.0)
                return min(1.0, share / _JOINS), f"{share:.0%} of the values"
            return self._unions(table, labels)
        if table in self._pairs:
            return self._joined(table, part)
        return self._united(table, part)

    def _join_shares(self, labels: tuple[str, ...]) -> dict[str, float]:
        """Containment of the query's values in every table that has one of them."""
        if labels not in self._joins:
            workspace, lake = self._query.workspace, self._query.lake
            index = set_index(workspace, lake, self._rules)
            how = ranker("overlap", workspace, lake, index, self._settings)
            key = join_key(index, self._query, labels)
            self._joins[labels] = {
                index.table_ids[one.position]: one.overlap / key.distinct
                for _, one in rank_for_keys(index, how, [key], max(1, len(index))).found
            }
        return self._joins[labels]

    def _alignment(self, table: str) -> Sequence[ColumnMatch]:
        if table in self._alignments:
            return self._alignments[table]
        (hit,) = align_tables(self._query.workspace, self._query, [table], self._settings)
        return hit.alignment

    def _unions(self, table: str, labels: Sequence[str]) -> tuple[float, str]:
        alike = {match.query_column: match for match in self._alignment(table)}
        missing = [label for label in labels if label not in alike]
        if missing:
            return 0.0, f"nothing lines up with {missing[0]}"
        share = min(_together(alike[label]) for label in labels)
        return min(1.0, share / _UNIONS), ", ".join(alike[label].column for label in labels)

    def _united(self, table: str, part: Result) -> tuple[float, str]:
        alignment = self._alignment(table)
        rows, columns = self._sizes[table]
        added = columns - len(alignment)
        if part.measure is Measure.NEW_ROWS:
            made = outer_union(self._query, [Part(table, tuple(alignment))])
            return _told(part.quantity, made.parts[0].new_rows, "new rows")
        if part.measure is Measure.MATCHED_SHARE:
            return 0.0, "a union matches no rows"
        count = {
            Measure.ROWS: self._rows + rows,
            Measure.COLUMNS: len(self._query.labels) + added,
            Measure.NEW_COLUMNS: added,
        }[part.measure]
        return _told(part.quantity, count, part.measure)

    def _joined(self, table: str, part: Result) -> tuple[float, str]:
        joins = [JoinPart(table, self._pairs[table])]
        (facts,) = measure_joins(self._query, joins, self._settings, self._rules)
        if part.measure is Measure.MATCHED_SHARE:
            share = facts.row_share
            return float(part.quantity.holds(share)), f"{share:.0%} of the rows match"
        count = {
            Measure.ROWS: facts.left_rows,
            Measure.COLUMNS: len(self._query.labels) + len(facts.gained),
            Measure.NEW_ROWS: facts.left_rows - facts.query.rows,
            Measure.NEW_COLUMNS: len(facts.gained),
        }[part.measure]
        return _told(part.quantity, count, part.measure)

    @cached_property
    def _rows(self) -> int:
        return self._query.frame().height

    @cached_property
    def _sizes(self) -> dict[str, tuple[int, int]]:
        query = self._query
        return {
            one.table_id: (one.rows, one.columns) for one in tables(query.workspace, query.lake.key)
        }


def _together(match: ColumnMatch) -> float:
    """How surely two columns belong over each other: fully if they have one name."""
    same = likeness(match.query_column, match.column) >= SURE
    return 1.0 if same else max(0.0, match.score)


def query_label(query: QueryTable, name: str) -> str:
    """Find the column of a query that a condition names.

    Raises
    ------
    ColumnNotFoundError
        If none has nearly that name.
    """
    near = {label: likeness(name, label) for label in query.labels}
    best = max(near, key=near.__getitem__)
    if near[best] < ENOUGH:
        raise ColumnNotFoundError(
            f"A condition names columns of the query. Got {name!r}; {query.name} has "
            f"{', '.join(query.labels)}."
        )
    return best


def _told(quantity: Quantity, count: int, noun: str) -> tuple[float, str]:
    return float(quantity.holds(count)), f"{count:,} {noun}"
