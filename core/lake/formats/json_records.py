"""Read JSON: a record a line, an array of records or rows, or one object with a table in it.

Numbers are kept as they are written (``1.50``, integers of any length). The file is read twice:
records may differ in their keys, so the header is known at its end.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Sequence, Sized
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from core.amounts import amount, listed
from core.errors import UnreadableTableError
from core.lake.formats.base import BATCH_ROWS, Columns, Limits, OpenTable, Reading
from core.lake.formats.compression import format_suffix, open_bytes
from core.lake.formats.encoding_guess import marked_encoding
from core.lake.formats.header_row import has_names_only
from core.lake.formats.json_shapes import HEADER_KEYS, ROWS_KEYS, Record, Table, table_in

_MAX_RECORD_CHARS = 16 * 1024 * 1024
_MAX_OBJECT_CHARS = 32 * 1024 * 1024
_MAX_COLUMNS = 100_000
_MOST_SPARSE_CELLS = 20_000_000
_SPARSE = 100
"""A table with so many times the cells that its records have values may not be larger than that."""
_KEYS_HINT = "Keys should name columns; write what varies as values."
_CHUNK_CHARS = 1024 * 1024
_BATCH_CELLS = 1_000_000
_BATCH_CHARS = 32 * 1024 * 1024
_MAX_NOTED_LINES = 10
_ROWS = re.compile(r"\s*\[\s*\[")
_SPACE = re.compile(r"[ \t\n\r]*")


class _Number(str):
    """A number as it is written in the file."""

    __slots__ = ()


def _constant(name: str) -> _Number | None:
    return {"Infinity": _Number("inf"), "-Infinity": _Number("-inf")}.get(name)


_decoder = partial(
    json.JSONDecoder, parse_int=_Number, parse_float=_Number, parse_constant=_constant
)


class _Told:
    """Decodes a file's records and gathers what is to be said of them, once it was read."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._decoder = _decoder(object_pairs_hook=self._object)
        self._twice = self._twice_here = 0
        self.arrays = 0

    def decode(self, text: str, at: int) -> tuple[Any, int]:
        """Decode the value at a place of a text; give the place behind it, too."""
        self._twice_here = 0
        found = self._decoder.raw_decode(text, at)
        self._twice += self._twice_here
        return found

    def _object(self, pairs: list[tuple[str, Any]]) -> Record:
        value = dict(pairs)
        self._twice_here += len(value) < len(pairs)
        return value

    def refuse(self, where: str) -> None:
        """Count something that is not a record; the first few are named."""
        self._reading.rows_refused += 1
        if self._reading.rows_refused <= _MAX_NOTED_LINES:
            self._reading.notes.append(f"{where} is not a JSON record and was left out.")

    def conclude(self) -> None:
        """Note what is told of the file as a whole."""
        if self.arrays > 1:
            told = f"{self.arrays:,} arrays follow each other; they were read as one table."
            self._reading.notes.append(told)
        if self._twice:
            told = (
                f"A key stands twice in {amount(self._twice, 'object')}; its last value was kept."
            )
            self._reading.notes.append(told)


def read(path: Path, limits: Limits) -> Iterator[OpenTable]:
    """Open the one table of a JSON file, plain or compressed.

    Parameters
    ----------
    path
        ``.jsonl`` and ``.ndjson`` hold a record a line. ``.json`` holds an array of records, an
        array of rows of which the first has the names, one object with a table in it
        (`json_shapes`), or records a line after all.
    limits
        How far a compressed file may unpack.

    Yields
    ------
    OpenTable
        One table with the name ``""``. The header is every key in order of first appearance; a
        key that a record lacks, ``null``, ``NaN`` and an empty text are missing cells. Nested
        values are JSON. A line that is not a record is counted in ``rows_refused`` and the first
        such lines are named in the notes; so are entries of an array that are not records, and what
        stands behind an array and is no further one.

    Raises
    ------
    UnreadableTableError
        If there is no record at all, an array is not JSON at some point, the records have so many
        different keys that nearly all of a large table would be empty, the one object is over 32
        million characters or has no table in it, an array of rows is as long, or the file cannot be
        unpacked; where the file changes meanwhile, while batches are read.
    """
    if format_suffix(path) == ".json":
        with _text(path, limits) as (text, _):
            start = text.read(_CHUNK_CHARS)
        first = start.lstrip()[:1]
        if _ROWS.match(start) and (rows := _array_of_rows(path, limits)):
            yield rows
            return
        if first == "[":
            yield from _open(path, limits, _array)
            return
        if first and not _is_lines(start):
            yield _single_object(path, limits)
            return
    yield from _open(path, limits, _lines)


@contextmanager
def _text(path: Path, limits: Limits) -> Iterator[tuple[io.TextIOWrapper, str]]:
    with open_bytes(path, limits) as file:
        try:
            start = file.peek(4)[:4] if isinstance(file, io.BufferedReader) else b""
            encoding = marked_encoding(start) or "utf-8"
            # A byte that cannot be decoded becomes a lone surrogate, see _column.
            text = io.TextIOWrapper(file, encoding, errors="surrogateescape", newline="\n")
            yield text, encoding
        except UnicodeError as error:
            raise UnreadableTableError(
                f"The text is not {encoding}.", "Save it as UTF-8."
            ) from error
        except OSError as error:
            raise UnreadableTableError(f"The file cannot be read: {error.strerror}.") from error


