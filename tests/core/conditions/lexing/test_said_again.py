"""What is said once of several alternatives, or pointed back to by "one"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Add to my columns one about tree species.", 'join: column about "tree species"'),
        ("tables which speak of the lynx or of the wolf", 'topic "lynx" or topic "wolf"'),
        (
            "tables with references to NASA or to ESA, over 9 rows",
            '(contains "NASA" or contains "ESA") and rows > 9',
        ),
        (
            "tables that make mention of Rex or of Fido",
            'contains "Rex" or contains "Fido"',
        ),
        (
            "Neither the topic of embalming nor that of taxidermy interests us; which tables, "
            "having a column about humidity, could we join?",
            'join: not (topic "embalming") and not (topic "taxidermy") and column about "humidity"',
        ),
        (
            "neither the topic golf nor tennis, over 9 rows",
            'not (topic "golf") and not (topic "tennis") and rows > 9',
        ),
        (
            "neither about golf nor tennis nor darts, over 9 rows",
            'not (topic "golf") and not (topic "tennis") and not (topic "darts") and rows > 9',
        ),
        (
            "tables that are neither about golf nor price above 5",
            'not (topic "golf") and not ("price" > 5)',
        ),
    ],
)
def test_a_preposition_that_is_said_again_is_of_the_verb_before_it(
    text: str, expected: str
) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_another_is_one_more_column() -> None:
    text = "merge tables having one col about age and another w/ dates"
    assert write_request(parse(text)) == 'join: column about "age" and column of dates'


def test_a_preposition_inside_a_name_is_of_no_verb() -> None:
    text = "tables that speak of castles of the north or of Spain"
    assert write_request(parse(text)) == 'topic "castles of the north" or topic "Spain"'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("unionable tables with either under ten rows or over ten thousand",
         "union: rows < 10 or rows > 10000"),
        ("joinable tables, not fewer than ninety rows, not more than nine hundred",
         "join: rows >= 90 and rows <= 900"),
        ("at least 90 rows and under 900; joinable", "join: rows >= 90 and rows < 900"),
        ("tables with over 90 rows or with under 5", "rows > 90 or rows < 5"),
        ("either tables about whaling with over 500 rows or tables about sealing with under 100",
         '(topic "whaling" and rows > 500) or (topic "sealing" and rows < 100)'),
        ("tables with over 5 columns or over ninety rows", "columns > 5 or rows > 90"),
    ],
)  # fmt: skip
def test_a_number_counts_what_the_one_before_it_counts(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("over 90 rows or over 5 goals", 'rows > 90 or "goals" > 5'),
        ("over 90 rows, over 5 columns", "rows > 90 and columns > 5"),
        ("tables with over 90 rows and price over 9", 'rows > 90 and "price" > 9'),
        ("columns: over 4, rows: over 90", "columns > 4 and rows > 90"),
    ],
)
def test_a_number_that_is_told_to_count_something_else_does(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables with a column of text as well as one of numbers",
         "column of text and column of numbers"),
        ("tables with a column of dates or one of numbers", "column of dates or column of numbers"),
        ("A column about owls is needed, but not one about bats",
         'column about "owls" and not (column about "bats")'),
        ("tables with a column of dates or one with over 90 rows", "column of dates or rows > 90"),
    ],
)  # fmt: skip
def test_one_is_a_column_where_columns_are_so(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("columns about staffing and about bed occupancy, as well as one that has no blanks",
         'column about "staffing" and column about "bed occupancy" and column of complete'),
        ("tables with columns about rent and about area, over 60 rows",
         'column about "rent" and column about "area" and rows > 60'),
        ("a column about tea, plus one without duplicates",
         'column about "tea" and column of unique'),
        ("tables that have columns about rent and are about housing",
         'column about "rent" and topic "housing"'),
        ("columns about tea and about 60 rows", 'column about "tea" and rows about 60'),
        ("tables with 5 columns and about housing", 'columns = 5 and topic "housing"'),
    ],
)  # fmt: skip
def test_what_columns_are_about_is_told_one_by_one(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


def test_columns_that_are_refused_do_not_make_the_next_wanted_in_silence() -> None:
    assert parse("no columns about tea and about coffee").unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "join tables having both a date column and a numeric one",
            "join: column of dates and column of numbers",
        ),
        (
            "I'd join a table with a text column as well as a yes/no one.",
            "join: column of text and column of booleans",
        ),
        (
            "tables with a numeric column or a date one",
            "column of numbers or column of dates",
        ),
        (
            "tables with a date column but not a numeric one",
            "column of dates and not (column of numbers)",
        ),
    ],
)
def test_one_behind_a_kind_is_one_more_column(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "From a joinable table I'd like two attributes, one about hay and one about oats.",
            'join: column about "hay" and column about "oats"',
        ),
        (
            "I want two columns from a joinable table: one about hay, the other about oats.",
            'join: column about "hay" and column about "oats"',
        ),
        (
            "joinable tables with three columns, one on hay",
            'join: columns = 3 and column about "hay"',
        ),
        (
            "tables with exactly two columns, one about hay and one about oats",
            'columns = 2 and column about "hay" and column about "oats"',
        ),
        (
            "at most two columns, one about hay and one about oats",
            'columns <= 2 and column about "hay" and column about "oats"',
        ),
    ],
)
def test_columns_that_are_told_one_by_one_are_not_counted(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_none_behind_though_is_no_column() -> None:
    found = parse("join tables with a column about hay, though none about oats")
    expected = 'join: column about "hay" and not (column about "oats")'
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "To be appended to mine, a table may run to 150 rows and no further.",
            "union: rows <= 150",
        ),
        ("tables to append of 150 rows and no more", "union: rows <= 150"),
        ("tables to join with up to 8 columns but no more", "join: columns <= 8"),
        (
            "tables to join, at least 20 rows and no more than 90",
            "join: rows >= 20 and rows <= 90",
        ),
        (
            "Let the row count be somewhere from 900 to 1,100 in tables to append.",
            "union: rows between 900 and 1100",
        ),
        (
            "Tables may go at the end of mine provided that their column count is somewhere from "
            "three to ten.",
            "union: columns between 3 and 10",
        ),
    ],
)
def test_no_more_behind_a_size_makes_it_the_most(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_at_least_and_no_more_is_told() -> None:
    assert parse("tables to join with at least 8 columns and no more").unknown
