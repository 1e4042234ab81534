"""How it is told what tables are combined by, and with what gain."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("can i put tables about maps under mine?", 'union: topic "maps"'),
        ("add to the end some tables about maps", 'union: topic "maps"'),
        ("Bring alongside my rows tables about maps", 'join: topic "maps"'),
        ("Bring extra attributes alongside my rows, from tables about maps", 'join: topic "maps"'),
        ("Supplement each of my rows from tables about maps", 'join: topic "maps"'),
        ("Which tables for the enrichment have over 9 rows?", "join: rows > 9"),
        ("tables about maps; whichever, tack their rows on underneath ours", 'union: topic "maps"'),
        ("Rows for my table, please, from tables about maps", 'union: topic "maps"'),
        ("My table craves more rows from tables about maps", 'union: topic "maps"'),
        ("Extend my table at the bottom with tables about maps", 'union: topic "maps"'),
        ("Please continue my list with tables about maps", 'union: topic "maps"'),
        ("Below mine I'd glue tables about maps", 'union: topic "maps"'),
        ("My table wants lengthening. Subject maps", 'union: topic "maps"'),
        ("Let my table be lengthened by tables about maps", 'union: topic "maps"'),
        ("My route list needs widening with tables about maps", 'join: topic "maps"'),
        ("I'd put tables about maps below my own.", 'union: topic "maps"'),
        ("tables about maps that I want to attach under my last row", 'union: topic "maps"'),
        ("tables about maps I can attach below mine", 'union: topic "maps"'),
        ("tables about maps to attach to mine", 'join: topic "maps"'),
        ("tables about maps to put in continuation of mine", 'union: topic "maps"'),
        (
            "Which tables with a column of dates can I link to my loans in a join?",
            "join: column of dates",
        ),
        ("Widen my table, if you please, with columns out of tables on maps", 'join: topic "maps"'),
        ("Beside mine, as additional columns, I'd put tables about maps", 'join: topic "maps"'),
        (
            "please bring in a column about rent from another table",
            'join: column about "rent"',
        ),
        (
            "let the union be on season and round, over 9 rows",
            'union: union on "season", "round" and rows > 9',
        ),
        (
            "tables on maps that bring the union to at least 4000 rows",
            'union: topic "maps" and result rows >= 4000',
        ),
        ("I want the union to reach at least 1800 rows", "union: result rows >= 1800"),
        ("the join to have over 50 rows", "join: result rows > 50"),
        (
            "For attaching columns by a join on species code, I ask for tables about birds",
            'join: join on "species code" and topic "birds"',
        ),
        (
            "which tables can enrich mine with columns through a join on museum number",
            'join: join on "museum number"',
        ),
        (
            "attach to my table columns taken from tables about kelp forests",
            'join: topic "kelp forests"',
        ),
        (
            "tables I could union with mine on borough and month; they should be about noise",
            'union: union on "borough", "month" and topic "noise"',
        ),
        (
            "join a table to mine on hospital id and visit date together; it is about mail",
            'join: join on "hospital id", "visit date" and topic "mail"',
        ),
        (
            "tables to join with mine, on ward or on sector as the join key, about poverty",
            'join: (join on "ward" or join on "sector") and topic "poverty"',
        ),
        (
            "tables to union with mine on accession number, medium is pastel",
            'union: union on "accession number" and "medium" is "pastel"',
        ),
        (
            "I need tables to append on whooping cough, with more than 700 rows",
            'union: topic "whooping cough" and rows > 700',
        ),
        (
            "We should like to join our table, on species code, with tables about fungi",
            'join: join on "species code" and topic "fungi"',
        ),
        (
            "Join my table on stop code to tables about passenger counts",
            'join: join on "stop code" and topic "passenger counts"',
        ),
        (
            "tables to join to mine on block id, with a match for at least 75% of my rows",
            'join: join on "block id" and result matched share >= 0.75',
        ),
        (
            "tables to union with mine on farming and fishing, over 50 rows",
            'union: topic "farming and fishing" and rows > 50',
        ),
    ],
)
def test_columns_are_keys_where_the_topic_is_another(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "bring extra columns in from a table I can join on ward code",
            'join: join on "ward code"',
        ),
        ("columns to attach to mine from something about orchards", 'join: topic "orchards"'),
        (
            "I'm gathering rows to append to mine: tables about sheepdogs",
            'union: topic "sheepdogs"',
        ),
        ("the result should gain at least 90 new rows", "result new rows >= 90"),
        ("must match 70% or more of my rows when joined", "join: result matched share >= 0.7"),
        (
            "join on email, at least half of my rows should match",
            'join: join on "email" and result matched share >= 0.5',
        ),
        (
            "join on part_no, 95%+ of rows matched",
            'join: join on "part_no" and result matched share >= 0.95',
        ),
        ("leave me with a union of at least 900 rows", "union: result rows >= 900"),
        ("find what I can join to my table: it mentions Leominster", 'join: contains "Leominster"'),
    ],
)
def test_what_is_brought_in(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "left"),
    [
        (
            "my table is short, it mentions Ludlow, find more rows",
            "union",
            ["mentions Ludlow"],
        ),
    ],
)
def test_one_speaks_of_ones_own_table(text: str, expected: str, left: list[str]) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [span.text for span in found.unknown] == left


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "either a table on tea with over 90 rows, or any table that mentions Mombasa",
            '(topic "tea" and rows > 90) or contains "Mombasa"',
        ),
        (
            "about coffee, price below 5, or rating over 4",
            'topic "coffee" and ("price" < 5 or "rating" > 4)',
        ),
    ],
)
def test_tables_anew_are_the_alternative(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_tables_that_are_put_on_a_list_are_not_appended() -> None:
    found = parse("if it has over 9 rows, put it on my list")
    assert write_request(found) == "rows > 9"


def test_one_may_be_a_table_where_columns_are_added() -> None:
    found = parse("Pair my table, through extra columns, with one about turf or one about drains")
    assert write_request(found) == 'join: topic "turf" or topic "drains"'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("something to append to my street tree census, over 9 rows", "union: rows > 9"),
        ("registers to add beneath my own transcription, year before 1837",
         'union: topic "registers" and "year" before 1837'),
        ("manifests with which I could vertically combine mine, over 9 rows",
         'union: topic "manifests" and rows > 9'),
        ("sheets on tea to pool row-wise with mine, over 9 rows",
         'union: topic "tea" and rows > 9'),
        ("I can only add tables to the bottom of mine if price is above 5",
         'union: "price" > 5'),
        ("something I can add to my table's end, about tea", 'union: topic "tea"'),
        ("My table wants extending at the bottom by tables on tea", 'union: topic "tea"'),
        ("I would like to put tables about tea at the end of my table. Price is above 5.",
         'union: topic "tea" and "Price" > 5'),
        ("gotta join driver licences onto my shifts, age above 20",
         'join: topic "driver licences" and "age" > 20'),
        ("I need my canal toll records to be longer, with tables about tolls",
         'union: topic "tolls"'),
        ("a table to look my ids up in, about tea", 'join: topic "tea"'),
        ("do a key lookup from my table in one on tea", 'join: topic "tea"'),
        ("something on tea that my rows can be matched with by key", 'join: topic "tea"'),
        ("Which flight logs could be joined to my aircraft?", 'join: topic "flight logs"'),
        ("What can I attach to my table by key that also has rainfall data?",
         'join: column about "rainfall"'),
        ("Append whatever there is on rowing, over 9 rows", 'union: topic "rowing" and rows > 9'),
        ("lookup tables of up to 9 rows which can be joined to mine", "join: rows <= 9"),
        ("join, such that 5 or more new columns get added to mine",
         "join: result new columns >= 5"),
    ],
)  # fmt: skip
def test_ones_own_table_is_no_topic(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_an_operation_beside_the_keys_of_the_other_is_told() -> None:
    found = parse("union and join on city")
    assert [span.text for span in found.unknown] == ["union"]
    assert not parse("joinable on city, unionable on name and year").unknown


def test_adding_without_a_union_or_a_join_is_told() -> None:
    found = parse("add population by city")
    assert [span.text for span in found.unknown] == ["add"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cbind: rows = 195", "join: rows = 195"),
        ("cbind; subject dams; built before 1970", 'join: topic "dams" and "built" before 1970'),
        ("cbind-able: anything on school districts", 'join: topic "school districts"'),
        (
            'hstack; status contains "active", capacity >= 300',
            'join: "status" contains "active" and "capacity" >= 300',
        ),
        ("vstack tables with temperature < -10", 'union: "temperature" < -10'),
        ("rbind tables about tea", 'union: topic "tea"'),
    ],
)
def test_names_that_programs_have_for_joins_and_unions_are_known_to_both_readers(
    text: str, expected: str
) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
