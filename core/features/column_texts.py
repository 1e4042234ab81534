"""Columns as sentences for join search, in the manner of DeepJoin.

Dong et al., "DeepJoin", VLDB 2023, section 3.2, transform "title-colname-stat-col": the table's
title, the column's name, how many values it has and how long they are, and its most frequent ones.
"""

from __future__ import annotations

from core.types import ColumnProfile

CODE_VERSION = 1
"""Raised whenever the same column would give another text."""

_LONGEST_VALUE = 40
_LONGEST_TITLE = 120


def column_text(title: str, column: ColumnProfile) -> str:
    """Describe a column by its title, name, statistics and most frequent values.

    Parameters
    ----------
    title
        What is known of the table; may be empty.

    Examples
    --------
    >>> from core.types import DataType
    >>> top = (("Oslo", 2), ("Rome", 1))
    >>> city = ColumnProfile(0, "City", "City", DataType.STRING, 3, 0, 2, shortest=4, longest=4,
    ...     top=top)
    >>> column_text("capitals", city)
    'capitals. City contains 2 values (4 to 4 characters): Oslo, Rome.'
    """
    values = ", ".join(value[:_LONGEST_VALUE] for value, _ in column.top)
    told = (
        f"{column.label} contains {column.distinct} values "
        f"({column.shortest or 0} to {column.longest or 0} characters): {values}."
    )
    return f"{title[:_LONGEST_TITLE]}. {told}" if title else told
