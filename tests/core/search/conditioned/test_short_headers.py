"""Conditions name columns in full whose headers are written short."""

from __future__ import annotations

from core.conditions import parse
from core.search.conditioned import Limits, union_with_condition
from tests.core.search.conftest import MakeLake

_ROWS = "".join(f"{item},{amount},2020-01-0{amount}\n" for amount, item in enumerate("abc", 7))


def test_a_header_written_short_satisfies_the_condition(make_lake: MakeLake) -> None:
    lake = make_lake(
        {
            "query.csv": "item,amount\na,1\nb,2\n",
            "short.csv": f"item,Qty,ord_dt\n{_ROWS}",
            "other.csv": f"item,quality,fixed\n{_ROWS}",
        }
    )
    found = union_with_condition(
        lake.query("query.csv"),
        parse("quantity above 5 and order date after 2019").condition,
        Limits(5),
        encoder_name="hash",
    )
    shares = {hit.table: hit.satisfaction.weighed for hit in found.hits}
    assert shares == {"short.csv": 1.0, "other.csv": 0.0}
