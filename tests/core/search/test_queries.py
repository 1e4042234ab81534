"""What can be a query: a table of the lake, a file, a table inside a file."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from core import lake as lakes
from core.conditions import parse
from core.errors import InputError, TableNotFoundError, UnreadableTableError
from core.search import query_table
from core.search.conditioned import join_with_condition
from core.search.derived.value_sets import set_index
from core.search.join.searching import search_join
from tests.core.search.conftest import MakeLake, Opened

CITIES = "city\nOslo\nRome\n"
COLOURS = "paint\nred\nblue\n"


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake({"a.csv": CITIES, "sub/b.csv": CITIES, "c.csv": COLOURS}, name="my läke №1")


def test_a_lake_with_blanks_and_accents_in_its_name_is_searched(lake: Opened) -> None:
    answer = lake.search("a.csv")

    assert (answer.lake, answer.query) == ("my läke №1", "a.csv")
    assert [hit.table for hit in answer.hits] == ["sub/b.csv", "c.csv"]


def test_a_name_that_is_both_a_table_and_a_file_is_the_table(
    lake: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").write_text(COLOURS)
    monkeypatch.chdir(tmp_path)

    assert lake.query("a.csv").labels == ["city"]
    assert lake.query("./a.csv").labels == ["paint"]
    assert lake.found("./a.csv") == ["c.csv", "a.csv", "sub/b.csv"]


def test_a_file_of_the_lake_given_by_its_path_is_left_out_of_its_results(
    lake: Opened, tmp_path: Path
) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(lake.root / "a.csv")

    for path in (lake.root / "a.csv", lake.root / "sub" / ".." / "a.csv", link):
        query = lake.query(path)
        assert (query.name, query.in_lake) == ("a.csv", True)
        assert lake.found(path) == ["sub/b.csv", "c.csv"]


def test_a_file_outside_the_lake_is_searched_with_all_its_like_among_the_results(
    lake: Opened, tmp_path: Path
) -> None:
    copy = tmp_path / "a.csv"
    copy.write_text(CITIES)

    assert lake.found(copy) == ["a.csv", "sub/b.csv", "c.csv"]


def test_a_sheet_of_a_workbook_is_named_behind_the_file(lake: Opened, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for title, values in (("Towns", ["city", "Oslo"]), ("Paints", ["paint", "red"])):
        sheet = book.create_sheet(title)
        for value in values:
            sheet.append([value])
    del book["Sheet"]
    path = tmp_path / "book.xlsx"
    book.save(path)

    assert lake.search(path / "Paints").query == "book.xlsx/Paints"
    assert lake.found(path / "Paints")[0] == "c.csv"
    assert lake.found(path / "Towns")[:2] == ["a.csv", "sub/b.csv"]
    with pytest.raises(InputError, match=r"must be named\. Got the file alone; write one of book"):
        lake.query(path)
    with pytest.raises(InputError, match=r"Got 'Nope'; .* book\.xlsx/Towns, book\.xlsx/Paint"):
        lake.query(path / "Nope")


def test_a_table_of_a_database_is_named_behind_the_file(lake: Opened, tmp_path: Path) -> None:
    path = tmp_path / "all.sqlite"
    with sqlite3.connect(path) as db:
        db.executescript("CREATE TABLE one (x); CREATE TABLE two (y);")
        db.execute("INSERT INTO two VALUES ('red')")

    assert lake.found(path / "two")[0] == "c.csv"


def test_a_file_with_one_table_needs_no_name(lake: Opened, tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    with sqlite3.connect(path) as db:
        db.executescript("CREATE TABLE only (y); INSERT INTO only VALUES ('red');")

    assert lake.found(path)[0] == "c.csv"


@pytest.mark.parametrize("query", ["", "nope.csv", "/nowhere/x.csv", "a" * 5_000, "a\0b", "sub"])
def test_what_is_neither_a_table_nor_a_file_is_refused(lake: Opened, query: str) -> None:
    with pytest.raises(TableNotFoundError, match=r"^The lake 'my läke №1' has no table '"):
        lake.query(query)


def test_an_id_is_never_a_file(
    lake: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text(CITIES)
    for given in ("mine.csv", str(tmp_path / "mine.csv"), str(lake.root / "a.csv"), "./mine.csv"):
        assert lake.query(given).rows == 2
        with pytest.raises(TableNotFoundError, match=r"has no table '"):
            query_table(lake.searched, given)
    assert query_table(lake.searched, "a.csv", ["city"]).in_lake


def test_a_file_that_is_no_table_says_why(lake: Opened, tmp_path: Path) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_bytes(b"")

    with pytest.raises(UnreadableTableError, match=r"^empty\.csv: The file is empty\."):
        lake.query(empty)


def test_a_table_read_before_can_be_the_query(lake: Opened, tmp_path: Path) -> None:
    path = tmp_path / "up.csv"
    path.write_text(COLOURS)
    loose = lakes.read_loose(path, lake.settings)

    assert lake.found(loose)[0] == "c.csv"


def test_a_header_that_stands_twice_is_chosen_by_its_label(lake: Opened, tmp_path: Path) -> None:
    path = tmp_path / "twice.csv"
    path.write_text("x,x\nOslo,red\n")

    assert lake.query(path, "x (2)").labels == ["x (2)"]
    assert lake.search(path, "x (2)").hits[0].table == "c.csv"


def test_a_query_tells_its_rows_and_reads_only_the_columns_that_are_wanted(
    make_lake: MakeLake, tmp_path: Path
) -> None:
    text = "city,n,mayor\nOslo,1,Ann\nRome,2,\n"
    opened = make_lake({"a.csv": text, "b.csv": text})
    (tmp_path / "c.csv").write_text(text)
    for query in (opened.query("a.csv"), opened.query(tmp_path / "c.csv")):
        assert query.rows == query.frame().height == 2
        assert query.frame().columns == ["city", "n", "mayor"]
        assert query.frame(["mayor", "city", "mayor"]).rows() == [("Ann", "Oslo"), (None, "Rome")]


def test_a_query_stands_in_an_index_if_it_is_a_table_that_was_indexed(
    make_lake: MakeLake, tmp_path: Path
) -> None:
    opened = make_lake({"a.csv": "city,mayor\nOslo,Ann\n", "b.csv": "city\nRome\n"})
    (tmp_path / "a.csv").write_text(CITIES)
    index = set_index(opened.searched)
    assert opened.query("b.csv").position_in(index) == index.position("b.csv")
    assert opened.query(tmp_path / "a.csv").position_in(index) is None
    newer = replace(opened.query("a.csv"), name="newer.csv")
    assert newer.position_in(index) is None


def test_a_table_without_a_key_is_refused_with_and_without_a_condition(
    make_lake: MakeLake,
) -> None:
    opened = make_lake({"a.csv": "x\n\n\n", "b.csv": CITIES})
    query = opened.query("a.csv")
    condition = parse("more than 1 column").condition
    for search in (
        lambda: search_join(query),
        lambda: join_with_condition(query, condition),
    ):
        with pytest.raises(InputError, match=r"tells its rows apart. Got 'a.csv'"):
            search()
