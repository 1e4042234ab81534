"""Names in quotation marks end where the marks do."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('tables where "retired" date is before 1980', '"retired" before 1980'),
        ('tables with a "phase" of planning or design', '"phase" is "planning" | "design"'),
        ('tables with a "status" that isn\'t low', 'not ("status" is "low")'),
        ('tables with a "price" that is over 5', '"price" > 5'),
        ('tables about the "art" of war', 'topic "art of war"'),
        (
            'joinable on "station", unionable on "a" and "b"',
            'join on "station" and union on "a", "b"',
        ),
    ],
)
def test_what_follows_them_is_no_part(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
