"""A union search whose condition is rare looks at a lake portion by portion, and in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.cli.condition.group import print_conditioned
from core.conditions import ConditionTimeoutError, parse
from core.conditions.counting.time_limits import Deadline
from core.search import RANK_BY, RankBy
from core.search.conditioned import (
    ConditionedSearch,
    Limits,
    searches,
    union_portions,
    union_with_condition,
    until_satisfied,
)
from core.search.union import ranking
from core.search.union.searching import UnionRanker
from core.types import Hit
from tests.core.search.conftest import MakeLake, Opened

QUERY = {"query.csv": "city,year,rain\nOslo,2001,5\nRome,2002,9\nBern,2003,7\nKyiv,2004,8\n"}


def towns(number: int, rows: int = 2) -> str:
    cells = [f"Oslo {number},{year}," for year in range(rows)]
    return "\n".join(["city,year,rain", *cells, ""])


@pytest.fixture(scope="module")
def many(make_lake: MakeLake) -> Opened:
    """A query and 60 tables of its columns, of which the last two have more rows."""
    texts = {f"t{number:02}.csv": towns(number, 2 + (number > 57)) for number in range(60)}
    return make_lake({**QUERY, **texts}, "many")


@pytest.fixture
def lined_up(many: Opened, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many tables were lined up at a time after the first; portions are small."""
    sizes: list[int] = []
    align = UnionRanker.align

    def watched(self: UnionRanker, positions: NDArray[np.int64], *rest: Any) -> tuple[Hit, ...]:
        sizes.append(len(positions))
        return align(self, positions, *rest)

    monkeypatch.setattr(UnionRanker, "align", watched)
    monkeypatch.setattr(ranking, "CANDIDATES", 5)
    monkeypatch.setattr(searches, "FIRST", 5)
    monkeypatch.setattr(union_portions, "AT_ONCE", 20)
    return sizes


def narrowed(
    many: Opened, where: str, limits: Limits, rank_by: RankBy = RANK_BY[0]
) -> ConditionedSearch[Hit]:
    return union_with_condition(
        many.query("query.csv"),
        parse(where).condition,
        limits,
        encoder_name="hash",
        rank_by=rank_by,
    )


@pytest.mark.parametrize("rank_by", RANK_BY)
def test_a_rare_condition_is_looked_for_in_the_whole_lake_portion_by_portion(
    many: Opened, lined_up: list[int], rank_by: RankBy
) -> None:
    found = narrowed(many, "year above 1", Limits(3), rank_by)
    assert lined_up == [15, 20, 20]
    assert (found.examined, found.satisfied, found.exhausted) == (60, 0, True)
    at_once = narrowed(many, "year above 1", Limits(61), rank_by)
    assert lined_up == [15, 20, 20]
    told, expected = ([(hit.table, hit.score) for hit in one.hits] for one in (found, at_once))
    assert told == expected[:3]


def test_no_more_portions_are_taken_than_are_needed(many: Opened, lined_up: list[int]) -> None:
    found = narrowed(many, "at least 2 rows", Limits(3, satisfied=15))
    assert lined_up == [15]
    assert (found.examined, found.satisfied, found.exhausted) == (20, 20, False)


def test_sizes_are_looked_at_before_columns_are_lined_up(many: Opened, lined_up: list[int]) -> None:
    found = narrowed(many, "more than 2 rows and year above 0", Limits(5))
    assert sum(lined_up) <= 2
    assert (found.examined, found.satisfied, found.exhausted) == (60, 2, True)
    assert [hit.table for hit in found.hits[:2]] == ["t58.csv", "t59.csv"]
    assert len(found.hits) == 5
    either = narrowed(many, "more than 2 rows or year above 9", Limits(5))
    assert (either.examined, either.satisfied) == (60, 2)
    without = narrowed(many, "not at most 2 rows", Limits(5))
    assert (without.examined, without.satisfied) == (60, 2)


def test_a_search_ends_in_time_with_what_it_has_and_says_so(
    many: Opened,
    lined_up: list[int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class ForThree(Deadline):
        """Over before a fourth portion; before the first nobody asks."""

        asked = 0

        def check(self, what: str) -> None:
            self.asked += 1
            if self.asked > 2:
                raise self.over(what)

    monkeypatch.setattr(until_satisfied, "Deadline", ForThree)
    found = narrowed(many, "year above 9", Limits(5))
    assert found.examined == 40
    assert (len(found.hits), found.exhausted, found.stopped_after) == (5, False, 30)
    print_conditioned(found)
    told = capsys.readouterr().out.splitlines()
    assert "0 of 40 tables looked at" in told[-2]
    assert told[-1] == (
        f"The search was stopped after {found.seconds:.1f} s (SOUNDINGS_CONDITION_SECONDS allows "
        "30): tables that it has not looked at may satisfy the condition, too. Allow more time, on "
        "the page Settings or by that variable."
    )


def test_time_does_not_count_where_a_search_need_not_end_in_time(
    many: Opened, lined_up: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Late(Deadline):
        """Over at once, if it is what the settings allow."""

        def __init__(self, seconds: int, *uncounted: Callable[[], float]) -> None:
            allowed = 0 if seconds == many.settings.condition_seconds else seconds
            super().__init__(allowed, *uncounted)

    monkeypatch.setattr(until_satisfied, "Deadline", Late)
    with pytest.raises(ConditionTimeoutError, match="must take at most 0 s"):
        narrowed(many, "at least 1 new row", Limits(5))
    whole = narrowed(many, "year above 9", Limits(5, in_time=False))
    assert (whole.examined, whole.exhausted, whole.stopped_after) == (60, True, 0)
    united = narrowed(many, "at least 1 new row", Limits(5, in_time=False))
    assert len(united.hits) == 5
