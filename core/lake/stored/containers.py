"""Where the cells of read tables are kept, in columns, so that no text is parsed twice.

Two kinds of file below ``tables/<lake>/``, both written once and never changed:

- a *shard* (``.arrow``) holds thousands of small tables, one row a column (its name and the list
  of its cells as text), a table's columns one after the other; it is memory-mapped;
- a *large table* (``.parquet``) holds one table, a text column ``c0``, ``c1``... a column.

The catalog says in which container, and from which row of a shard on, a table lies
(`core.lake.stored.placing`). Cells are kept as they stood in the file; a missing cell is null or
empty text.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import WorkspaceError
from core.lake.cells import BLANKS
from core.store.whole import new_file

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa
    import pyarrow.parquet as pq

_ENDS = {".arrow": b"ARROW1", ".parquet": b"PAR1"}
"""The last bytes of a container, which one that was cut short has lost."""


def write_shard(folder: Path, names: Sequence[str], values: pa.ListArray) -> Path:
    """Write the columns of many small tables as one shard."""
    import pyarrow as pa

    table = pa.table({"name": pa.array(names, pa.string()), "values": values})

    def write(path: Path) -> None:
        with pa.ipc.new_file(path, table.schema) as writer:
            # One batch, so that a table is one slice.
            writer.write_batch(
                pa.RecordBatch.from_arrays(
                    [column.combine_chunks() for column in table.columns], schema=table.schema
                )
            )

    return new_file(folder, ".arrow", write)


def is_whole(path: Path) -> bool:
    """Tell whether a container is there, to its end.

    Raises
    ------
    OSError
        If it is there and cannot be read.
    """
    try:
        return _ends_as_it_should(path)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False


def require_whole(path: Path) -> None:
    """Refuse a container that was cut short; one that cannot be read is left to whoever opens it.

    Raises
    ------
    WorkspaceError
        If its end is not there.
    """
    with suppress(OSError):
        if not _ends_as_it_should(path):
            raise WorkspaceError(
                f"The cells of a lake must be whole to be read. Got {path}, whose end is missing; "
                "run `lake refresh` for the lake (Refresh on Home), which reads its tables again."
            )


def _ends_as_it_should(path: Path) -> bool:
    end = _ENDS.get(path.suffix, b"")
    with path.open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - len(end)))
        return stream.read() == end


def open_shard(path: Path) -> pa.RecordBatch:
    """Map a shard into memory; columns ``name`` and ``values``, one row a column of a table.

    Raises
    ------
    WorkspaceError
        If it was cut short.
    """
    import pyarrow as pa

    require_whole(path)
    return pa.ipc.open_file(pa.memory_map(str(path))).get_batch(0)


def open_large(path: Path) -> pq.ParquetFile:
    """Open the file of a large table.

    Raises
    ------
    WorkspaceError
        If it was cut short.
    """
    import pyarrow.parquet as pq

    require_whole(path)
    return pq.ParquetFile(path)


def shard_frame(
    path: Path,
    first_row: int,
    labels: Sequence[str],
    rows: int,
    places: Sequence[int] | None = None,
) -> pl.DataFrame:
    """Read one small table of a shard as trimmed text, missing cells null.

    Parameters
    ----------
    labels
        Of all its columns.
    places
        Which of them to read; all if none.
    """
    import polars as pl

    if not labels:
        return pl.DataFrame()
    values = open_shard(path).column("values").slice(first_row, len(labels))
    chosen = range(len(labels)) if places is None else places
    columns: dict[str, Any] = {
        labels[i]: pl.Series(labels[i], values[i].values)
        if rows
        else pl.Series(labels[i], [], pl.String)
        for i in chosen
    }
    return cleaned(pl.DataFrame(columns).lazy()).collect()


def scan_parquet(
    path: Path, labels: Sequence[str], places: Sequence[int] | None = None
) -> pl.LazyFrame:
    """Scan one large table as trimmed text, missing cells null; the rest as `shard_frame`."""
    import polars as pl

    require_whole(path)
    frame = pl.scan_parquet(path, glob=False)
    if places is not None:
        frame = frame.select(f"c{i}" for i in places)
    chosen = range(len(labels)) if places is None else places
    return cleaned(frame.rename({f"c{i}": labels[i] for i in chosen}))


def cleaned(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Trim cells as they are stored, and make empty ones null."""
    import polars as pl

    text = pl.all().cast(pl.String).str.strip_chars(BLANKS)
    return frame.select(pl.when(text != "").then(text).name.keep())
