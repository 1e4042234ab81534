"""Values and words that are refused one after another, or behind a name."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("borough not Camden and not Hackney", 'not ("borough" is "Camden" | "Hackney")'),
        ("borough isn't Camden and isn't Hackney", 'not ("borough" is "Camden" | "Hackney")'),
        ("borough is not Camden nor Hackney", 'not ("borough" is "Camden" | "Hackney")'),
        ("with neither Cornwall nor Devon as the county", 'not ("county" is "Cornwall" | "Devon")'),
        (
            "neither Texas nor Florida mentioned, over 9 rows",
            'not (contains "Texas") and not (contains "Florida") and rows > 9',
        ),
        (
            "neither Texas nor Florida may be mentioned",
            'not (contains "Texas") and not (contains "Florida")',
        ),
        (
            "title not containing red and not containing blue",
            'not ("title" contains "red") and not ("title" contains "blue")',
        ),
    ],
)
def test_each_of_several_is_refused(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "about food, with a brand that isn't Nestlé",
            'topic "food" and not ("brand" is "Nestlé")',
        ),
        (
            "at most 15 columns, a region that isn't Catalonia",
            'columns <= 15 and not ("region" is "Catalonia")',
        ),
        (
            "cars, a make that's not Ford, over 9 rows",
            'topic "cars" and not ("make" is "Ford") and rows > 9',
        ),
        ("about cars with an owner who isn't Smith", 'topic "cars" and not ("owner" is "Smith")'),
        ("I don't want the industry to be construction", 'not ("industry" is "construction")'),
        ("tables about canals that aren't about boats", 'topic "canals" and not (topic "boats")'),
    ],
)
def test_a_column_has_another_value(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
