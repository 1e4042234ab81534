from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.search import QueryTable
from core.search.combining.joins.chains import find_chains
from core.search.combining.joins.types import JoinPart
from tests.core.search.conftest import MakeLake, Opened

FILES = {
    "orders.csv": "order,customer\n1,Ann\n2,Ann\n3,Bob\n4,Cid\n",
    "customers.csv": "name,town,age\nann,Oslo,3.5\nbob,Lima,4.5\ncid,Rome,5.5\n",
    "towns.csv": "city,country\noslo,Norway\nlima,Peru\n",
    "same.csv": "city,order\noslo,x\n",
    "nothing.csv": "city,country\nparis,France\n",
}
FIRST = JoinPart("customers.csv", (("customer", "name"),))


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake(FILES)


def test_a_chain_counts_the_rows_of_the_query_that_reach_its_end(lake: Opened) -> None:
    asked: list[tuple[str, str]] = []

    def search(query: QueryTable, column: str, k: int) -> Sequence[JoinPart]:
        asked.append((query.name, column))
        tables = ("orders.csv", "towns.csv", "same.csv", "nothing.csv", "customers.csv")
        return [JoinPart(table, ((column, _first_column(table)),)) for table in tables]

    chains = find_chains(lake.query("orders.csv"), [FIRST], search)
    # The key is joined on already and decimal numbers are no key; of what was found, the query and
    # the table itself are left out, and what gains nothing or reaches no row is none.
    assert asked == [("customers.csv", "town")]
    (chain,) = chains
    assert (chain.first, chain.second.table) == (FIRST, "towns.csv")
    assert (chain.query_rows, chain.reached_rows, chain.row_share) == (4, 3, 0.75)
    assert [column.label for column in chain.gained] == ["country"]


def _first_column(table: str) -> str:
    return FILES[table].split(",", 1)[0]


def test_without_a_further_table_there_is_no_chain(lake: Opened) -> None:
    assert find_chains(lake.query("orders.csv"), [FIRST], lambda *_: []) == ()
