"""Which tables are searched, said behind a column of theirs."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.lexing.lexer import tokens
from core.conditions.lexing.owners import owners_first


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The field Colour of every unionable table is Red", 'union: "Colour" is "Red"'),
        ("The colour column of joinable tables should be Red", 'join: "colour" is "Red"'),
        (
            'The column "Tried" in the tables to be stacked must range from 2005 to 2008',
            'union: "Tried" between 2005 and 2008',
        ),
        (
            "The values of the attribute lap_time in the unionable tables are between 58 and 75",
            'union: "lap_time" between 58 and 75',
        ),
        (
            "The number of rows of each unionable table should lie between 10 and 50",
            "union: rows between 10 and 50",
        ),
        (
            "More than 40% of the rows of a unionable table should have a price over 5",
            'union: share > 0.4 of ("price" > 5)',
        ),
        (
            "At least nine in ten rows of each joinable table should have a fee over 2",
            'join: share >= 0.9 of ("fee" > 2)',
        ),
        (
            "tables where most of the rows of a joinable table have a price above 5",
            'join: share > 0.5 of ("price" > 5)',
        ),
        (
            "In most rows of whatever you add under my log, the delay should be above 15",
            'union: share > 0.5 of ("delay" > 15)',
        ),
        (
            "At least one column of the joinable tables has to be without missing values",
            "join: column of complete",
        ),
        (
            'The field "Premiere" of the unionable tables should contain dates in the 1970s',
            'union: "Premiere" between 1970 and 1979',
        ),
    ],
)
def test_whose_a_column_is_is_said_first(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert not found.unknown


@pytest.mark.parametrize(
    "text",
    [
        "joinable tables where the colour column of unionable tables is red",
        "The field colour of a table to buy is red",
        "tables with a column about the price of stackable tables",
    ],
)
def test_what_is_no_column_of_theirs_is_left(text: str) -> None:
    row = tokens(text)
    assert owners_first(row) == row


def test_the_words_that_were_read_stand_where_they_stood() -> None:
    text = "The field Colour of every unionable table is Red"
    read = parse(text).read
    assert all(text[span.start : span.end] == span.text for span in read)
    assert "unionable" in " ".join(span.text for span in read)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The number of columns in any table joined with ours should be between 6 and 13.",
         "join: columns between 6 and 13"),
        ("the number of rows in the tables to append must be over 90", "union: rows > 90"),
        ("Topic of the tables to be merged with mine: notarial archives.",
         'join: topic "notarial archives"'),
        ("Subject of the tables to append should be owls", 'union: topic "owls"'),
        ("topic of the table is owls", 'topic "owls"'),
    ],
)  # fmt: skip
def test_what_is_said_of_tables_is_said_behind_them(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where the date in the acquired column falls before 1950", '"acquired" before 1950'),
        ("where the date in the hired column is between 2001 and 2003",
         '"hired" between 2001 and 2003'),
        ("the date in the letter is before 1950", '"date in the letter" before 1950'),
        ("joinable tables with a date in the notes column",
         'join: column about "notes" of dates'),
    ],
)  # fmt: skip
def test_a_date_in_a_column_is_what_the_column_holds(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables about lotteries, drawn on 24 December 2020, that being in the column drawn_on",
            '"drawn_on" in 2020-12-24',
        ),
        (
            "tables on ships that were launched after 1990, in the column launch_date",
            '"launch_date" after 1990',
        ),
        ("union, signed since May 2014, that being in the field sign_date", "since 2014-05"),
        ("published between 2001 and 2005 in the column pub_year", '"pub_year" between 2001 and'),
    ],
)
def test_what_was_done_at_a_time_is_of_the_column_said_behind(text: str, expected: str) -> None:
    assert expected in write_request(parse(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables where the status is open in 2020 in the column year",
            '"status" is "open" and "year" contains "2020"',
        ),
        (
            "tables where the status is closed in 2020 in the column year",
            '"status" is "closed" and "year" contains "2020"',
        ),
        (
            "tables where the name is Helen before 1990 in the column born",
            '"name" is "Helen" and "born" contains "1990"',
        ),
        (
            "rows where the city is Aberdeen in 2019 in the column census",
            '"city" is "Aberdeen" and "census" contains "2019"',
        ),
        (
            "tables where the name contains Allen in 2012 in the column year",
            '"name" contains "Allen" and "year" contains "2012"',
        ),
    ],
)
def test_a_value_before_a_time_is_nothing_that_was_done(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "tables with women in 2020 in the column year",
        "tables where the status is open or closed in 2020 in the column year",
    ],
)
def test_a_word_before_a_time_that_may_be_no_verb_is_told(text: str) -> None:
    assert parse(text).unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The subsidy in the appended tables shall not be higher than NOK 75,000.",
            'union: "subsidy" <= 75000',
        ),
        ("The year in the joined tables should be 2019", 'join: "year" in 2019'),
        ("The price in the tables must be above 5", '"price" > 5'),
        (
            'The title in the tables to join should contain "tea"',
            'join: "title" contains "tea"',
        ),
        (
            'The substring "Inc." should occur in the company attribute of every table appended to '
            "mine",
            'union: "company" contains "Inc."',
        ),
        ("tea in the tables not about rum", 'topic "tea" and not (topic "rum")'),
        ("tables whose width is 7 to 10 columns", "columns between 7 and 10"),
        ("Exclude tables of exactly 3 columns from the union search", "union: not (columns = 3)"),
    ],
)
def test_a_sentence_may_begin_with_a_column_of_theirs(text: str, expected: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a column about rents must be in whatever I join", 'join: column about "rents"'),
        (
            "A column about expiry consisting of dates is required in what we join.",
            'join: column about "expiry" of dates',
        ),
        (
            "A numeric attribute about wind speed has to be present in the table that I join.",
            'join: column about "wind speed" of numbers',
        ),
        (
            "There should be a column for mother tongue in whatever is joined with my table.",
            'join: column about "mother tongue"',
        ),
        (
            "Neither a column about ethnicity nor a column about income may occur in the tables "
            "that are joined to mine.",
            'join: not (column about "ethnicity") and not (column about "income")',
        ),
        ("a column about rents, over 9 rows, to join", 'join: column about "rents" and rows > 9'),
    ],
)
def test_a_column_is_to_be_in_the_tables(text: str, expected: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the name of each table must contain Oslo", "name of"),
        ("the title of every table must contain Oslo", "title of"),
        ("the size of each table must be over 60 rows", "size of"),
    ],
)
def test_what_a_table_has_is_no_column_in_silence(text: str, told: str) -> None:
    assert [span.text for span in parse(text).unknown] == [told]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the price shall not be above 5", '"price" <= 5'),
        ("the price in the appended tables shall exceed 5", 'union: "price" > 5'),
        ('Union, but the notes column shall not contain "cancelled"',
         'union: not ("notes" contains "cancelled")'),
        ("tables shall not have over 9 rows", "rows <= 9"),
    ],
)  # fmt: skip
def test_what_shall_not_be_is_refused(text: str, expected: str) -> None:
    """The first, of no tables, could not be read at all."""
    request = parse(text)
    assert (write_request(request), request.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The birth date in the tables that I stack has to be before 1 January 1985.",
         'union: "birth date" before 1985-01-01'),
        ("the admission date of the tables I join must be after 2010",
         'join: "admission date" after 2010'),
        ("the date in the tables must be before 2010", '"date" before 2010'),
    ],
)  # fmt: skip
def test_a_date_may_be_of_the_tables(text: str, expected: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (expected, ())
