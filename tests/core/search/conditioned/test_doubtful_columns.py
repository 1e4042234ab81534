"""Shares of rows in a column that may not be the one that is meant."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.conditions import parse
from core.search.conditioned import (
    text_with_condition,
    union_with_condition,
)
from tests.core.search.conftest import MakeLake, Opened


def test_a_column_that_resembles_the_named_one_counts_less_where_others_have_it(
    opened: Opened,
) -> None:
    def weighed(where: str) -> float:
        found = text_with_condition(opened.searched, "Oslo", parse(where).condition, method="bm25")
        told = next(h.satisfaction for h in found.hits if h.table == "wet.csv")
        assert told.share == told.parts[0].share == 0.25
        assert told.weighed == pytest.approx(0.25 * told.parts[0].certainty, abs=1e-6)
        return told.weighed

    assert weighed("city is Oslo") == 0.25
    assert 0 < weighed("town is Oslo") <= 0.25 * 0.8 * 0.6  # of people.csv
    assert weighed("municipality is Oslo") > 0.25 * 0.55  # of no table


def test_a_column_of_another_name_is_not_one_that_has_the_name(opened: Opened) -> None:
    def of_wet(where: str) -> tuple[bool, float, str, str]:
        words, condition = "Oslo", parse(where).condition
        found = text_with_condition(opened.searched, words, condition, method="bm25")
        told = next(h.satisfaction for h in found.hits if h.table == "wet.csv")
        return told.satisfied, told.share, told.parts[0].column, told.parts[0].value

    assert of_wet("has a column named City") == (True, 1.0, "city", "")
    assert of_wet("has a column about municipalities")[::2] == (True, "city")
    satisfied, share, column, told = of_wet("has a column named municipalities")
    assert (satisfied, column, told) == (False, "city", "has another name")
    assert 0 < share < 0.5
    assert of_wet("no column named municipalities") == (True, 1.0, "city", "has another name")
    assert of_wet("no column named City")[:2] == (False, 0.0)


def test_a_share_of_rows_counts_in_full_in_a_column_that_lines_up(make_lake: MakeLake) -> None:
    rows = "\n".join(f"{1001 + i},{11 + i % 4},Oslo {i}" for i in range(8))
    lake = make_lake(
        {
            "query.csv": f"order,discount,place\n{rows}\n",
            "same.csv": f"order,discount,place\n{rows}\n",
            "part.csv": f"order,DiscountGiven,place\n{rows}\n",
            "other.csv": f"order,rebate,place\n{rows}\n",
        },
        "discounts",
    )
    found = union_with_condition(lake.query("query.csv"), parse("discount over 11").condition)
    told = {hit.table: hit.satisfaction for hit in found.hits}
    assert {t: one.share for t, one in told.items()} == dict.fromkeys(told, 0.75)
    assert told["part.csv"].parts[0].certainty == 1.0  # the asked name is in it
    rebate = told["other.csv"]
    assert rebate.parts[0].certainty < 0.6  # another name, where tables have that of the query
    assert rebate.weighed == pytest.approx(0.75 * rebate.parts[0].certainty, abs=1e-6)
    assert rebate.satisfied  # it lines up with the query's discount
    assert (found.satisfied, found.doubtful) == (3, 0)


def test_a_column_of_an_unrelated_table_that_lines_up_does_not_count_in_full(
    make_lake: MakeLake,
) -> None:
    def table(head: str, *columns: Sequence[object]) -> str:
        return "\n".join([head, *(",".join(map(str, row)) for row in zip(*columns, strict=True))])

    count = range(8)
    orders = [7001 + 3 * i for i in count], [f"2023-05-0{i + 1}" for i in count]
    rest = [f"P-{i}" for i in count], ["open", "paid"] * 4
    amounts, populations = [812 + 17 * i for i in count], [901_000 + 5_417 * i for i in count]
    lake = make_lake(
        {
            "query.csv": table("order,day,product,status,amount", *orders, *rest, amounts),
            "same.csv": table("order,day,product,status,amount", *orders, *rest, amounts),
            "kin.csv": table("Order,Day,Product,Status,Total", *orders, *rest, amounts),
            "cities.csv": table("CITY,POPULATION", [f"Ville {i}" for i in count], populations),
        },
        "amounts",
    )
    condition = parse("amount over 500").condition
    found = union_with_condition(lake.query("query.csv"), condition)
    told = {hit.table: hit.satisfaction for hit in found.hits}
    assert {table: one.share for table, one in told.items()} == dict.fromkeys(told, 1.0)
    looked_at = {table: one.parts[0].column for table, one in told.items()}
    assert looked_at == {"same.csv": "amount", "kin.csv": "Total", "cities.csv": "POPULATION"}
    satisfied = {table: one.satisfied for table, one in told.items()}
    assert satisfied == {"same.csv": True, "kin.csv": True, "cities.csv": False}


def test_a_share_of_rows_in_a_doubtful_column_is_told_and_not_counted(opened: Opened) -> None:
    condition = parse("town is one of Oslo, Rome, Bern").condition
    found = text_with_condition(opened.searched, "Oslo", condition, method="bm25")
    told = {hit.table: hit.satisfaction for hit in found.hits}
    assert (told["people.csv"].share, told["people.csv"].satisfied) == (1.0, True)
    assert (told["wet.csv"].share, told["wet.csv"].satisfied) == (0.75, False)  # of cities
    assert (found.satisfied, found.doubtful) == (1, 3)
