"""What a cell is marked or rated as is its value."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where the blood group is marked O negative", '"blood group" is "O negative"'),
        ("tables whose road type is classed as minor", '"road type" is "minor"'),
        ("tables where the status is flagged urgent or late", '"status" is "urgent" | "late"'),
        ("tables where the hotel class is rated above 4", '"hotel class" > 4'),
        ("tables whose permit isn't marked expired", 'not ("permit" is "expired")'),
        ("tables where the slope is graded by colour", '"slope" is "graded by colour"'),
        ("tables where the road is marked", '"road" is "marked"'),
    ],
)
def test_what_something_is_marked_as_is_its_value(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert found.unknown == ()
