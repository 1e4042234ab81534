"""Words that were taken for rows, verbs, or parts of a name where they say what cells are."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where cases is over 20", '"cases" > 20'),
        ("over 20 cases", "rows > 20"),
        ("depth has to be bounded above by 50", '"depth" <= 50'),
        ("depth is bounded below by 50", '"depth" >= 50'),
        ("tables with a Boolean column, no Boolean field",
         "column of booleans and not (column of booleans)"),
        ("a duplicate-free column named fips", 'column named "fips" of unique'),
        ("joinable tables with free text in one of their columns", "join: column of text"),
        ("tables where the free text contains fog", '"free text" contains "fog"'),
        ("tables in which a strict majority of rows has a fee over 5",
         'share > 0.5 of ("fee" > 5)'),
        ("two-thirds or more of the rows have a fee over 5", 'share >= 0.666666 of ("fee" > 5)'),
        ("where dob falls in the nineties (1990s)", '"dob" between 1990 and 1999'),
        ("if the abstract mentions graphene id like to append that table",
         'union: "abstract" contains "graphene"'),
        ("attach cols from smth thats about rent", 'join: topic "rent"'),
        ("fee over 3, im extending my table downwards", 'union: "fee" > 3'),
        ("kind is tea or fee over 3, one of the two is enuf", '"kind" is "tea" or "fee" > 3'),
        ("tables about tea, what comes out must have at least 40 rows",
         'topic "tea" and result rows >= 40'),
        ("the word UNESCO has got to appear in some cell", 'contains "UNESCO"'),
        ("conditional on the interview date falling between 1994 and 2003",
         '"interview date" between 1994 and 2003'),
        ("tables on tea or on coffee would do nicely", 'topic "tea" or topic "coffee"'),
        ("most rows have 3 or more in the goals column", 'share > 0.5 of ("goals" >= 3)'),
        ("where Spain never appears as the country", 'not ("country" is "Spain")'),
        ('"estimated" not mentioned anywhere, over 9 rows',
         'not (contains "estimated") and rows > 9'),
        ("where the decision is hike or hold, but not where the country is Peru",
         '"decision" is "hike" | "hold" and not ("country" is "Peru")'),
        ("the word hail nowhere in the cells", 'not (contains "hail")'),
        ("the word refund isn't in the notes column", 'not ("notes" contains "refund")'),
        ("the tables all have 10 columns, all mention Verdi",
         'columns = 10 and contains "Verdi"'),
        ("We can match up our table with others of over 9 rows", "join: rows > 9"),
        ("Who's got tables about mayors' expenses?", "topic \"mayors' expenses\""),
        ("about tea, and don't include anything with the word milk",
         'topic "tea" and not (contains "milk")'),
        ("Zone is either 2A - Homes or 3C - Mixed use, and at least 75 rows",
         '"Zone" is "2A - Homes" | "3C - Mixed use" and rows >= 75'),
        ("with a write-off amount of at least 250", '"write-off amount" >= 250'),
        ("with a request date in 2020, over 9 rows", '"request date" in 2020 and rows > 9'),
        ("the material is plastic or the country of origin is China",
         '"material" is "plastic" or "country of origin" is "China"'),
    ],
)  # fmt: skip
def test_they_are_read(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
