"""Lists of tables and columns as frames, narrowed by what a person looks for."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.store import Workspace
from core.types import ColumnProfile, DataType

if TYPE_CHECKING:
    import polars as pl

SPREAD_BINS = 12

ORDERS = {
    "name": ("table", False),
    "most rows": ("rows", True),
    "fewest rows": ("rows", False),
    "most columns": ("columns", True),
    "fewest columns": ("columns", False),
    "most missing": ("missing", True),
    "largest": ("bytes", True),
}
"""Orders of a list of tables: the column that decides, and whether its largest come first."""

_ROWS_AT_ONCE = 20_000
_LIST = """
    SELECT table_id, rows, columns, types, missing_share, bytes, content_hash, (
        SELECT json_group_array(label) FROM (
            SELECT label FROM columns WHERE table_key = tables.key ORDER BY position
        )
    )
    FROM tables WHERE lake_key = ? ORDER BY table_id
"""


@dataclass(frozen=True)
class TableFilter:
    """What the tables of a list should have; every part that is given must hold.

    Parameters
    ----------
    words
        Each, in any case, is part of the table's id or of one of its headers.
    types
        The table has a column of each type.
    least_rows, most_rows
        Range of the number of rows, ends included.
    folder
        The table lies in this folder of the lake or below it; empty is the whole lake.
    tables
        Only these ids; all if none.
    has_copies
        Another table of the lake has the same content, byte for byte.
    """

    words: str = ""
    types: tuple[DataType, ...] = ()
    least_rows: int | None = None
    most_rows: int | None = None
    folder: str = ""
    tables: frozenset[str] | None = None
    has_copies: bool = False


def list_tables(workspace: Workspace, lake_key: int) -> pl.DataFrame:
    """List the tables of a data lake, one a row, by id.

    Returns
    -------
    DataFrame
        ``table``, ``folder`` (empty at the top), ``rows``, ``columns``, ``types`` (number of
        columns of each `DataType`, in its order), ``missing`` (share of empty cells, 0 to 1),
        ``bytes``, ``copies`` (other tables with the same content, byte for byte) and ``headers``
        (those of all columns, in their order).
    """
    import polars as pl

    schema = {
        "table": pl.String,
        "rows": pl.Int64,
        "columns": pl.Int64,
        "types": pl.String,
        "missing": pl.Float64,
        "bytes": pl.Int64,
        "content": pl.String,
        "headers": pl.String,
    }
    parts = [pl.DataFrame(schema=schema)]
    with workspace.reading() as db:
        # Not as values of their own: of a large lake most of the time would be theirs.
        found = db.execute(_LIST, [lake_key])
        while rows := found.fetchmany(_ROWS_AT_ONCE):
            parts.append(pl.DataFrame([tuple(row) for row in rows], schema, orient="row"))
    return pl.concat(parts).select(
        "table",
        pl.col("table").str.extract(r"(?s)^(.*)/[^/]*$").fill_null("").alias("folder"),
        "rows",
        "columns",
        _type_counts("types"),
        "missing",
        "bytes",
        (pl.len().over("content").cast(pl.Int64) - 1).alias("copies"),
        pl.col("headers").str.json_decode(pl.List(pl.String)),
    )


def _type_counts(column: str) -> pl.Expr:
    """Turn what the catalog has of types, such as ``{"date": 2}``, into the counts of all."""
    import polars as pl

    kinds = pl.Struct({str(kind): pl.Int64 for kind in DataType})
    counts = pl.col(column).str.json_decode(kinds).struct
    each = [counts.field(str(kind)).fill_null(0) for kind in DataType]
    return pl.concat_list(each).alias(column)


def narrow(tables: pl.DataFrame, wanted: TableFilter) -> pl.DataFrame:
    """Keep the tables of a list that have what is wanted, in the list's order."""
    import polars as pl

    keep = pl.lit(True)
    # No word has a line end.
    text = pl.concat_str("table", pl.col("headers").list.join("\n"), separator="\n")
    for word in wanted.words.lower().split():
        keep &= text.str.to_lowercase().str.contains(word, literal=True)
    for kind in wanted.types:
        keep &= pl.col("types").list.get(list(DataType).index(kind)) > 0
    if wanted.least_rows is not None:
        keep &= pl.col("rows") >= wanted.least_rows
    if wanted.most_rows is not None:
        keep &= pl.col("rows") <= wanted.most_rows
    if wanted.folder:
        keep &= (pl.col("folder") == wanted.folder) | pl.col("folder").str.starts_with(
            f"{wanted.folder}/"
        )
    if wanted.has_copies:
        keep &= pl.col("copies") > 0
    if wanted.tables is not None:
        keep &= pl.col("table").is_in(list(wanted.tables))
    return tables.filter(keep)


