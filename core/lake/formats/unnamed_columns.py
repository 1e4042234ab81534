"""Columns without a name in files that pandas wrote, which calls them ``Unnamed: N``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from core.amounts import amount
from core.lake.formats.base import OpenTable

Cell = TypeVar("Cell", str, str | None)

_BEGINS = "Unnamed: "
_UNNAMED = re.compile(_BEGINS + r"\d+(_level_\d+)?(\.\d+)*", re.ASCII)


def without_stand_ins(header: Sequence[Cell]) -> Sequence[Cell]:
    """Return a header in which what pandas writes for no name is empty, as it was before.

    Examples
    --------
    >>> without_stand_ins(["Budget", "Unnamed: 1", "Unnamed: 2_level_0", "Unnamed: 0.1", "Unnamed"])
    ['Budget', '', '', '', 'Unnamed']
    """
    # Hardly a header has one, and whole lakes are read.
    if not any(cell and cell.startswith(_BEGINS) for cell in header):
        return header
    return ["" if cell and _UNNAMED.fullmatch(cell) else cell for cell in header]


def unnamed(opened: OpenTable) -> OpenTable:
    """Take the names off the columns of a table that have none, and note how many."""
    header = without_stand_ins(opened.header)
    if count := sum(one != other for one, other in zip(header, opened.header, strict=True)):
        opened.reading.notes.append(
            f'{amount(count, "column", "has", "have")} no name: the file calls them "Unnamed", as '
            "pandas does."
        )
        opened.header = header
    return opened
