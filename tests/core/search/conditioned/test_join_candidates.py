"""How often a join search with a condition ranks tables, and that it ends in time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.conditions import ConditionTimeoutError, parse
from core.conditions.counting.time_limits import Deadline
from core.search.conditioned import (
    ConditionedSearch,
    Limits,
    join_candidates,
    join_with_condition,
    searches,
    until_satisfied,
)
from core.search.join.methods import JOIN_METHODS, JoinMethod
from core.search.join.searching import search_join
from core.types import JoinHit
from tests.core.search.conftest import MakeLake, Opened

TOWNS = ("Oslo", "Rome", "Bern", "Kyiv", "Lima", "Cairo", "Paris", "Madrid", "Quito", "Dakar")
TABLES = 30
FIRST = 4
RARE = "more than 10 rows"


@pytest.fixture(scope="module")
def many(make_lake: MakeLake) -> Opened:
    """A query of ten towns and thirty tables with one to ten of them, of which two are longer."""

    def table(number: int) -> str:
        rows = [f"{town},{town[0]}{place},{number}" for place, town in enumerate(TOWNS)]
        more = [f"x{place},y,0" for place in range(9)] if number in (2, 17) else []
        return "\n".join(["town,code,n", *rows[: 1 + number % 10], *more, ""])

    texts = {f"t{number:02}.csv": table(number) for number in range(TABLES)}
    return make_lake({"query.csv": table(9), **texts}, "candidates")


def searched(
    many: Opened, where: str, on: list[str], method: JoinMethod, limits: Limits
) -> ConditionedSearch[JoinHit]:
    condition = parse(where).condition
    query = many.query("query.csv")
    return join_with_condition(query, condition, on, limits=limits, method=method)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Fill with the numbers of tables that are ranked."""
    depths: list[int] = []
    rank = join_candidates.rank_for_keys

    def watched(index, how, keys, k, *others):  # type: ignore[no-untyped-def]
        depths.append(k)
        return rank(index, how, keys, k, *others)

    monkeypatch.setattr(join_candidates, "rank_for_keys", watched)
    monkeypatch.setattr(searches, "FIRST", FIRST)
    return depths


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("overlap", [FIRST, TABLES + 2]),
        ("containment", [FIRST, TABLES + 2]),
        ("semantic", [FIRST, 4 * FIRST, 16 * FIRST]),
    ],
)
@pytest.mark.parametrize("on", [["town"], ["town", "code"], []])
def test_all_tables_are_ranked_at_once_where_the_best_do_not_do(
    many: Opened, asked: list[int], method: JoinMethod, expected: list[int], on: list[str]
) -> None:
    found = searched(many, RARE, on, method, Limits(FIRST))
    assert asked == expected
    assert (found.examined, found.exhausted, found.satisfied) == (TABLES, True, 2)
    assert {hit.table for hit in found.hits[:2]} == {"t02.csv", "t17.csv"}
    every = search_join(many.query("query.csv"), on, 99, method=method)
    plain = {hit.table: (hit.on, hit.columns, hit.score) for hit in every.hits}
    for hit in found.hits:
        assert (hit.found.on, hit.found.columns, hit.found.score) == plain[hit.table]


def test_what_was_ranked_first_does_if_enough_satisfy(many: Opened, asked: list[int]) -> None:
    found = searched(many, "at least 1 row", ["town"], "overlap", Limits(FIRST))
    assert asked == [FIRST]
    assert (found.examined, found.exhausted) == (FIRST, False)


@pytest.fixture
def late(asked: list[int], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the time be over as soon as more rankings have begun than this says."""
    allowed = [1]
    given = [0]

    class Late(Deadline):
        def __init__(self, seconds: int, *uncounted: Callable[[], float]) -> None:
            super().__init__(seconds, *uncounted)
            given.append(seconds)

        def check(self, what: str) -> None:
            if given[-1] <= 30 and len(asked) > allowed[0]:
                raise self.over(what)

    monkeypatch.setattr(until_satisfied, "Deadline", Late)
    return allowed


@pytest.mark.parametrize("method", JOIN_METHODS)
@pytest.mark.parametrize("on", [["town"], ["town", "code"]])
def test_a_ranking_that_takes_too_long_ends_and_what_was_found_is_shown(
    many: Opened, late: list[int], method: JoinMethod, on: list[str]
) -> None:
    found = searched(many, RARE, on, method, Limits(FIRST))
    assert (found.examined, found.exhausted, found.stopped_after) == (FIRST, False, 30)
    assert len(found.hits) == FIRST
    whole = searched(many, RARE, on, method, Limits(FIRST, in_time=False))
    assert (whole.examined, whole.exhausted, whole.stopped_after) == (TABLES, True, 0)


def test_a_first_ranking_that_takes_too_long_is_told(many: Opened, late: list[int]) -> None:
    late[0] = 0
    with pytest.raises(ConditionTimeoutError, match="in 31 tables must take at most 30 s"):
        searched(many, RARE, ["town", "code"], "overlap", Limits(FIRST))
    assert len(searched(many, "", ["town", "code"], "overlap", Limits(FIRST)).hits) == FIRST
