from __future__ import annotations

import pytest

from core.conditions.columns import SURE, likeness


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("quantity", "Qty"),
        ("department", "dept"),
        ("government", "govt"),
        ("year built", "yr_built"),
        ("points", "PTS"),
        ("percentage", "pct"),
        ("average wage", "avg_wage"),
        ("order date", "ord_dt"),
        ("number of rooms", "no_rooms"),
        ("date of birth", "DOB"),
        ("life expectancy", "LIFEEXP"),
        ("qty", "Quantity"),
        ("goals", "Gls"),
        ("class", "Cls"),
        ("status", "Sts"),
    ],
)
def test_a_name_written_short_is_the_name(name: str, label: str) -> None:
    assert SURE <= likeness(name, label) < likeness(name, name)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("contest", "cost"),
        ("result", "rate"),
        ("state", "st"),
        ("text", "tt"),
        ("life expectancy", "lifetime"),
        ("order date", "ord_amt"),
        ("gross profit", "gp"),
        ("date of birth", "dot"),
        ("name", "number"),
        ("population", "Pos"),
        ("geography", "ges"),
        ("presents", "Pts"),
        ("gardens", "gas"),
    ],
)
def test_other_names_are_not(name: str, label: str) -> None:
    assert likeness(name, label) < SURE
