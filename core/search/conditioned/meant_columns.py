"""The column of a table that a condition on rows is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.conditions import Date, Number, RowCondition, Text
from core.conditions.columns import SURE, ColumnFinder
from core.conditions.counting.scanning import ANY_COLUMN
from core.conditions.counting.tables import ColumnFacts, TableFacts
from core.conditions.name_pieces import pieces
from core.conditions.units import Unit, unit_beside
from core.types import DataType

_DATE_WORDS = {"date", "year", "time", "day", "month", "timestamp", "yr", "dob"}


@dataclass(frozen=True)
class MeantColumn:
    """The column of a table that a condition on rows is about.

    Parameters
    ----------
    place
        `ANY_COLUMN` if the condition may hold in any; none if there is no such column.
    label
        Empty without one column.
    certainty
        1 for a name that is the same, less for one that only means the same, 0 without any.
    aligned
        Whether it surely lines up with the query's column of the name.
    own
        Label of that column; empty if the query has none.
    unit
        Of numbers, by the name of the column, where it is not asked for.
    namesakes
        Labels of the table's other columns with the same header.
    """

    place: int | None
    label: str = ""
    certainty: float = 1.0
    aligned: bool = False
    own: str = ""
    unit: Unit | None = None
    namesakes: tuple[str, ...] = ()


def place_of(
    part: RowCondition,
    facts: TableFacts,
    finder: ColumnFinder,
    aligned: Mapping[str, tuple[str, float]],
) -> MeantColumn:
    """Find the column of a table that a condition on rows is about."""
    if isinstance(part, Text) and not part.column:
        return MeantColumn(ANY_COLUMN if facts.columns else None)
    if isinstance(part, Date) and not part.column:
        return MeantColumn(*_date_column(facts))
    found = finder.find(part.column, facts.labels, aligned, _suiting(part, facts))
    if found is None:
        return MeantColumn(None, certainty=0.0)
    certainty = 1.0 if found.score >= SURE else found.score
    unit = unit_beside(found.label, part.column, found.own) if isinstance(part, Number) else None
    return MeantColumn(
        found.place, found.label, certainty, found.aligned, found.own, unit, found.namesakes
    )


def _suiting(part: RowCondition, facts: TableFacts) -> list[int]:
    """Say of each column how well what it holds suits a condition on dates or on numbers."""
    if isinstance(part, Date):
        return [_dates(column) for column in facts.columns]
    if isinstance(part, Number):
        return [int(column.is_numbers) for column in facts.columns]
    return []


def _dates(column: ColumnFacts) -> int:
    """Say how surely a column holds dates: 2 by its type, 1 by its name, else 0."""
    if column.data_type is DataType.DATETIME:
        return 2
    return int(bool(_DATE_WORDS & set(pieces(column.label))))


def _date_column(facts: TableFacts) -> tuple[int | None, str]:
    """Choose the column of dates: one of that type, or one that is called so."""
    surest = [_dates(column) for column in facts.columns]
    if not any(surest):
        return None, ""
    place = surest.index(max(surest))
    return place, facts.columns[place].label
