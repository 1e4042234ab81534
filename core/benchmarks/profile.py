"""What a benchmark is made of: its row of the paper's Table 1 (fishy-tus, section 2)."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import polars as pl

from core.store import Workspace
from core.types import DataType

_SQL = """
WITH chosen AS (
    SELECT * FROM tables WHERE lake_key = :lake AND (
        table_id IN (SELECT value FROM json_each(:ids))
        OR (:folder <> '' AND substr(table_id, 1, length(:folder)) = :folder))
), of_columns AS (
    SELECT columns.* FROM columns JOIN chosen ON table_key = chosen.key
)
SELECT
    count(*) AS tables,
    count(DISTINCT path) AS files,
    coalesce(sum(rows), 0) AS rows,
    coalesce(sum(columns), 0) AS columns,
    coalesce(sum(rows * columns), 0) AS cells,
    (SELECT coalesce(sum(missing - stand_ins), 0) FROM of_columns) AS missing,
    (SELECT count(*) FROM of_columns WHERE filled = 0) AS without_value,
    (SELECT json_group_object(data_type, n)
     FROM (SELECT data_type, count(*) AS n FROM of_columns GROUP BY data_type)) AS types,
    (SELECT coalesce(sum(bytes), 0) FROM files
     WHERE lake_key = :lake AND path IN (SELECT path FROM chosen)) AS bytes
FROM chosen
"""


@dataclass(frozen=True)
class TableSetProfile:
    """Size, shape and types of a set of tables.

    Parameters
    ----------
    tables
        Tables that could be read.
    absent
        Tables asked for by id that the data lake does not have; they are in no other figure.
    files
        Files that the tables are in.
    rows, columns, cells
        Sums over the tables; cells are rows times columns of each.
    missing
        Cells without a value: empty, blank, or a text that is one in any column. What stands for
        none among numbers alone (`ColumnProfile.stand_ins`) is a value to the paper.
    without_value
        Columns in which every cell is missing.
    types
        Columns of each type.
    bytes
        Size of the files, as a file system tells it; not the blocks they take.
    """

    tables: int
    absent: int
    files: int
    rows: int
    columns: int
    cells: int
    missing: int
    without_value: int
    types: Mapping[DataType, int]
    bytes: int

    @property
    def missing_share(self) -> float | None:
        """Missing cells of all cells, 0 to 1; none without a cell."""
        return self.missing / self.cells if self.cells else None

    @property
    def average_shape(self) -> tuple[float, float] | None:
        """Rows a table and columns a table, on average; none without a table."""
        return (self.rows / self.tables, self.columns / self.tables) if self.tables else None

    def share(self, *types: DataType) -> float | None:
        """Columns of these types of all columns, 0 to 1; none without a column."""
        of_types = sum(self.types.get(data_type, 0) for data_type in types)
        return of_types / self.columns if self.columns else None

    def to_row(self) -> dict[str, object]:
        """Return the paper's figures by name; shares in percent, size in MB of a million bytes."""
        shape = self.average_shape
        shares = {
            "string": self.share(DataType.STRING),
            "integer": self.share(DataType.INTEGER),
            "float": self.share(DataType.FLOAT),
            "other": self.share(DataType.BOOLEAN, DataType.DATETIME, DataType.OTHER),
        }
        return {
            "files": self.files,
            "tables": self.tables,
            "absent": self.absent,
            "rows": self.rows,
            "columns": self.columns,
            "average_rows": shape and shape[0],
            "average_columns": shape and shape[1],
            "missing_percent": _percent(self.missing_share),
            **{f"{name}_percent": _percent(share) for name, share in shares.items()},
            "without_value": self.without_value,
            "megabytes": self.bytes / 1e6,
        }


@dataclass(frozen=True)
class BenchmarkProfile:
    """The query tables of a benchmark and the others, which are candidates only."""

    queries: TableSetProfile
    others: TableSetProfile

    def to_frame(self) -> pl.DataFrame:
        """Return a row for the other tables ("NQ" in the paper), then one for the query tables."""
        rows = [
            {"tables_are": "other tables", **self.others.to_row()},
            {"tables_are": "query tables", **self.queries.to_row()},
        ]
        return pl.DataFrame(rows)


def profile_benchmark(
    workspace: Workspace,
    lake_key: int,
    queries: str | Collection[str],
    others: str | Collection[str],
) -> BenchmarkProfile:
    """Profile the query tables and the other tables of a benchmark from the catalog.

    Parameters
    ----------
    queries, others
        A folder of the data lake that holds the tables, ending in a slash ("query/"), or the
        ids of the tables. The paper counts no table in both.

    Notes
    -----
    Compared with the paper's Table 1 on UGEN V1 (NQ 1,000 files, 7,609 rows, 10,315 columns,
    5.79% missing, 91.68% string, 3.27% integer, 4.29% float, 0.76% other) this gives 1,000,
    7,766, 10,363, 7.15%, 90.48%, 3.30%, 0.62% and 5.61%. The paper's figures are those of
    ``pandas.read_csv``, which differs in what follows:

    - It skips rows with more cells than the header; here they are rows whose further cells are
      left out, and the reading report counts them. If the first row is longer, its first cells
      become pandas' index, and columns hold their neighbours' values. Where most rows are longer
      the header is made as wide here: 48 columns of 19 tables (4 of one query), without a name.
    - A cell of blanks is a value there and missing here: the rest of 7.15%.
    - An integer column with a missing cell is a float column in pandas, and an integer column
      here. Numbers with thousands separators are text in pandas and numbers here.
    - A column without any value is a float column in pandas (most of the paper's 4.29%); here
      it is of type other, and `without_value` counts it.
    - Yes/no and dates are text in pandas; here they are boolean and date/time, and so "other".

    The paper's sizes are the blocks that the files take on a disk (1,000 files of 4 KiB make its
    4 MB); here they are what the files hold (about 1 MB).
    """
    return BenchmarkProfile(
        profile_tables(workspace, lake_key, queries),
        profile_tables(workspace, lake_key, others),
    )


def profile_tables(
    workspace: Workspace, lake_key: int, tables: str | Collection[str]
) -> TableSetProfile:
    """Profile some tables of a data lake.

    Parameters
    ----------
    tables
        A folder of the data lake, ending in a slash, or ids.
    """
    folder = tables if isinstance(tables, str) else ""
    ids = [] if isinstance(tables, str) else sorted(set(tables))
    parameters = {"lake": lake_key, "ids": json.dumps(ids), "folder": folder}
    with workspace.reading() as db:
        row = dict(db.execute(_SQL, parameters).fetchone())
    types = {DataType(name): count for name, count in json.loads(row.pop("types")).items()}
    absent = len(ids) - row["tables"] if ids else 0
    return TableSetProfile(**row, absent=absent, types=types)


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
