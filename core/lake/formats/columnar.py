"""Read Parquet, Arrow IPC and Feather files: typed columns in, text columns out.

The cells are turned into text by Arrow column by column; only values that Arrow writes otherwise
than Python (very large and very small numbers), bytes and nested values are visited one by one.
"""

from __future__ import annotations

import itertools
import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

from core.errors import UnreadableTableError
from core.lake.formats.base import BATCH_ROWS, Columns, Limits, OpenTable, Reading
from core.lake.formats.compression import open_bytes

_BATCH_CELLS = 1_000_000
_BATCH_BYTES = 32 * 1024 * 1024
_STEP_ROWS = 1024
"""Rows decoded at once: a dictionary repeats a long value at no cost in the file."""
_MAPPED_BYTES = 64 * 1024 * 1024
"""A larger Arrow file is mapped, as one batch may be all of it; not a smaller one, as a process
dies when a mapped file is cut short by its writer."""
_JSON_INFINITIES = {"inf": '"inf"', "-inf": '"-inf"'}
_DAMAGED = "Write it again from its source."


def read(path: Path, limits: Limits) -> Iterator[OpenTable]:
    """Open the one table of a Parquet, Arrow IPC (file or stream) or Feather (1 or 2) file.

    Parameters
    ----------
    path
        A plain file. Its first bytes, not its suffix, say which of the formats it is.
    limits
        Not used: these formats are read in steps, so what they unpack to is never held whole.

    Yields
    ------
    OpenTable
        One table with the name ``""``. Integers are written ``1``, floats as Python writes them,
        times as ISO 8601 without trailing zeros, decimals without an exponent, nested values as
        JSON, bytes as hexadecimal digits and durations as a number, the last two with a note. A
        NaN and an empty text are missing cells. Undecodable text is replaced, with a note.

    Raises
    ------
    UnreadableTableError
        If the file is none of these, damaged or has no column, now or while batches are read.
    """
    del limits
    with open_bytes(path, Limits()) as file:
        magic = file.read(8)
    if not magic:
        raise UnreadableTableError("The file is empty.", "Remove it or fill it.")
    with _translated():
        if magic[:4] == b"PAR1":
            schema, batches = _parquet(path)
        elif magic[:4] == b"PARE":
            raise UnreadableTableError(
                "The Parquet file is encrypted.", "Write it without encryption."
            )
        elif magic[:4] == b"FEA1":
            schema, batches = _feather_1(path)
        elif magic[:6] == b"ARROW1" or magic[:4] == b"\xff\xff\xff\xff":
            schema, batches = _ipc(path, stream=magic[:6] != b"ARROW1")
        else:
            raise UnreadableTableError(
                "The file is not Parquet, Arrow or Feather data.", "Rename it to what it is."
            )
    if not schema.names:
        raise UnreadableTableError("The table has no column.", "Remove it or fill it.")
    reading = Reading()  # without an encoding: it is no text that was decoded
    yield OpenTable("", [*schema.names], _texts(batches, reading), reading)


@contextmanager
def _translated() -> Iterator[None]:
    import pyarrow as pa

    try:
        yield
    except UnreadableTableError:
        raise
    except MemoryError as error:
        raise UnreadableTableError(
            "The file asks for more memory than there is; it is damaged or its row groups are "
            "too large.",
            "Write it again with smaller row groups.",
        ) from error
    except (pa.ArrowException, OSError, ValueError, RecursionError) as error:
        said = str(error).split("\n")[0].strip(" .")[:200]
        raise UnreadableTableError(f"The file is damaged: {said}.", _DAMAGED) from error


