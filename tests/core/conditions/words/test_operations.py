"""Where the words say which operation is meant, and with what."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.words.operations import read_operation


def found_in(text: str) -> list[tuple[str, str]]:
    """Give what is read at the beginnings of words, one behind the other."""
    found: list[tuple[str, str]] = []
    place = 0
    while place < len(text):
        read = read_operation(text, place) if not text[place].isspace() else None
        if read is not None:
            found.append((read[0], text[place : read[2]]))
        place = read[2] if read else place + 1
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("add rows from tables about coffee", "add rows from"),
        (
            "tables whose rows can be added beneath ours, please",
            "whose rows can be added beneath ours",
        ),
        ("tables from which I can add rows and whose subject", "from which I can add rows"),
        ("Which tables can I stack on mine?", "can I stack on mine"),
        (
            "tables that may be appended beneath the present one",
            "that may be appended beneath the present one",
        ),
        ("to be added as further rows", "to be added as further rows"),
        ("For union: tables", "For union"),
        ("tables to pool with the query table; over 9 rows", "to pool with the query table"),
        ("whose rows can be pooled with ours", "can be pooled with ours"),
        ("pooling my table with others about rent", "pooling my table with"),
        ("I want to pool tables on rent with mine", "I want to pool"),
    ],
)
def test_words_of_union_are_found_with_what_belongs_to_them(text: str, words: str) -> None:
    assert found_in(text) == [("UNION", words)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("merge our film list with tables about film", "merge our film list with"),
        ("tables whose columns I can add to ours, and", "whose columns I can add to ours"),
        ("add cols from tables", "add cols from"),
        ("attach the columns of anything about tides", "attach the columns of"),
        ("I would like to add a column about rain", "add"),
        ("To enrich our register, we need", "To enrich our register"),
    ],
)
def test_words_of_join_are_found_with_what_belongs_to_them(text: str, words: str) -> None:
    assert [(kind, part.removeprefix("I would like to ")) for kind, part in found_in(text)] == [
        ("JOIN", words)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "which club did she join",
        "hotels with a pool and swimming pools",
        "tables about how we pool our risks",
        "about towns where we pool our cars",
        "tables about how we pool our data",
        "tables with a pool mine",
        "members of the European Union since 1995",
        "join on city",
        "it adds at least 3 new columns",
        "status is disjoined",
        "players who joined in 2010",
    ],
)
def test_words_of_people_and_clubs_are_left_to_the_lexicon(text: str) -> None:
    assert found_in(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "observations to put below those in my table, from files about rent",
        "My table should be prolonged with new rows about rent",
        "I must add observations to my table from files about rent",
    ],
)
def test_rows_by_other_names_are_added_to_a_union(text: str) -> None:
    assert write_request(parse(text)) == 'union: topic "rent"'


def test_united_is_a_name_unless_tables_are_to_be() -> None:
    assert write_request(parse("tables on rent that could be united with mine")) == (
        'union: topic "rent"'
    )
    assert write_request(parse("club name contains United")) == '"club name" contains "United"'


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("For my table I would need extra columns, coming from tables about tea", "join"),
        ("for our sheet we need more rows from tables about tea", "union"),
        ("below my own rows I want to place the rows of tables about tea", "union"),
        ("I intend to hang rows onto my table, find tables about tea", "union"),
        ("as further rows for my table I can use tables about tea", "union"),
    ],
)
def test_rows_and_columns_for_a_table_say_union_and_join(text: str, meaning: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (f'{meaning}: topic "tea"', ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about tea that I could combine vertically with mine", 'union: topic "tea"'),
        ("tables over 9 rows, so that I can combine their rows with mine", "union: rows > 9"),
        ("title contains love, because I want to put their rows under mine",
         'union: "title" contains "love"'),
        ("tables about tea to combine side by side with ours", 'join: topic "tea"'),
        ("tables about tea that I can match to my table and pull new columns from",
         'join: topic "tea"'),
        ("bring extra columns into my table from a table that has over 9 rows", "join: rows > 9"),
        ("tables with a column on rent, which I could merge in as new columns",
         'join: column about "rent"'),
        ("tables over 9 rows, so that I can link them to my table", "join: rows > 9"),
        ("tables over 9 rows that I could hook up to mine side by side", "join: rows > 9"),
    ],
)  # fmt: skip
def test_what_is_done_with_rows_or_columns_tells_the_operation(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables on tea are what I'm tacking onto the end of my sheet", 'union: topic "tea"'),
        ("I'm adding to the foot of our table whatever is about tea", 'union: topic "tea"'),
        ("tables about tea, which we're putting under mine", 'union: topic "tea"'),
        ("I'm sticking below my list only tables with over 9 rows", "union: rows > 9"),
    ],
)
def test_what_one_is_putting_below_one_s_own_table_is_a_union(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_a_reason_that_tells_of_a_union_is_not_lost() -> None:
    text = "Only tables on tea, since those are what I'm adding to the bottom of my list."
    assert write_request(parse(text)) == 'union: topic "tea"'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The table should be joined on my isin column and have fewer than 60 rows",
            'join: join on "isin" and rows < 60',
        ),
        ("joinable on our station id", 'join: join on "station id"'),
        (
            "Tables must be merged on my patient id column and be about tea",
            'join: join on "patient id" and topic "tea"',
        ),
        ("union on my isin column, over 40 rows", 'union: union on "isin" and rows > 40'),
        ("appended to my id table, over 40 rows", "union: rows > 40"),
        ("stack onto my column list", "union"),
        ("join on my country", 'join: join on "country"'),
        ("joinable on my country and year", 'join: join on "country", "year"'),
        ("tables that join on my zip code, over 60 rows", 'join: join on "zip code" and rows > 60'),
        ("join on my country table", "join"),
        ("join on my name register, over 60 rows", "join: rows > 60"),
        ("tables to join on my suppliers", "join"),
        ("join on my country names", "join"),
        ("join on my start date, about sales", 'join: join on "start date" and topic "sales"'),
    ],
)
def test_ones_own_column_is_a_key_and_no_table_of_ones_own(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Tables for adding rows must have "LLC" as part of company_name.',
            'union: "company_name" contains "LLC"',
        ),
        ("A table for adding columns must be about tea", 'join: topic "tea"'),
        (
            "tables about tea that share my columns, so that their rows can follow mine",
            'union: topic "tea"',
        ),
        ("tables whose rows can follow mine, about tea", 'union: topic "tea"'),
        (
            "Same columns as mine, different rows, and the subject has to be container ports.",
            'union: topic "container ports"',
        ),
    ],
)
def test_what_is_added_or_follows_says_the_operation(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_one_partner_of_a_union_is_no_column() -> None:
    found = parse("A union partner is acceptable so long as its column count is between 5 and 11")
    assert (write_request(found), found.unknown) == ("union: columns between 5 and 11", ())


@pytest.mark.parametrize("own", ["city hall", "city council", "name badge", "month end"])
def test_a_longer_name_is_a_table_of_ones_own_and_is_doubted(own: str) -> None:
    found = parse(f"join on my {own}, over 60 rows")
    assert write_request(found) == "join: rows > 60"
    assert [(span.text, span.kept) for span in found.unknown] == [(f"on my {own}", True)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("cbind to mine: protein folding", 'join: topic "protein folding"'),
        (
            "cbind, must have a column about interest payments",
            'join: column about "interest payments"',
        ),
        ("column-bind with mine: tables about owls", 'join: topic "owls"'),
        ("left_join; topic = owls", 'join: topic "owls"'),
        ("bind_rows with tables about owls", 'union: topic "owls"'),
    ],
)
def test_functions_of_r_say_which_search(text: str, meant: str) -> None:
    assert write_request(parse(text)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("I want to bring in a column about commute times.", 'join: column about "commute times"'),
        ("We'd like to bring in another column on rent", 'join: column about "rent"'),
    ],
)
def test_who_brings_in_a_column_joins(text: str, meant: str) -> None:
    assert write_request(parse(text)) == meant


def test_what_is_fair_game_is_asked_for() -> None:
    assert write_request(parse("anything about tea is fair game")) == 'topic "tea"'
    assert write_request(parse("fair game hunting")) == 'topic "fair game hunting"'
    found = parse("Everything but parking tickets is fair game for the union.")
    assert write_request(found) == 'union: not (topic "parking tickets")'
    assert found.unknown == ()


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("add flats to my flats: living area not less than 70", 'union: "living area" >= 70'),
        ("append more orders to the orders, state is shipped", 'union: "state" is "shipped"'),
        ("tables about adding flats to my flats", 'topic "adding flats to my flats"'),
        ("add columns to my columns", "join"),
        ("put recipes under our own recipes", "union"),
        ("put stones under the stones", 'topic "put stones under the stones"'),
        ("add flats to my flats, join them on zip",
         'join: column about "flats" and join on "zip"'),
        ("tables about how people add salt to my salt", 'topic "how people add salt"'),
        ("tables on cities that add roads to the roads",
         'topic "cities" and topic "roads to the roads"'),
    ],
)  # fmt: skip
def test_more_of_what_one_has_is_rows(text: str, expression: str) -> None:
    assert write_request(parse(text)) == expression


def test_what_is_joined_to_itself_is_told() -> None:
    found = parse("join on id: add price to the price")
    assert [span.text for span in found.unknown] == ["price to the price"]
    assert parse("join on id: add price to the cost").unknown == ()
