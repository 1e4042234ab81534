"""What the tests of the readers share: read a file whole, with its cells as lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.lake.formats import Limits, Reading, delimited, delimited_rows, open_tables


@dataclass(frozen=True)
class Whole:
    name: str
    header: list[str]
    columns: list[list[str | None]]
    reading: Reading
    batches: int


Read = Callable[..., list[Whole]]


def read_whole(path: Path, limits: Limits | None = None) -> list[Whole]:
    tables = []
    for table in open_tables(path, limits or Limits()):
        columns: list[list[str | None]] = [[] for _ in table.header]
        batches = 0
        for batch in table.batches:
            batches += 1
            assert len({len(column) for column in batch}) <= 1
            for cells, column in zip(columns, batch, strict=True):
                cells.extend(column.to_pylist() if hasattr(column, "to_pylist") else column)
        tables.append(Whole(table.name, list(table.header), columns, table.reading, batches))
    return tables


@pytest.fixture
def read() -> Read:
    return read_whole


@pytest.fixture
def streaming(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make every file of more than 100 bytes a stream, read in blocks of 256 bytes."""
    monkeypatch.setattr(delimited, "WHOLE_FILE_BYTES", 100)
    monkeypatch.setattr(delimited_rows, "_ARROW_BLOCK_BYTES", 256)
    return tmp_path / "streamed.csv"
