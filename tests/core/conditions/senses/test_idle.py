"""Words that say nothing beside their neighbours, or name what a text is."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('the field "submitted" is dated before 1960', '"submitted" before 1960'),
        ("whose signed attribute is dated until 1918-11", '"signed" until 1918-11'),
        (
            'in which the column "ratified" is dated either before 1950 or after 1990',
            '"ratified" before 1950 or "ratified" after 1990',
        ),
        ("average visitors figure higher than 5000", 'average "visitors" > 5000'),
        ("tables where the capital it is Oslo", '"capital" is "Oslo"'),
        ("tables where the price column it has to be over 40", '"price" > 40'),
        ("keywords: hospital waiting times", 'topic "hospital waiting times"'),
        ("search terms: juvenile courts", 'topic "juvenile courts"'),
        ("keyword: Siemens", 'contains "Siemens"'),
        ("tables that mention the keywords: hospital", 'contains "hospital"'),
        (
            'whose "ingredients" column has in it the word hazelnut',
            '"ingredients" contains "hazelnut"',
        ),
        ('the words "broken seal" must be found', 'contains "broken seal"'),
        ('in which the heading "Carrier" shows Aeroflot', '"Carrier" is "Aeroflot"'),
        ("tables whose carrier column shows Aeroflot", '"carrier" is "Aeroflot"'),
        ("where the heading Ward reads Paediatrics", '"Ward" is "Paediatrics"'),
        ("joinable tables with a column of numeric type", "join: column of numbers"),
        ("to union: subject - coral reefs, 9 rows", 'union: topic "coral reefs" and rows = 9'),
        ("tables with either 4 or 5 columns", "columns = 4 or columns = 5"),
        ("the join with my table should yield more than 16 columns", "join: result columns > 16"),
        ("the join should add 3 columns", "join: result new columns = 3"),
        (
            "union, invoice date: Q2 2022, over 9 rows",
            'union: "invoice date" between 2022-04 and 2022-06 and rows > 9',
        ),
        ("Tables about bankruptcy should be displayed.", 'topic "bankruptcy"'),
        ("tables without any bool column", "not (column of booleans)"),
        (
            "whose lyrics column has the word midnight as well as the word train",
            '"lyrics" contains "midnight" and "lyrics" contains "train"',
        ),
        (
            "lyrics column has the word midnight and price above 5",
            '"lyrics" contains "midnight" and "price" > 5',
        ),
        (
            "The table obtained by the join must contain no fewer than 800 rows.",
            "join: result rows >= 800",
        ),
        ("join; joined table: min 25 cols", "join: result columns >= 25"),
        ('tables whose paint column holds the value "red"', '"paint" is "red"'),
        ('tables in whose notes column one reads the expression "rot"', '"notes" contains "rot"'),
        ('tables in whose notes column one finds the word "rot"', '"notes" contains "rot"'),
        ('tables in whose notes one reads "rot"', '"notes" contains "rot"'),
        ("tables in which no mention is made of Oslo", 'not (contains "Oslo")'),
        ("tables where no reference is made to Oslo", 'not (contains "Oslo")'),
        ("tables where no mention of Oslo is made", 'not (contains "Oslo")'),
        ("tables making no reference to Oslo", 'not (contains "Oslo")'),
        ("tables where no is 5", '"no" = 5'),
    ],
)
def test_what_is_asked_for_is_read_past_them(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert not found.unknown


@pytest.mark.parametrize(
    ("text", "column", "value"),
    [
        ('tables with "Roast Level" given as "Medium"', "Roast Level", "Medium"),
        ('tables with "Danger Level" given as Considerable', "Danger Level", "Considerable"),
        ('tables with "Oslo" given as the city', "city", "Oslo"),
        ('tables with "Oslo" given as city', "city", "Oslo"),
        ('tables that list "donor type" as Living', "donor type", "Living"),
        ('tables that give "grape variety" as Merlot', "grape variety", "Merlot"),
        ("tables listing Merlot as the grape variety", "grape variety", "Merlot"),
        ("tables having Medium as roast level", "roast level", "Medium"),
        ("tables with Kenya as the country", "country", "Kenya"),
        ('tables that have bergamot as "top note"', "top note", "bergamot"),
        ('tables that list "donor type" as "living"', "donor type", "living"),
    ],
)
def test_how_both_are_written_tells_a_column_from_its_value(
    text: str, column: str, value: str
) -> None:
    found = parse(text)
    assert write_request(found) == f'"{column}" is "{value}"'
    assert not found.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables that contain mention of how wine is made", 'contains "how wine is made"'),
        ("tables making no mention of how bread is made", 'not (contains "how bread is made")'),
        ("that make mention of the way cheese is made", 'contains "way cheese is made"'),
    ],
)
def test_how_a_thing_is_made_is_a_part_of_what_is_mentioned(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        'tables about novels one reads "for fun"',
        'about poems one finds "in attics"',
        'tables about signs one sees "at sea"',
    ],
)
def test_what_one_reads_is_of_a_topic_where_no_column_is_spoken_of(text: str) -> None:
    assert "contains" not in write_request(parse(text))
