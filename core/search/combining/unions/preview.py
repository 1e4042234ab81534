"""A look at a union before it is downloaded: its first rows, its columns in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.search.combining.unions.integrate import Integration

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Preview:
    """Some rows and columns of a union.

    Parameters
    ----------
    frame
        Its columns in the order of the union, so that it can be compared with the download.
    is_new, is_added
        One a row: an appended row that the query has not; an appended row.
    aligned
        Names of the aligned columns.
    conflicting
        Names of the columns that hold two types.
    """

    frame: pl.DataFrame
    is_new: tuple[bool, ...]
    is_added: tuple[bool, ...]
    aligned: tuple[str, ...]
    conflicting: tuple[str, ...]


def preview(
    union: Integration,
    aligned: Sequence[str],
    rows: int = 100,
    query_rows: int = 5,
    columns: int = 60,
) -> Preview:
    """Take a few of the query's rows and then appended ones.

    Parameters
    ----------
    aligned
        Query columns that some table was aligned with.
    rows
        Rows at most.
    query_rows
        Of those, the query's first, at most.
    columns
        Columns at most, besides the source. Of more, the aligned ones are taken before others.
    """
    import polars as pl
    import polars.selectors as cs

    source = union.frame.columns[-1]
    first = [column for column in union.frame.columns if column in set(aligned)]
    others = [c for c in union.frame.columns[:-1] if c not in set(first)]
    kept = {*(first + others)[:columns], source}
    in_order = [column for column in union.frame.columns if column in kept]
    marked = union.frame.select(cs.by_name(in_order)).with_columns(
        union.is_new.alias(_free(union.frame.columns, "new")),
        (pl.int_range(pl.len()) >= union.query_rows).alias(_free(union.frame.columns, "added")),
    )
    new, added = marked.columns[-2:]
    begin = min(union.query_rows, query_rows, rows)
    taken = pl.concat(
        [marked.head(begin), marked.slice(union.query_rows).head(max(0, rows - begin))]
    )
    conflicts = {c.query_column for part in union.parts for c in part.conflicts}
    return Preview(
        frame=taken.drop(new, added),
        is_new=tuple(taken.get_column(new)),
        is_added=tuple(taken.get_column(added)),
        aligned=tuple(first),
        conflicting=tuple(c for c in first if c in conflicts),
    )


def _free(taken: Sequence[str], name: str) -> str:
    while name in taken:
        name += "_"
    return name
