from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import UnreadableTableError
from core.lake.formats import Limits, open_tables, sqlite_file
from tests.core.lake.formats.conftest import Read

SMALLEST = "-9223372036854775808"


def make(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path


def test_each_table_is_a_table_and_views_are_noted(tmp_path: Path, read: Read) -> None:
    path = make(
        tmp_path / "a.db",
        "CREATE TABLE two (id INTEGER PRIMARY KEY AUTOINCREMENT, x); INSERT INTO two(x) VALUES (1);"
        "CREATE TABLE one (a, b); CREATE VIEW v AS SELECT 1;"
        "CREATE VIRTUAL TABLE words USING fts5(text);",
    )
    first, second = read(path)
    assert (first.name, first.header, first.columns) == ("one", ["a", "b"], [[], []])
    assert (second.name, second.header, second.columns) == ("two", ["id", "x"], [["1"], ["1"]])
    assert first.reading.notes_on_file == [
        'Views are not read: "v".',
        'Virtual tables are not read: "words".',
    ]
    assert [one.reading.notes for one in (first, second)] == [[], []]
    assert second.reading.notes_on_file == []


def test_cells_are_spelt(tmp_path: Path, read: Read) -> None:
    path = make(
        tmp_path / "a.sqlite",
        "CREATE TABLE t (a); INSERT INTO t VALUES (1), (1.0), (0.1), (1e16), (9e999), (NULL), (''),"
        "(' '), ('a' || char(0) || 'b'), (x'00FF'), (CAST(x'636166E9' AS TEXT)),"
        "(-9223372036854775808);",
    )
    (whole,) = read(path)
    assert whole.columns == [
        ["1", "1.0", "0.1", "1e+16", "inf", None, None, " ", "a\0b", "00ff", "caf\ufffd", SMALLEST]
    ]
    assert len(whole.reading.notes) == 2


@pytest.mark.parametrize("name", ['q"uo"te', "new\nline", "😀", "select", "a;b--", "[x]", "'", " "])
def test_weird_names_are_only_names(tmp_path: Path, read: Read, name: str) -> None:
    quoted = name.replace('"', '""')
    path = make(
        tmp_path / "a.db",
        f'CREATE TABLE "{quoted}" ("{quoted}"); INSERT INTO "{quoted}" VALUES (1)',
    )
    (whole,) = read(path)
    assert (whole.name, whole.header, whole.columns) == (name, [name], [["1"]])


def test_a_slash_in_a_name_is_encoded(tmp_path: Path, read: Read) -> None:
    path = make(tmp_path / "a.db", 'CREATE TABLE "../50%" (a)')
    assert read(path)[0].name == "..%2F50%25"


def test_a_log_is_read_and_nothing_is_written_beside(tmp_path: Path, read: Read) -> None:
    path = make(tmp_path / "a.db", "PRAGMA journal_mode = WAL; CREATE TABLE t (a);")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.db"]
    assert read(path)[0].columns == [[]]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.db"]
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("INSERT INTO t VALUES (7)")
        writer.commit()
        before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
        assert set(before) == {"a.db", "a.db-wal", "a.db-shm"}
        assert read(path)[0].columns == [["7"]]
        assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_a_database_that_is_written_to_meanwhile_is_refused(tmp_path: Path) -> None:
    path = make(tmp_path / "a.db", "CREATE TABLE t (a); CREATE TABLE u (a)")
    tables = open_tables(path, Limits())
    assert list(next(tables).batches) == []
    make(path, "INSERT INTO u VALUES (zeroblob(9000))")
    with pytest.raises(UnreadableTableError, match="written to while it was read"):
        next(tables)


def test_a_locked_database_is_said_so(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_BUSY_SECONDS", 0.1)
    path = make(tmp_path / "a.db", "CREATE TABLE t (a)")
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UnreadableTableError, match="has locked the database"):
            read(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"not a database at all" * 100, "not a SQLite database or is encrypted"),
        (b"SQLite format 3\x00" + b"\xff" * 5_000, "damaged"),
    ],
)
def test_what_is_no_database_is_refused(
    tmp_path: Path, read: Read, content: bytes, reason: str
) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(content)
    with pytest.raises(UnreadableTableError, match=reason):
        read(path)


def test_a_database_without_a_table_or_cut_off_is_refused(tmp_path: Path, read: Read) -> None:
    path = make(tmp_path / "a.db", "CREATE VIEW v AS SELECT 1")
    with pytest.raises(UnreadableTableError, match=r"no table\. Views are not read"):
        read(path)
    path = make(tmp_path / "b.db", "CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(100000))")
    path.write_bytes(path.read_bytes()[:8192])
    with pytest.raises(UnreadableTableError, match="damaged"):
        read(path)


def test_a_column_that_makes_giant_cells_is_refused(tmp_path: Path, read: Read) -> None:
    path = make(
        tmp_path / "a.db",
        "CREATE TABLE t (a, b AS (zeroblob(a))); INSERT INTO t(a) VALUES (900000000);",
    )
    with pytest.raises(UnreadableTableError, match="cell of over 64 MB"):
        read(path)


def test_large_tables_come_in_batches(tmp_path: Path, read: Read) -> None:
    path = make(
        tmp_path / "a.db",
        "CREATE TABLE t (a); WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n"
        " LIMIT 120000) INSERT INTO t SELECT i FROM n; CREATE TABLE u (b);"
        "INSERT INTO u SELECT zeroblob(2000000) FROM t LIMIT 40;",
    )
    numbers, blobs = read(path)
    assert numbers.columns == [[str(i) for i in range(120_000)]]
    assert numbers.batches == 3
    assert blobs.batches == 3
