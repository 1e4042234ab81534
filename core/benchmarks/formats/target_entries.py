"""Entries in TARGET's files, of which few are held at a time: tables stand in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from core.benchmarks.formats.json_lines import read_objects
from core.errors import MalformedFileError

if TYPE_CHECKING:
    import pyarrow.parquet as pq

TABLE = "table"
"""The key of an entry's cells: nearly all of a corpus."""
SUFFIXES = (".jsonl", ".parquet")
_MOST_ENTRIES = 256
_MOST_VALUES = 100_000
_MOST_BYTES = 8 * 1024 * 1024

Entries: TypeAlias = Iterator[tuple[int, dict[str, Any]]]
"""The line of each; in a Parquet file its row, from 1."""


def entries(
    files: Sequence[Path], *, cells: bool = True
) -> Iterator[tuple[Path, int, dict[str, Any]]]:
    """Give the entries of files with file and line.

    Parameters
    ----------
    cells
        Whether entries must have their table: without it columns of Parquet are not unpacked.

    Raises
    ------
    MalformedFileError
        If a file does not have its form.
    """
    for path in files:
        found = _parquet(path, cells) if path.suffix == ".parquet" else read_objects(path)
        for line, value in found:
            yield path, line, value


def _parquet(path: Path, cells: bool) -> Entries:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, pre_buffer=False) as file:
            names = [name for name in file.schema_arrow.names if cells or name != TABLE]
            line = 0
            for place in range(file.num_row_groups):
                size = _at_once(file.metadata.row_group(place)) if TABLE in names else _MOST_ENTRIES
                for batch in file.iter_batches(size, [place], columns=names, use_threads=False):
                    for value in batch.to_pylist():
                        line += 1
                        yield line, value
    except (OSError, pa.ArrowException) as error:
        raise MalformedFileError(f"The file must be Parquet. Got: {error}.", path) from None


def _at_once(group: pq.RowGroupMetaData) -> int:
    """Return how many entries of a group are unpacked together: as a rule not many values."""
    columns = map(group.column, range(group.num_columns))
    values: int = max((column.num_values for column in columns), default=0)
    fitting: int = min(
        _MOST_ENTRIES,
        _MOST_VALUES * group.num_rows // max(values, 1),
        _MOST_BYTES * group.num_rows // max(group.total_byte_size, 1),
    )
    return max(fitting, 1)