def _is_lines(start: str) -> bool:
    first, _, rest = start.lstrip().partition("\n")
    return bool(rest.strip()) and _record(first, _Told(Reading())) is not None


def _record(text: str, told: _Told) -> Record | None:
    try:
        value, end = told.decode(text, _skip(text, 0))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and _skip(text, end) == len(text) else None


Parse = Callable[[io.TextIOWrapper, _Told], Iterator[Record]]


def _open(path: Path, limits: Limits, parse: Parse) -> Iterator[OpenTable]:
    header: dict[str, int] = {}
    reading = Reading()
    told = _Told(reading)
    seen = values = 0
    with _text(path, limits) as (text, reading.encoding):
        for record in parse(text, told):
            seen += 1
            values += len(record)
            if not header.keys() >= record.keys():
                for key in record:
                    header.setdefault(key, len(header))
                _refuse_wide(header)
    if not seen and reading.rows_refused:
        raise UnreadableTableError(
            "Not one line or entry of the file is a JSON record.",
            'A record looks like {"name": "value"}.',
        )
    told.conclude()
    _refuse_sparse(seen, header, values)

    def rows() -> Iterator[list[str | None]]:
        with _text(path, limits) as (text, _):
            for number, record in enumerate(parse(text, _Told(Reading())), 1):
                if not header.keys() >= record.keys():
                    raise UnreadableTableError("The file changed while it was read.", "Try again.")
                row: list[str | None] = [None] * len(header)
                try:
                    for key, value in record.items():
                        row[header[key]] = _cell(value)
                except RecursionError:
                    told.refuse(f"Record {number:,}, nested too deeply,")
                else:
                    yield row

    names = [_sound(name) for name in header]
    yield OpenTable("", names, _batches(rows(), len(names), reading), reading)


def _refuse_wide(header: Sized) -> None:
    if len(header) > _MAX_COLUMNS:
        raise UnreadableTableError(
            f"The records have more than {_MAX_COLUMNS:,} different keys.", _KEYS_HINT
        )


def _refuse_sparse(records: int, header: Sized, values: int) -> None:
    if not header:
        raise UnreadableTableError("The file has no record with a value.", "Remove it or fill it.")
    if records * len(header) > max(_MOST_SPARSE_CELLS, _SPARSE * values):
        raise UnreadableTableError(
            f"The {records:,} records have {len(header):,} different keys, of which one has "
            f"{values / records:.3g} on average.",
            _KEYS_HINT,
        )


def _lines(text: io.TextIOWrapper, told: _Told) -> Iterator[Record]:
    number = 0
    while line := text.readline(_MAX_RECORD_CHARS):
        number += 1
        if len(line) == _MAX_RECORD_CHARS and not line.endswith("\n"):
            while (line := text.readline(_MAX_RECORD_CHARS)) and not line.endswith("\n"):
                pass
            told.refuse(f"Line {number:,}, over {_MAX_RECORD_CHARS:,} characters long,")
        elif not line.isspace():
            record = _record(line, told)
            if record is None:
                told.refuse(f"Line {number:,}")
            else:
                yield record


def _array(text: io.TextIOWrapper, told: _Told) -> Iterator[Record]:
    """Decode arrays entry by entry from a window that grows only to the longest entry."""
    window = text.read(_CHUNK_CHARS)
    entry = 0
    at = _skip(window, 0)
    while window[at : at + 1] == "[":
        told.arrays += 1
        at += 1
        while window[(at := _skip(window, at)) : at + 1] != "]":
            value, end = _entry(window, at, told)
            if end is None:
                more = text.read(max(_CHUNK_CHARS, len(window) - at))
                if not more or len(window) - at > _MAX_RECORD_CHARS:
                    raise UnreadableTableError(
                        f"Entry {entry + 1:,} of the array is not JSON, is cut off or is over "
                        f"{_MAX_RECORD_CHARS:,} characters long.",
                        "Write it again from its source, or as JSON Lines.",
                    )
                window, at = window[at:] + more, 0
                continue
            entry += 1
            if isinstance(value, dict):
                yield value
            else:
                told.refuse(f"Entry {entry:,}")
            at = end if window[end] == "]" else end + 1
        at = _skip(window, at + 1)
        while at == len(window) and (more := text.read(_CHUNK_CHARS)):
            window, at = more, _skip(more, 0)
    if at < len(window):
        rest = len(window) - at
        while more := text.read(_CHUNK_CHARS):
            rest += len(more)
        told.refuse(f"What stands behind the array, {amount(rest, 'character')},")


def _entry(window: str, at: int, told: _Told) -> tuple[Any, int | None]:
    """One value and the place of the separator behind it; no place if there is none yet."""
    try:
        value, end = told.decode(window, at)
    except (ValueError, RecursionError):
        return None, None
    end = _skip(window, end)
    return value, end if window[end : end + 1] in {",", "]"} else None


