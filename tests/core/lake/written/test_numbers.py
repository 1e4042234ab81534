"""What the points and commas of a number in a cell say of its column."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


def may_divide_thousands(text: str, sign: str) -> bool:
    bare = text.lstrip("+-")
    whole, _, behind = bare.partition(sign)
    alone = ("," if sign == "." else ".") not in bare
    return (
        sign in bare
        and alone
        and len(behind) == 3
        and 1 <= len(whole) <= 3
        and not bare.startswith("0")
    )


def mark_by_hand(text: str) -> str | None:
    points, commas = text.count("."), text.count(",")
    if not points and not commas:
        return None
    for name, sign in (("open comma", ","), ("open point", ".")):
        if may_divide_thousands(text, sign):
            return name
    if points and commas:
        return "comma" if text.index(",") > text.index(".") else "point"
    if points:
        return "comma" if points > 1 else "point"
    return "point" if commas > 1 else "comma"


WITH_POINTS = r"[-+]?[0-9]{1,4}([.][0-9]{2,3}){0,3}(,[0-9]{0,4})?"
WITH_COMMAS = r"[-+]?[0-9]{1,4}(,[0-9]{2,3}){0,3}([.][0-9]{0,4})?"


@settings(max_examples=10, deadline=None)
@given(
    st.lists(
        st.from_regex(WITH_POINTS, fullmatch=True) | st.from_regex(WITH_COMMAS, fullmatch=True),
        min_size=40,
        max_size=40,
    )
)
def test_the_quick_way_to_a_mark_is_the_one_by_hand(texts: list[str]) -> None:
    with duckdb.connect() as connection:
        found = connection.execute(
            f"SELECT text, {marked('text')} FROM (SELECT unnest(?) AS text)", [texts]
        )
        assert found.fetchall() == [(text, mark_by_hand(text)) for text in texts]
