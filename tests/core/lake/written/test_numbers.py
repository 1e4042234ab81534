"""What the points and commas of a number in a cell say of its column."""

from __future__ import annotations

import duckdb
import pytest

from core.lake.written.numbers import marked


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("12", None),
        ("3,5", "comma"),
        ("1.234,5", "comma"),
        ("1.234.567", "comma"),
        ("3.5", "point"),
        ("1,234.5", "point"),
        ("1,234,567", "point"),
        ("0.123", "point"),
        ("1,234", "open comma"),
        ("-1.234", "open point"),
    ],
)
def test_points_and_commas_show_the_decimal_mark_or_leave_it_open(
    text: str, mark: str | None
) -> None:
    with duckdb.connect() as connection:
        found = connection.execute(f"SELECT {marked('text')} FROM (SELECT ? AS text)", [text])
        assert found.fetchone() == (mark,)
