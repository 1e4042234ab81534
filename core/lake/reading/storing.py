"""Put the cells of tables that are being read into containers, and profile their columns."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from core.errors import MemoryLimitError, UnreadableTableError, WorkspaceError
from core.lake.engine import spilling_engine
from core.lake.formats import Columns, OpenTable
from core.lake.labels import column_labels
from core.lake.profile import EMPTY_PROFILE, ProfileRow, profile_lists, profile_parquet
from core.lake.reading.types import ColumnRow, Group, ReadTable
from core.lake.stored.containers import write_shard
from core.store import is_full_disk
from core.store.whole import new_file

if TYPE_CHECKING:
    import pyarrow as pa

SHARD_TABLE_BYTES = 8 * 1024 * 1024
"""A table with more text than this gets a container of its own."""

_SHARD_BYTES = 4 * SHARD_TABLE_BYTES
"""Small tables that unpack to more than this together are spread over several shards."""

_CELL_BYTES = 8
"""What a cell costs without its text."""

_UNSTORABLE = UnreadableTableError("A cell holds text that cannot be stored.", "Save it as UTF-8.")


@dataclass(frozen=True)
class _Waiting:
    table: ReadTable
    header: Sequence[str]
    cells: list[Sequence[str | None]]


class _FileError(Exception):
    """What keeps a file from being read while its cells are written: the disk is not to blame."""

    def __init__(self, why: OSError) -> None:
        super().__init__(str(why))
        self.why = why


class Shelf:
    """Where the tables of one group of files are put.

    A small table waits until there is a shard's worth of them, a large one is stored at once. The
    tables' containers and columns are known after `store`.
    """

    def __init__(self, group: Group) -> None:
        self._group = group
        self._waiting: list[_Waiting] = []
        self._bytes = 0
        self._refused: list[tuple[ReadTable, UnreadableTableError]] = []

    def take(self, opened: OpenTable, table: ReadTable) -> None:
        """Consume a table's batches.

        Raises
        ------
        UnreadableTableError
            If it has no columns, its batches cannot be read, or its text cannot be stored.
        OSError
            If its file cannot be read.
        WorkspaceError
            If cells cannot be put on the workspace's disk, its own or those that waited.
        """
        if not opened.header:
            raise UnreadableTableError("It has no columns.", "Remove it or fill it.")
        batches: list[Columns] = []
        size = 0
        for batch in opened.batches:
            batches.append(batch)
            size += _bytes_of(batch)
            if size > SHARD_TABLE_BYTES:
                self._store_large(opened, table, batches)
                return
        table.rows = sum(len(batch[0]) for batch in batches)
        if self._bytes + size > _SHARD_BYTES:
            self.store()
        cells = _joined(batches, len(opened.header))
        self._waiting.append(_Waiting(table, [_storable(name) for name in opened.header], cells))
        self._bytes += size

    def store(self) -> None:
        """Write the small tables that wait into a shard; refuse them if memory does not suffice.

        Raises
        ------
        WorkspaceError
            If they cannot be put on the workspace's disk.
        """
        waiting, self._waiting, self._bytes = self._waiting, [], 0
        try:
            self._write(waiting)
        except memory_errors() as error:
            # Not raised: the file that is being read is another than those whose tables wait.
            self._refused += [(one.table, too_little_memory(error)) for one in waiting]

    def _write(self, tables: list[_Waiting]) -> None:
        waiting, values = self._storable_tables(tables)
        if not waiting:
            return
        names = [name for one in waiting for name in one.header]
        with disk_told():
            container = write_shard(self._group.containers, names, values).name
        profiles = self._profiles(waiting, values)
        row = 0
        for one in waiting:
            one.table.container, one.table.first_row = container, row
            some = [profiles.get(row + i) for i in range(len(one.header))]
            one.table.columns = _column_rows(one.header, one.table.rows, some)
            row += len(one.header)

    def refusal(self, tables: Sequence[ReadTable]) -> UnreadableTableError | None:
        """Say why one of these tables could not be stored after all; none if all could.

        It is a `MemoryLimitError` where another time it may be.
        """
        wanted = {id(table) for table in tables}
        return next((why for table, why in self._refused if id(table) in wanted), None)

    def _storable_tables(self, tables: list[_Waiting]) -> tuple[list[_Waiting], pa.ListArray]:
        import pyarrow as pa

        kind = pa.list_(pa.string())
        try:
            return tables, pa.array([c for one in tables for c in one.cells], kind)
        except MemoryError:  # which pyarrow's is, besides one of its own
            raise
        except (UnicodeEncodeError, pa.ArrowException):
            kept = []
            for one in tables:
                try:
                    pa.array(one.cells, kind)
                except MemoryError:
                    raise
                except (UnicodeEncodeError, pa.ArrowException):
                    self._refused.append((one.table, _UNSTORABLE))
                else:
                    kept.append(one)
            return kept, pa.array([c for one in kept for c in one.cells], kind)

    def _profiles(self, waiting: list[_Waiting], values: pa.ListArray) -> dict[int, ProfileRow]:
        """Profile all columns at once, or table by table if one of them cannot be.

        Raises
        ------
        WorkspaceError
            If what does not fit in memory cannot be put on the workspace's disk.
        """
        import duckdb

        group = self._group
        with (
            suppress(MemoryError, duckdb.Error),  # told below, of the table whose columns they are
            disk_told(),
            spilling_engine(group.memory_limit_mb, group.spill) as connection,
        ):
            return profile_lists(connection, values)
        found: dict[int, ProfileRow] = {}
        row = 0
        for one in waiting:
            try:
                with (
                    disk_told(),
                    spilling_engine(group.memory_limit_mb, group.spill) as connection,
                ):
                    some = profile_lists(connection, values.slice(row, len(one.header)))
                found |= {row + i: profile for i, profile in some.items()}
            except memory_errors() as error:
                self._refused.append((one.table, too_little_memory(error)))
            except duckdb.Error as error:
                why = UnreadableTableError(f"Its columns cannot be profiled ({first_line(error)}).")
                self._refused.append((one.table, why))
            row += len(one.header)
        return found

    def _store_large(self, opened: OpenTable, table: ReadTable, begun: list[Columns]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        group = self._group
        schema = pa.schema([(f"c{i}", pa.string()) for i in range(len(opened.header))])

        def write(path: Any) -> None:
            with pq.ParquetWriter(path, schema, compression="zstd") as writer:
                for batch in chain(_drained(begun), _of_file(opened.batches)):
                    arrays = [pa.array(column, pa.string()) for column in batch]
                    writer.write_batch(pa.RecordBatch.from_arrays(arrays, schema=schema))
                    table.rows += len(arrays[0])

        try:
            with disk_told():
                path = new_file(group.containers, ".parquet", write)
        except UnicodeEncodeError as error:
            raise _UNSTORABLE from error
        except _FileError as error:
            raise error.why from None
        table.container = path.name
        header = [_storable(name) for name in opened.header]
        with (
            disk_told(),
            spilling_engine(group.memory_limit_mb, group.spill) as connection,
        ):
            profiles = profile_parquet(connection, path, len(header), table.rows)
        some = [profiles.get(i) for i in range(len(header))]
        table.columns = _column_rows(header, table.rows, some)


def memory_errors() -> tuple[type[Exception], ...]:
    """What is raised where there is too little memory."""
    import duckdb

    return MemoryError, duckdb.OutOfMemoryException


def too_little_memory(error: Exception) -> MemoryLimitError:
    """Refuse a file for now."""
    return MemoryLimitError(
        f"Reading it takes more memory than there is ({first_line(error)}).",
        "Raise SOUNDINGS_MEMORY_LIMIT_MB or split the file.",
    )


def first_line(error: Exception) -> str:
    """What an error says, in a line."""
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


@contextmanager
def disk_told() -> Iterator[None]:
    """Say of a disk that fails while cells are written that it is the workspace's.

    Raises
    ------
    WorkspaceError
        If the disk is full, cannot be written to or fails otherwise.
    """
    import duckdb

    try:
        yield
    except (OSError, duckdb.IOException) as error:
        if is_full_disk(error):
            needed, do = "have room for the cells of the lake", "Make room"
        elif isinstance(error, OSError) and error.errno == errno.EROFS:
            needed, do = "be writable", "Make it so"
        else:
            needed, do = "take the cells of the lake", "See to it"
        said = error.strerror if isinstance(error, OSError) else None
        raise WorkspaceError(
            f"The workspace's disk must {needed} ({said or first_line(error)}). "
            f"{do} and refresh again; what was read until now is kept."
        ) from error


def _bytes_of(batch: Columns) -> int:
    return sum(
        column.nbytes
        if hasattr(column, "nbytes")
        else sum(map(len, filter(None, column))) + _CELL_BYTES * len(column)
        for column in batch
    )


def _joined(batches: list[Columns], width: int) -> list[Sequence[str | None]]:
    if len(batches) == 1 and not hasattr(batches[0][0], "nbytes"):
        return list(batches[0])
    lists = [
        [column.to_pylist() if hasattr(column, "to_pylist") else column for column in batch]
        for batch in batches
    ]
    return [list(chain.from_iterable(columns[i] for columns in lists)) for i in range(width)]


def _drained(batches: list[Columns]) -> Iterator[Columns]:
    """Give the batches and let go of each, so that they are not held while the rest is read."""
    batches.reverse()
    while batches:
        yield batches.pop()


def _of_file(batches: Iterator[Columns]) -> Iterator[Columns]:
    try:
        yield from batches
    except OSError as error:
        raise _FileError(error) from error


def _storable(name: str) -> str:
    return name.encode(errors="replace").decode()


def _column_rows(
    header: Sequence[str], rows: int, profiles: Sequence[ProfileRow | None]
) -> list[ColumnRow]:
    found = []
    for name, label, profile in zip(header, column_labels(header), profiles, strict=True):
        data_type, filled, distinct, details, stand_ins = profile or EMPTY_PROFILE
        counted = filled, rows - filled, distinct
        found.append((name, label, data_type, *counted, details, stand_ins))
    return found
