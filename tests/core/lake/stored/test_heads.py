from __future__ import annotations

from pathlib import Path

from core.lake import add_lake, refresh, tables
from core.lake.stored.heads import TableHead, table_heads
from core.settings import Settings
from core.store import Workspace
from core.types import DataType


def heads(folder: Path, files: dict[str, str], rows: int, cells: int = 10**6) -> list[TableHead]:
    (folder / "lake").mkdir()
    for name, text in files.items():
        (folder / "lake" / name).write_text(text)
    workspace = Workspace.open(folder / "workspace")
    lake = add_lake(workspace, "lake", folder / "lake")
    refresh(workspace, lake, Settings(workspace=workspace.root))
    found = list(table_heads(workspace, lake.key, {*files, "gone.csv"}, rows, cells))
    hashes = {table.table_id: table.content_hash for table in tables(workspace, lake.key)}
    assert all(head.content_hash == hashes[head.table_id] for head in found)
    return sorted(found, key=lambda head: head.table_id)


def test_only_the_first_rows_give_values_and_what_is_missing_gives_none(tmp_path: Path) -> None:
    text = " City ,Pop\n Oslo ,1\nOslo,NULL\n,3\nRome,4\n"
    (found,) = heads(tmp_path, {"a.csv": text}, rows=3)
    assert found.names == (" City ", "Pop")
    assert found.types == (DataType.STRING, DataType.INTEGER)
    assert found.values == (frozenset({"Oslo"}), frozenset({"1", "3"}))
    assert found.rows == 4


def test_a_wide_table_gives_fewer_rows_but_one_at_least(tmp_path: Path) -> None:
    files = {"a.csv": "x,y\n1,2\n3,4\n5,6\n", "b.csv": "x,y,z\n1,2,3\n4,5,6\n"}
    one, other = heads(tmp_path, files, rows=9, cells=4)
    assert one.values == (frozenset({"1", "3"}), frozenset({"2", "4"}))
    assert other.values == (frozenset({"1"}), frozenset({"2"}), frozenset({"3"}))


def test_a_large_table_in_a_file_of_its_own_is_read_no_further(tmp_path: Path) -> None:
    lines = "".join(f"{i},{'long text ' * 40}\n" for i in range(30_000))
    (found,) = heads(tmp_path, {"large.csv": "n,t\n" + lines}, rows=2)
    assert list((tmp_path / "workspace" / "tables").rglob("*.parquet"))
    assert found.values[0] == {"0", "1"}
    assert found.rows == 30_000


def test_a_table_without_a_row_has_names_and_no_value(tmp_path: Path) -> None:
    (found,) = heads(tmp_path, {"a.csv": "x,y\n"}, rows=5)
    assert (found.names, found.values) == (("x", "y"), (frozenset(), frozenset()))
