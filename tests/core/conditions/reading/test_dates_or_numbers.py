"""A number that may be a year is one in a column of dates alone."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where the price is up to 1700", '"price" <= 1700'),
        ("where the price is up to and including 1700", '"price" <= 1700'),
        ("height up to 1850 and over 9 rows", '"height" <= 1850 and rows > 9'),
        ("tables where the year of baptism is up to and including 1700",
         '"year of baptism" until 1700'),
        ("where invoice_dt is up to and including 2010", '"invoice_dt" until 2010'),
        ("where the vintage is up to 1989", '"vintage" until 1989'),
        ("where harvest is up to 2010", '"harvest" until 2010'),
        ("where opened is up to and including 5 March 2010", '"opened" until 2010-03-05'),
        ("where built from 1900 up to 1999", '"built" between 1900 and 1999'),
        ("up to and including 500 rows", "rows <= 500"),
        ("from 5 up to and including 10 columns", "columns between 5 and 10"),
    ],
)  # fmt: skip
def test_up_to_a_year_is_a_number_elsewhere(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


def test_a_number_that_may_be_a_year_is_doubted() -> None:
    read = parse("tables where the reign is up to 1980")
    assert write_request(read) == '"reign" <= 1980'
    assert [span.text for span in read.unknown] == ["1980"]
