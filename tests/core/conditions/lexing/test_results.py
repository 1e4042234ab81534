"""A number of rows is of the result where a union or a join is said to give it."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("append tables about tea to mine so that the union comes to over 900 rows",
         'union: topic "tea" and result rows > 900'),
        ("join on code tables with a column of dates, the result of which has at most 60 columns",
         'join: join on "code" and column of dates and result columns <= 60'),
        ("so that the join has 900 rows or more, tables about tea",
         'join: result rows >= 900 and topic "tea"'),
        ("tables about tea to append to mine, giving me a union of at least 900 rows",
         'union: topic "tea" and result rows >= 900'),
        ("tables about tea, resulting in a union of over 900 rows",
         'union: topic "tea" and result rows > 900'),
        ("joining it to my carrier sheet should give at least 900 rows",
         "join: result rows >= 900"),
        ("The join should be on pupil_no and give at least 900 rows",
         'join: join on "pupil_no" and result rows >= 900'),
        ("I want a union of at least 900 rows with tables about tea",
         'union: result rows >= 900 and topic "tea"'),
        ("I hope for a joined table of no fewer than 15 columns", "join: result columns >= 15"),
        ("I need the stacked table to stay below 900 rows", "union: result rows < 900"),
        ("The merge with my audit sample should yield over 900 rows", "join: result rows > 900"),
    ],
)  # fmt: skip
def test_it_is_of_the_result(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The join must add at least 3 columns", "join: result new columns >= 3"),
        ("tables that can be joined to mine and give at least 3 new columns",
         "join: result new columns >= 3"),
        ("tables about race results in 2019 with over 9 rows",
         'topic "race results in 2019" and rows > 9'),
        ("accidents resulting in death, over 9 rows",
         'topic "accidents resulting in death" and rows > 9'),
    ],
)  # fmt: skip
def test_what_is_added_and_other_results_are_not(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables to union with more than 900 rows once combined", "union: result rows > 900"),
        ("unionable, giving over 900 rows once stacked", "union: result rows > 900"),
        (
            "join, at least 12 columns once joined and over 5 rows",
            "join: result columns >= 12 and rows > 5",
        ),
        (
            "union, over 5 rows and once combined over 900 rows",
            "union: rows > 5 and result rows > 900",
        ),
    ],
)
def test_a_size_once_they_are_one_is_that_of_the_result(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where a join with mine results in 20,000 rows or more", "join: result rows >= 20000"),
        ("the union results in over 500 rows", "union: result rows > 500"),
        ("so that the join yields six hundred rows or more", "join: result rows >= 600"),
        ("merged with ours the table must give 350 rows at least", "join: result rows >= 350"),
        ("joined with mine, it should give over 300 rows", "join: result rows > 300"),
        ("joined with mine they add over 300 rows", "join: result new rows > 300"),
        ("union candidates that bring two thousand rows or more", "union: rows >= 2000"),
        ("the union should come to no fewer than 3,000 rows", "union: result rows >= 3000"),
        ("the join must amount to at least 300 rows", "join: result rows >= 300"),
        ("the union should make at most 100 rows", "union: result rows <= 100"),
        ("union, giving at least 600 rows in total", "union: result rows >= 600"),
        ("union, adding at least 600 rows in total", "union: result new rows >= 600"),
        ("union has at least 70 rows", "union: result rows >= 70"),
        ("union with at least 70 rows", "union: rows >= 70"),
        (
            "union tables on malaria, resulting in at least 12,000 rows altogether",
            'union: topic "malaria" and result rows >= 12000',
        ),
        (
            "join tables on malaria, resulting in no more than 20 columns",
            'join: topic "malaria" and result columns <= 20',
        ),
        ("Could the joined table please have no boolean column?", "join: not (column of booleans)"),
        (
            "The joined table must offer a column about wingspan and a column of dates.",
            'join: column about "wingspan" and column of dates',
        ),
        (
            "In the join I only use tables on rents with over 9 rows",
            'join: topic "rents" and rows > 9',
        ),
        ("Could the joined table please have over 9 rows?", "join: result rows > 9"),
        ("join, 90% rows matched", "join: result matched share >= 0.9"),
        ("tables to join that add 3 columns", "join: result new columns = 3"),
        ("the join should add 3 columns", "join: result new columns = 3"),
        ("joinable tables with yields above 5", 'join: "yields" > 5'),
        ("join tables on yields, over 5 rows", 'join: topic "yields" and rows > 5'),
    ],
)
def test_what_is_given_or_added_is_told_by_who_gives_it(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_columns_that_are_given_are_added_by_either() -> None:
    found = parse("giving me at least 3 more columns")
    assert write_request(found) == "result new columns >= 3"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The union of the query table with a retrieved candidate must consist of no fewer than "
         "3,200 rows", "union: result rows >= 3200"),
        ("the join of the two tables must contain at most 30 columns",
         "join: result columns <= 30"),
        ("A join of my table with the candidate must have at least 12 columns",
         "join: result columns >= 12"),
        ("I'd want six thousand rows or more in the combined sheet. What can I union?",
         "union: result rows >= 6000"),
        ("joining; the combined spreadsheet should have at most 20 columns",
         "join: result columns <= 20"),
        ("The union of the two must have over 90 rows", "union: result rows > 90"),
    ],
)  # fmt: skip
def test_a_union_of_what_it_is_made_of_is_the_result(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


def test_rows_that_tables_of_a_union_have_are_theirs() -> None:
    assert "result" not in write_request(parse("The union of tables that have over 90 rows"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Joins which leave four fifths of my rows matched", "join: result matched share >= 0.8"),
        ("joins leaving at least 80% of my rows matched", "join: result matched share >= 0.8"),
        (
            "join tables with leave over 5 and half of my rows matched",
            'join: "leave" > 5 and result matched share >= 0.5',
        ),
        (
            "join tables about parental leave with 80% of my rows matched",
            'join: topic "parental leave" and result matched share >= 0.8',
        ),
        (
            "joinable: leave and pay, half of my rows matched",
            'join: topic "leave and pay" and result matched share >= 0.5',
        ),
    ],
)
def test_a_join_leaves_rows_matched(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
