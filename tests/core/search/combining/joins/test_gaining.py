from __future__ import annotations

import pytest

from core.conditions import parse
from core.search.combining.joins import search_gaining
from core.search.conditioned import Limits, join_with_condition
from tests.core.search.conftest import MakeLake, Opened

FILES = {
    "query.csv": "city,rain\nOslo,1\nLima,2\nRome,3\n",
    **{f"same{i}.csv": "City,RAIN\nOslo,5\nLima,6\nRome,7\n" for i in range(4)},
    "more.csv": "town,rain,wind\nOslo,1,9\nLima,2,8\n",
    "land.csv": "town,land\nOslo,Norway\n",
}


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake(FILES)


@pytest.mark.parametrize("k", [1, 2, 5])
def test_tables_that_add_nothing_are_passed_over(lake: Opened, k: int) -> None:
    found = search_gaining(lake.query("query.csv"), ["city"], k)
    expected = [(1, "more.csv", 2), (2, "land.csv", 1)][:k]
    assert [(hit.rank, hit.table, hit.overlap) for hit in found.hits] == expected


@pytest.mark.parametrize("gaining", [False, True])
def test_tables_that_add_nothing_are_passed_over_with_a_condition(
    lake: Opened, gaining: bool
) -> None:
    found = join_with_condition(
        lake.query("query.csv"),
        parse("more than 1 rows").condition,
        ["city"],
        limits=Limits(2, gaining=gaining),
    )
    expected = ["more.csv"] if gaining else ["same0.csv", "same1.csv"]
    assert [hit.table for hit in found.hits if hit.satisfaction.satisfied] == expected
    assert found.examined == (2 if gaining else 6)
