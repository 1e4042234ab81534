from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import LakeNotFoundError, TableNotFoundError
from core.lake import columns, lake, table_order, tables
from core.lake.reading import storing
from core.lake.stored.containers import open_shard
from core.lake.stored.every_column import columns_of_type
from core.lake.stored.placing import (
    Place,
    every_label,
    every_place,
    find_place,
    find_places,
    placed_table,
    placed_tables,
)
from core.store import Workspace
from core.types import DataType
from tests.core.lake.conftest import RefreshLake


@pytest.fixture
def stored(workspace: Workspace, folder: Path, refresh_lake: RefreshLake) -> Workspace:
    (folder / "a.csv").write_text(" City ,Pop,Pop\nOslo,1,\nRome,2,x\nRome,,\n")
    (folder / "b.csv").write_text("word\none\n")
    (folder / "empty.csv").write_text("p,q\n")
    long = "x" * (storing.SHARD_TABLE_BYTES // 8)
    (folder / "large.csv").write_text("n,text\n" + "".join(f"{i},{long}\n" for i in range(9)))
    refresh_lake()
    return workspace


def test_every_table_lies_in_one_place_however_it_is_asked_for(stored: Workspace) -> None:
    key = lake(stored, "lake").key
    every = every_place(stored, key)
    assert [place.table_id for place in every] == table_order(stored, key)
    assert table_order(stored, key) == ["a.csv", "b.csv", "empty.csv", "large.csv"]
    some = find_places(stored, key, [*reversed(table_order(stored, key)), "gone.csv"])
    assert sorted(some, key=lambda place: place.table_id) == every
    assert [place for place, _ in placed_tables(stored, key, table_order(stored, key))] == some
    assert [find_place(stored, "lake", place.table_id) for place in every] == every
    known = {table.table_id: table for table in tables(stored, key)}
    for place in every:
        table = known[place.table_id]
        assert (place.rows, place.columns) == (table.rows, table.columns)
        assert (place.key, place.content_hash) == (table.key, table.content_hash)


def test_a_container_has_a_file_of_its_own_or_the_columns_of_many(stored: Workspace) -> None:
    key = lake(stored, "lake").key
    by_container: dict[Path, list[Place]] = {}
    for place in every_place(stored, key):
        by_container.setdefault(place.container, []).append(place)
    for container, some in by_container.items():
        assert container.is_file() and container.parent == stored.root / "tables" / str(key)
        if container.suffix == ".parquet":
            assert [place.table_id for place in some] == ["large.csv"]
            assert some[0].has_own_file and len(some[0].shard_rows) == 0
        else:
            rows = [row for place in some for row in place.shard_rows]
            assert rows == list(range(6))
            names = open_shard(container).column("name").to_pylist()
            header = {"a.csv": [" City ", "Pop", "Pop"], "b.csv": ["word"], "empty.csv": ["p", "q"]}
            assert names == [name for place in some for name in header[place.table_id]]


def test_columns_are_those_of_their_table_in_order(stored: Workspace) -> None:
    key = lake(stored, "lake").key
    found = list(placed_tables(stored, key, {"large.csv", "a.csv", "empty.csv", "gone.csv"}))
    assert sorted(place.table_id for place, _ in found) == ["a.csv", "empty.csv", "large.csv"]
    lies = [(place.container.name, place.first_row) for place, _ in found]
    assert lies == sorted(lies, key=lambda one: (one[0], one[1] or 0))
    for place, own in found:
        assert placed_table(stored, "lake", place.table_id) == (place, own)
        assert [column.label for column in own] == [c.label for c in columns(stored, place.key)]
    (_, of_a) = placed_table(stored, "lake", "a.csv")
    assert [tuple(column) for column in of_a] == [
        (" City ", "City", DataType.STRING, 3, 0, 2, False),
        ("Pop", "Pop", DataType.INTEGER, 2, 1, 2, False),
        ("Pop", "Pop (2)", DataType.STRING, 1, 2, 1, False),
    ]
    every = {p.table_id: own for p, own in placed_tables(stored, key, table_order(stored, key))}
    labels = [column.label for table in table_order(stored, key) for column in every[table]]
    assert list(every_label(stored, key)) == labels


def test_a_table_whose_columns_are_unknown_takes_none_of_another(stored: Workspace) -> None:
    key = lake(stored, "lake").key
    with stored.writing() as db:
        db.execute(
            "DELETE FROM columns WHERE table_key = ?", [find_place(stored, "lake", "a.csv").key]
        )
    labels = {
        place.table_id: [column.label for column in own]
        for place, own in placed_tables(stored, key, table_order(stored, key))
    }
    assert labels == {
        "a.csv": [],
        "b.csv": ["word"],
        "empty.csv": ["p", "q"],
        "large.csv": ["n", "text"],
    }


def test_what_is_not_there_is_said_or_left_out(stored: Workspace) -> None:
    key = lake(stored, "lake").key
    assert find_places(stored, key, []) == list(placed_tables(stored, key, ["gone.csv"])) == []
    for find in (find_place, placed_table):
        with pytest.raises(TableNotFoundError, match=r"no table 'gone\.csv'"):
            find(stored, "lake", "gone.csv")
        with pytest.raises(LakeNotFoundError, match="No lake is named 'sea'"):
            find(stored, "sea", "a.csv")


def test_tables_of_a_container_share_one_path(stored: Workspace) -> None:
    places: list[Place] = find_places(stored, lake(stored, "lake").key, ["a.csv", "b.csv"])
    assert places[0].container is places[1].container


def test_the_order_of_tables_follows_from_their_ids_wherever_they_lie(
    stored: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    """A file that is read again lies in a shard of its own, between tables of another."""
    (folder / "b.csv").write_text("term\nsix\n")
    refresh_lake()
    key = lake(stored, "lake").key
    places = every_place(stored, key)
    assert places[0].container == places[2].container != places[1].container
    assert [place.table_id for place in places] == ["a.csv", "b.csv", "empty.csv", "large.csv"]
    assert table_order(stored, key) == ["a.csv", "b.csv", "empty.csv", "large.csv"]
    labels = ["City", "Pop", "Pop (2)", "term", "p", "q", "n", "text"]
    assert list(every_label(stored, key)) == labels
    text = columns_of_type(stored, key, DataType.STRING)
    assert [table for table, _ in text] == ["a.csv", "a.csv", "b.csv", "large.csv"]
