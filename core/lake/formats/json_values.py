"""JSON as it is decoded here: numbers as they are written, faults told, values as cells."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence, Sized
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from core.amounts import amount
from core.errors import UnreadableTableError
from core.lake.formats.base import BATCH_ROWS, Columns, Limits, Reading
from core.lake.formats.compression import open_bytes
from core.lake.formats.encoding_guess import marked_encoding
from core.lake.formats.json_shapes import Record

MAX_NOTED_LINES = 10
_MAX_COLUMNS = 100_000
_MOST_SPARSE_CELLS = 20_000_000
_SPARSE = 100
"""A table with so many times the cells that its records have values may not be larger than that."""
_KEYS_HINT = "Keys should name columns; write what varies as values."
_BATCH_CELLS = 1_000_000
_BATCH_CHARS = 32 * 1024 * 1024
_SPACE = re.compile(r"[ \t\n\r]*")


class _Number(str):
    """A number as it is written in the file."""

    __slots__ = ()


def _constant(name: str) -> _Number | None:
    return {"Infinity": _Number("inf"), "-Infinity": _Number("-inf")}.get(name)


_decoder = partial(
    json.JSONDecoder, parse_int=_Number, parse_float=_Number, parse_constant=_constant
)


class Told:
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
        if self._reading.rows_refused <= MAX_NOTED_LINES:
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


@contextmanager
def text_of(path: Path, limits: Limits) -> Iterator[tuple[io.TextIOWrapper, str]]:
    """Open a file as text, by its byte order mark or as UTF-8, and say its encoding.

    Raises
    ------
    UnreadableTableError
        If it cannot be read or unpacked, or is not of that encoding.
    """
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


def record_in(text: str, told: Told) -> Record | None:
    """Decode a text that is one JSON object; none if it is anything else."""
    try:
        value, end = told.decode(text, skip_space(text, 0))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and skip_space(text, end) == len(text) else None


def skip_space(window: str, at: int) -> int:
    """Return the place behind the white space that stands at a place."""
    found = _SPACE.match(window, at)
    return found.end() if found else at


def refuse_wide(header: Sized) -> None:
    """Refuse more than 100,000 different keys."""
    if len(header) > _MAX_COLUMNS:
        raise UnreadableTableError(
            f"The records have more than {_MAX_COLUMNS:,} different keys.", _KEYS_HINT
        )


def refuse_sparse(records: int, header: Sized, values: int) -> None:
    """Refuse a table without columns, or a large one of which nearly all cells would be empty.

    Parameters
    ----------
    values
        That the records have together.
    """
    if not header:
        raise UnreadableTableError("The file has no record with a value.", "Remove it or fill it.")
    if records * len(header) > max(_MOST_SPARSE_CELLS, _SPARSE * values):
        raise UnreadableTableError(
            f"The {records:,} records have {len(header):,} different keys, of which one has "
            f"{values / records:.3g} on average.",
            _KEYS_HINT,
        )


def cell_of(value: Any) -> str | None:
    """Return a value as a cell: a text or number as it is, what is nested as JSON."""
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


def sound(text: str) -> str:
    """Join surrogate pairs and replace lone surrogates, which no encoding can write."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def batches_of(rows: Iterator[list[str | None]], width: int, reading: Reading) -> Iterator[Columns]:
    """Put rows together to batches that fit in memory."""
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
        return pa.array([cell and sound(cell) for cell in cells], pa.string())
