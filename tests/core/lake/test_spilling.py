"""Engines write what does not fit in memory where they are told to, each into files of its own."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from core.lake.engine import engine, spilling_engine

_FILL = "CREATE TEMP TABLE t AS SELECT i, md5(i::VARCHAR) AS m FROM range({}, {}) AS r(i)"


def test_engines_spill_beside_each_other_and_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    spill = tmp_path / "spill"
    spill.mkdir()
    sound = "SELECT count(*), min(i), bool_and(md5(i::VARCHAR) = m) FROM t"
    with spilling_engine(48, spill) as one, spilling_engine(48, spill) as other:
        one.execute(_FILL.format(0, 1_500_000))
        other.execute(_FILL.format(9_000_000, 10_500_000))
        assert len([path for path in spill.rglob("*") if path.is_file()]) >= 2
        assert one.execute(sound).fetchone() == (1_500_000, 0, True)
        assert other.execute(sound).fetchone() == (1_500_000, 9_000_000, True)
    assert list(tmp_path.rglob("*")) == [spill]


def test_an_engine_without_a_folder_writes_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(engine(48)) as connection, pytest.raises(duckdb.OutOfMemoryException):
        connection.execute(_FILL.format(0, 1_500_000))
    assert list(tmp_path.iterdir()) == []
