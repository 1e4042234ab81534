"""Conditions on what comes of a table: the size of the union or join with it, what it adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from core.conditions import Measure, OnColumns, Operation, Quantity, Result
from core.conditions.columns import ENOUGH, SURE, likeness
from core.conditions.counting.tables import TableFacts
from core.conditions.counting.time_limits import Deadline
from core.errors import ColumnNotFoundError
from core.features.folding import ALL, Folding
from core.lake.labels import listed
from core.search.conditioned.joined_rows import JoinCounter
from core.search.conditioned.united_rows import count_new_rows
from core.search.derived.value_sets import set_index
from core.search.join.keys import join_key
from core.search.join.methods import ranker
from core.search.join.searching import rank_for_keys
from core.search.query import QueryTable
from core.search.union.aligning import align_tables
from core.types import ColumnMatch, Hit

_JOINS = 0.5
"""Containment of the query's values from which on a table joins fully on a column."""

_UNIONS = 0.5
"""Likeness of two columns from which on they belong fully over each other."""


class Measurer:
    """Looks at the unions and joins of a query with tables.

    Parameters
    ----------
    query
        Its lake's monitor is told how many tables have been looked at, and asked whether to stop
        while an index is made that a condition needs and the search has not.
    alignments
        Of the tables that a union search found; of others they are made.
    joins
        Counts the joins with the tables that a join search found; none of other searches.
    rules
        How values are folded before they are compared, as that search did.
    """

    def __init__(
        self,
        query: QueryTable,
        alignments: Mapping[str, Sequence[ColumnMatch]],
        joins: JoinCounter | None = None,
        rules: Folding = ALL,
    ) -> None:
        self._query = query
        self._alignments = alignments
        self._joins = joins
        self._rules = rules
        self._shares: dict[tuple[str, ...], dict[str, float]] = {}

    def __call__(
        self, tables: Sequence[TableFacts], part: Result | OnColumns, deadline: Deadline
    ) -> dict[str, tuple[float, str]]:
        """Say how far a part holds for each table, 0 to 1, and what was found, in words.

        Raises
        ------
        ColumnNotFoundError
            If the query has no column of a name to join or union on.
        ConditionTimeoutError
            If it takes longer.
        """
        if isinstance(part, OnColumns):
            return self._on_columns(tables, part, deadline)
        if self._joins is not None:
            return self._joined(self._joins, tables, part, deadline)
        return self._united(tables, part, deadline)

    def _tell(self, what: str, total: int) -> Callable[[int], None]:
        """Make what is told of each table that has been looked at."""

        def tell(done: int) -> None:
            self._query.lake.monitor.progress(done, total, what)

        return tell

    def _on_columns(
        self, tables: Sequence[TableFacts], part: OnColumns, deadline: Deadline
    ) -> dict[str, tuple[float, str]]:
        labels = tuple(query_label(self._query, name) for name in part.columns)
        if part.operation is Operation.JOIN:
            shares = self._join_shares(labels, deadline)
            found = {one.table: shares.get(one.table, 0.0) for one in tables}
            return {
                table: (min(1.0, share / _JOINS), f"{share:.0%} of the values")
                for table, share in found.items()
            }
        alignments = self._aligned(tables)
        return {table: _unions(alignment, labels) for table, alignment in alignments.items()}

    def _join_shares(self, labels: tuple[str, ...], deadline: Deadline) -> dict[str, float]:
        """Containment of the query's values in every table that has one of them."""
        if labels not in self._shares:
            index = set_index(self._query.lake, self._rules)
            how = ranker("overlap", self._query.lake, index)
            key = join_key(index, self._query, labels)
            ranked = rank_for_keys(
                index,
                how,
                [key],
                max(1, len(index)),
                check=lambda: deadline.check(f"{len(index):,} tables"),
            )
            self._shares[labels] = {
                index.table_ids[one.position]: one.overlap / key.distinct for _, one in ranked.found
            }
        return self._shares[labels]

    def _aligned(self, tables: Sequence[TableFacts]) -> dict[str, Sequence[ColumnMatch]]:
        others = [one.table for one in tables if one.table not in self._alignments]
        hits: Sequence[Hit] = ()
        if others:
            hits = align_tables(self._query, others)
        known = {**self._alignments, **{hit.table: hit.alignment for hit in hits}}
        return {one.table: known[one.table] for one in tables}

    def _united(
        self, tables: Sequence[TableFacts], part: Result, deadline: Deadline
    ) -> dict[str, tuple[float, str]]:
        if part.measure is Measure.MATCHED_SHARE:
            return {one.table: (0.0, "a union matches no rows") for one in tables}
        alignments = self._aligned(tables)
        if part.measure is Measure.NEW_ROWS:
            new = count_new_rows(
                self._query,
                [(one, alignments[one.table]) for one in tables],
                deadline,
                self._tell("Counting new rows of unions", len(tables)),
            )
            return {t: _told(part.quantity, count, "new rows") for t, count in new.items()}
        found = {}
        for one in tables:
            added = len(one.columns) - len(alignments[one.table])
            count = {
                Measure.ROWS: self._rows + one.rows,
                Measure.COLUMNS: self._width + added,
                Measure.NEW_COLUMNS: added,
            }[part.measure]
            found[one.table] = _told(part.quantity, count, part.measure)
        return found

    def _joined(
        self, joins: JoinCounter, tables: Sequence[TableFacts], part: Result, deadline: Deadline
    ) -> dict[str, tuple[float, str]]:
        tell = self._tell("Counting rows of joins", len(tables))
        found = {}
        for number, one in enumerate(tables, 1):
            if part.measure in (Measure.COLUMNS, Measure.NEW_COLUMNS):
                key = {label for _, label in joins.pairs[one.table]}
                added = [label for label in one.labels if label not in key]
                count = self._width + len(added)
                if part.measure is Measure.NEW_COLUMNS:
                    count = sum(label.casefold() not in self._names for label in added)
                found[one.table] = _told(part.quantity, count, part.measure)
                continue
            rows = joins.count(one.table)
            deadline.check(f"the join with {len(tables):,} tables")
            if part.measure is Measure.MATCHED_SHARE:
                told = f"{rows.share:.0%} of the rows match"
                found[one.table] = float(part.quantity.holds(rows.share)), told
            elif part.measure is Measure.ROWS:
                found[one.table] = float(part.quantity.holds(rows.left)), rows.told
            else:
                found[one.table] = _told(part.quantity, rows.left - rows.query_rows, part.measure)
            tell(number)
        return found

    @cached_property
    def _names(self) -> frozenset[str]:
        """What the query's columns are called; a column that a join adds is new if it is not."""
        return frozenset(label.casefold() for label in self._query.labels)

    @cached_property
    def _width(self) -> int:
        return len(self._query.all_columns)

    @cached_property
    def _rows(self) -> int:
        return self._query.rows


def _unions(alignment: Sequence[ColumnMatch], labels: Sequence[str]) -> tuple[float, str]:
    alike = {match.query_column: match for match in alignment}
    missing = [label for label in labels if label not in alike]
    if missing:
        return 0.0, f"nothing lines up with {missing[0]}"
    share = min(_together(alike[label]) for label in labels)
    return min(1.0, share / _UNIONS), ", ".join(alike[label].column for label in labels)


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
            f"{listed(query.labels)}."
        )
    return best


def _told(quantity: Quantity, count: int, noun: str) -> tuple[float, str]:
    return float(quantity.holds(count)), f"{count:,} {noun}"
