"""Entries in TARGET's files, of which few are held at a time: tables stand in them."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from core.benchmarks.formats.json_lines import read_objects
from core.benchmarks.formats.json_parts import JsonParts, json_parts
from core.errors import MalformedFileError
from core.lake.formats.quoted_rows import MOST_CELL_CHARACTERS
from core.store.text_files import require_full, require_unicode

if TYPE_CHECKING:
    import pyarrow.parquet as pq

TABLE = "table"
"""The key of an entry's cells: nearly all of a corpus."""
TABLES_TOO = (".json", ".csv")
"""Endings of entries that a lake's tables have as well."""
SUFFIXES = (".jsonl", ".parquet", *TABLES_TOO)
_NAMES_TABLES = re.compile(r'"(?:database_id|table_id|table|context)"\s*:')
_LISTS = ("table_id", "table_ids", "relevance")
"""What may be a list of each entry, and so stands as JSON in a cell of a CSV."""
_START = 64 * 1024
_MOST_ENTRIES = 256
_MOST_VALUES = 100_000
_MOST_BYTES = 8 * 1024 * 1024

Entries: TypeAlias = Iterator[tuple[int, dict[str, Any]]]
"""The line of each; in a Parquet file, and where JSON has columns, its place from 1."""


def entries(
    files: Sequence[Path], *, cells: bool = True
) -> Iterator[tuple[Path, int, dict[str, Any]]]:
    """Give the entries of files with file and line.

    Parameters
    ----------
    cells
        Whether entries must have their table: where columns hold them, it is passed over else.

    Raises
    ------
    MalformedFileError
        If a file does not have its form.
    """
    for path in files:
        for line, value in _of_file(path, cells):
            yield path, line, value


def may_hold_entries(path: Path) -> bool:
    """Whether a file begins as entries do, where a table of a lake could have its ending."""
    if path.suffix not in TABLES_TOO:
        return True
    try:
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            if path.suffix == ".csv":
                header = next(csv.reader(file), ())
                return "table_id" in header and not {TABLE, "query"}.isdisjoint(header)
            return _NAMES_TABLES.search(file.read(_START)) is not None
    except (OSError, csv.Error):
        return False


def _of_file(path: Path, cells: bool) -> Entries:
    match path.suffix:
        case ".parquet":
            return _parquet(path, cells)
        case ".csv":
            return _csv(path)
        case ".json":
            return _json(path, cells)
        case _:
            return read_objects(path)


def _csv(path: Path) -> Entries:
    """Give rows as entries; what may be a list of several is JSON then."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            # A table stands in one cell, and at first a process takes none of 131,073 characters.
            csv.field_size_limit(MOST_CELL_CHARACTERS)
            reader = csv.reader(file, strict=True)
            header, start = next(reader, []), reader.line_num + 1
            for row in reader:
                if row:
                    require_full(row, len(header), path, start)
                    yield (
                        start,
                        {name: _listed(name, cell) for name, cell in zip(header, row, strict=True)},
                    )
                start = reader.line_num + 1
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise MalformedFileError(f"The file must be CSV in UTF-8. Got: {error}.", path) from None


def _listed(name: str, cell: str) -> Any:
    if name in _LISTS and cell.startswith("["):
        with suppress(ValueError, RecursionError):
            return json.loads(cell)
    return cell


def _json(path: Path, cells: bool) -> Entries:
    """Give the entries of an array, of lines, of one object, or of an object of columns."""
    with json_parts(path) as parts:
        array = parts.next() == "["
    if array:
        yield from _array(path)
        return
    columns, lengths, lines = _columns(path)
    if lines:
        yield from read_objects(path)
        return
    if len(lengths) < len(columns):  # one entry: its id is no list
        with json_parts(path) as parts:
            yield 1, _entry(parts.value(), path, 1)
        return
    if len({*lengths.values()}) > 1:
        told = ", ".join(f"{length:,} in {name!r}" for name, length in lengths.items())
        raise MalformedFileError(f"Columns must have a value for each entry. Got {told}.", path)
    given = {name: iter(values) for name, values in columns.items() if name != TABLE}
    with json_parts(path) as parts:
        if cells and TABLE in columns:
            given[TABLE] = _items_of(parts, TABLE)
        for place, values in enumerate(zip(*given.values(), strict=True), 1):
            yield place, _entry(dict(zip(given, values, strict=True)), path, place)


def _array(path: Path) -> Entries:
    with json_parts(path) as parts:
        for value in parts.items():
            yield parts.line, _entry(value, path, parts.line)
        parts.end()


def _columns(path: Path) -> tuple[dict[str, list[Any]], dict[str, int], bool]:
    """Return the columns of an object but for tables, their lengths, and whether more follows."""
    columns: dict[str, list[Any]] = {}
    lengths: dict[str, int] = {}
    with json_parts(path) as parts:
        for key in parts.members():
            columns[key] = []
            if parts.next() != "[":
                parts.value()
                continue
            lengths[key] = 0
            for item in parts.items():
                lengths[key] += 1
                if key != TABLE:
                    columns[key].append(item)
        if not (lines := parts.next() == "{"):
            parts.end()
    return columns, lengths, lines


def _items_of(parts: JsonParts, wanted: str) -> Iterator[Any]:
    for key in parts.members():
        if key == wanted:
            yield from parts.items()
            return
        parts.value()


def _entry(value: Any, path: Path, line: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        told = f"Every entry must be a JSON object. Got {str(value)[:60]!r}."
        raise MalformedFileError(told, path, line)
    require_unicode(value, path, line)
    return value


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
