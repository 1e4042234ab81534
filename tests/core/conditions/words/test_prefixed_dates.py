"""A date behind "pre-" or "post-" is compared where it ends what is said of a column."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("opened_at should be pre-2010, please", '"opened_at" before 2010'),
        ("built pre-1990, tables to append", 'union: "built" before 1990'),
        ("start_date post-2020-05-01", '"start_date" after 2020-05-01'),
        ("hired pre-March 2010", '"hired" before 2010-03'),
        ("signed post 2015", '"signed" after 2015'),
        ("tables with dates pre-2000", "date before 2000"),
        ("opened_at must be post-2010 and pre-2015",
         '"opened_at" after 2010 and "opened_at" before 2015'),
        ("opened_at should not be pre-2010", '"opened_at" since 2010'),
    ],
)  # fmt: skip
def test_a_prefix_compares_the_date_behind_it(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables on post-2010 budgets", 'topic "post-2010 budgets"'),
        ("unionable tables about pre-1945 aircraft", 'union: topic "pre-1945 aircraft"'),
        ("era is pre-war", '"era" is "pre-war"'),
        ("era is pre-2010 deco", '"era" is "pre-2010 deco"'),
        ("blog post 2015", 'topic "blog post 2015"'),
        ("tables mentioning pre-2010", 'contains "pre-2010"'),
    ],
)
def test_a_prefix_inside_a_name_is_a_word(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
