"""``lake show``: what is listed, and what is left out of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from core.cli.lake import group
from tests.core.cli.conftest import Terminal
from tests.core.lake.refreshing import permissions_matter


def test_files_that_are_left_out_of_a_list_are_counted(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    ragged = "a,b\n1,2,3\n4,5\n"  # read, with a remark
    for number in range(3):
        terminal.write({f"t/ragged{number}.csv": ragged})
        (terminal.folder / "t" / f"picture{number}.csv").write_bytes(bytes(range(256)) * 8)
    added = terminal("lake", "add", "x", "t").out
    assert ". 3 files read, 0 unchanged, 0 gone, in " in added
    assert "3 files are not read;" in added
    monkeypatch.setattr(group, "_TABLES_SHOWN", 2)
    tables, refused, remarked = terminal("lake", "show", "x").out.split("\n\n")[-3:]
    assert "3 files are not read:" in refused or "not read:" in refused
    for part in (tables, refused, remarked):
        assert part.rstrip().endswith("... and 1 more; --json has them all.")
    monkeypatch.setattr(group, "_TABLES_SHOWN", 3)
    assert "more; --json" not in terminal("lake", "show", "x").out


def test_a_remark_on_a_whole_database_is_put_on_none_of_its_tables(terminal: Terminal) -> None:
    terminal.write({"t/a.csv": "a\n1\n"})
    with closing(sqlite3.connect(terminal.folder / "t" / "shop.db")) as db:
        db.executescript(
            "CREATE TABLE customers (a); CREATE TABLE orders (b);"
            "INSERT INTO orders VALUES (x'00'); CREATE VIEW big AS SELECT 1;"
        )
    terminal("lake", "add", "x", "t")
    (told,) = terminal("lake", "show", "x", "--json").json["read_with_remarks"]
    assert told["remarks"] == [
        'Views are not read: "big".',
        "orders: Blobs are written as hexadecimal digits.",
    ]


def test_a_file_that_cannot_be_looked_at_is_told_with_what_was_read_of_it_before(
    terminal: Terminal,
) -> None:
    terminal.write({"t/share/a.csv": "a\n1\n"})
    terminal("lake", "add", "x", "t")
    share = terminal.folder / "t" / "share"
    with permissions_matter(terminal.folder):
        share.chmod(0)
        try:
            told = terminal("lake", "refresh", "x").out
            assert terminal("lake", "refresh", "x", "--json").json["files_kept"] == 1
        finally:
            share.chmod(0o755)
    assert "0 files read, 0 unchanged, 0 gone" in told
    assert (
        "1 file keeps what was read before and could not be looked at now; `lake show x` says why."
    ) in told
    assert (
        "1 file is read with a remark:\n  share/a.csv: The folder cannot be listed (Permission "
        "denied). Its tables are as they were read before. Give the app permission to read it."
    ) in terminal("lake", "show", "x").out


def test_copies_of_a_table_are_named(terminal: Terminal) -> None:
    terminal.write({"t/a.csv": "a\n1\n", "t/old/a.csv": "a\n1\n", "t/b.csv": "a\n2\n"})
    terminal("lake", "add", "x", "t")
    assert terminal("lake", "show", "x", "a.csv", "--json").json["copies"] == ["old/a.csv"]
    out = terminal("lake", "show", "x", "old/a.csv").out
    assert "The same content, byte for byte:\n  a.csv\n" in out
    assert "byte for byte" not in terminal("lake", "show", "x", "b.csv").out
