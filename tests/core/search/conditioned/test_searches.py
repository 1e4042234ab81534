"""Union searches narrowed by a condition."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_condition
from core.errors import ColumnNotFoundError, InputError
from core.search import RANK_BY
from core.search.conditioned import (
    rows_that_satisfy,
    union_with_condition,
)
from tests.core.search.conditioned.by_condition import searched, union
from tests.core.search.conftest import Opened


def test_a_table_of_which_more_rows_satisfy_comes_first(opened: Opened) -> None:
    assert union(opened, "rain above 40")[:2] == [("wet.csv", 0.75), ("dry.csv", 0.25)]
    assert union(opened, "rain below 40")[:2] == [("dry.csv", 0.75), ("wet.csv", 0.25)]


def test_tables_are_ranked_as_is_asked_for_before_the_condition(opened: Opened) -> None:
    for rank_by in RANK_BY:
        plain = opened.search("query.csv", rank_by=rank_by)
        found = union_with_condition(
            opened.query("query.csv"),
            parse("more than 1 rows").condition,
            encoder_name="hash",
            rank_by=rank_by,
        )
        assert {h.table: h.found.score for h in found.hits} == {
            h.table: h.score for h in plain.hits
        }
    with pytest.raises(InputError, match="Got 'bogus'"):
        union_with_condition(opened.query("query.csv"), None, rank_by="bogus")


def test_or_counts_the_rows_of_which_one_part_holds_and_not_the_rest(opened: Opened) -> None:
    shares = dict(union(opened, "rain above 40 or rain below 2"))
    assert (shares["wet.csv"], shares["dry.csv"]) == (0.75, 0.5)
    assert dict(union(opened, "rain is not 70 and more than 3 rows"))["wet.csv"] == 0.75


def test_not_takes_rows_of_a_table_that_has_the_column(opened: Opened) -> None:
    found = union_with_condition(
        opened.query("query.csv"), parse("moons is not 2").condition, encoder_name="hash"
    )
    assert found.satisfied == 1
    shares = {hit.table: hit.satisfaction.share for hit in found.hits}
    assert shares == {"far.csv": 0.5, "wet.csv": 0.0, "dry.csv": 0.0, "people.csv": 0.0}
    told = {hit.table: hit.satisfaction.parts[0] for hit in found.hits}
    assert told["far.csv"].value == "1 of 2 rows"
    assert write_condition(told["far.csv"].asked) == 'not ("moons" = 2)'
    rows = rows_that_satisfy(
        opened.searched, "wet.csv", parse("moons is not 2").condition, held=(False,)
    )
    assert rows.height == 0


def test_a_table_without_something_satisfies_that_it_is_not_there(opened: Opened) -> None:
    for where in ("no column about moons", "not about planets", "does not mention Mars"):
        assert dict(union(opened, where))["dry.csv"] > 0.9
    neither = dict(union(opened, "neither moons is 2 nor rain above 40"))
    assert (neither["wet.csv"], neither["far.csv"]) == (0.0, 0.0)


def test_what_comes_of_the_union_is_a_condition_too(opened: Opened) -> None:
    shares = dict(union(opened, "the union has at least 8 rows"))
    assert shares == {"wet.csv": 1.0, "dry.csv": 1.0, "people.csv": 0.0, "far.csv": 0.0}
    assert dict(union(opened, "unionable tables adding more than 3 new rows"))["wet.csv"] == 1.0
    assert dict(union(opened, "the union has at most 3 columns"))["wet.csv"] == 1.0


def test_columns_that_are_not_searched_with_count_for_the_union(opened: Opened) -> None:
    satisfied = searched(opened, "the union has at most 3 columns", 10, "city")
    # The query has three columns, and of wet.csv its year and its rain stand beside them.
    assert {hit.table: hit.satisfaction.share for hit in satisfied.hits}["wet.csv"] == 0.0


def test_columns_to_join_and_to_union_on_hold_together(opened: Opened) -> None:
    text = "joinable on city, unionable on rain and year, and has a column named year"
    shares = dict(union(opened, text))
    assert shares["wet.csv"] == shares["dry.csv"] == 1.0
    assert shares["people.csv"] == shares["far.csv"] == 0.0
    with pytest.raises(ColumnNotFoundError, match="Got 'shoe size'"):
        union(opened, "joinable on shoe size")
