"""Searches for tables by which of their cells have no value."""

from __future__ import annotations

import pytest

from tests.core.search.conditioned.by_condition import SMALL, rows_of, searched, union
from tests.core.search.conftest import MakeLake, Opened


@pytest.fixture(scope="module")
def gappy(make_lake: MakeLake) -> Opened:
    return make_lake(
        {
            **SMALL,
            "full.csv": "city,year,rain\nOslo,2005,50\nRome,2006,60\nBern,2007,70\nParis,2001,3\n",
            "gaps.csv": "city,year,rain\nOslo,2005,-\nRome,2006,\nBern,2007,N/A\nParis,2001,3\n",
            "dry.csv": "city,year\nOslo,2005\nRome,2006\nBern,2007\nParis,2001\n",
        }
    )


def test_a_table_satisfies_by_the_share_of_its_rows_and_needs_the_column(gappy: Opened) -> None:
    shares = dict(union(gappy, "rain is missing"))
    assert (shares["gaps.csv"], shares["full.csv"], shares["dry.csv"]) == (0.75, 0, 0)
    shares = dict(union(gappy, "rain is not empty"))
    assert (shares["gaps.csv"], shares["full.csv"], shares["dry.csv"]) == (0.25, 1, 0)


def test_how_large_a_share_may_be_missing_is_asked(gappy: Opened) -> None:
    shares = dict(union(gappy, "at most 20% of the rain is missing"))
    assert (shares["gaps.csv"], shares["full.csv"], shares["dry.csv"]) == (0, 1, 0)
    shares = dict(union(gappy, "with gaps in rain"))
    assert (shares["gaps.csv"], shares["full.csv"], shares["dry.csv"]) == (1, 0, 0)


def test_rows_without_a_value_can_be_left_out(gappy: Opened) -> None:
    rows = rows_of(gappy, "gaps.csv", "rain is not empty and year is below 2006")
    assert rows["city"].to_list() == ["Paris"]
    rows = rows_of(gappy, "gaps.csv", "rain is missing")
    assert rows["city"].to_list() == ["Oslo", "Rome", "Bern"]


def test_it_is_told_how_many_rows_have_none(gappy: Opened) -> None:
    hits = {hit.table: hit for hit in searched(gappy, "rain is missing").hits}
    (part,) = hits["gaps.csv"].satisfaction.parts
    assert (part.column, part.value) == ("rain", "3 of 4 rows")
    (part,) = hits["dry.csv"].satisfaction.parts
    assert part.value == "no column like 'rain'"
