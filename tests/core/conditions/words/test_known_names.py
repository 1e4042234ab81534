"""Names of the query's columns that are words with a meaning of their own."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request

COLUMNS = ["since", "joined", "long", "subject", "at", "no", "list", "overall", "value", "rows"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where since is after 2004", '"since" after 2004'),
        ("tables where the at is above 5", '"at" > 5'),
        ("tables with long later than 1993", '"long" after 1993'),
        ("tables with list larger than 9 and over 50 rows", '"list" > 9 and rows > 50'),
        ("tables that include since dates following 1957", '"since" after 1957'),
        ("tables with the value of joined being Walsh", '"joined" is "Walsh"'),
        ("tables that have law as the value of subject", '"subject" is "law"'),
        ("tables with no more than 5 rows", "rows <= 5"),
        ("tables with rows above 5", "rows > 5"),
        ("tables with a value above 5 in points", '"points" > 5'),
    ],
)
def test_a_word_is_a_column_where_a_column_is_spoken_of(text: str, expected: str) -> None:
    assert write_request(parse(text, COLUMNS)) == expected


def test_without_such_a_column_it_is_not() -> None:
    assert "since" not in write_request(parse("tables where since is after 2004"))
