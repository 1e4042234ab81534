"""The rows of a table found that satisfy a condition."""

from __future__ import annotations

from core.conditions import parse
from core.search.conditioned import (
    chooses_rows,
)
from tests.core.search.conditioned.by_condition import rows_of
from tests.core.search.conftest import Opened


def test_only_the_rows_that_satisfy_are_given(opened: Opened) -> None:
    rows = rows_of(opened, "wet.csv", "rain above 40 and more than 3 rows")
    assert rows.columns == ["city", "year", "rain"]
    assert rows["city"].to_list() == ["Oslo", "Rome", "Bern"]


def test_the_rows_of_an_alternative_that_the_table_satisfies_are_all(opened: Opened) -> None:
    assert rows_of(opened, "wet.csv", "rain above 40 or more than 3 rows").height == 4
    assert rows_of(opened, "wet.csv", "rain above 40 or more than 300 rows").height == 3
    many = "(rain above 40 and more than 300 rows) or (rain above 50 and more than 400 rows)"
    assert rows_of(opened, "wet.csv", many).height == 0


def test_a_property_of_the_table_chooses_no_rows(opened: Opened) -> None:
    for where in ("average rain above 40", "at most 20% of rows have rain above 40"):
        assert not chooses_rows(parse(where).condition), where
        assert rows_of(opened, "wet.csv", where).height == 4, where
    many = "at least half of the rows have rain above 40"
    assert chooses_rows(parse(many).condition)
    assert rows_of(opened, "wet.csv", many).height == 3
    assert rows_of(opened, "wet.csv", f"not ({many})").height == 4
