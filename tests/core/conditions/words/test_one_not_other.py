"""Who wants rows and not columns asks for a union, the other way round for a join."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I need rows rather than columns, and they ought to be about trials, phase is 3",
         'union: topic "trials" and "phase" = 3'),
        ("I want rows, not columns, from tables about tea", 'union: topic "tea"'),
        ("rows I need appended rather than columns joined, about tea", 'union: topic "tea"'),
        ("Columns, not rows, about tea", 'join: topic "tea"'),
        ("it's columns I want, not rows", "join"),
        ("Not rows but columns is what my table lacks, and they should be about soil testing.",
         'join: topic "soil testing"'),
        ("Not columns but rows is what my table needs", "union"),
        ("columns instead of rows, please; about tea", 'join: topic "tea"'),
    ],
)  # fmt: skip
def test_what_is_wanted_rather_than_the_other_is_the_operation(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about rows rather than columns", 'topic "rows rather than columns"'),
        ("I need a column about rows rather than columns",
         'column about "rows rather than columns"'),
        ("tables with more rows than columns", ""),
    ],
)  # fmt: skip
def test_a_topic_of_rows_and_columns_is_none(text: str, expected: str) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert read.unknown
