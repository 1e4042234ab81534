"""Numbers that may be larger than they look."""

from __future__ import annotations

import pytest

from core.conditions import parse


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("where profit is over 5m", ["5m"]),
        ("where profit is over 5.000", ["5.000"]),
        ("where snow depth is over 5m", []),
        ("where profit is over $5m", []),
        ("where profit is over 5.25", []),
        ("where ratio is over 0.125", []),
        ("over 5m rows", []),
        ("where profit is over 5M", []),
        ("where version is 5.000.1", []),
    ],
)
def test_a_number_that_may_be_larger_is_said(text: str, doubted: list[str]) -> None:
    assert [span.text for span in parse(text).unknown if span.kept] == doubted
