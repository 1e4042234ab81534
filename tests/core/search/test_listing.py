from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import lake as lakes
from core.search import listing
from core.search.listing import (
    ORDERS,
    TableFilter,
    first,
    folders,
    list_columns,
    list_tables,
    narrow,
    spread,
)
from core.types import ColumnProfile, DataType
from tests.core.search.conftest import MakeLake

TABLES = pl.DataFrame(
    {
        "table": ["a.csv", "x/b.csv", "x/y/c.csv", "xy/d.csv"],
        "folder": ["", "x", "x/y", "xy"],
        "rows": [1, 10, 100, 0],
        "types": [[1, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [0] * 6],
        "copies": [1, 0, 0, 1],
        "headers": [["Name"], ["Year", "Price"], ["name", "year"], []],
    },
    schema_overrides={"types": pl.List(pl.Int64), "headers": pl.List(pl.String)},
)


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        (TableFilter(), ["a.csv", "x/b.csv", "x/y/c.csv", "xy/d.csv"]),
        (TableFilter(words="NAME"), ["a.csv", "x/y/c.csv"]),
        (TableFilter(words="year b.csv"), ["x/b.csv"]),
        (TableFilter(words=".*"), []),
        (TableFilter(words="·"), []),
        (TableFilter(words="yearprice"), []),
        (TableFilter(types=(DataType.INTEGER,)), ["x/b.csv", "x/y/c.csv"]),
        (TableFilter(types=(DataType.INTEGER, DataType.STRING)), ["x/y/c.csv"]),
        (TableFilter(least_rows=1, most_rows=10), ["a.csv", "x/b.csv"]),
        (TableFilter(folder="x"), ["x/b.csv", "x/y/c.csv"]),
        (TableFilter(tables=frozenset({"a.csv", "gone.csv"})), ["a.csv"]),
        (TableFilter(tables=frozenset()), []),
        (TableFilter(has_copies=True), ["a.csv", "xy/d.csv"]),
        (TableFilter(has_copies=True, least_rows=1), ["a.csv"]),
    ],
)
def test_a_list_is_narrowed_by_every_part_that_is_given(
    wanted: TableFilter, kept: list[str]
) -> None:
    assert narrow(TABLES, wanted)["table"].to_list() == kept


def test_the_list_of_a_lake_is_what_its_catalog_has_of_each_table(
    make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "_ROWS_AT_ONCE", 2)
    lake = make_lake(
        {
            "x/b.csv": "n,day,\n1,2020-01-31,a\n,2020-02-01,b\n",
            "a · b.csv": "Name,Name\nc,d\n",
            "x/y\nz/c.csv": "z,y\n1.5,2\n",
            "empty.csv": "",
            "x/none.csv": "only\n",
            "dots.csv": 'city · region,"pop · ""year"""\na,1\n',
            "copy of dots.csv": 'city · region,"pop · ""year"""\na,1\n',
        }
    )
    found = lakes.tables(lake.workspace, lake.lake.key)
    labels = {
        table.table_id: [column.label for column in lakes.columns(lake.workspace, table.key)]
        for table in found
    }
    assert list_tables(lake.workspace, lake.lake.key).rows() == [
        (
            table.table_id,
            table.table_id.rpartition("/")[0],
            table.rows,
            table.columns,
            [table.types.get(kind, 0) for kind in DataType],
            table.missing_share,
            table.bytes,
            int("dots" in table.table_id),
            labels[table.table_id],
        )
        for table in found
    ]
    assert labels["dots.csv"] == ["city · region", 'pop · "year"']
    assert len(found) == 6
    by_id = {table.table_id: table for table in found}
    copies = {name: lakes.copies_of(lake.workspace, lake.lake.key, by_id[name]) for name in by_id}
    assert {name: those for name, those in copies.items() if those} == {
        "dots.csv": ["copy of dots.csv"],
        "copy of dots.csv": ["dots.csv"],
    }
    assert list_tables(lake.workspace, lake.lake.key + 1).is_empty()


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12), st.integers(0, 15))
def test_the_first_tables_are_those_of_all_in_that_order(
    sizes: list[tuple[int, int]], most: int
) -> None:
    rows = [(f"{i:02}.csv", *size, size[0] / 4, size[1]) for i, size in enumerate(sizes)]
    names = ["table", "rows", "columns", "missing", "bytes"]
    tables = pl.DataFrame(rows, dict.fromkeys(names), orient="row")
    for order, (column, falling) in ORDERS.items():
        place = names.index(column)
        sign = -1 if falling else 1
        expected = rows if place == 0 else sorted(rows, key=lambda row: (sign * row[place], row[0]))
        assert first(tables, order, most).rows() == expected[:most]


