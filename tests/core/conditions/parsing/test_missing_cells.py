"""Cells without a value: which are asked for, and what only sounds like it."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tables where phone is missing", '"phone" is missing'),
        ("tables I can union with mine where email is blank", 'union: "email" is missing'),
        (
            "joinable tables where the date of birth isn't missing",
            'join: not ("date of birth" is missing)',
        ),
        (
            "unionable tables where price is above 5 and phone is not empty",
            'union: "price" > 5 and not ("phone" is missing)',
        ),
        ("unionable tables in which the phone column is blank", 'union: "phone" is missing'),
        (
            "unionable tables where reviewed_at IS NULL and amount > 100",
            'union: "reviewed_at" is missing and "amount" > 100',
        ),
        (
            "unionable tables where email or phone is missing",
            'union: "email" is missing or "phone" is missing',
        ),
        (
            "unionable tables where neither email nor phone is missing",
            'union: not ("email" is missing) and not ("phone" is missing)',
        ),
        ("stackable tables; remarks must not be null", 'union: not ("remarks" is missing)'),
        (
            "tables about waste where weight has no value or the site is Leeds",
            'topic "waste" and ("weight" is missing or "site" is "Leeds")',
        ),
        (
            "tables about x-rays whose dose has a value",
            'topic "x-rays" and not ("dose" is missing)',
        ),
        ("add rows whose GPA cell has been left empty", 'union: "GPA" is missing'),
        ("find rows to append that do have a value for depth", 'union: not ("depth" is missing)'),
        ("i want to append rows without any value in IBAN", 'union: "IBAN" is missing'),
    ],
)
def test_what_is_said_of_cells_one_by_one_is_a_condition_on_rows(text: str, meant: str) -> None:
    assert write_request(parse(text)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tables with missing values in the fare column", 'share > 0 of ("fare" is missing)'),
        (
            "tables where at most 5% of the fare cells are empty",
            'share <= 0.05 of ("fare" is missing)',
        ),
        (
            "join, no more than a fifth of the cells in mayor are empty",
            'join: share <= 0.2 of ("mayor" is missing)',
        ),
        (
            "tables on trials with less than 10% missing in the dosage column",
            'topic "trials" and share < 0.1 of ("dosage" is missing)',
        ),
        (
            "tables where fare has less than 5% missing values",
            'share < 0.05 of ("fare" is missing)',
        ),
        (
            "union with tables where half of the notes are blank",
            'union: share >= 0.5 of ("notes" is missing)',
        ),
        (
            "unionable, at least 90% of the prices are filled in",
            'union: share <= 0.1 of ("prices" is missing)',
        ),
        ("tables where rent is filled in for most rows", 'share < 0.5 of ("rent" is missing)'),
        (
            "joinable tables where the birth date has no value in most rows",
            'join: share > 0.5 of ("birth date" is missing)',
        ),
        ("tables where some of the postcodes are missing", 'share > 0 of ("postcodes" is missing)'),
        (
            "union candidates: under 2% of latitude missing",
            'union: share < 0.02 of ("latitude" is missing)',
        ),
    ],
)
def test_how_many_cells_are_missing_is_a_share_of_the_rows(text: str, meant: str) -> None:
    assert write_request(parse(text)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "joinable tables with no missing values in price",
            'join: column about "price" of complete',
        ),
        ("joinable tables where no emails are missing", 'join: column about "emails" of complete'),
        ("a column about rent that is not empty", 'column about "rent" of complete'),
        (
            "joinable tables with a column named email that is not empty",
            'join: column named "email" of complete',
        ),
        (
            "tables about rye; a column about yield must be missing",
            'topic "rye" and not (column about "yield")',
        ),
    ],
)
def test_what_is_said_of_all_cells_stays_a_property_of_the_column(text: str, meant: str) -> None:
    assert write_request(parse(text)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("phone must never be empty", 'column about "phone" of complete'),
        ("every row has a value in the email column", 'column about "email" of complete'),
        ("none of the emails is missing", 'column about "emails" of complete'),
        ("phone is missing or empty", '"phone" is missing'),
        ("where fare and age are missing", '"fare" is missing and "age" is missing'),
        (
            "either email or phone is filled in",
            'not ("email" is missing) or not ("phone" is missing)',
        ),
        (
            "at least 90% of rows have a value in the phone column",
            'share <= 0.1 of ("phone" is missing)',
        ),
        ("let me know if you have tables where phone is not empty", 'not ("phone" is missing)'),
        ("phone is not yet filled in", '"phone" is missing'),
    ],
)
def test_it_is_said_in_many_words(text: str, meant: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (meant, ())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("city is missing or Paris", '"city" is "missing" | "Paris"'),
        ("tables where status contains missing", '"status" contains "missing"'),
        ("tables where the glass is half empty", '"glass" is "half empty"'),
        ("tables where bottle is filled with water", '"bottle" is "filled with water"'),
        ("tables with Nas in artist", 'topic "Nas in artist"'),
        ("rivers with gaps", 'topic "rivers with gaps"'),
        ("a value for GDP above 500", '"GDP" > 500'),
        ("tables with a value in the range 5 to 10 in rating", '"rating" between 5 and 10'),
    ],
)
def test_values_and_subjects_stay_what_they_are(text: str, meant: str) -> None:
    assert write_request(parse(text)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "join; if fuel type is diesel, emission class must be filled in",
        "tables about shops where the fax number may be empty",
        "tables to join; frequency may have gaps",
        "email is missing if age is above 30",
        "I have a table where phone is missing, find joinable tables",
        "tables with an entry for Peru",
        "tables with gaps in income",
        "tables with no values in dollars",
        "WHERE COUNT(*) IS NULL",
        "column on postcodes, every cell of it filled; for joining",
        "tables in which the phone column is missing",
        "joinable tables where no more than a fifth of all cells are blank",
    ],
)
def test_what_only_sounds_like_missing_cells_is_told(text: str) -> None:
    assert parse(text).unknown


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "tables about missing persons where age is below 18",
            'topic "missing persons" and "age" < 18',
        ),
        (
            "tables about empty council houses where rent is above 100",
            'topic "empty council houses" and "rent" > 100',
        ),
        (
            "unionable tables where status is Missing or Found",
            'union: "status" is "Missing" | "Found"',
        ),
        (
            "We're missing a column about player injuries, find tables I can join to get it",
            'join: column about "player injuries"',
        ),
    ],
)
def test_other_things_are_missing_too(text: str, meant: str) -> None:
    assert write_request(parse(text)) == meant


def test_a_query_in_sql_asks_for_null() -> None:
    text = "SELECT * FROM lake WHERE email IS NOT NULL AND age > 30 AND fax IS NULL"
    found = parse(text)
    assert write_request(found) == 'not ("email" is missing) and "age" > 30 and "fax" is missing'
    assert [span.text for span in found.read] == ["email IS NOT NULL", "age > 30", "fax IS NULL"]
    assert not found.unknown
    told = parse("WHERE city = 'Oslo' AND rows IS NULL")
    assert [span.text for span in told.unknown] == ["rows IS NULL"]