def _parquet(path: Path) -> tuple[Any, Iterator[Any]]:
    from pyarrow import parquet

    # Without pre_buffer one row group's columns are read as they are decoded, not beforehand.
    file = parquet.ParquetFile(path, pre_buffer=False, buffer_size=1024 * 1024)
    rows = min(_STEP_ROWS, max(1, _BATCH_CELLS // max(1, len(file.schema_arrow.names))))

    def batches() -> Iterator[Any]:
        with file:
            yield from file.iter_batches(batch_size=rows, use_threads=False)

    return file.schema_arrow, batches()


def _ipc(path: Path, *, stream: bool) -> tuple[Any, Iterator[Any]]:
    import pyarrow as pa

    mapped = path.stat().st_size > _MAPPED_BYTES
    source = pa.memory_map(str(path), "r") if mapped else pa.OSFile(str(path))
    if stream:
        reader = pa.ipc.open_stream(source)
        return reader.schema, iter(reader)
    file = pa.ipc.open_file(source)
    return file.schema, (file.get_batch(i) for i in range(file.num_record_batches))


def _feather_1(path: Path) -> tuple[Any, Iterator[Any]]:
    from pyarrow import feather

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the reader goes with some later Arrow
        table = feather.read_table(path, memory_map=False)
    return table.schema, iter(table.to_batches())


def _texts(batches: Iterator[Any], reading: Reading) -> Iterator[Columns]:
    with _translated():
        for batch in _sized(batches):
            yield [
                _text(column, name, reading)
                for name, column in zip(batch.schema.names, batch.columns, strict=True)
            ]


def _sized(batches: Iterator[Any]) -> Iterator[Any]:
    """Join small batches and cut large ones, so that each is worth its overhead and fits."""
    import pyarrow as pa

    held: list[Any] = []
    rows = size = 0

    def joined() -> Any:
        return held[0] if len(held) == 1 else pa.concat_batches(held)

    for whole in batches:
        most_rows = min(BATCH_ROWS, max(1, _BATCH_CELLS // whole.num_columns))
        per_row = whole.nbytes / max(1, whole.num_rows)
        step = max(1, min(most_rows, int(_BATCH_BYTES / max(1.0, per_row))))
        for start in range(0, whole.num_rows, step):
            piece = whole.slice(start, step)
            if held and (rows + piece.num_rows > most_rows or size + piece.nbytes > _BATCH_BYTES):
                yield joined()
                held, rows, size = [], 0, 0
            held.append(piece)
            rows += piece.num_rows
            size += piece.nbytes
    if held:
        yield joined()


def _text(column: Any, name: str, reading: Reading) -> Any:
    """One column as a `pyarrow.StringArray`, empty texts missing."""
    import pyarrow as pa
    import pyarrow.compute as pc

    def note(sentence: str) -> None:
        if (line := f'Column "{name}" {sentence}') not in reading.notes:
            reading.notes.append(line)

    text = _leaf(_storage(column), note)
    return pc.if_else(pc.equal(text, ""), pa.scalar(None, pa.string()), text)


def _storage(column: Any) -> Any:
    """Undo what only packs or names the values: dictionaries, runs, extension types."""
    import pyarrow as pa
    import pyarrow.compute as pc

    while True:
        kind = column.type
        if isinstance(kind, pa.BaseExtensionType):
            column = column.storage
        elif pa.types.is_dictionary(kind):
            column.validate(full=True)
            column = column.dictionary_decode()
        elif pa.types.is_run_end_encoded(kind):
            column.validate(full=True)
            column = pc.run_end_decode(column)
        else:
            return column


def _leaf(column: Any, note: Callable[[str], None]) -> Any:
    import pyarrow as pa

    kind, types = column.type, pa.types
    if types.is_null(kind):
        return pa.nulls(len(column), pa.string())
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        return _decoded(column, note)
    column.validate(full=True)
    if types.is_nested(kind):
        texts = [None if text == "null" else text for text in _json(column, note)]
        return pa.array(texts, pa.string())
    return _number_or_time(column, note)


def _number_or_time(column: Any, note: Callable[[str], None]) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    kind, types = column.type, pa.types
    if types.is_integer(kind) or types.is_boolean(kind):
        return pc.cast(column, pa.string())
    if types.is_floating(kind):
        return float_texts(column)
    if types.is_decimal(kind):
        return _respelt(column, lambda value: f"{Decimal(value):f}", "E")
    if types.is_duration(kind):
        note(f"holds durations, written as a number of {kind.unit}.")
        return pc.cast(pc.cast(column, pa.int64()), pa.string())
    if types.is_date(kind) or types.is_time(kind) or types.is_timestamp(kind):
        return _times(column)
    if types.is_interval(kind):
        note("holds intervals, written as months, days and nanoseconds.")
        cells = [v if v is None else json.dumps(list(v)) for v in column.to_pylist()]
    else:
        note("holds bytes, written as hexadecimal digits.")
        cells = [v if v is None else v.hex() for v in column.to_pylist()]
    return pa.array(cells, pa.string())


def _decoded(column: Any, note: Callable[[str], None]) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        column.validate(full=True)
        return pc.cast(column, pa.string())
    except pa.ArrowInvalid:
        # What remains invalid as bytes is damaged; what does not has text in another encoding.
        raw = pc.cast(column, pa.binary())
        raw.validate(full=True)
    note("has text that is not UTF-8; what could not be decoded was replaced.")
    cells = (v if v is None else v.decode("utf-8", "replace") for v in raw.to_pylist())
    return pa.array(cells, pa.string())


def float_texts(column: Any) -> Any:
    """Write an Arrow array of floats as Python does, a NaN as a missing cell."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_float16(column.type):  # Arrow writes a half with the digits of a double
        text = pa.array([str(value) for value in column.to_numpy(zero_copy_only=False)])
    else:
        text = _respelt(column, lambda value: repr(float(value)), "e|0\\.0000")
        text = pc.replace_substring_regex(text, r"^(-?\d+)$", r"\1.0")
    missing = pc.or_(pc.is_null(column), pc.fill_null(pc.is_nan(column), True))
    return pc.if_else(missing, pa.scalar(None, pa.string()), text)


def _respelt(column: Any, spell: Callable[[str], str], pattern: str) -> Any:
    """Cast to text and spell the cells that match again, each different one once."""
    import pyarrow as pa
    import pyarrow.compute as pc

    text = pc.cast(column, pa.string())
    odd = pc.fill_null(pc.match_substring_regex(text, pattern), False)
    if not pc.any(odd).as_py():
        return text
    again = [spell(value) for value in pc.filter(text, odd).to_pylist()]
    return pc.replace_with_mask(text, odd, pa.array(again, pa.string()))


def _times(column: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        text = pc.cast(column, pa.string())
    except pa.ArrowInvalid:  # a time zone that this machine does not know
        text = pc.cast(pc.cast(column, pa.timestamp(column.type.unit, "UTC")), pa.string())
    text = pc.replace_substring_regex(text, r"^(\S+) (\d\d:)", r"\1T\2")
    text = pc.replace_substring_regex(text, r"(\.\d*?)0+([+-]\d{4}|Z)?$", r"\1\2")
    text = pc.replace_substring_regex(text, r"\.([+-]\d{4}|Z)?$", r"\1")
    return pc.replace_substring_regex(text, r"T(.*[+-]\d\d)(\d\d)$", r"T\1:\2")


def _json(column: Any, note: Callable[[str], None]) -> list[str]:
    """Write each cell as JSON; its parts are spelt as they would be in a column of their own."""
    import pyarrow as pa
    import pyarrow.compute as pc

    column = _storage(column)
    kind, types = column.type, pa.types
    if types.is_union(kind):
        return [json.dumps(cell, default=str) for cell in column.to_pylist()]
    if types.is_map(kind):
        pair = pa.struct([pa.field("key", kind.key_type, False), kind.item_field])
        column = pc.cast(column, pa.list_(pair))
        keys, items = (_json(part, note) for part in column.flatten().flatten())
        names = (key if key.startswith('"') else json.dumps(key) for key in keys)
        return _lists(column, map("{}: {}".format, names, items), "{{{}}}")
    if types.is_struct(kind):
        return _records(column, note)
    if types.is_nested(kind):
        return _lists(column, iter(_json(column.flatten(), note)), "[{}]")
    bare = types.is_boolean(kind) or types.is_decimal(kind) or types.is_primitive(kind)
    bare = bare and not types.is_temporal(kind)
    cells = _leaf(column, note).to_pylist()
    if bare:
        return ["null" if c is None else _JSON_INFINITIES.get(c, c) for c in cells]
    return ["null" if c is None else json.dumps(c, ensure_ascii=False) for c in cells]


def _lists(column: Any, parts: Iterator[str], form: str) -> list[str]:
    import pyarrow.compute as pc

    lengths = pc.list_value_length(column).to_pylist()
    return [
        "null" if length is None else form.format(", ".join(itertools.islice(parts, length)))
        for length in lengths
    ]


def _records(column: Any, note: Callable[[str], None]) -> list[str]:
    names = [json.dumps(field.name, ensure_ascii=False) for field in column.type]
    parts = [_json(part, note) for part in column.flatten()]
    cells = zip(*parts, strict=True) if parts else itertools.repeat((), len(column))
    return [
        f"{{{', '.join(map('{}: {}'.format, names, cell))}}}" if valid else "null"
        for cell, valid in zip(cells, column.is_valid().to_pylist(), strict=True)
    ]
