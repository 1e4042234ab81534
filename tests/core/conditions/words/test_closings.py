from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    "closing",
    [
        "Kind regards",
        "Best wishes, Anna Lee",
        "Warm regards\nTom",
        "Many thanks and best wishes",
        "Thanks!",
        "Thanks ever so much in advance.",
        "Yours sincerely,\nDr. Kim",
    ],
)
def test_the_end_of_a_letter_asks_for_nothing(closing: str) -> None:
    found = parse(f"Tables on tea, over 5 rows. {closing}")
    assert (write_request(found), found.unknown) == ('topic "tea" and rows > 5', ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about best wishes", 'topic "best wishes"'),
        ("invitations, cards, best wishes", 'topic "invitations, cards, best wishes"'),
        ('title contains "kind regards"', '"title" contains "kind regards"'),
    ],
)
def test_regards_may_be_asked_for(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_thanks_may_be_joined_to_the_last_sentence() -> None:
    text = "joinable tables in which one column covers wages, and thanks ever so much in advance."
    assert write_request(parse(text)) == 'join: column about "wages"'
