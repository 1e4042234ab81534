"""Data that tables have beside others."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("join a table with rainfall data", 'join: column about "rainfall"'),
        (
            "joinable, has either butterfat data or protein data",
            'join: column about "butterfat" or column about "protein"',
        ),
        (
            "join tables with both nationality and gender information",
            'join: column about "nationality" and column about "gender"',
        ),
        (
            "a table with scale data but without surveyor data, to join",
            'join: column about "scale" and not (column about "surveyor")',
        ),
        (
            "tables about rivers that have neither flow data nor depth data",
            'topic "rivers" and not (column about "flow") and not (column about "depth")',
        ),
        (
            "tables that include hearing test information and eyesight information",
            'column about "hearing test" and column about "eyesight"',
        ),
        (
            "joinable with seating capacity info, stage depth info and under 20 columns",
            'join: column about "seating capacity" and column about "stage depth" and columns < 20',
        ),
        (
            "joinable, has top soil data and soil data",
            'join: column about "top soil" and column about "soil"',
        ),
        ("tables about schools with turnover data", 'topic "schools" and column about "turnover"'),
    ],
)
def test_data_that_tables_have_are_columns(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("join it with census data", 'join: topic "census"'),
        ("enrich my table with census data", 'join: topic "census"'),
        ("tables with census data", 'topic "census data"'),
        ("merge tables; they deal with crime statistics", 'join: topic "crime statistics"'),
        ("tables with information on tides", 'topic "tides"'),
    ],
)
def test_data_may_be_the_tables_themselves(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
