"""Names of columns keep the words that mean something elsewhere: "return date", "serial no"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    "name",
    [
        *("return date", "request count", "search volume", "reference number", "display name"),
        *("working hours", "remaining balance", "new price", "other income", "additional cost"),
        *("available beds", "overall rank", "combined score", "supply chain", "help desk"),
        *("join date", "merge count", "file size", "candidate name", "word count"),
        *("find date", "drop height", "keep rate"),
        *("US rate", "samples found", "match report"),
        *("type of crime", "end of lease", "number of beds", "no of couples", "additional info"),
        *("supply", "reference", "purpose", "limit"),
    ],
)
@pytest.mark.parametrize("frame", ["tables where the {} is above 5", "tables with {} above 5"])
def test_a_name_that_is_compared_is_read_whole(name: str, frame: str) -> None:
    read = parse(frame.format(name))
    assert write_request(read) == f'"{name}" > 5'
    assert not read.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("unionable tables where request status is open", 'union: "request status" is "open"'),
        ("where the most recent score is above 5", '"most recent score" > 5'),
        ("where the clubs remaining are above 5", '"clubs remaining" > 5'),
        ("where the result is won", '"result" is "won"'),
        ("the result has over 50 rows", "result rows > 50"),
        ("where the number of candidates is above 5", '"number of candidates" > 5'),
        ("tables with block a over 5", '"block a" > 5'),
        ("over 9 rows, the meeting date is in 2016", 'rows > 9 and "meeting date" in 2016'),
        ("union where the holding date falls in May 2016", 'union: "holding date" in 2016-05'),
        (
            "topic flights, a flown_on date in August 2019",
            'topic "flights" and "flown_on" in 2019-08',
        ),
        ("with a signed_on date of 3 May 2019", '"signed_on" in 2019-05-03'),
        ("where the serial no is 17", '"serial no" = 17'),
        ("where the tie no is above 5", '"tie no" > 5'),
        ("demand above 20 and supply below 30", '"demand" > 20 and "supply" < 30'),
        ("grade above 5 and return date after 2020", '"grade" > 5 and "return date" after 2020'),
        ("tables with a result column", 'column about "result"'),
        ("tables with a subject column", 'column about "subject"'),
        ("tables with a release date column", 'column about "release date"'),
        ("tables with a proper date column", "column of dates"),
        # words of a request stay words of a request
        ("tables that offer over 50 rows", "rows > 50"),
        ("tables that report more than 5 columns", "columns > 5"),
        ("merge candidates between 5 and 15 columns wide", "join: columns between 5 and 15"),
        ("more rows; the other table should be roughly 10k rows", "union: rows about 10000"),
        ("unionable, the monthly rent staying below 900", 'union: "monthly rent" < 900'),
        ("price no more than 40", '"price" <= 40'),
    ],
)
def test_words_of_names_and_of_requests_are_told_apart(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("supply chain delays by country", "working hours by country", "cover songs by artist"),
        *("required skills by job", "help desk tickets by month", "report cards by school"),
    ],
)
def test_keywords_are_read_whole(text: str) -> None:
    read = parse(text)
    assert write_request(read) == f'topic "{text}"'
    assert not read.unknown


@pytest.mark.parametrize(
    "topic",
    [
        *("water supply", "weight gain", "speed limit", "financial help", "stock options"),
        *("tech stack", "coal mine", "internet of things"),
    ],
)
def test_topics_are_read_to_their_end(topic: str) -> None:
    read = parse(f"unionable tables about {topic}")
    assert write_request(read) == f'union: topic "{topic}"'
    assert not read.unknown


def test_a_comparison_with_the_subject_of_tables_is_doubted() -> None:
    read = parse("tables where the subject is above 5")
    assert [(span.text, span.kept) for span in read.unknown] == [("above 5", True)]


@pytest.mark.parametrize(
    "text",
    [
        "tables where the no mentions column is above 5",
        "tables where the no references column is above 5",
        "tables where the no mentions field is below 9",
    ],
)
def test_no_before_mentions_of_a_column_refuses_nothing_without_a_word(text: str) -> None:
    assert parse(text).unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('tables with column_name "price"', 'column named "price"'),
        (
            "unionable tables with a column_name 'wind_speed', over 60 rows",
            'union: column named "wind_speed" and rows > 60',
        ),
        ('tables without column name "price"', 'not (column named "price")'),
        ('tables with column_name "price" above 50', '"price" > 50'),
        ('joinable tables with key_column "isbn"', 'join: join on "isbn"'),
        ('tables having key_field "isbn"', 'column named "isbn"'),
        ('tables where column_name is "price"', '"column_name" is "price"'),
        ('tables with column_name containing "price"', '"column_name" contains "price"'),
        ('tables with field_name "North Forty"', '"field_name" is "North Forty"'),
        ('tables with city_name "Oslo"', '"city_name" is "Oslo"'),
    ],
)
def test_a_column_name_before_a_quotation_announces_a_column(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
