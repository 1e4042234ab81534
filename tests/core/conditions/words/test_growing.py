"""What is said of one's own table that others add to."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    "text",
    [
        "Extend our cohort with tables about maps",
        "grow my dataset w/ tables about maps",
        "Please lengthen my list by those dealing with maps.",
        "Enlarge these parks by other tables about maps",
        "Build out our roster using data sets about maps",
        "Our records should grow by tables about maps",
        "My list needs extending with tables about maps",
        "our table could be expanded with other tables on maps",
        "Extend downwards using tables about maps",
        "pls extend downward w/ new rows about maps",
        "extend w/ records on maps",
        "looking to bulk this up with extra rows about maps",
        "Grow the table by adding rows about maps",
        "Supplement my rows with those of tables on maps",
        "augment these rows with further entries from tables on maps",
        "Supplement these rows with others from tables about maps",
    ],
)
def test_who_extends_a_table_with_others_unites(text: str) -> None:
    found = parse(text)
    assert write_request(found) == 'union: topic "maps"'
    assert found.unknown == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Extend the list of journals with an extra column about maps.",
            'join: column about "maps"',
        ),
        ("Enlarge my stations by a column about maps", 'join: column about "maps"'),
        (
            "Extend every record of mine sideways with data from tables on maps",
            'join: topic "maps"',
        ),
        ("Let's extend the table sideways with extra columns, at most 9 rows", "join: rows <= 9"),
        ("Extend my table sideways with tables 3 columns wide", "join: columns = 3"),
        ("Complement these temples with a column about maps", 'join: column about "maps"'),
        ("Augment this table by a column about maps", 'join: column about "maps"'),
        ("let's supplement each record with columns out of tables on maps", 'join: topic "maps"'),
        ("Supplement the pharmacy data by joining a table on maps", 'join: topic "maps"'),
        ("Supplement my table, as columns, from tables on maps", 'join: topic "maps"'),
        ("Let me add to these countries a column about maps", 'join: column about "maps"'),
        ("Enrich the tractors list by tables about maps", 'join: topic "maps"'),
        ("Find a join that gives every village a column about maps", 'join: column about "maps"'),
        ("augment with new columns from tables about maps", 'join: topic "maps"'),
        (
            "Kindly augment the table with tables in which there is a column about maps",
            'join: column about "maps"',
        ),
    ],
)
def test_who_adds_columns_to_a_table_joins(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert found.unknown == ()


@pytest.mark.parametrize(
    "text",
    [
        "tables about how to extend my house with other materials",
        "tables about nutrition to supplement my diet",
        "tables about roads that extend sideways",
        "tables about growing my business with data",
        "extend my table with tables that have a column about wages",
        "extend my data with a table about rents as a new column",
    ],
)
def test_what_may_be_a_subject_or_add_columns_is_told_and_unites_nothing(text: str) -> None:
    found = parse(text)
    assert not write_request(found).startswith("union")
    assert found.told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('augment mine using tables that contain the phrase "limited"', 'contains "limited"'),
        ("i'd like to augment this w/ a narrow table, max seven columns", "columns <= 7"),
        ("tables to augment mine: min 700 rows", "rows >= 700"),
        ("Supplement the genes in my table from tables about maps", 'topic "maps"'),
        ('Complement the table by one that holds "Oslo" in some cell', 'contains "Oslo"'),
    ],
)
def test_of_a_verb_that_may_add_rows_as_well_it_is_said_that_it_joins(
    text: str, expected: str
) -> None:
    found = parse(text)
    assert write_request(found) == f"join: {expected}"
    (verb,) = found.unknown
    assert verb.text.lower() in {"augment", "supplement", "complement"}
    assert verb.kept
    assert verb.hint == "a join is meant by it; say “union” to append rows"


def test_a_union_named_beside_such_a_verb_is_meant() -> None:
    text = "Tables about maps would complement mine, so please union them"
    assert write_request(parse(text)) == 'union: topic "maps"'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("extend each city with tables about weather", 'join: topic "weather"'),
        ("extend my table with tables joinable on zip", 'join: join on "zip"'),
        ("complement my table: tables on tea, stackable", 'union: topic "tea"'),
        (
            "tables on beams that extend horizontally, with a length column",
            'topic "beams" and column about "length"',
        ),
    ],
)
def test_what_else_is_said_of_the_search_counts(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
