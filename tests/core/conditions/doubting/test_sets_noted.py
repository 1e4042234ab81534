"""Values noted as a set are known for sure: "modality in {CT, MRI}"."""

from __future__ import annotations

import pytest

from core.conditions.doubting.sets_noted import sets_noted
from core.conditions.types import Category, Condition, Not


@pytest.mark.parametrize(
    ("text", "condition", "said"),
    [
        ("with unit in {mg, g}", Category("unit", ("mg", "g")), ["unit in {mg, g}"]),
        ('unit is in ("mg", "g")', Category("unit", ("mg", "g")), ['unit is in ("mg", "g")']),
        ("unit not in [mg or g]", Not(Category("unit", ("mg", "g"))), ["unit not in [mg or g]"]),
        ("price in {5, 10}", Category("price", ("5", "10")), ["price in {5, 10}"]),
        ("price in [5, 10]", Category("price", ("5", "10")), []),
        ("unit in {mg, g, kg}", Category("unit", ("mg", "g")), []),
        ("unit in {mg, g}", None, []),
    ],
)
def test_sets_are_found_where_every_value_was_read(
    text: str, condition: Condition | None, said: list[str]
) -> None:
    assert [text[start:end] for start, end in sets_noted(text, condition)] == said
