import json
import os
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import InputError, LakeExistsError, LakeNotFoundError, TableNotFoundError
from core.lake import (
    add_lake,
    catalog,
    columns,
    count_cells,
    count_files,
    file_of,
    files,
    files_to_tell,
    find_table,
    lake,
    lakes,
    refresh,
    remove_lake,
    require_tables,
    stamp,
    table,
    table_frame,
    table_labels,
    tables,
)
from core.settings import Settings
from core.store import Workspace, new_keys
from core.types import DataType
from tests.core.lake.conftest import RefreshLake


@pytest.mark.parametrize("name", ["", "  ", "a/b", ".hidden", "a\udcff"])
def test_a_lake_needs_a_usable_name(workspace: Workspace, folder: Path, name: str) -> None:
    with pytest.raises(InputError) as error:
        add_lake(workspace, name, folder)
    assert str(error.value).startswith("A lake's name has ")
    assert repr(name) in str(error.value)


def test_a_name_is_none_too_long_for_a_folder(workspace: Workspace, folder: Path) -> None:
    assert add_lake(workspace, "ä" * 100, folder).name == "ä" * 100
    for name in ("ä" * 100 + "x", "x" * 201):
        with pytest.raises(InputError, match=r"A lake's name has at most 200 bytes, .* Got 201;"):
            add_lake(workspace, name, folder)


