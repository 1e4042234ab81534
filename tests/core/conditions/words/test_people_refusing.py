"""What people will not do with tables is refused; what they cannot find is asked for."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I won't join tables that contain any date columns", "join: not (column of dates)"),
        ("I wouldn't attach a table without a unique column", "join: column of unique"),
        ("We wouldn't stack a table unless it has more than 100 rows", "union: rows > 100"),
        ("I refuse to join tables with more than 20 columns", "join: columns <= 20"),
        ("no point in joining tables that have fewer than 5 columns", "join: columns >= 5"),
        ("there's no point joining a table without a column about rain",
         'join: column about "rain"'),
        ("no sense in appending tables with under 20 rows", "union: rows >= 20"),
        ("I'd hate to join a table lacking a date column", "join: column of dates"),
        ("I wouldn't dream of joining tables with more than 40 columns", "join: columns <= 40"),
        ("My boss won't accept tables with fewer than 50 rows", "rows >= 50"),
        ("Tables about golf, but I won't union any that mention Oslo",
         'union: topic "golf" and not (contains "Oslo")'),
        ("we're not willing to stack tables under 40 rows", "union: rows >= 40"),
        ("I won't append golf tables", 'union: not (topic "golf")'),
    ],
)  # fmt: skip
def test_what_people_will_not_do_with_tables_is_refused(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can't find any tables about golf", 'topic "golf"'),
        ("I don't know of any tables on golf to append", 'union: topic "golf"'),
        ("I haven't seen any data sets on lichens", 'topic "lichens"'),
        ("we can't locate tables that mention Oslo to stack under mine",
         'union: contains "Oslo"'),
        ("I don't suppose you have tables about golf", 'topic "golf"'),
        ("I wouldn't say no to tables about golf for a union", 'union: topic "golf"'),
        ("I won't hesitate to append tables about golf", 'union: topic "golf"'),
        ("don't miss tables about golf", 'topic "golf"'),
    ],
)  # fmt: skip
def test_a_refusal_that_means_yes_asks_for_what_follows(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can't use any tables about golf", 'not (topic "golf")'),
        ("I don't want to append tables about golf", 'union: not (topic "golf")'),
        ("over 90 rows, otherwise I won't join it", "join: rows > 90"),
        ("no tables I can find about golf", 'not (topic "golf")'),
    ],
)
def test_other_refusals_stay_what_they_are(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_what_a_topic_says_of_people_is_no_refusal() -> None:
    read = parse("tables about why the Irish won't join tables")
    assert "not (" not in write_request(read)
    assert read.unknown
