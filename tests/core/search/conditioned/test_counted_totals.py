"""Rows that look like totals: they are counted, and it is said where they count."""

from __future__ import annotations

from core.conditions import parse
from core.search.conditioned import text_with_condition
from tests.core.search.conftest import MakeLake


def test_a_total_whose_numbers_are_counted_is_told(make_lake: MakeLake) -> None:
    budgets = "\n".join(f"post {n},{100 * n}" for n in range(1, 21))
    lake = make_lake(
        {
            "total.csv": f"budget,amount\n{budgets}\nTotal,21000\n",
            "plain.csv": f"budget,amount\n{budgets}\n",
        },
        "budgets",
    )

    def told(where: str) -> dict[str, tuple[str, tuple[str, ...]]]:
        condition = parse(where).condition
        found = text_with_condition(lake.searched, "budget", condition, method="bm25")
        parts = {hit.table: hit.satisfaction for hit in found.hits}
        return {table: (one.parts[0].value, one.totals) for table, one in parts.items()}

    remark = ('A row at the end looks like a total: "Total".',)
    assert told("average amount above 1500") == {
        "total.csv": ("average 2,000", remark),
        "plain.csv": ("average 1,050", ()),
    }
    assert told("most rows have amount over 5")["total.csv"][1] == remark
    assert told("budget is Total")["total.csv"][1] == ()
    assert told("at least 2 rows")["total.csv"][1] == ()
