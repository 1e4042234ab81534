"""Loose query tables, and a join made by hand to compare with."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from core.features.folding import fold
from core.lake import LooseTable
from core.types import ColumnProfile, DataType, FileReport

Row = tuple[str | None, ...]


def loose(columns: dict[str, Sequence[str | None]]) -> LooseTable:
    """A table that is in no lake."""
    frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
    profiles = tuple(
        ColumnProfile(i, name, name, DataType.STRING, frame.height, 0, frame.height)
        for i, name in enumerate(columns)
    )
    return LooseTable("mine.csv", "0", frame, profiles, FileReport("mine.csv", 0, 1))


def joined_by_hand(
    query: pl.DataFrame, table: pl.DataFrame, on: Sequence[tuple[str, str]], how: str
) -> list[Row]:
    """Every row of the query with every row of the table whose key is equal, in their order."""
    own = list(zip(*(fold(query[label]).to_list() for label, _ in on), strict=True))
    others = list(zip(*(fold(table[label]).to_list() for _, label in on), strict=True))
    key = {label for _, label in on}
    gained = table.select(c for c in table.columns if c not in key)
    rows: list[Row] = []
    for key_values, row in zip(own, query.rows(), strict=True):
        partners = [
            other
            for other_key, other in zip(others, gained.rows(), strict=True)
            if None not in key_values and key_values == other_key
        ]
        if how == "left" and not partners:
            partners = [(None,) * gained.width]
        rows += [(*row, *partner) for partner in partners]
    return rows
