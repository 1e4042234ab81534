"""What is noted of conditions, of what kind or how many they are, asks for nothing."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("literacy programmes (topic), completed = yes (category), >100 rows (size) - union",
         'union: topic "literacy programmes" and "completed" is "yes" and rows > 100'),
        ('notes contain "leak" (string), opened after 2004 (date); union',
         'union: "notes" contains "leak" and "opened" after 2004'),
        ("status is open (category condition)", '"status" is "open"'),
        ('string condition: "course_title" contains "seminar"; union',
         'union: "course_title" contains "seminar"'),
        ("date condition (yyyy-mm-dd): kickoff_date after 2018-06-14, unionable",
         'union: "kickoff_date" after 2018-06-14'),
        ("size constraint for the union: at least two thousand rows", "union: rows >= 2000"),
        ("Topic filter: bees, over 9 rows, join", 'join: topic "bees" and rows > 9'),
        ("Two table-level conditions hold for the union: the topic is rowing regattas, and the "
         "number of rows exceeds 220.", 'union: topic "rowing regattas" and rows > 220'),
        ("More than 60 rows: these limits apply to the tables to be appended.",
         "union: rows > 60"),
        ("three conditions, join: (1) topic scholarships (2) at least 200 rows",
         'join: topic "scholarships" and rows >= 200'),
    ],
)  # fmt: skip
def test_it_asks_for_nothing(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("country (category) is Peru", '"country (category)" is "Peru"'),
        ("tables about the size (category) of eggs", 'topic "size (category) of eggs"'),
        ("films by country (date)", 'topic "films by country (date)"'),
    ],
)
def test_what_belongs_to_a_name_or_a_subject_is_kept(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
