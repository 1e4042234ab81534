"""Delimited text, read as a whole or as a stream."""

from pathlib import Path

from core.lake.formats import delimited
from core.lake.formats.base import Limits, OpenTable, Reading

Rows = list[tuple[str, ...]]


def consume(opened: OpenTable) -> tuple[list[str], Rows, Reading]:
    rows: Rows = []
    for batch in opened.batches:
        columns = [c.to_pylist() if hasattr(c, "to_pylist") else list(c) for c in batch]
        rows += zip(*columns, strict=True)
    return list(opened.header), rows, opened.reading


def whole(data: bytes, default: str = ",") -> tuple[list[str], Rows, Reading]:
    return consume(delimited.read_whole(data, default))


def streamed(path: Path, data: bytes) -> tuple[list[str], Rows, Reading]:
    path.write_bytes(data)
    (opened,) = delimited.read(path, Limits())
    return consume(opened)
