"""Tables in one JSON value that is held: an object with a table in it, or an array of rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.amounts import listed
from core.errors import UnreadableTableError
from core.lake.formats.base import Limits, OpenTable, Reading
from core.lake.formats.header_row import has_names_only
from core.lake.formats.json_shapes import HEADER_KEYS, ROWS_KEYS, Table, table_in
from core.lake.formats.json_values import (
    MAX_NOTED_LINES,
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

_MAX_OBJECT_CHARS = 32 * 1024 * 1024


def object_table(path: Path, limits: Limits) -> OpenTable:
    """Open the table in one JSON object, where `json_shapes` finds it.

    Raises
    ------
    UnreadableTableError
        If it is no JSON object, has no table in it, or is over 32 million characters.
    """
    with text_of(path, limits) as (text, encoding):
        whole = text.read(_MAX_OBJECT_CHARS + 1)
    if len(whole) > _MAX_OBJECT_CHARS:
        raise UnreadableTableError(
            f"The file is one JSON object of more than {_MAX_OBJECT_CHARS:,} characters.",
            "Write its rows as JSON Lines.",
        )
    reading = Reading(encoding=encoding)
    told = Told(reading)
    value = record_in(whole, told)
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
            f"{listed(table.beside, MAX_NOTED_LINES)}."
        )
    return _opened(table.rows, names, reading)


def _keys_of(table: Table) -> list[str]:
    header: dict[str, None] = {}
    for record in table.rows:
        header.update(dict.fromkeys(record))
        refuse_wide(header)
    return list(header)


def rows_table(path: Path, limits: Limits) -> OpenTable | None:
    """Open an array of arrays, or give none if it is too long to be held, or broken."""
    with text_of(path, limits) as (text, encoding):
        whole = text.read(_MAX_OBJECT_CHARS + 1)
    reading = Reading(encoding=encoding)
    told = Told(reading)
    try:
        rows, end = told.decode(whole, skip_space(whole, 0))
    except (ValueError, RecursionError):
        return None
    if skip_space(whole, end) < len(whole):
        return None
    told.conclude()
    names, *below = rows
    if not all(type(name) is str for name in names) or not has_names_only(names):
        reading.notes.append("The first row names no columns, so they have no name.")
        names, below = [""] * max(len(row) for row in rows if isinstance(row, list)), rows
    return _opened(below, names, reading)


def _opened(rows: list[Any], names: list[Any], reading: Reading) -> OpenTable:
    refuse_sparse(len(rows), names, sum(len(row) for row in rows if isinstance(row, list | dict)))
    header = [sound(cell_of(name) or "") for name in names]
    cells = _listed(rows, [name if isinstance(name, str) else None for name in names], reading)
    return OpenTable("", header, batches_of(cells, len(header), reading), reading)


def _listed(
    rows: list[Any], header: Sequence[str | None], reading: Reading
) -> Iterator[list[str | None]]:
    def refuse(told: str) -> None:
        reading.rows_refused += 1
        if reading.rows_refused <= MAX_NOTED_LINES:
            reading.notes.append(f"{told} and was left out.")

    for number, row in enumerate(rows, 1):
        if not isinstance(row, list | dict):
            refuse(f"Row {number:,} is not a list of cells")
            continue
        values = row[: len(header)] if isinstance(row, list) else [row.get(key) for key in header]
        try:
            cells = [cell_of(value) for value in values]
        except RecursionError:
            refuse(f"Row {number:,} is nested too deeply")
            continue
        if isinstance(row, list):
            reading.rows_cut += len(row) > len(header)
            reading.rows_padded += len(row) < len(header)
        yield cells + [None] * (len(header) - len(cells))