def test_a_lake_of_a_name_that_was_allowed_once_is_added_again(
    workspace: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "x" * 250
    with monkeypatch.context() as before:
        before.setattr("core.lake.adding._MOST_BYTES", 255)
        added = add_lake(workspace, name, folder)
    assert add_lake(workspace, name, folder).key == added.key


def test_a_stamp_is_a_lake_without_its_totals(
    refresh_lake: RefreshLake, workspace: Workspace, folder: Path
) -> None:
    (folder / "a.csv").write_text("a\n1\n")
    (folder / "b.csv").write_text("b\n2\n")
    refresh_lake()
    (known,) = lakes(workspace)
    found = stamp(workspace, known.name)
    assert found.fingerprint
    assert found.last_table == 2
    assert not hasattr(found, "tables")
    for name in ("key", "name", "root", "fingerprint", "last_table"):
        assert getattr(found, name) == getattr(known, name)
    with pytest.raises(LakeNotFoundError, match=r"No lake is named 'y'. There are: "):
        stamp(workspace, "y")


def test_a_lake_needs_a_folder(workspace: Workspace, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"A data lake is a folder. Got .*/none, which is not one"):
        add_lake(workspace, "lake", tmp_path / "none")


def test_a_workspace_is_no_lake(workspace: Workspace) -> None:
    for place in (workspace.root, workspace.folder("tables", "1"), workspace.folder("uploads")):
        with pytest.raises(InputError, match="is in, a workspace of Soundings; name the folder"):
            add_lake(workspace, "x", place)
    for place in (workspace.folder("benchmarks", "b"), workspace.folder("my tables")):
        add_lake(workspace, place.name, place)


def test_a_folder_with_a_name_of_broken_bytes_is_told(workspace: Workspace, tmp_path: Path) -> None:
    broken = tmp_path / os.fsdecode(b"\xff")
    broken.mkdir()
    with pytest.raises(InputError, match="has a name that is valid UTF-8"):
        add_lake(workspace, "lake", broken)


def test_adding_a_lake_twice_finds_it(workspace: Workspace, folder: Path) -> None:
    first = add_lake(workspace, "lake", folder)
    assert add_lake(workspace, "lake", folder / ".." / folder.name) == first
    assert [one.name for one in lakes(workspace)] == ["lake"]


def test_a_name_belongs_to_one_folder(workspace: Workspace, folder: Path, tmp_path: Path) -> None:
    add_lake(workspace, "lake", folder)
    with pytest.raises(LakeExistsError) as error:
        add_lake(workspace, "lake", tmp_path)
    assert str(error.value) == (
        f"A lake's name belongs to one folder. 'lake' is {folder} already; "
        "choose another name or remove that lake."
    )


def test_a_lake_whose_folder_was_moved_takes_the_new_one_with_the_same_files(
    workspace: Workspace, tmp_path: Path
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    (old / "a.csv").write_text("a\n1\n")
    (old / "b.csv").write_text("b\n1\n")
    before = add_lake(workspace, "moving", old)
    refresh(workspace, before, Settings(workers=1))
    before = lake(workspace, "moving")
    shutil.copytree(old, new, copy_function=shutil.copyfile)  # with other times
    with pytest.raises(LakeExistsError, match=r"is .*/old already"):
        add_lake(workspace, "moving", new)
    shutil.rmtree(old)
    with pytest.raises(
        InputError, match=r"/old, that of 'moving', is not there: .* was moved, add"
    ):
        refresh(workspace, before, Settings(workers=1))
    (new / "b.csv").write_text("b\n2\n")
    with pytest.raises(LakeExistsError) as error:
        add_lake(workspace, "moving", new)
    assert str(error.value) == (
        f"A lake whose folder is gone takes a new one that has the same files. Of 2 files of "
        f"'moving', read from {old}, 1 is not in {new} as read: b.csv has another content. Bring "
        "back what is missing, or choose another name."
    )
    assert lake(workspace, "moving") == before
    (new / "b.csv").write_text("b\n1\n")
    assert add_lake(workspace, "moving", new) == replace(before, root=str(new))
    done = refresh(workspace, lake(workspace, "moving"), Settings(workers=1))
    assert (done.read, done.unchanged, done.removed) == (0, 2, 0)


def test_an_unknown_lake_is_told_with_those_there_are(workspace: Workspace, folder: Path) -> None:
    with pytest.raises(LakeNotFoundError) as error:
        lake(workspace, "x")
    assert str(error.value) == (
        f"No lake is named 'x'. There is none yet in the workspace {workspace.root}; add one first."
    )
    add_lake(workspace, "b", folder)
    add_lake(workspace, "a", folder)
    for look in (lake, remove_lake):
        with pytest.raises(LakeNotFoundError) as error:
            look(workspace, "x")
        assert str(error.value) == "No lake is named 'x'. There are: a, b."


def test_an_unknown_table_is_told_with_what_is_close(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "prices.csv").write_text("a\n1\n")
    refresh_lake()
    for look in (table, table_frame):
        with pytest.raises(TableNotFoundError) as error:
            look(workspace, "lake", "prices.csv")
        assert str(error.value) == (
            "The lake 'lake' has no table 'prices.csv'. Close to it: sub/prices.csv."
        )
        with pytest.raises(
            TableNotFoundError, match=r"`lake show .*` and the page Lake list its tables"
        ):
            look(workspace, "lake", "zzz")
        with pytest.raises(LakeNotFoundError):
            look(workspace, "none", "zzz")


def test_tables_are_looked_up_together_or_one_by_one(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    for name in ("prices.csv", "places.csv"):
        (folder / name).write_text("a\n1\n")
    refresh_lake()
    key = lake(workspace, "lake").key
    assert find_table(workspace, key, "prices.csv") == table(workspace, "lake", "prices.csv")
    assert find_table(workspace, key, "price.csv") is None
    assert find_table(workspace, key + 1, "prices.csv") is None

    require_tables(workspace, "lake", ["places.csv", "prices.csv", "places.csv"])
    with pytest.raises(TableNotFoundError) as error:
        require_tables(workspace, "lake", ["places.csv", "price.csv", "none.csv"])
    assert str(error.value) == (
        "The lake 'lake' has no table 'price.csv'. Close to it: prices.csv, places.csv."
    )
    with pytest.raises(LakeNotFoundError):
        require_tables(workspace, "none", ["prices.csv"])


def test_a_table_leads_to_the_report_of_its_file(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "a.csv").write_text("a\n1\n")
    connection = sqlite3.connect(folder / "both.db")
    connection.executescript("CREATE TABLE x (a); INSERT INTO x VALUES (1)")
    connection.close()
    refresh_lake()
    reports = {report.path: report for report in files(workspace, lake(workspace, "lake").key)}
    found = {one.table_id: one for one in tables(workspace, lake(workspace, "lake").key)}
    assert file_of(workspace, found["sub/a.csv"].key) == reports["sub/a.csv"]
    assert file_of(workspace, found["both.db/x"].key) == reports["both.db"]
    remove_lake(workspace, "lake")
    assert file_of(workspace, found["sub/a.csv"].key) is None


def test_cells_are_counted_of_one_lake(
    refresh_lake: RefreshLake, workspace: Workspace, folder: Path, tmp_path: Path
) -> None:
    (folder / "a.csv").write_text("a,b\n1,2\n3,4\n5,\n")
    (folder / "b.csv").write_text("a\n1\n")
    refresh_lake()
    (known,) = lakes(workspace)
    (tmp_path / "other").mkdir()
    other = add_lake(workspace, "other", tmp_path / "other")
    assert count_cells(workspace, known.key) == 3 * 2 + 1
    assert count_cells(workspace, other.key) == 0


@pytest.mark.parametrize("totals", [catalog._OF_TABLES, catalog._OF_FILES])
def test_a_lake_is_counted_without_reading_its_tables(workspace: Workspace, totals: str) -> None:
    with workspace.reading() as db:
        plan = [row["detail"] for row in db.query(f"EXPLAIN QUERY PLAN {totals}", [1])]
    assert len(plan) == 1
    assert "USING COVERING INDEX" in plan[0]


def test_a_read_lake_is_described_in_full(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    (folder / "a.csv").write_bytes(b"n;day;;n\n1,5;2020-01-02;x\n2,5;2020-01-03;y;none so;cut\n")
    (folder / "bad.csv").write_bytes(b"")
    refresh_lake()
    info = lake(workspace, "lake")
    assert (info.tables, info.columns, info.rows, info.refused) == (1, 4, 2, 1)
    assert info.bytes == (folder / "a.csv").stat().st_size
    (one,) = tables(workspace, info.key)
    assert (one.table_id, one.rows, one.columns, one.missing_share) == ("a.csv", 2, 4, 1 / 8)
    assert one.types == {DataType.FLOAT: 1, DataType.STRING: 2, DataType.DATETIME: 1}
    assert one == table(workspace, "lake", "a.csv")
    found = columns(workspace, one.key)
    assert [(c.position, c.name, c.label) for c in found] == [
        (0, "n", "n"), (1, "day", "day"), (2, "", "column 3"), (3, "n", "n (2)"),
    ]  # fmt: skip
    assert [c.missing for c in found] == [0, 0, 0, 1]
    assert (found[1].earliest, found[1].latest) == ("2020-01-02T00:00:00", "2020-01-03T00:00:00")
    assert found[3].top == (("none so", 1),)
    good, bad = files(workspace, info.key)
    assert (good.delimiter, good.encoding, good.rows_read) == (";", "utf-8", 2)
    assert (good.rows_padded, good.rows_cut, good.rows_refused) == (1, 1, 0)
    assert (bad.path, bad.reason) == ("bad.csv", "The file is empty.")
    assert files(workspace, info.key, refused_only=True) == [bad]
    labels = table_labels(workspace, info.key, ["a.csv", "bad.csv"])
    assert labels["a.csv"] == ["n", "day", "column 3", "n (2)"]


def test_files_to_tell_of_are_those_that_were_refused_or_have_remarks(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    texts = {
        "plain": "a,b\n1,2\n",
        "padded": "a,b\n1\n3,4\n",
        "cut": "a,b\n1,2,3\n3,4\n",
        "noted": "a,b\nx,1\ny,2\nz,3\ntotal,6\n",
        "refused": "",
    }
    for name, text in texts.items():
        (folder / f"{name}.csv").write_text(text)
    refresh_lake()
    key = lake(workspace, "lake").key
    every = files(workspace, key)
    told = files_to_tell(workspace, key)
    assert told == [report for report in every if not report.tables or report.remarks]
    assert [report.path for report in told] == [
        "cut.csv", "noted.csv", "padded.csv", "refused.csv",
    ]  # fmt: skip
    assert count_files(workspace, key) == 5
    assert tables(workspace, key, 2) == tables(workspace, key)[:2]


def test_removing_a_lake_leaves_its_folder_and_nothing_else(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    (folder / "a.csv").write_text("a\n1\n")
    refresh_lake()
    remove_lake(workspace, "lake")
    assert (folder / "a.csv").exists()
    assert lakes(workspace) == []
    with workspace.reading() as db:
        for name in ("files", "tables", "columns"):
            assert db.table(name).count == 0
    assert list((workspace.root / "tables").iterdir()) == []


def test_a_lake_of_twenty_thousand_tables_is_listed(workspace: Workspace, folder: Path) -> None:
    key = add_lake(workspace, "lake", folder).key
    with workspace.writing() as db:
        first = new_keys(db, "tables", 20_000)
        paths = [f"folder/{i:05}.csv" for i in range(20_000)]
        db.conn.executemany(
            "INSERT INTO files VALUES "
            "(?, ?, 1, 1, '1', 'x', 1, '', '', '', '', 1, 0, 0, 0, '[]', '')",
            [(key, path) for path in paths],
        )
        types = json.dumps({"string": 3, "integer": 2})
        db.conn.executemany(
            "INSERT INTO tables VALUES (?, ?, ?, ?, 10, 5, 100, 'x', 0.5, ?, 'c.arrow', 0)",
            [(first + i, key, path, path, types) for i, path in enumerate(paths)],
        )
    found = tables(workspace, key)
    assert len(found) == 20_000
    assert len(files(workspace, key)) == 20_000
    assert lake(workspace, "lake").tables == 20_000
    with pytest.raises(TableNotFoundError, match=r"Close to it: folder/\d{5}\.csv"):
        table(workspace, "lake", "00123.csv")
