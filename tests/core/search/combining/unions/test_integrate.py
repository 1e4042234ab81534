"""The outer union: nothing is lost, changed or mixed up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import lake as lakes
from core.errors import ColumnNotFoundError, InputError, TableNotFoundError
from core.lake import LooseTable
from core.search import Conflict, Integration, Part, QueryTable, union_rows
from core.search.combining.unions.integrate import SOURCE
from core.types import ColumnMatch, ColumnProfile, DataType, FileReport
from tests.core.search.conftest import MakeLake, Opened, whole_union

Row = tuple[str | None, ...]

TABLES: dict[str, tuple[list[str], list[Row]]] = {
    "cities.csv": (["city", "n"], [("Oslo", "1"), ("oslo", "1"), ("Oslo", "1"), ("Rome", None)]),
    "more.csv": (["n", "town", "extra"], [("2", "Lima", "x"), ("1", "Oslo", None)]),
    "source.csv": ([SOURCE, "city"], [("a", "Oslo"), (None, "Rome")]),
    "clash.csv": (["city", "city (clash.csv)", "extra"], [("Oslo", "y", "z")]),
    "empty.csv": (["city", "n"], []),
    "floats.csv": (["n"], [("1.5",), ("2.5",)]),
    "dates.csv": (["n", "blank"], [("2020-01-02", None), ("2021-03-04", None)]),
    "patterns.csv": (["^n$", "n", "*", "new"], [("1", "2", "x", "y"), ("2", "2", "x", None)]),
    "sub/cities.csv": (["city", "n"], [("Quito", None), (None, "1")]),
}


def as_csv(header: Sequence[str], rows: Sequence[Row]) -> str:
    return "".join(",".join(cell or "" for cell in row) + "\n" for row in [tuple(header), *rows])


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake({name: as_csv(header, rows) for name, (header, rows) in TABLES.items()})


def loose(name: str, header: Sequence[str], rows: Sequence[Row]) -> LooseTable:
    frame = pl.DataFrame(
        {label: [row[i] for row in rows] for i, label in enumerate(header)},
        schema=dict.fromkeys(header, pl.String),
    )
    profiles = tuple(
        ColumnProfile(i, label, label, DataType.STRING, len(rows), 0, len(rows))
        for i, label in enumerate(header)
    )
    return LooseTable(name, "0", frame, profiles, FileReport(name, 0, 1))


def part(table: str, **pairs: str) -> Part:
    return Part(table, tuple(ColumnMatch(q, c, 1.0) for q, c in pairs.items()))


def union(lake: Opened, query: str | LooseTable, *parts: Part) -> Integration:
    return whole_union(lake.query(query), parts)


def test_rows_that_differ_only_in_case_and_rows_that_repeat_stay(lake: Opened) -> None:
    made = union(lake, "sub/cities.csv", part("cities.csv", city="city", n="n"))

    assert made.frame.rows() == [
        ("Quito", None, "sub/cities.csv"),
        (None, "1", "sub/cities.csv"),
        ("Oslo", "1", "cities.csv"),
        ("oslo", "1", "cities.csv"),
        ("Oslo", "1", "cities.csv"),
        ("Rome", None, "cities.csv"),
    ]
    assert made.query_rows == 2


def test_columns_are_the_querys_then_new_ones_then_the_source(lake: Opened) -> None:
    made = union(lake, "cities.csv", part("more.csv", city="town", n="n"))

    assert made.frame.columns == ["city", "n", "extra", SOURCE]
    assert made.frame.rows()[4:] == [
        ("Lima", "2", "x", "more.csv"),
        ("Oslo", "1", None, "more.csv"),
    ]
    assert made.is_new.to_list() == [False] * 4 + [True, False]
    (report,) = made.parts
    assert (report.rows, report.new_rows, report.aligned) == (2, 1, 2)
    assert report.new_columns == ("extra",)


def test_a_row_is_new_if_its_aligned_cells_stand_in_no_row_of_the_query(lake: Opened) -> None:
    query = loose("q", ["n", "other"], [("1", "a"), (None, "b"), ("9", "c")])

    made = union(lake, query, part("cities.csv", n="n"))

    # A missing cell is like a missing cell, and columns that are not aligned do not count.
    assert made.is_new.to_list() == [False] * 7
    assert union(lake, query, part("floats.csv", n="n")).parts[0].new_rows == 2


def test_a_row_that_a_table_before_has_is_not_new(lake: Opened) -> None:
    made = union(
        *(lake, "more.csv", part("cities.csv", town="city", n="n")),
        *(part("cities.csv", town="city", n="n"), part("sub/cities.csv", town="city")),
    )

    assert [(report.table, report.rows, report.new_rows) for report in made.parts] == [
        ("cities.csv", 4, 2),
        ("cities.csv", 4, 0),
        ("sub/cities.csv", 2, 2),
    ]


def test_a_table_without_an_alignment_is_all_new(lake: Opened) -> None:
    made = union(lake, "floats.csv", part("floats.csv"))

    assert made.frame.columns == ["n", "n (floats.csv)", SOURCE]
    assert made.is_new.to_list() == [False, False, True, True]


def test_a_name_that_the_query_has_gets_the_tables_name_behind_it(lake: Opened) -> None:
    made = union(lake, "cities.csv", part("clash.csv", n="extra"))

    assert made.frame.columns == [
        "city",
        "n",
        "city (clash.csv)",
        "city (clash.csv) (clash.csv)",
        SOURCE,
    ]
    assert made.frame.row(4) == (None, "z", "Oslo", "y", "clash.csv")


def test_new_columns_of_one_name_are_one_column(lake: Opened) -> None:
    made = union(lake, "cities.csv", part("more.csv", city="town"), part("clash.csv", city="city"))

    assert made.frame.columns.count("extra") == 1
    assert made.frame.get_column("extra").to_list() == [None] * 4 + ["x", None, "z"]


@pytest.mark.parametrize("turned", [False, True])
def test_a_renamed_column_is_laid_over_no_column_of_that_name(
    make_lake: MakeLake, turned: bool
) -> None:
    tables = {
        "q.csv": "id,x\n1,a\n",
        "t1.csv": "id,x (t2.csv)\n2,T1\n",
        "t2.csv": "id,x\n3,T2\n",
    }
    lake = make_lake(tables, f"names {turned}")
    t1, t2 = part("t1.csv", id="id"), part("t2.csv", id="id")
    columns = union(lake, "q.csv", *((t2, t1, t2) if turned else (t1, t2, t1))).frame.columns

    other = "x (t2.csv) (t1.csv)" if turned else "x (t2.csv) (2)"
    assert columns == ["id", "x", "x (t2.csv)", other, SOURCE]


def test_a_query_with_a_column_called_source_table_keeps_it(lake: Opened) -> None:
    made = union(lake, "source.csv", part("cities.csv", city="city"))

    assert made.frame.columns == [SOURCE, "city", "n", f"{SOURCE} (2)"]
    assert made.frame.row(0) == ("a", "Oslo", None, "source.csv")


def test_a_table_with_a_column_called_source_table_keeps_it(lake: Opened) -> None:
    added = union(lake, "cities.csv", part("source.csv", city="city"))
    aligned = union(lake, "cities.csv", part("source.csv", n=SOURCE))
    both = union(lake, "source.csv", part("source.csv", city="city"))

    assert added.frame.columns == ["city", "n", f"{SOURCE} (source.csv)", SOURCE]
    assert added.frame.row(4) == ("Oslo", None, "a", "source.csv")
    assert aligned.frame.row(4) == (None, "a", "Oslo", "source.csv")
    assert both.frame.columns == [SOURCE, "city", f"{SOURCE} (source.csv)", f"{SOURCE} (2)"]


def test_a_file_is_told_from_a_table_of_its_name(lake: Opened) -> None:
    query = loose("cities.csv", ["city"], [("Bonn",)])

    made = union(lake, query, part("cities.csv", city="city"))

    assert made.frame.get_column(SOURCE).unique(maintain_order=True).to_list() == [
        "cities.csv (query)",
        "cities.csv",
    ]


def test_types_that_do_not_agree_are_reported_and_numbers_agree(lake: Opened) -> None:
    made = union(
        lake, "cities.csv", part("floats.csv", n="n"), part("dates.csv", n="n", city="blank")
    )

    assert made.parts[0].conflicts == ()  # whole numbers and fractions
    assert made.parts[1].conflicts == (  # and a column without values has no type
        Conflict("dates.csv", "n", "n", DataType.INTEGER, DataType.DATETIME),
    )


def test_days_written_in_two_orders_are_reported(make_lake: MakeLake) -> None:
    lake = make_lake(
        {
            "here.csv": "day,sum\n31/01/2020,7.5\n02/03/2020,8.5\n",
            "there.csv": "when,sum\n01/02/2020,1.5\n01/31/2020,2.5\n",
            "alike.csv": "when,sum\n02/01/2020,1.5\n",
        }
    )
    made = union(lake, "here.csv", part("there.csv", day="when"), part("alike.csv", day="when"))
    day = DataType.DATETIME
    assert made.parts[0].conflicts == (
        Conflict("there.csv", "day", "when", day, day, "31/01/2020", "01/31/2020"),
    )
    assert made.parts[1].conflicts == ()


def test_thousands_written_in_two_ways_are_reported(make_lake: MakeLake) -> None:
    lake = make_lake(
        {"here.csv": 'name,pay\na,"128,608"\n', "there.csv": "name,pay\na,26865\nb,512.5\n"},
        "thousands",
    )
    made = union(lake, "here.csv", part("there.csv", pay="pay"))
    kinds = DataType.INTEGER, DataType.FLOAT
    assert made.parts[0].conflicts == (
        Conflict("there.csv", "pay", "pay", *kinds, "128,608", "26865"),
    )


def test_days_with_a_total_below_them_are_compared_as_days(make_lake: MakeLake) -> None:
    days = "".join(f"2024-03-{day},1\n" for day in range(10, 30))
    lake = make_lake(
        {
            "here.csv": f"day,sum\n{days}Total,20\n",
            "american.csv": "day,sum\n01/22/2021,5\n01/23/2021,6\n",
            "alike.csv": "day,sum\n2019-01-22,5\n",
            "words.csv": "day,sum\nMonday,5\n",
        },
        "totals",
    )
    tables = ("american.csv", "alike.csv", "words.csv")
    made = union(lake, "here.csv", *(part(table, day="day") for table in tables))
    kinds = DataType.STRING, DataType.DATETIME
    assert [one.conflicts for one in made.parts] == [
        (Conflict("american.csv", "day", "day", *kinds, "2024-03-10", "01/22/2021"),),
        (),
        (),
    ]


def test_units_in_names_of_numbers_are_compared(make_lake: MakeLake) -> None:
    lake = make_lake(
        {
            "here.csv": "amount,use (kWh),place\n7.5,3,a\n",
            "there.csv": "amount_cents,use (m³),place_ft\n750,4,b\n",
            "alike.csv": "Amount_l,Use [kWh],place\n7.5,3,a\n",
        },
        "in units",
    )
    pairs = {"amount": "amount_cents", "use (kWh)": "use (m³)", "place": "place_ft"}
    own = {"amount": "Amount_l", "use (kWh)": "Use [kWh]"}
    made = union(lake, "here.csv", part("there.csv", **pairs), part("alike.csv", **own))
    amount, use = made.parts[0].conflicts
    assert amount.sides() == ("in no unit by its name", "in cents")
    assert use.sides(lambda unit: f"`{unit}`") == ("in `kWh`", "in `m³`")
    assert made.parts[1].conflicts == ()


def test_currencies_in_names_of_numbers_are_compared_where_both_tell_one(
    make_lake: MakeLake,
) -> None:
    tables = {
        "here.csv": "fee_eur,rent\n7,3\n",
        "there.csv": "Fee (US$),rent_gbp\n7,4\n",
        "alike.csv": "Fee in €,rent_gbp\n7,4\n",
    }
    lake = make_lake(tables, "in currencies")
    there = part("there.csv", fee_eur="Fee (US$)", rent="rent_gbp")
    alike = part("alike.csv", fee_eur="Fee in €", rent="rent_gbp")
    made = union(lake, "here.csv", there, alike)
    (fee,) = made.parts[0].conflicts
    assert fee.sides() == ("in EUR", "in USD")
    assert made.parts[1].conflicts == ()


def test_tables_without_rows_are_appended(lake: Opened) -> None:
    made = union(lake, "empty.csv", part("empty.csv", city="n"), part("cities.csv", city="city"))

    assert (made.query_rows, made.frame.height) == (0, 4)
    assert made.parts[0].rows == 0
    assert made.is_new.to_list() == [True] * 4
    assert set(made.frame.dtypes) == {pl.String}


def test_headers_that_are_patterns_to_polars_are_names(lake: Opened) -> None:
    made = union(lake, "patterns.csv", Part("patterns.csv", (ColumnMatch("^n$", "n", 1.0),)))

    new = ["^n$ (patterns.csv)", "* (patterns.csv)", "new (patterns.csv)"]
    assert made.frame.columns == ["^n$", "n", "*", "new", *new, SOURCE]
    assert made.frame.rows()[2] == ("2", None, None, None, "1", "x", "y", "patterns.csv")
    assert made.is_new.to_list() == [False, False, False, False]


def test_columns_of_the_query_that_are_not_searched_with_keep_their_cells(
    make_lake: MakeLake,
) -> None:
    tables = {
        "q.csv": "id,own,price,source table\n1,x,5,a\n2,y,6,b\n",
        "t.csv": "price,id,extra\n8,3,e\n",
    }
    lake = make_lake(tables, "chosen")
    query = lake.query("q.csv", "id")
    for one in (query, lake.query(lakes.read_loose(lake.root / "q.csv", lake.settings), "id")):
        made = whole_union(one, [part("t.csv", id="id")])

        assert made.frame.columns == [
            *("id", "own", "price", "source table"),
            *("price (t.csv)", "extra", "source table (2)"),
        ]
        assert [row[:-1] for row in made.frame.rows()] == [
            ("1", "x", "5", "a", None, None),
            ("2", "y", "6", "b", None, None),
            ("3", None, None, None, "8", "e"),
        ]
        assert made.parts[0].new_columns == ("price (t.csv)", "extra")
        with pytest.raises(ColumnNotFoundError, match="Got 'price'"):
            whole_union(one, [part("t.csv", price="price")])


def test_only_chosen_columns_can_be_aligned(lake: Opened) -> None:
    with pytest.raises(ColumnNotFoundError, match=r"Got 'city'; cities\.csv has n"):
        whole_union(lake.query("cities.csv", "n"), [part("more.csv", city="town")])


def test_an_alignment_that_uses_a_column_twice_is_refused(lake: Opened) -> None:
    twice = (ColumnMatch("city", "town", 1.0), ColumnMatch("n", "town", 1.0))
    with pytest.raises(InputError, match=r"uses a column once\. Got 'town' twice for more\.csv"):
        union(lake, "cities.csv", Part("more.csv", twice))
    twice = (ColumnMatch("city", "town", 1.0), ColumnMatch("city", "extra", 1.0))
    with pytest.raises(InputError, match=r"uses a column once\. Got 'city' twice for more\.csv"):
        union(lake, "cities.csv", Part("more.csv", twice))


def test_what_is_not_there_is_refused(lake: Opened) -> None:
    with pytest.raises(ColumnNotFoundError, match=r"Got 'no'; more\.csv has n, town, extra\."):
        union(lake, "cities.csv", part("more.csv", city="no"))
    with pytest.raises(TableNotFoundError):
        union(lake, "cities.csv", part("nope.csv"))


def test_a_union_with_itself_has_each_row_twice_and_none_new(lake: Opened) -> None:
    made = union(lake, "cities.csv", part("cities.csv", city="city", n="n"))

    assert made.frame.height == 8
    assert not made.is_new.any()


def plain_union(
    query: tuple[str, list[str], list[Row]], parts: Sequence[Part]
) -> tuple[list[str], list[Row], list[bool]]:
    """The union as its docstring has it, a cell at a time."""
    name, header, rows = query
    source = SOURCE
    number = 2
    while source in header:
        source, number = f"{SOURCE} ({number})", number + 1
    records: list[dict[str, str | None]] = [
        {**dict(zip(header, row, strict=True)), source: name} for row in rows
    ]
    new = [False] * len(records)
    counted = [True] * len(records)  # a table of which nothing is aligned repeats nothing
    columns = list(header)
    for one in parts:
        labels, cells = TABLES[one.table]
        place = {match.column: match.query_column for match in one.alignment}
        taken = {*header, source}
        for label in labels:
            if label not in place:
                free, base, number = label, f"{label} ({one.table})", 2
                if free in taken:
                    free = base
                while free in taken:
                    free, number = f"{base} ({number})", number + 1
                place[label] = free
                taken.add(free)
                if free not in columns:
                    columns.append(free)
        aligned = [match.query_column for match in one.alignment]
        above = [record for record, counts in zip(records, counted, strict=True) if counts]
        known = [[record.get(column) for column in aligned] for record in above]
        for row in cells:
            record = {place[label]: cell for label, cell in zip(labels, row, strict=True)}
            new.append(not aligned or [record[column] for column in aligned] not in known)
            records.append({**record, source: one.table})
            counted.append(bool(aligned))
    columns.append(source)
    return columns, [tuple(record.get(c) for c in columns) for record in records], new


CELLS = st.sampled_from([None, "Oslo", "oslo", "Rome", "1", "x"])
LABELS = st.sampled_from(
    ["city", "n", "extra", SOURCE, "a b", "city (clash.csv)", "new", "^n$", "*"]
)


@st.composite
def queries_and_parts(draw: st.DrawFn) -> tuple[tuple[str, list[str], list[Row]], list[Part]]:
    header = draw(st.lists(LABELS, min_size=1, max_size=4, unique=True))
    rows = draw(st.lists(st.tuples(*[CELLS] * len(header)), max_size=5))
    parts = []
    for table in draw(st.lists(st.sampled_from(sorted(TABLES)), max_size=3, unique=True)):
        labels = TABLES[table][0]
        pairs = draw(st.integers(0, min(len(header), len(labels))))
        left = draw(st.permutations(header))[:pairs]
        right = draw(st.permutations(labels))[:pairs]
        parts.append(part(table, **dict(zip(left, right, strict=True))))
    return ("query", header, rows), parts


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(case=queries_and_parts())
def test_the_union_is_that_of_a_plain_loop(
    lake: Opened, case: tuple[tuple[str, list[str], list[Row]], list[Part]]
) -> None:
    query, parts = case

    made = union(lake, loose(*query), *parts)

    columns, rows, new = plain_union(query, parts)
    assert made.frame.columns == columns
    assert made.frame.rows() == rows
    assert made.is_new.to_list() == new
    assert [report.rows for report in made.parts] == [len(TABLES[p.table][1]) for p in parts]


def test_200_000_rows_are_unioned(make_lake: MakeLake) -> None:
    rows = [(f"city {i}", str(i % 1_000)) for i in range(200_000)]
    lake = make_lake({"big.csv": as_csv(["city", "n"], rows)})
    query = loose("query", ["place", "n"], rows[::2])

    made = union(lake, query, part("big.csv", place="city", n="n"))

    assert (made.frame.height, made.parts[0].new_rows) == (300_000, 100_000)
    assert lakes.table(lake.workspace, lake.name, "big.csv").rows == 200_000


def test_a_union_of_too_many_rows_is_refused_before_a_table_is_read(
    lake: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [part("cities.csv", city="city"), part("floats.csv")]
    rows = union_rows(lake.query("sub/cities.csv"), ["cities.csv", "floats.csv"])

    def query(most: int) -> QueryTable:
        limited = replace(lake, settings=replace(lake.settings, max_join_rows=most))
        return limited.query("sub/cities.csv")

    assert whole_union(query(rows), parts).frame.height == rows
    one_too_many = query(rows - 1)
    monkeypatch.setattr(lakes, "table_frame", None)
    with pytest.raises(InputError, match=rf"at most {rows - 1}.* would have {rows}"):
        whole_union(one_too_many, parts)


def test_only_chosen_rows_of_a_table_are_appended(lake: Opened) -> None:
    rows = lakes.table_frame(lake.workspace, lake.lake.name, "more.csv").filter(pl.col("n") == "2")
    made = whole_union(
        lake.query("cities.csv"),
        [part("more.csv", n="n")],
        rows_of={"more.csv": rows}.__getitem__,
    )
    assert made.frame["n"].to_list() == ["1", "1", "1", None, "2"]
    assert (made.parts[0].rows, made.parts[0].new_rows) == (1, 1)
