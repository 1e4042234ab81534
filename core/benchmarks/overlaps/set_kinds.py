"""What the two sets of an overlap hold: names or values, of which columns, how finely cut."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.types import DataType


class OverlapKind(StrEnum):
    """Whether column names (Eq. 1) or cell values (Eq. 2) are compared."""

    NAMES = "names"
    VALUES = "values"


class ValueType(StrEnum):
    """Of which columns names or values are taken (fishy-tus, Figure 2)."""

    ALL = "all"
    STRING = "string"
    NUMERIC = "numeric"
    DATETIME = "date/time"
    OTHER = "other"
    """Boolean, nested or binary columns; columns without a value have names only."""


class Level(StrEnum):
    """How names and values are made members of a set."""

    EXACT = "exact"
    """As it stands."""
    FOLDED = "folded"
    """Names only: without regard to case and white space; unnamed columns left out."""
    TOKEN = "token"  # noqa: S105 - of text, not of a login
    """Words, in lower case."""


VALUE_TYPES = {
    DataType.STRING: ValueType.STRING,
    DataType.INTEGER: ValueType.NUMERIC,
    DataType.FLOAT: ValueType.NUMERIC,
    DataType.DATETIME: ValueType.DATETIME,
    DataType.BOOLEAN: ValueType.OTHER,
    DataType.OTHER: ValueType.OTHER,
}
"""Which type of values a column's data type makes."""


@dataclass(frozen=True)
class SetKind:
    """Which sets of two tables are compared.

    Examples
    --------
    >>> SetKind(OverlapKind.VALUES, ValueType.STRING, Level.TOKEN).words
    'words of string cells'
    """

    kind: OverlapKind = OverlapKind.NAMES
    data_type: ValueType = ValueType.ALL
    level: Level = Level.EXACT

    @property
    def words(self) -> str:
        """What is shared, in plain words."""
        of = "" if self.data_type is ValueType.ALL else f"{self.data_type} "
        if self.kind is OverlapKind.NAMES:
            names = {
                Level.EXACT: "column names",
                Level.FOLDED: "column names, case and blanks aside",
                Level.TOKEN: "words of column names",
            }
            columns = f" of {of}columns" if of else ""
            return names[self.level] + columns
        return f"words of {of}cells" if self.level is Level.TOKEN else f"{of}cell values"


SET_KINDS = tuple(
    SetKind(kind, data_type, level)
    for kind in OverlapKind
    for level in Level
    if kind is OverlapKind.NAMES or level is not Level.FOLDED
    for data_type in ValueType
)
"""Every kind of set: three levels of names and two of values, times five types."""
