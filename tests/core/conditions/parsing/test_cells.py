"""What cells hold, in words that could be a topic or a column."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("joinable tables with a column that holds dates", "join: column of dates"),
        ("tables that have Lagos in some cell", 'contains "Lagos"'),
        ("any table that has Glasgow somewhere in its cells", 'contains "Glasgow"'),
        ("tables that have Rural / Remote as a value in some column", 'contains "Rural / Remote"'),
        ("with the string H5N1 anywhere in the data", 'contains "H5N1"'),
        ("the word rejected must not come up anywhere", 'not (contains "rejected")'),
        (
            "the paving year is either before 1960 or after 1998",
            '"paving year" before 1960 or "paving year" after 1998',
        ),
    ],
)
def test_what_cells_hold_is_no_topic(text: str, expected: str) -> None:
    request = parse(text)
    assert write_request(request) == expected
    assert request.unknown == ()