def first(tables: pl.DataFrame, order: str, most: int) -> pl.DataFrame:
    """Return the first tables of a list in one of the `ORDERS`, by id where they are equal in it.

    Parameters
    ----------
    tables
        By id, as `list_tables` gives them.
    most
        How many are returned at most.
    """
    column, falling = ORDERS[order]
    if column == "table":
        return tables.head(most)
    return tables.sort(column, descending=falling, maintain_order=True).head(most)


def folders(tables: pl.DataFrame) -> list[str]:
    """Name every folder that a table of the list lies in or below, by name."""
    found = set()
    for folder in tables.get_column("folder").unique():
        parts = folder.split("/") if folder else []
        found |= {"/".join(parts[: i + 1]) for i in range(len(parts))}
    return sorted(found)


def list_columns(profiles: Sequence[ColumnProfile]) -> pl.DataFrame:
    """List the columns of a table, one a row, in its order.

    Returns
    -------
    DataFrame
        ``column``, ``type``, ``missing`` (share, with what stands for a missing cell among
        numbers), ``distinct``, ``spread`` (see `spread`),
        ``typical`` (most frequent values), ``smallest`` and ``largest`` (of numbers, of
        texts that are amounts, and of dates),
        ``mean``, ``lengths`` (shortest to longest value of a text, in characters).
    """
    import polars as pl

    return pl.DataFrame(
        {
            "column": [p.label for p in profiles],
            "type": [str(p.data_type) for p in profiles],
            "missing": [p.missing_share for p in profiles],
            "distinct": [p.distinct for p in profiles],
            "spread": [spread(p) for p in profiles],
            "typical": [" · ".join(value for value, _ in p.top[:5]) for p in profiles],
            "smallest": [_end(p.minimum, p.smallest_amount, p.earliest) for p in profiles],
            "largest": [_end(p.maximum, p.largest_amount, p.latest) for p in profiles],
            "mean": [p.mean for p in profiles],
            "lengths": [
                "" if p.shortest is None else f"{p.shortest} to {p.longest}" for p in profiles
            ],
        },
        schema_overrides={"mean": pl.Float64, "spread": pl.List(pl.Float64)},
    )


def spread(profile: ColumnProfile, bins: int = SPREAD_BINS) -> list[float]:
    """Sketch how a column's values are distributed, from its profile alone.

    Returns
    -------
    list
        Of a numeric column whose profile has all of its different values, their counts from the
        smallest value to the largest; of another, the share of the values in `bins` equal steps
        from the smallest to the largest, as if the values of each quarter were spread evenly
        between the quartiles. Of any other, the counts of the most frequent values. Empty if the
        profile has neither.
    """
    if profile.quartiles is None or profile.minimum is None or profile.maximum is None:
        return [float(count) for _, count in profile.top[:bins]]
    counts = _counts_by_number(profile)
    if counts:
        return counts
    ends = (profile.minimum, *profile.quartiles, profile.maximum)
    width = (ends[-1] - ends[0]) / bins
    if not 0 < width < float("inf"):
        return [1.0]
    shares = [0.0] * bins
    for low, high in itertools.pairwise(ends):
        for i in range(bins):
            left, right = ends[0] + i * width, ends[0] + (i + 1) * width
            if high > low:
                shares[i] += 0.25 * max(0.0, min(high, right) - max(low, left)) / (high - low)
            elif left <= low < right or (i == bins - 1 and low == ends[-1]):
                shares[i] += 0.25
    return shares


def _counts_by_number(profile: ColumnProfile) -> list[float]:
    """Counts of all numbers of a column, by number; empty if its profile has not all."""
    if sum(count for _, count in profile.top) != profile.values:
        return []
    counts: dict[float, float] = {}
    try:
        for text, count in profile.top:
            number = float(text)
            counts[number] = counts.get(number, 0.0) + count
    except ValueError:  # a number in a writing of its own, such as 1,234
        return []
    return [counts[number] for number in sorted(counts)]


def _end(number: float | None, amount: float | None, moment: str | None) -> str:
    if number is None and amount is not None:
        # Money has cents: four digits are too few for it.
        return f"{amount:,.2f}".removesuffix(".00") if abs(amount) >= 1 else f"{amount:,.4g}"
    if number is None:
        return (moment or "").removesuffix("T00:00:00").replace("T", " ")
    return f"{int(number):,}" if number == int(number) else f"{number:,.4g}"
