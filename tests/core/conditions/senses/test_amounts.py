"""What a word is beside a number: what "of" says of cells."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at the very most fifteen columns", "columns <= 15"),
        ("in the ballpark of 60 rows", "rows about 60"),
        ("unionable, rows ≈ 5000", "union: rows about 5000"),
        ("at the least 15 columns", "columns >= 15"),
        ("15 columns at the very least", "columns >= 15"),
        ("tables about tea, with a price of 7", 'topic "tea" and "price" = 7'),
        ("tables about tea and a yield of 7 tonnes", 'topic "tea" and "yield" = 7'),
        ("tables with a date of 2020-05-01", '"date" in 2020-05-01'),
        (
            "tables with a capacity of 500 and a year of 2010",
            '"capacity" = 500 and "year" in 2010',
        ),
        (
            "tables with a commute_minutes value of no less than 45",
            '"commute_minutes" >= 45',
        ),
        ("valid_to before 9999-12-31", '"valid_to" before 9999-12-31'),
        ("ones where first_edition dates from after 1873", '"first_edition" after 1873'),
        ("with a collection date in or after March 2006", '"collection date" since 2006-03'),
        ("tables about tea with a status of closed", 'topic "tea" and "status" is "closed"'),
        (
            "tables about juniors with a date of birth after 2006",
            'topic "juniors" and "date of birth" after 2006',
        ),
        ("tables about a group of 7 friends", 'topic "group of 7 friends"'),
        ("tables about the history of diabetes", 'topic "history of diabetes"'),
    ],
)
def test_of_says_what_cells_are(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_a_topic_that_may_go_on_is_said() -> None:
    (span,) = parse("tables about patients with a history of asthma").unknown
    assert (span.text, span.kept) == ("patients with a history of asthma", True)
    assert write_request(parse(f"tables about {span.instead}")) == (
        'topic "patients with a history of asthma"'
    )
    apart = parse("tables about patients, with a history of asthma").unknown
    assert not [span for span in apart if "patients" in span.text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("floods, all with a loss date after 2013", 'topic "floods" and "loss date" after 2013'),
        ("floods, each with a region that is north", 'topic "floods" and "region" is "north"'),
    ],
)
def test_all_may_be_all_tables(text: str, expected: str) -> None:
    assert write_request(parse(f"tables about {text}")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about 2004 indians season", 'topic "2004 indians season"'),
        ("tables to join about 50 Cent songs", 'join: topic "50 Cent songs"'),
        ("tables about 1500m race times", 'topic "1500m race times"'),
        (
            "unionable tables where attendance is below 9 and about 1984 blue jays season",
            'union: "attendance" < 9 and topic "1984 blue jays season"',
        ),
        ("over 5 rows and about 2000 senior tour", 'rows > 5 and topic "2000 senior tour"'),
        ("over 20 rows, about 2012 elections", 'rows > 20 and topic "2012 elections"'),
        ("tables about firms, about 2000 employees", 'topic "firms" and "employees" about 2000'),
        ("tables about 100 rows long", "rows about 100"),
        ("tables about 2020 rows", "rows about 2020"),
    ],
)
def test_what_tables_are_about_may_begin_with_a_number(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("widen my list by at least two columns", "join: result new columns >= 2"),
        ("tables that widen mine by 3 columns or more", "join: result new columns >= 3"),
        ("lengthen my list by at least 300 rows", "union: result new rows >= 300"),
        ("joinable, adds three columns or more to mine", "join: result new columns >= 3"),
        ("joinable tables that provide 3 columns or more", "join: columns >= 3"),
    ],
)
def test_what_mine_grows_by_is_new(text: str, expected: str) -> None:
    reading = parse(text)
    assert write_request(reading) == expected
    assert not reading.unknown


def test_a_year_may_count_what_stands_behind_it() -> None:
    found = parse("tables with about 2004 employees")
    assert write_request(found) == '"employees" about 2004'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("about parcel delivery and have a status of returned",
         'topic "parcel delivery" and "status" is "returned"'),
        ("about parcel delivery, with a status of wanted, over 9 rows",
         'topic "parcel delivery" and "status" is "wanted" and rows > 9'),
        ("tables about the history of wanted posters", 'topic "history of wanted posters"'),
    ],
)  # fmt: skip
def test_what_is_done_to_tables_may_be_a_value_behind_of(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Size should be 1,500 rows or less.", "rows <= 1500"),
        ("Tables for a join. Size should be 1,500 rows or less.", "join: rows <= 1500"),
        ("Height is over 60 and under 90", '"Height" > 60 and "Height" < 90'),
        ("30 columns total, joinable", "join: columns = 30"),
        ("topic tea, under 1999 rows overall", 'topic "tea" and rows < 1999'),
        ("unionable tables with 4 columns exactly", "union: columns = 4"),
    ],
)
def test_a_size_is_told_by_that_name_and_as_of_all(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("birth year 1990-1999, append", 'union: "birth year" between 1990 and 1999'),
        ("topic: births, year: 1990-1999", 'topic "births" and "year" between 1990 and 1999'),
        ("school year: 2010-2015", '"school year" is "2010-2015"'),
        ("season: 1990-1999", '"season" is "1990-1999"'),
        ("tables about the leap year 1990-1999", 'topic "leap year 1990-1999"'),
        ("stack; signed: March 2020", 'union: "signed" in 2020-03'),
        ("sold in the 2nd half of 2022", '"sold" between 2022-07 and 2022-12'),
    ],
)
def test_years_of_a_year_are_a_range(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can only handle 60 rows", "rows <= 60"),
        ("I can only cope with 60 rows", "rows <= 60"),
        ("we can only process a hundred rows, topic tea", 'rows <= 100 and topic "tea"'),
        ("I can only accept 5 to 9 columns", "columns between 5 and 9"),
        ("I can only handle tables with 60 rows", "rows = 60"),
    ],
)
def test_what_can_only_be_handled_is_the_most(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables whose size is over a quarter of a million rows", "rows > 250000"),
        ("tables whose length is half a million rows", "rows = 500000"),
        ("height above 60 and under 90 rows", '"height" > 60 and rows < 90'),
        ('col "subject_id", all values unique', 'column named "subject_id" of unique'),
        ('column "zip" with no blanks', 'column named "zip" of complete'),
    ],
)
def test_a_size_of_several_words_and_a_quoted_column_with_all_its_cells(
    text: str, expected: str
) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
