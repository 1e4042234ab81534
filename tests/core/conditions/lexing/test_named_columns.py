"""What cells of a column are is no part of its name."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where the column named genre is Satire", '"genre" is "Satire"'),
        ("append tables whose column called genre has the value Satire and over 9 rows",
         'union: "genre" is "Satire" and rows > 9'),
        ("append tables where the column named harvested shows dates since September 2003.",
         'union: "harvested" since 2003-09'),
        ("tables where the column named wages shows numbers above 50", '"wages" > 50'),
        ("tables whose wages column contains values over 50", '"wages" > 50'),
        ("which tables have a column browser that is firefox or safari",
         '"browser" is "firefox" | "safari"'),
        ('tables with a column fuel that is "Diesel"', '"fuel" is "Diesel"'),
        ("tables where the column named count is 5", '"count" = 5'),
    ],
)  # fmt: skip
def test_its_cells_are_compared(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where a column named genre is present", 'column named "genre"'),
        ("tables where the column named isbn is complete", 'column named "isbn" of complete'),
        ("tables with a column named fuel that is numeric", 'column named "fuel" of numbers'),
        ("tables where the column called year is 2005", '"year" in 2005'),
        ('a column named "genre is Satire"', 'column named "genre is Satire"'),
    ],
)  # fmt: skip
def test_what_is_no_value_goes_with_the_column(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('tables where a column has the name "Kundennummer"', 'column named "Kundennummer"'),
        ("tables with a column that has the name zip", 'column named "zip"'),
        ('tables whose customer has the name "Bob"', '"customer" contains "Bob"'),
        ("tables where the customer column has the name Bob", '"customer" contains "Bob"'),
    ],
)  # fmt: skip
def test_a_column_has_a_name_and_a_customer_another(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