def _skip(window: str, at: int) -> int:
    found = _SPACE.match(window, at)
    return found.end() if found else at


def _single_object(path: Path, limits: Limits) -> OpenTable:
    with _text(path, limits) as (text, encoding):
        whole = text.read(_MAX_OBJECT_CHARS + 1)
    if len(whole) > _MAX_OBJECT_CHARS:
        raise UnreadableTableError(
            f"The file is one JSON object of more than {_MAX_OBJECT_CHARS:,} characters.",
            "Write its rows as JSON Lines.",
        )
    reading = Reading(encoding=encoding)
    told = _Told(reading)
    value = _record(whole, told)
    told.conclude()
    if value is None:
        raise UnreadableTableError(
            "The file is neither a JSON array of records nor a JSON object.", "Check its syntax."
        )
    table = table_in(value)
    if table is None:
        raise UnreadableTableError(
            "The JSON object has no list of column names with a list of rows.",
            f"Names stand in {' or '.join(HEADER_KEYS)}, rows in {' or '.join(ROWS_KEYS)}; "
            "or write an array of records.",
        )
    names = _keys_of(table) if table.names is None else table.names
    if table.beside:
        reading.notes.append(
            f"The rows are the records in {table.key}; what stands beside them was left out: "
            f"{listed(table.beside, _MAX_NOTED_LINES)}."
        )
    return _opened(table.rows, names, reading)


def _keys_of(table: Table) -> list[str]:
    header: dict[str, None] = {}
    for record in table.rows:
        header.update(dict.fromkeys(record))
        _refuse_wide(header)
    return list(header)


def _array_of_rows(path: Path, limits: Limits) -> OpenTable | None:
    """Open an array of arrays, or give none if it is too long to be held, or broken."""
    with _text(path, limits) as (text, encoding):
        whole = text.read(_MAX_OBJECT_CHARS + 1)
    reading = Reading(encoding=encoding)
    told = _Told(reading)
    try:
        rows, end = told.decode(whole, _skip(whole, 0))
    except (ValueError, RecursionError):
        return None
    if _skip(whole, end) < len(whole):
        return None
    told.conclude()
    names, *below = rows
    if not all(type(name) is str for name in names) or not has_names_only(names):
        reading.notes.append("The first row names no columns, so they have no name.")
        names, below = [""] * max(len(row) for row in rows if isinstance(row, list)), rows
    return _opened(below, names, reading)


def _opened(rows: list[Any], names: list[Any], reading: Reading) -> OpenTable:
    _refuse_sparse(len(rows), names, sum(len(row) for row in rows if isinstance(row, list | dict)))
    header = [_sound(_cell(name) or "") for name in names]
    cells = _listed(rows, [name if isinstance(name, str) else None for name in names], reading)
    return OpenTable("", header, _batches(cells, len(header), reading), reading)


def _listed(
    rows: list[Any], header: Sequence[str | None], reading: Reading
) -> Iterator[list[str | None]]:
    def refuse(told: str) -> None:
        reading.rows_refused += 1
        if reading.rows_refused <= _MAX_NOTED_LINES:
            reading.notes.append(f"{told} and was left out.")

    for number, row in enumerate(rows, 1):
        if not isinstance(row, list | dict):
            refuse(f"Row {number:,} is not a list of cells")
            continue
        values = row[: len(header)] if isinstance(row, list) else [row.get(key) for key in header]
        try:
            cells = [_cell(value) for value in values]
        except RecursionError:
            refuse(f"Row {number:,} is nested too deeply")
            continue
        if isinstance(row, list):
            reading.rows_cut += len(row) > len(header)
            reading.rows_padded += len(row) < len(header)
        yield cells + [None] * (len(header) - len(cells))


def _cell(value: Any) -> str | None:
    if isinstance(value, str):
        return str(value) or None
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return _nested(value)


def _nested(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(k, ensure_ascii=False)}: {_nested(v)}" for k, v in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_nested, value))}]"
    if isinstance(value, _Number) and value not in {"inf", "-inf"}:
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def _sound(text: str) -> str:
    """Join surrogate pairs and replace lone surrogates, which no encoding can write."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _batches(rows: Iterator[list[str | None]], width: int, reading: Reading) -> Iterator[Columns]:
    most = min(BATCH_ROWS, max(1, _BATCH_CELLS // width))
    held: list[list[str | None]] = []
    size = 0
    for row in rows:
        held.append(row)
        size += sum(map(len, filter(None, row)))
        if len(held) >= most or size > _BATCH_CHARS:
            yield [_column(cells, reading) for cells in zip(*held, strict=True)]
            held, size = [], 0
    if held:
        yield [_column(cells, reading) for cells in zip(*held, strict=True)]


def _column(cells: Sequence[str | None], reading: Reading) -> Any:
    import pyarrow as pa

    try:
        return pa.array(cells, pa.string())
    except UnicodeEncodeError:
        note = "Text that could not be decoded was replaced."
        if note not in reading.notes:
            reading.notes.append(note)
        return pa.array([cell and _sound(cell) for cell in cells], pa.string())
