"""Codes that only one of two tables has filled up with zeros are told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.features.folding import Folding
from core.search.combining.joins.counting import measure_joins
from core.search.combining.joins.types import Accepted, JoinPart
from tests.core.search.combining.joins.conftest import loose
from tests.core.search.conftest import MakeLake, Opened

FILES = {
    "short.csv": "code,name\n42,a\n7,b\n1234,c\n0,d\n",
    "long.csv": "code,name\n0042,a\n0007,b\n1234,c\n0000,d\n",
    "months.csv": "year,month,n\n2023,1,5\n2023,10,6\n2024,1,7\n",
    "texts.csv": "code,name\n0x7,a\nA-01,b\n1.05,c\n",
}


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake(FILES)


def told(
    lake: Opened, query: dict[str, Sequence[str | None]], table: str, *on: str, **more: object
) -> str:
    part = JoinPart(table, tuple((one, one) for one in on), **more)  # type: ignore[arg-type]
    (found,) = measure_joins(lake.query(loose(query)), [part])
    return " ".join(one.text for one in found.warnings if one.kind == "zeros in front")


@pytest.mark.parametrize(
    ("codes", "table", "start"),
    [
        (["042", "007", "1234"], "short.csv", "2 keys of the query find no partner"),
        (["42", "7", "0", "x"], "long.csv", "3 keys of the query find no partner"),
        (["00042", "99"], "long.csv", "1 key of the query finds no partner"),
        (["000", "9"], "short.csv", "1 key of the query finds no partner"),
        (["42", "7", "5"], "short.csv", ""),
        (["07", "A-1", "1.5"], "texts.csv", ""),
        (["0815", "x"], "short.csv", ""),
    ],
)
def test_keys_that_differ_by_zeros_in_front_are_counted(
    lake: Opened, codes: list[str], table: str, start: str
) -> None:
    said = told(lake, {"code": codes}, table, "code")
    assert said.startswith(start)
    assert bool(said) is bool(start)


def test_the_part_of_a_key_that_differs_is_named(lake: Opened) -> None:
    query: dict[str, Sequence[str | None]] = {
        "year": ["2023", "2023", "2024"],
        "month": ["01", "10", "01"],
    }
    assert told(lake, query, "months.csv", "year", "month") == (
        "2 keys of the query find no partner for zeros in front alone, as “01” beside “1”: let "
        "them not count, by “Zeros in front do not count” under “How to search”, or --fold "
        "all,zeros."
    )


def test_zeros_of_few_keys_are_not_worth_a_word(lake: Opened) -> None:
    codes = ["042", *(f"x{i}" for i in range(20))]
    assert told(lake, {"code": codes[:20]}, "short.csv", "code")
    assert not told(lake, {"code": codes}, "short.csv", "code")


def test_keys_find_each_other_where_zeros_in_front_do_not_count(lake: Opened) -> None:
    part = JoinPart("long.csv", (("code", "code"),))
    query = lake.query(loose({"code": ["42", "7", "0", "x"]}))
    (found,) = measure_joins(query, [part], Folding(zeros=True))
    assert found.matched == 3
    assert not [one for one in found.warnings if one.kind == "zeros in front"]


def test_a_key_that_was_accepted_lacks_no_partner(lake: Opened) -> None:
    accepted = (Accepted(("042",), ("42",)),)
    assert not told(lake, {"code": ["042", "x"]}, "short.csv", "code", accepted=accepted)