def test_folders_are_named_with_those_above_them() -> None:
    assert folders(TABLES) == ["x", "x/y", "xy"]


def numbers(low: float, quartiles: tuple[float, float, float], high: float) -> ColumnProfile:
    return ColumnProfile(
        0, "n", "n", DataType.FLOAT, 8, 0, 8, minimum=low, maximum=high, quartiles=quartiles
    )


def test_the_spread_of_even_quarters_is_even() -> None:
    assert spread(numbers(0, (1, 2, 3), 4), bins=4) == pytest.approx([0.25] * 4)


def test_a_quarter_without_width_counts_where_it_lies() -> None:
    assert spread(numbers(0, (0, 0, 2), 4), bins=2) == pytest.approx([0.75, 0.25])
    assert spread(numbers(0, (4, 4, 4), 4), bins=2) == pytest.approx([0.125, 0.875])
    assert spread(numbers(7, (7, 7, 7), 7)) == [1.0]


def test_the_spread_of_few_numbers_is_the_count_of_each() -> None:
    years = numbers(1952, (1952, 1967, 1992), 1992)
    top = (("1952", 52), ("1967.0", 50), ("1992", 52), ("1967", 2))
    assert spread(replace(years, values=156, top=top)) == [52.0, 52.0, 52.0]
    assert sum(spread(replace(years, values=157, top=top))) == pytest.approx(1)
    apart = replace(years, values=2, top=(("1,952", 1), ("1,992", 1)))
    assert sum(spread(apart)) == pytest.approx(1)


def test_the_spread_of_words_is_their_counts() -> None:
    words = ColumnProfile(0, "w", "w", DataType.STRING, 3, 1, 2, top=(("a", 2), ("b", 1)))
    assert spread(words) == [2.0, 1.0]


def test_columns_are_listed_with_what_their_type_has() -> None:
    day = ColumnProfile(
        *(1, "d", "d", DataType.DATETIME, 3, 1, 3),
        earliest="1999-01-01T00:00:00",
        latest="2001-01-01T09:30:00",
    )
    listed = list_columns([numbers(0.5, (1, 2, 3), 1234567), day]).to_dicts()
    assert (listed[0]["smallest"], listed[0]["largest"]) == ("0.5", "1,234,567")
    assert (listed[1]["smallest"], listed[1]["largest"]) == ("1999-01-01", "2001-01-01 09:30:00")
    assert listed[1]["missing"] == 0.25


def test_whole_numbers_are_told_digit_by_digit() -> None:
    many = numbers(9007199254740993, (1, 2, 3), -int("9" * 38))
    (listed,) = list_columns([many]).to_dicts()
    assert listed["smallest"] == "9,007,199,254,740,993"
    assert listed["largest"] == "-99,999,999,999,999,999,999,999,999,999,999,999,999"


def test_amounts_that_are_text_have_ends() -> None:
    some = replace(numbers(0, (1, 2, 3), 4), data_type=DataType.STRING, minimum=None, maximum=None)
    amounts = replace(some, quartiles=None, smallest_amount=-0.5, largest_amount=60268.29)
    listed = list_columns([amounts, replace(amounts, largest_amount=1500.0)])
    assert listed["smallest"].to_list() == ["-0.5", "-0.5"]
    assert listed["largest"].to_list() == ["60,268.29", "1,500"]
