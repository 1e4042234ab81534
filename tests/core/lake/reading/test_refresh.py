import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import openpyxl
import pytest

from core.errors import CancelledError, InputError, LakeNotFoundError
from core.lake import (
    ReadAs,
    add_lake,
    columns,
    file_of,
    files,
    lake,
    refresh,
    remove_lake,
    say,
    table,
    table_frame,
    what_is_said,
)
from core.lake.reading import ingest as ingesting
from core.lake.reading import storing
from core.lake.stored.placing import every_place
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake
from tests.core.lake.refreshing import containers, counts, ids, used_containers, write
from tests.files import make_old, write_old


def write_database(path: Path, *names: str) -> None:
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    for name in names:
        connection.execute(f'CREATE TABLE "{name}" (x)')
        connection.execute(f'INSERT INTO "{name}" VALUES (1)')
    connection.commit()
    connection.close()


def test_only_what_changed_is_read_again(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    for name in ("a.csv", "b.csv", "sub/c.csv", "bad.csv"):
        write(folder, name)
    write_old(folder / "bad.csv", b"")
    assert counts(refresh_lake()) == (4, 0, 0, 1)
    first = lake(workspace, "lake").fingerprint
    assert counts(refresh_lake()) == (0, 4, 0, 0)
    assert lake(workspace, "lake").fingerprint == first

    write(folder, "b.csv", rows=3)
    assert counts(refresh_lake()) == (1, 3, 0, 0)
    assert table(workspace, "lake", "b.csv").rows == 3
    assert lake(workspace, "lake").fingerprint != first

    (folder / "a.csv").unlink()
    (folder / "sub" / "c.csv").rename(folder / "c.csv")
    write(folder, "b.csv")
    assert counts(refresh_lake()) == (2, 1, 2, 0)
    assert ids(workspace) == ["b.csv", "c.csv"]
    assert containers(workspace) == used_containers(workspace)


def test_a_folder_without_any_file_keeps_what_was_read_of_it(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    assert counts(refresh_lake()) == (0, 0, 0, 0)
    for name in ("a.csv", "sub/b.csv"):
        write(folder, name)
    refresh_lake()
    before = lake(workspace, "lake").fingerprint
    mounted = folder.rename(folder.with_name("mounted"))
    folder.mkdir()
    with pytest.raises(InputError, match=r"'lake', has none, where there were 2 files: its disk"):
        refresh_lake()
    assert ids(workspace) == ["a.csv", "sub/b.csv"]
    assert lake(workspace, "lake").fingerprint == before
    folder.rmdir()
    mounted.rename(folder)
    assert counts(refresh_lake()) == (0, 2, 0, 0)


def test_a_workspace_in_the_folder_is_no_part_of_the_lake(tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    for name in ("a.csv", "sub/b.csv"):
        write(folder, name)
    other = Workspace.open(folder / "sub" / "older")
    refresh(other, add_lake(other, "lake", folder / "sub"), Settings())
    workspace = Workspace.open(folder / "workspace")
    added = add_lake(workspace, "lake", folder)
    assert counts(refresh(workspace, added, Settings())) == (4, 0, 0, 2)
    assert counts(refresh(workspace, added, Settings())) == (0, 4, 0, 0)
    assert ids(workspace) == ["a.csv", "sub/b.csv"]
    assert [(one.path, one.reason) for one in files(workspace, added.key, refused_only=True)] == [
        ("sub/older", "It is a workspace of Soundings."),
        ("workspace", "It is a workspace of Soundings."),
    ]


def test_files_whose_cells_are_gone_are_read_again(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    """As after the database alone was restored from a backup."""
    for name in ("a.csv", "b.csv"):
        write(folder, name)
    refresh_lake()
    first = lake(workspace, "lake").fingerprint
    for name in containers(workspace):
        (workspace.root / "tables" / str(lake(workspace, "lake").key) / name).unlink()
    assert counts(refresh_lake()) == (2, 0, 0, 0)
    assert table_frame(workspace, "lake", "a.csv").rows() == [("1", "2")]
    assert lake(workspace, "lake").fingerprint == first


@pytest.mark.parametrize("left", [0, -8])
@pytest.mark.parametrize(("suffix", "long"), [("arrow", 1), ("parquet", storing.SHARD_TABLE_BYTES)])
def test_files_whose_cells_were_cut_short_are_read_again(
    workspace: Workspace,
    folder: Path,
    refresh_lake: RefreshLake,
    left: int,
    suffix: str,
    long: int,
) -> None:
    value = "x" * long
    write(folder, "a.csv", value=value)
    refresh_lake()
    first = lake(workspace, "lake").fingerprint
    (before,) = containers(workspace)
    assert before.endswith(suffix)
    path = workspace.root / "tables" / str(lake(workspace, "lake").key) / before
    path.write_bytes(path.read_bytes()[:left])
    assert counts(refresh_lake()) == (1, 0, 0, 0)
    assert before not in containers(workspace)
    assert table_frame(workspace, "lake", "a.csv")["a"].to_list() == [value]
    assert lake(workspace, "lake").fingerprint == first
    assert counts(refresh_lake()) == (0, 1, 0, 0)


def test_a_change_of_the_same_size_is_seen_by_its_time(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv", value="1")
    refresh_lake()
    write(folder, "a.csv", value="7")
    assert counts(refresh_lake()) == (1, 0, 0, 0)
    assert table_frame(workspace, "lake", "a.csv")["a"].to_list() == ["7"]


def test_a_file_that_turns_bad_loses_its_table_and_gets_it_back(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    good = lake(workspace, "lake").fingerprint
    (folder / "a.csv").write_bytes(bytes(1000))
    assert counts(refresh_lake()) == (1, 0, 0, 1)
    assert ids(workspace) == []
    assert containers(workspace) == set()
    write(folder, "a.csv")
    assert counts(refresh_lake()) == (1, 0, 0, 0)
    assert lake(workspace, "lake").fingerprint == good


def test_a_file_of_several_tables_may_lose_one(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write_database(folder / "d.sqlite", "one", "two", "with/slash", "100%")
    refresh_lake()
    assert ids(workspace) == ["d.sqlite/100%25", "d.sqlite/one", "d.sqlite/two", "d.sqlite/with%2Fslash"]  # fmt: skip # noqa: E501
    assert table_frame(workspace, "lake", "d.sqlite/with%2Fslash").rows() == [("1",)]
    write_database(folder / "d.sqlite", "two")
    refresh_lake()
    assert ids(workspace) == ["d.sqlite/two"]


def test_remarks_on_a_workbook_name_the_sheet(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    book = openpyxl.Workbook()
    plain = book.active
    assert plain is not None
    plain.title = "Plain"
    titled = book.create_sheet("With title")
    for row in (["a", "b", "c"], [1, 2, 3], [4, 5, 6]):
        plain.append(row)
    for row in (["Budget"], ["a", "b", "c"], [1, 2, 3], [4, 5, 6]):
        titled.append(row)
    book.save(folder / "book.xlsx")
    refresh_lake()
    report = file_of(workspace, table(workspace, "lake", "book.xlsx/Plain").key)
    assert report is not None
    assert report.notes == ("With title: 1 row above the header was left out.",)
    assert report.notes_on("book.xlsx/Plain") == ()
    assert report.notes_on("book.xlsx/With title") == ("1 row above the header was left out.",)


def test_what_helps_with_a_file_that_is_no_table_is_said_by_its_kind(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    for name in ("a.zip", "b.TXT", "c.geojson", "d.xyz"):
        (folder / name).write_text("x")
    refresh_lake()
    hints = [report.hint for report in files(workspace, lake(workspace, "lake").key)]
    for hint, said in zip(hints, ("Unpack", "name it .csv", "map", "ending of its"), strict=True):
        assert said in hint


def test_a_folder_may_take_the_place_of_a_file(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write_database(folder / "x.sqlite", "t.csv")
    refresh_lake()
    assert ids(workspace) == ["x.sqlite/t.csv"]
    (folder / "x.sqlite").unlink()
    write(folder, "x.sqlite/t.csv")
    assert counts(refresh_lake()) == (1, 0, 1, 0)
    assert ids(workspace) == ["x.sqlite/t.csv"]


def test_an_empty_lake_is_refreshed(folder: Path, refresh_lake: RefreshLake) -> None:
    assert counts(refresh_lake()) == (0, 0, 0, 0)


def test_a_lake_whose_folder_is_gone_keeps_its_tables(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    folder.rename(folder.with_name("elsewhere"))
    with pytest.raises(InputError, match="A lake is refreshed from its folder"):
        refresh(workspace, lake(workspace, "lake"), Settings(workers=1))
    assert ids(workspace) == ["a.csv"]


def test_a_lake_that_was_removed_cannot_be_refreshed(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    info = lake(workspace, "lake")
    remove_lake(workspace, "lake")
    assert not (workspace.root / "tables" / str(info.key)).exists()
    with pytest.raises(LakeNotFoundError):
        refresh(workspace, info, Settings(workers=1))


def test_a_new_lake_never_has_the_key_of_a_removed_one(workspace: Workspace, folder: Path) -> None:
    first = add_lake(workspace, "lake", folder).key
    remove_lake(workspace, "lake")
    assert add_lake(workspace, "lake", folder).key > first


def test_a_table_that_was_read_again_never_has_the_key_of_another(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    old = table(workspace, "lake", "a.csv").key
    (folder / "a.csv").rename(folder / "b.csv")
    refresh_lake()
    assert table(workspace, "lake", "b.csv").key > old
    assert columns(workspace, old) == []


def test_the_fingerprint_does_not_depend_on_the_order_of_reading(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake, tmp_path: Path
) -> None:
    for i in range(6):
        write(folder, f"{i}.csv", value=str(i))
    refresh_lake()
    copy = tmp_path / "copy"
    copy.mkdir()
    info = add_lake(workspace, "copy", copy)
    for i in (5, 2, 4, 0, 1, 3):
        write(copy, f"{i}.csv", value=str(i))
        if i % 2:
            refresh(workspace, info, Settings(workers=1))
    assert lake(workspace, "copy").fingerprint == lake(workspace, "lake").fingerprint


def test_a_cancel_keeps_what_was_read(
    workspace: Workspace,
    folder: Path,
    refresh_lake: RefreshLake,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ingesting, "_GROUP_FILES", 1)
    for i in range(6):
        write(folder, f"{i}.csv")
    seen: list[tuple[int, int]] = []
    with pytest.raises(CancelledError, match=r"Cancelled; 2 of 6 files were read\."):
        refresh_lake(
            monitor=Monitor(
                lambda done, total, _: seen.append((done, total)), lambda: len(seen) >= 4
            ),
        )
    assert seen == [(0, 0), (0, 6), (1, 6), (2, 6)]
    assert len(ids(workspace)) == 2
    assert lake(workspace, "lake").refreshed_at == ""
    assert counts(refresh_lake()) == (4, 2, 0, 0)
    assert containers(workspace) == used_containers(workspace)


def test_tables_that_unpack_to_much_are_spread_over_shards(
    workspace: Workspace,
    folder: Path,
) -> None:
    from core.lake.formats.base import Limits
    from core.lake.reading.discover import discover
    from core.lake.reading.read import read_group
    from core.lake.reading.types import Group

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storing, "_SHARD_BYTES", 100)
        for i in range(6):
            write(folder, f"{i}.csv", rows=2, value=str(i))
        containers = workspace.folder("tables", "1")
        group = Group(folder, tuple(discover(folder)), containers, containers, Limits(), 128)
        read = [one.tables[0] for one in read_group(group)]
    # A table has 4 cells of 1 character and 8 bytes each, so two fit in 100 bytes.
    assert len({one.container for one in read}) == 3
    assert [one.first_row for one in read] == [0, 2] * 3


def test_rows_that_stand_in_the_log_of_a_database_alone_are_noticed(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    path = folder / "shop.db"
    log = folder / "shop.db-wal"
    with closing(sqlite3.connect(path)) as app:
        app.execute("PRAGMA journal_mode = WAL")
        app.execute("CREATE TABLE orders (id, city)")
        app.execute("INSERT INTO orders VALUES (1, 'Oslo')")
        app.commit()
        make_old(path)
        make_old(log)
        assert counts(refresh_lake()) == (1, 0, 0, 0)
        assert counts(refresh_lake()) == (0, 1, 0, 0)
        before = path.read_bytes(), table(workspace, "lake", "shop.db/orders").content_hash
        fingerprint = lake(workspace, "lake").fingerprint
        app.execute("INSERT INTO orders VALUES (2, 'Zagreb')")
        app.commit()
        assert path.read_bytes() == before[0]
        make_old(log)
        assert counts(refresh_lake()) == (1, 0, 0, 0)
    frame = table_frame(workspace, "lake", "shop.db/orders")
    assert frame["city"].to_list() == ["Oslo", "Zagreb"]
    assert table(workspace, "lake", "shop.db/orders").content_hash != before[1]
    assert lake(workspace, "lake").fingerprint != fingerprint


def test_the_log_of_no_database_is_a_file_like_others(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    for name in ("a.db", "a.db-wal", "a.db-shm", "gone.db-wal", "a.csv", "a.csv-wal"):
        write(folder, name)
    refresh_lake()
    listed = [one.path for one in files(workspace, lake(workspace, "lake").key)]
    assert sorted(listed) == ["a.csv", "a.csv-wal", "a.db", "gone.db-wal"]


def test_a_file_that_a_limit_refused_is_read_once_the_limit_is_raised(
    workspace: Workspace, folder: Path
) -> None:
    write(folder, "small.csv")
    write_old(folder / "large.csv.gz", gzip.compress(b"a,b\n" + b"1,2\n" * 1_500_000))
    write_old(folder / "broken.csv.gz", b"no gzip")
    info = add_lake(workspace, "lake", folder)
    tight = Settings(workers=1, max_unpacked_mb=1, max_unpacked_ratio=2)
    wider = Settings(workers=1, max_unpacked_mb=2, max_unpacked_ratio=2)

    assert counts(refresh(workspace, info, tight)) == (3, 0, 0, 2)
    fingerprint = lake(workspace, "lake").fingerprint
    assert counts(refresh(workspace, info, tight)) == (0, 3, 0, 0)
    assert counts(refresh(workspace, info, wider)) == (1, 2, 0, 1)
    assert lake(workspace, "lake").fingerprint == fingerprint
    assert counts(refresh(workspace, info, Settings(workers=1))) == (1, 2, 0, 0)
    assert ids(workspace) == ["large.csv.gz", "small.csv"]
    assert counts(refresh(workspace, info, tight)) == (0, 3, 0, 0)


def test_a_file_of_another_time_and_the_same_content_stays_as_it_was_read(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    """As after `git checkout`, or once a file is old enough for its time to tell."""
    for name in ("a.csv", "b.csv", "bad.csv"):
        write(folder, name)
    write_old(folder / "bad.csv", b"")
    write_database(folder / "d.sqlite", "one", "two")
    refresh_lake()
    before, places = lake(workspace, "lake"), every_place(workspace, lake(workspace, "lake").key)

    for name in ("a.csv", "bad.csv", "d.sqlite"):
        make_old(folder / name)
    assert counts(refresh_lake()) == (1, 3, 0, 1)  # what was refused is tried again
    assert every_place(workspace, before.key) == places
    assert lake(workspace, "lake").fingerprint == before.fingerprint
    assert containers(workspace) == used_containers(workspace)
    with workspace.reading() as db:
        stamps = dict(db.execute("SELECT path, modified_ns FROM files").fetchall())
    assert stamps == {path: (folder / path).stat().st_mtime_ns for path in stamps}


def test_the_same_content_is_read_again_where_it_is_read_otherwise(
    workspace: Workspace,
    folder: Path,
    refresh_lake: RefreshLake,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write(folder, "a.csv")
    refresh_lake()
    info = lake(workspace, "lake")
    headerless = ReadAs(header=0)
    said = what_is_said(workspace, info, "a.csv")
    say(workspace, info, said, headerless, Settings(), "ann")
    make_old(folder / "a.csv")
    assert counts(refresh_lake()) == (1, 0, 0, 0)
    assert table(workspace, "lake", "a.csv").rows == 2

    monkeypatch.setattr(ingesting, "READER_VERSION", "of tomorrow")
    make_old(folder / "a.csv")
    assert counts(refresh_lake()) == (1, 0, 0, 0)


def test_a_file_that_was_not_read_to_its_end_is_read_again(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    """What stopped its reading may have been a limit."""
    path = folder / "torn.sqlite"
    write_database(path, "one", "two")
    page = 4096
    content = bytearray(path.read_bytes())
    content[2 * page : 3 * page] = bytes(page)  # all of the second table
    write_old(path, bytes(content))
    refresh_lake()
    (report,) = files(workspace, lake(workspace, "lake").key)
    assert report.tables == 1
    assert any("Reading stopped after 1 tables" in note for note in report.notes)
    make_old(path)
    assert counts(refresh_lake()) == (1, 0, 0, 0)


def test_what_is_hidden_or_kept_beside_an_open_workbook_is_no_part_of_a_lake(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    """Excel keeps who has a workbook open in a file of 165 bytes with its ending."""
    write(folder, "a.csv")
    write(folder, ".hidden/b.csv")
    (folder / "~$budget.xlsx").write_bytes(b"\x03ann" + b" " * 161)
    assert counts(refresh_lake()) == (1, 0, 0, 0)
    assert ids(workspace) == ["a.csv"] and list(files(workspace, "lake")) == []
