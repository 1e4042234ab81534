"""What DuckDB cannot read or write is told as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import BusyError, EngineMemoryError, WorkspaceError
from core.search.query_engine import query_engine
from tests.core.search.conftest import MakeLake, Opened


@pytest.fixture(scope="module")
def opened(make_lake: MakeLake) -> Opened:
    return make_lake({"a.csv": "n\n1\n"}, "engine")


def read(opened: Opened, statement: str) -> None:
    with query_engine(opened.query("a.csv"), "A join") as connection:
        connection.execute(statement)


def test_cells_that_are_gone_are_being_read_again(opened: Opened, tmp_path: Path) -> None:
    with pytest.raises(BusyError, match="the lake 'engine' is being read again"):
        read(opened, f"FROM read_parquet('{tmp_path}/gone.parquet')")


def test_another_fault_of_a_disk_is_told_in_the_words_of_the_engine(opened: Opened) -> None:
    told = r"A join must be able to read and write .* DuckDB says: IO Error: .*/dev/null/"
    with pytest.raises(WorkspaceError, match=told):
        read(opened, "COPY (SELECT 1) TO '/dev/null/x.csv'")


def test_a_full_disk_is_told(opened: Opened) -> None:
    with pytest.raises(EngineMemoryError, match="whose disk is full"):
        read(opened, "COPY (SELECT md5(i::VARCHAR) FROM range(1000000) r(i)) TO '/dev/full'")
