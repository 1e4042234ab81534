"""Read JSON: a record a line, an array of records or rows, or one object with a table in it.

Numbers are kept as they are written (``1.50``, integers of any length). The file is read twice:
records may differ in their keys, so the header is known at its end.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from core.amounts import amount
from core.errors import UnreadableTableError
from core.lake.formats.base import Limits, OpenTable, Reading
from core.lake.formats.compression import format_suffix
from core.lake.formats.json_shapes import Record
from core.lake.formats.json_tables import object_table, rows_table
from core.lake.formats.json_values import (
    Told,
    batches_of,
    cell_of,
    record_in,
    refuse_sparse,
    refuse_wide,
    skip_space,
    sound,
    text_of,
)

_MAX_RECORD_CHARS = 16 * 1024 * 1024
_CHUNK_CHARS = 1024 * 1024
_ROWS = re.compile(r"\s*\[\s*\[")


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
        with text_of(path, limits) as (text, _):
            start = text.read(_CHUNK_CHARS)
        first = start.lstrip()[:1]
        if _ROWS.match(start) and (rows := rows_table(path, limits)):
            yield rows
            return
        if first == "[":
            yield from _open(path, limits, _array)
            return
        if first and not _is_lines(start):
            yield object_table(path, limits)
            return
    yield from _open(path, limits, _lines)


def _is_lines(start: str) -> bool:
    first, _, rest = start.lstrip().partition("\n")
    return bool(rest.strip()) and record_in(first, Told(Reading())) is not None


Parse = Callable[[io.TextIOWrapper, Told], Iterator[Record]]


def _open(path: Path, limits: Limits, parse: Parse) -> Iterator[OpenTable]:
    header: dict[str, int] = {}
    reading = Reading()
    told = Told(reading)
    seen = values = 0
    with text_of(path, limits) as (text, reading.encoding):
        for record in parse(text, told):
            seen += 1
            values += len(record)
            if not header.keys() >= record.keys():
                for key in record:
                    header.setdefault(key, len(header))
                refuse_wide(header)
    if not seen and reading.rows_refused:
        raise UnreadableTableError(
            "Not one line or entry of the file is a JSON record.",
            'A record looks like {"name": "value"}.',
        )
    told.conclude()
    refuse_sparse(seen, header, values)

    def rows() -> Iterator[list[str | None]]:
        with text_of(path, limits) as (text, _):
            for number, record in enumerate(parse(text, Told(Reading())), 1):
                if not header.keys() >= record.keys():
                    raise UnreadableTableError("The file changed while it was read.", "Try again.")
                row: list[str | None] = [None] * len(header)
                try:
                    for key, value in record.items():
                        row[header[key]] = cell_of(value)
                except RecursionError:
                    told.refuse(f"Record {number:,}, nested too deeply,")
                else:
                    yield row

    names = [sound(name) for name in header]
    yield OpenTable("", names, batches_of(rows(), len(names), reading), reading)


def _lines(text: io.TextIOWrapper, told: Told) -> Iterator[Record]:
    number = 0
    while line := text.readline(_MAX_RECORD_CHARS):
        number += 1
        if len(line) == _MAX_RECORD_CHARS and not line.endswith("\n"):
            while (line := text.readline(_MAX_RECORD_CHARS)) and not line.endswith("\n"):
                pass
            told.refuse(f"Line {number:,}, over {_MAX_RECORD_CHARS:,} characters long,")
        elif not line.isspace():
            record = record_in(line, told)
            if record is None:
                told.refuse(f"Line {number:,}")
            else:
                yield record


def _array(text: io.TextIOWrapper, told: Told) -> Iterator[Record]:
    """Decode arrays entry by entry from a window that grows only to the longest entry."""
    window = text.read(_CHUNK_CHARS)
    entry = 0
    at = skip_space(window, 0)
    while window[at : at + 1] == "[":
        told.arrays += 1
        at += 1
        while window[(at := skip_space(window, at)) : at + 1] != "]":
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
        at = skip_space(window, at + 1)
        while at == len(window) and (more := text.read(_CHUNK_CHARS)):
            window, at = more, skip_space(more, 0)
    if at < len(window):
        rest = len(window) - at
        while more := text.read(_CHUNK_CHARS):
            rest += len(more)
        told.refuse(f"What stands behind the array, {amount(rest, 'character')},")


def _entry(window: str, at: int, told: Told) -> tuple[Any, int | None]:
    """One value and the place of the separator behind it; no place if there is none yet."""
    try:
        value, end = told.decode(window, at)
    except (ValueError, RecursionError):
        return None, None
    end = skip_space(window, end)
    return value, end if window[end : end + 1] in {",", "]"} else None
