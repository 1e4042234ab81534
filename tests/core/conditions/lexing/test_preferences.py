"""What is preferred to something else, which is refused."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables whose region is Gaspé rather than Charlevoix, about round barns",
            '"region" is "Gaspé" and not ("region" is "Charlevoix") and topic "round barns"',
        ),
        (
            "tables about archives rather than about museums",
            'topic "archives" and not (topic "museums")',
        ),
        (
            "Rather than tables about alpine skiing, I would like tables about biathlon",
            'not (topic "alpine skiing") and topic "biathlon"',
        ),
        (
            "a column about turbidity as opposed to a column about chlorine, six columns or more",
            'column about "turbidity" and not (column about "chlorine") and columns >= 6',
        ),
    ],
)
def test_what_something_is_preferred_to_is_refused(text: str, expected: str) -> None:
    request = parse(text)
    assert write_request(request) == expected
    assert request.unknown == ()


def test_rows_that_are_preferred_to_columns_are_only_a_union() -> None:
    request = parse(
        "I am hoping to add rows, rather than columns, to my table from tables about curling"
    )
    assert write_request(request) == 'union: topic "curling"'
