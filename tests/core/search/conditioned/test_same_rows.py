"""Parts of a condition that ask something of the same rows are counted in the same rows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.conditions import parse
from core.conditions.counting.tables import TableFacts, table_facts
from core.search.conditioned import Limits, assessing, union_with_condition
from core.store import Workspace
from tests.core.search.conftest import MakeLake, Opened

_SALES = "item,price,amount,place,note\n"
_APART = [("a", 1, 9, "Rome", "late"), ("b", 2, 8, "Rome", "on time"), ("c", 8, 2, "Oslo", "x")]
_TOGETHER = [("d", 1, 1, "Oslo", "late"), ("e", 2, 2, "Rome", "late"), ("f", 9, 9, "Rome", "late")]


def _csv(rows: list[tuple[str, int, int, str, str]]) -> str:
    return _SALES + "".join(",".join(map(str, row)) + "\n" for row in rows)


@pytest.fixture(scope="module")
def sales(make_lake: MakeLake) -> Opened:
    return make_lake(
        {
            "query.csv": _csv([("q", 5, 5, "Rome", "late")]),
            "apart.csv": _csv([*_APART, ("n", 9, 1, "Bern", "")]),
            "together.csv": _csv([*_TOGETHER, ("n", 8, 7, "Bern", "")]),
        }
    )


@pytest.mark.parametrize(
    ("where", "apart", "together"),
    [
        ("price above 5 and amount above 5", 0, 0.5),
        ("price above 5 or amount above 5", 1, 0.5),
        ("price above 2 and price below 2", 0, 0),
        ("not (price above 5 and amount above 5)", 1, 0.5),
        ("not (price above 5 or amount above 5)", 0, 0.5),
        ('price above 5 and "place" is not "Rome" and over 3 rows', 0.5, 0.25),
        ("price above 5 and amount above 5 and over 9 rows", 0, 0),
        ('(price above 5 or amount above 5) and "note" contains "late"', 0.25, 0.25),
    ],
)
def test_several_parts_hold_of_the_rows_of_which_all_hold(
    sales: Opened, where: str, apart: float, together: float
) -> None:
    found = union_with_condition(
        sales.query("query.csv"), parse(where).condition, Limits(5), encoder_name="hash"
    )
    shares = {hit.table: hit.satisfaction.share for hit in found.hits}
    assert shares == {"apart.csv": apart, "together.csv": together}
    for hit in found.hits:
        assert hit.satisfaction.weighed == pytest.approx(hit.satisfaction.share)


def test_what_is_known_of_a_table_is_read_once_a_search(
    sales: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[str] = []

    def counted(
        workspace: Workspace, lake_key: int, tables: Sequence[str]
    ) -> dict[str, TableFacts]:
        asked_for.extend(tables)
        return table_facts(workspace, lake_key, tables)

    monkeypatch.setattr(assessing, "table_facts", counted)
    condition = parse("price above 5 and over 3 rows").condition
    query = sales.query("query.csv")
    union_with_condition(query, condition, Limits(5), encoder_name="hash")
    assert sorted(asked_for) == ["apart.csv", "together.csv"]
