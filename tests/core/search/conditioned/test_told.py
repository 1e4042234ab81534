"""What is told of a condition: of how many rows a share is, and which cells say nothing."""

from __future__ import annotations

from tests.core.search.conditioned.by_condition import SMALL, searched
from tests.core.search.conftest import MakeLake


def test_cells_that_are_no_numbers_or_empty_are_told(make_lake: MakeLake) -> None:
    rain = "city,year,rain\nOslo,2005,little\nRome,2006,\nBern,2007,much\nParis,2001,3\n"
    opened = make_lake({**SMALL, "odd.csv": rain})

    def told(where: str) -> list[str]:
        found = searched(opened, where)
        return [part.value for hit in found.hits for part in hit.satisfaction.parts]

    others = "of 3 rows with a value; no number in 2 cells; 1 of 4 rows has no value"
    assert told("rain above 40") == [f"0 {others}"]
    assert told("rain above 2") == [f"1 {others}"]


def test_few_numbers_among_other_values_are_no_column_of_numbers(make_lake: MakeLake) -> None:
    def shares(numbers: int, others: int) -> list[float]:
        cells = [*(str(7 + i) for i in range(numbers)), *["little"] * others]
        rain = "city,year,rain\n" + "".join(f"Oslo,2005,{cell}\n" for cell in cells)
        opened = make_lake({**SMALL, "odd.csv": rain}, f"{numbers} and {others}")
        asked = ("rain above 2", "rain below 2", "rain is not 7", "rain is not above 7")
        found = [searched(opened, where).hits for where in asked]
        return [
            next(hit.satisfaction.share for hit in hits if hit.table == "odd.csv") for hits in found
        ]

    assert shares(2, 6) == [0.25, 0.0, 0.125, 0.125]
    assert shares(4, 4) == [1.0, 0.0, 0.75, 0.25]


def test_a_column_of_the_same_header_that_was_not_looked_at_is_told(make_lake: MakeLake) -> None:
    twice = "city,year,rain,rain\nOslo,2005,1,80\nRome,2006,2,90\n"
    found = searched(make_lake({**SMALL, "twice.csv": twice}), "rain above 40")
    told = {hit.table: hit.satisfaction.parts[0].value for hit in found.hits}
    assert told["twice.csv"] == "0 of 2 rows; not looked at: rain (2), of the same header"
    second = searched(make_lake({**SMALL, "twice.csv": twice}), '"rain (2)" above 40')
    assert second.hits[0].satisfaction.share == 1.0


def test_what_a_share_is_of_and_that_there_is_no_such_column_are_told(make_lake: MakeLake) -> None:
    prices = ["6", "7", "8", "9", *[""] * 16]
    head = "city,price,year\n"
    gaps = head + "".join(f"c{i},{price},{2000 + i}\n" for i, price in enumerate(prices))
    rows = "".join(f"c{i},x\n" for i in range(12))
    opened = make_lake(
        {"query.csv": f"{head}Oslo,5,2001\n", "gaps.csv": gaps, "nocol.csv": f"city,mayor\n{rows}"}
    )

    def told(where: str) -> dict[str, tuple[float, str]]:
        found = searched(opened, where)
        parts = {hit.table: hit.satisfaction.parts[0] for hit in found.hits}
        return {table: (part.share, part.value) for table, part in parts.items()}

    nothing = "no column like 'price'"
    assert told("price above 5") == {
        "gaps.csv": (1.0, "4 of 4 rows with a number; 16 of 20 rows have no value"),
        "nocol.csv": (0.0, nothing),
    }
    assert told("price is not 6")["gaps.csv"] == (
        0.75,
        "3 of 4 rows with a number; 16 of 20 rows have no value",
    )
    assert told("average price around 7")["nocol.csv"] == (0.0, nothing)
    assert told("at least half of the price above 5")["nocol.csv"][1] == nothing
    # A share that is asked for is of all rows.
    assert told("at least half of the rows have price above 5") == {
        "gaps.csv": (0.0, "4 of 20 rows; 16 of 20 rows have no value"),
        "nocol.csv": (0.0, nothing),
    }
    assert told("at most 20% of the rows have price above 5")["gaps.csv"][0] == 1.0
    assert told("dated after 2010")["nocol.csv"] == (0.0, "no column of dates")


def test_years_of_two_digits_are_of_their_century_and_unread_dates_are_said(
    make_lake: MakeLake,
) -> None:
    days = {
        "american.csv": ("12/31/20", "1/13/21", "2/28/22"),
        "british.csv": ("31/12/20", "13/1/21", "28/2/22"),
        "german.csv": ("31.12.20", "13.1.21", "28.2.22"),
        "named.csv": ("31-Dec-20", "13-Jan-21", "28-Feb-22"),
        "unread.csv": ("31-12-20", "mid 2021", ""),
    }
    tables = {
        name: "item,sold\n" + "\n".join(f"{place},{day}" for place, day in enumerate(cells))
        for name, cells in days.items()
    }
    opened = make_lake({"query.csv": "item,sold\n0,2020-01-01\n1,2020-01-02\n", **tables})

    def told(where: str) -> dict[str, str]:
        found = searched(opened, where)
        return {hit.table: hit.satisfaction.parts[0].value for hit in found.hits}

    read = [name for name in days if name != "unread.csv"]
    unread = {"unread.csv": "no date in 2 cells; 1 of 3 rows has no value"}
    assert told("sold after 2019") == dict.fromkeys(read, "3 of 3 rows") | unread
    assert told("sold before 1900") == dict.fromkeys(read, "0 of 3 rows") | unread


def test_dates_and_numbers_are_looked_for_in_columns_that_hold_such(make_lake: MakeLake) -> None:
    head = "order_id,order_year,order_date,price code,net price\n"
    days = ["2023-01-15", "2023-02-15", "2023-03-15", "2023-04-15"]
    plain = [f"{70 + i},2022,{day},A{i},{i}.5\n" for i, day in enumerate(days)]
    written = [f'x{i},2022,{day},A{i},"{i},50 €"\n' for i, day in enumerate(days)]
    opened = make_lake(
        {
            "query.csv": head + "".join(plain),
            "plain.csv": head + "".join(plain),
            "written.csv": head + "".join(written),
        }
    )

    def told(where: str) -> dict[str, tuple[str, str]]:
        parts = {hit.table: hit.satisfaction.parts[0] for hit in searched(opened, where).hits}
        return {table: (part.column, part.value) for table, part in parts.items()}

    both = ["plain.csv", "written.csv"]
    dates, prices = ("order_date", "2 of 4 rows"), ("net price", "3 of 4 rows")
    assert told("ordered before March 2023") == dict.fromkeys(both, dates)
    assert told("price above 1.2") == dict.fromkeys(both, prices)
