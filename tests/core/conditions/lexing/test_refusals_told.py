"""What a refusal is of that stands apart from it, or is of all but something."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't offer me, for appending, any table with over fifty thousand rows.",
         "union: rows <= 50000"),
        ("Don't show me, please, tables about tea", 'not (topic "tea")'),
        ("Do not suggest, for the join, a table that mentions Rex", 'join: not (contains "Rex")'),
        ("not about tea, to append, tables with over 9 rows",
         'union: not (topic "tea") and rows > 9'),
        ("Under no circumstances should a table that is unioned with mine have fewer than six "
         "columns.", "union: columns >= 6"),
        ("On no account should tables about tea be joined to mine", 'join: not (topic "tea")'),
        ("In no case may the price be above 5", 'not ("price" > 5)'),
        ("Unless it contains a column without any missing values, a table should not be joined to "
         "mine.", "join: column of complete"),
        ("Without a column about gender, a table should not be joined to mine.",
         'join: column about "gender"'),
        ("Without at least 40 rows, a table should not be stacked under mine.",
         "union: rows >= 40"),
        ("Without a column about gender, please, and no tables about tea to join",
         'join: not (column about "gender") and not (topic "tea")'),
        ("Unless it is about tea, don't show me a table", 'topic "tea"'),
        ("tables to join, unless they are about tea, not with over 90 rows",
         'join: not (topic "tea") and rows <= 90'),
        ("No table that lacks a column on symptoms, nor any that has one on insurance, should be "
         "joined to mine.", 'join: column about "symptoms" and not (column about "insurance")'),
        ("no tables about tea nor about rum", 'not (topic "tea") and not (topic "rum")'),
        ("neither about tea nor about rum", 'not (topic "tea") and not (topic "rum")'),
        ("price is not 5 nor 6", 'not ("price" is "5" | "6")'),
        ("tables that should be about nothing other than marsupial anatomy",
         'topic "marsupial anatomy"'),
        ("append tables about cricket, and the append should leave out tables in which league is "
         "Minor", 'union: topic "cricket" and not ("league" is "Minor")'),
        ("The search ought to leave out tables where league is Minor",
         'not ("league" is "Minor")'),
        ("the join has to exclude tables with over 900 rows", "join: rows <= 900"),
        ("The result of the union must not include tables about darts",
         'union: not (topic "darts")'),
        ("The union should not exceed 900 rows", "union: result rows <= 900"),
        ("the price should drop below 5", '"price" < 5'),
        ("mentioning nothing but tea", 'contains "tea"'),
    ],
)  # fmt: skip
def test_what_is_refused_is_read_as_it_is_meant(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Which tables about rivers have no date column?",
            'topic "rivers" and not (column of dates)',
        ),
        (
            "Which joinable tables that deal with baby names have no boolean column?",
            'join: topic "baby names" and not (column of booleans)',
        ),
        (
            "tables about rivers don't have a column about depth",
            'topic "rivers" and not (column about "depth")',
        ),
        (
            "joinable tables about hospital stays must not mention Oslo",
            'join: topic "hospital stays" and not (contains "Oslo")',
        ),
        (
            "Which tables about rhino samples must not have over 60 rows?",
            'topic "rhino samples" and rows <= 60',
        ),
        ("tables about why rivers do not freeze", 'topic "why rivers do not freeze"'),
        ("tables about people who have no home", 'topic "people who have no home"'),
    ],
)
def test_what_tables_on_a_topic_have_not_is_refused(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
