"""The tables of a pair as panes to be drawn: columns with their profiles, cells, what is shared."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from core.benchmarks.one_pair.pair_tables import PairSide, PairTables, shared_cells
from core.search.listing import spread

MOST_CHARACTERS = 1_000
"""Characters of a cell that are shown."""


@dataclass(frozen=True)
class PaneColumn:
    """The head of one column.

    Parameters
    ----------
    place
        Place among the aligned columns, from 0, the same in both tables; none if it has no partner.
    values, distinct
        Cells with a value, and different values.
    missing
        Share of its cells without a value, 0 to 1.
    spread
        Counts of its values, from the smallest to the largest or the most frequent first.
    """

    label: str
    type: str
    values: int
    distinct: int
    missing: float
    spread: tuple[float, ...]
    place: int | None


@dataclass(frozen=True)
class Pane:
    """The first rows of one table.

    Parameters
    ----------
    cells
        A row each; none is a cell without a value. Long texts are cut.
    shared
        Beside each cell whether the aligned column of the other table has its value too.
    """

    rows: int
    columns: int
    heads: tuple[PaneColumn, ...]
    cells: tuple[tuple[str | None, ...], ...]
    shared: tuple[tuple[bool, ...], ...]

    def document(self) -> dict[str, Any]:
        """Return it in types of JSON."""
        return asdict(self)


def pane(tables: PairTables, of_query: bool, frame: pl.DataFrame) -> Pane:
    """Lay out one table of a pair.

    Parameters
    ----------
    of_query
        Whether it is the query's.
    frame
        The rows and columns to show, columns by label.
    """
    side = tables.query_side if of_query else tables.candidate_side
    if side is None:
        raise ValueError("A query of words has no table.")
    place = {
        match.query_column if of_query else match.column: number
        for number, match in enumerate(tables.alignment)
    }
    marked = shared_cells(tables, frame, of_query)
    nothing = [False] * len(frame)
    return Pane(
        side.table.rows,
        side.table.columns,
        tuple(_head(side, label, place.get(label)) for label in frame.columns),
        tuple(tuple(_cut(cell) for cell in row) for row in frame.iter_rows()),
        tuple(zip(*(marked.get(label, nothing) for label in frame.columns), strict=True)),
    )


def _head(side: PairSide, label: str, place: int | None) -> PaneColumn:
    column = side.columns[side.position(label)]
    return PaneColumn(
        label,
        str(column.data_type),
        column.values,
        column.distinct,
        column.missing_share,
        tuple(float(count) for count in spread(column)),
        place,
    )


def _cut(cell: str | None) -> str | None:
    if cell is None or len(cell) <= MOST_CHARACTERS:
        return cell
    return f"{cell[:MOST_CHARACTERS]}…"
