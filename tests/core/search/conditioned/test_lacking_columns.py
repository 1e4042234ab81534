"""Tables without the columns that a condition names are passed over, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from core.conditions import parse
from core.conditions.columns import ColumnFinder
from core.conditions.counting.time_limits import Deadline
from core.search.conditioned import ConditionedSearch, Limits, union_with_condition
from core.search.conditioned.assessing import Assessor, Known
from core.search.conditioned.naming import column_finder
from core.search.conditioned.until_satisfied import Candidate, growing, search_until_satisfied
from core.search.retrieved import Retrieved
from tests.core.search.conftest import MakeLake, Opened

HEADS = ("goals", "max score", "Score (max)", "team", "player", "date", "born", "weight", "wt kg")
TABLES = {
    f"{a}{b}.csv": f"{HEADS[a]},{HEADS[b]}\n{5 * a},{7 * b}\n{9 * b},Ada\n"
    for a in range(len(HEADS))
    for b in range(a + 1, len(HEADS))
}
FIRST = 4


@pytest.fixture(scope="module")
def opened(make_lake: MakeLake) -> Opened:
    return make_lake(TABLES, "lacking")


def _assessor(opened: Opened, where: str, finder: ColumnFinder | None = None) -> Assessor:
    condition = parse(where).condition
    finder = finder or column_finder(opened.settings)
    return Assessor(opened.searched, condition, finder, {}, lambda *_: {})


def _searched(assessor: Assessor, passing_over: bool) -> ConditionedSearch[float]:
    def fetch(depth: int, deadline: Deadline) -> Retrieved[Candidate[float]]:
        found = [
            Candidate(Known(table), 1 - place / 100, 0.0)
            for place, table in enumerate([*TABLES][:depth])
        ]
        return Retrieved(found, len(found) < depth)

    def none(tables: Sequence[str]) -> set[str]:
        return set()

    portions = partial(growing, fetch, FIRST, assessor.hopeless if passing_over else none)
    return search_until_satisfied("lake", "query", portions, assessor, Limits(FIRST))


@pytest.mark.parametrize(
    "where",
    [
        "max score over 5 and average goals above 10",
        "max score over 5 or weight above 3",
        "not max score is 7",
        "not (goals over 3 or player is Ada)",
        "goals over 3 and not mention Ada in player",
        "at most 20% of rows have goals over 3",
        "a column named weight and over 1 row",
        "no column named weight and goals over 3",
        "born after 1900",
        "points over 3",
        "over 1 row",
    ],
)
def test_a_search_finds_the_same(opened: Opened, where: str) -> None:
    assessor = _assessor(opened, where)
    hopeless = assessor.hopeless([*TABLES])
    assessed = assessor.assess([Known(table) for table in TABLES], Deadline(30)).found
    assert all(assessed[table].weighed == 0 for table in hopeless)
    assert not any(assessed[table].satisfied for table in hopeless)
    fast, slow = (_searched(_assessor(opened, where), passing) for passing in (True, False))
    assert (fast.hits, fast.satisfied, fast.exhausted) == (
        slow.hits,
        slow.satisfied,
        slow.exhausted,
    )
    assert fast.examined == slow.examined


def test_only_tables_that_have_the_columns_are_looked_at(opened: Opened) -> None:
    hopeless = _assessor(opened, "max score over 5 and goals above 1", ColumnFinder()).hopeless
    assert set(TABLES) - hopeless([*TABLES]) == {"01.csv", "02.csv"}
    assert hopeless(["gone.csv"]) == set()


def test_columns_that_may_line_up_with_the_query_are_not_ruled_out(opened: Opened) -> None:
    finder = ColumnFinder(query_labels=["goals"])
    assert _assessor(opened, "goals above 1", finder).hopeless([*TABLES]) == set()


@pytest.mark.parametrize(
    ("where", "share"),
    [
        ('"remark" does not contain "sale"', 0),
        ("fewer than 20% of the rows have remark containing sale", 0),
        ('"remark" does not contain "sale" or price is above 2', 0.5),
        ("no dates after 2015 or price over 2", 1),
    ],
)
def test_a_table_without_the_column_satisfies_nothing_that_must_not_be_in_it(
    make_lake: MakeLake, where: str, share: float
) -> None:
    table = "city,price\nOslo,1\nRome,7\n"
    lake = make_lake({"query.csv": table, "without.csv": table}, "remarks")
    found = union_with_condition(
        lake.query("query.csv"), parse(where).condition, Limits(5), encoder_name="hash"
    )
    (told,) = (hit.satisfaction for hit in found.hits)
    assert told.share == told.weighed == share
    assert found.doubtful == 0
