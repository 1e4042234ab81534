"""Words in front of a column's name that are no part of it, and names that begin with them."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where the variable gross_wage is below 1450", '"gross_wage" < 1450'),
        ("tables where the field sector is Mining", '"sector" is "Mining"'),
        ("the variable nights is 2 or lower", '"nights" <= 2'),
        (
            "tables whose field sector is Mining and field employees is above 250",
            '"sector" is "Mining" and "employees" > 250',
        ),
        (
            'tables where the text of the field "remarks" includes the word provisional',
            '"remarks" contains "provisional"',
        ),
        ("tables where the text of the variable note includes frost", '"note" contains "frost"'),
        ("tables where the variable costs are above 100", '"variable costs" > 100'),
        ("join with mine on field id", 'join: join on "field id"'),
        ("join with mine on the field id", 'join: join on "id"'),
        ('join with mine on field "id"', 'join: join on "id"'),
        ("tables where field goals are above 5", '"field goals" > 5'),
        (
            'files with the value Retired in the attribute "employment status"',
            '"employment status" is "Retired"',
        ),
    ],
)
def test_what_says_column_is_no_part_of_its_name(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables with rows mentioning Antwerp", 'contains "Antwerp"'),
        ("tables whose entries do not mention Antwerp", 'not (contains "Antwerp")'),
        ("tables that mention Antwerp in any of their rows", 'contains "Antwerp"'),
    ],
)
def test_rows_are_no_column(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_what_a_column_is_called_is_no_value_of_it() -> None:
    found = parse('tables with a turnover above 5, where "turnover" is the name of the field')
    assert write_request(found) == '"turnover" > 5'
    assert found.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which joinable tables list Antwerp in one of their cells?", 'join: contains "Antwerp"'),
        ("Find tables to append to my wage panel that have over 250 rows", "union: rows > 250"),
        ("tables whose charter year dates back to before 1875", '"charter year" before 1875'),
        ("tables to append to mine that stand at roughly 1,800 rows", "union: rows about 1800"),
        ("tables in which some column never repeats a value", "column of unique"),
        ("tables that have a column holding only true or false values", "column of booleans"),
        ("list the tables about Antwerp", 'topic "Antwerp"'),
    ],
)
def test_verbs_of_tables_are_read(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
