"""Small tables that one statement looks at together, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from core.lake.stored.every_table import BYTES_AT_ONCE
from core.lake.stored.relations import StoredCells

_ROWS_AT_ONCE = 200_000

Table = TypeVar("Table")


def portions(
    tables: Iterable[Table],
    cells: Callable[[Table], StoredCells],
    laid: Callable[[Table], Iterable[int]],
) -> Iterator[list[Table]]:
    """Put small tables together as they follow each other, large ones alone.

    They are together as long as they have no more than 200,000 rows and `BYTES_AT_ONCE` of cells;
    at least one.

    Parameters
    ----------
    cells
        Where a table's cells are.
    laid
        Places of a small table's columns that are laid under those of others; one that is laid
        several times counts as often.
    """
    together: list[Table] = []
    rows = held = 0
    for one in tables:
        there = cells(one)
        if there.path is not None:
            if together:
                yield together
                together, rows, held = [], 0, 0
            yield [one]
            continue
        its_bytes = sum(there.arrays[place].nbytes for place in laid(one) if there.rows)
        is_full = rows + there.rows > _ROWS_AT_ONCE or held + its_bytes > BYTES_AT_ONCE
        if together and is_full:
            yield together
            together, rows, held = [], 0, 0
        together.append(one)
        rows, held = rows + there.rows, held + its_bytes
    if together:
        yield together
