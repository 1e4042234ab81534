"""A table that a union makes longer, or a join wider."""

from __future__ import annotations

import pytest

from core.conditions import Operation, parse, write_request
from core.conditions.words.operations import read_operation


@pytest.mark.parametrize(
    "words",
    [
        "extend this list of players downwards",
        "extend the sowing records downwards",
        "complete my list of players at the bottom",
        "fill up this inventory with additional rows",
        "our list of football clubs to grow downwards",
        "my table of results should grow at the bottom end",
        "which carry on my list of vessels",
        "set them beneath my own weather diary",
        "goes under mine",
        "laid beneath the one I already have",
        "more lines for the bottom of my sheet",
        "for the bottom of our bird list",
        "add anything to the bottom of my list",
        "put whatever you find under our bird list",
        "for under my stock list",
        "rows to be bolted onto the bottom of my table",
        "bolt on beneath ours",
        "bring in the rows of other rotas under ours",
        "tack the rows of older tables onto mine",
        "merging the membership lists, one beneath another",
        "otherwise no append",
        "should follow mine as further rows",
        "for the lengthening of our list",
    ],
)
def test_what_makes_a_table_longer_is_a_union(words: str) -> None:
    assert read_operation(words, 0) == ("UNION", words.lower(), len(words))


@pytest.mark.parametrize(
    "words",
    [
        "complete my table of lakes to the right",
        "extending my records to the right",
        "complete my list of clinics with new columns",
        "putting next to my table",
        "to go alongside my list of lorries",
        "goes next to it",
        "be put side by side with mine",
        "more details next to it",
        "enrich the depots in my table",
        "look up every club of my table in",
        "bolt its columns on beside those of my objects",
        "bolt onto my table",
        "widen the sheet",
        "otherwise no merge",
    ],
)
def test_what_makes_a_table_wider_is_a_join(words: str) -> None:
    assert read_operation(words, 0) == ("JOIN", words.lower(), len(words))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "append to our calendar the tables whose language is Latin",
            'union: "language" is "Latin"',
        ),
        ("What I'd join to my permits has a column of dates", "join: column of dates"),
        ("bolt onto mine as extra rows what is about tea", 'union: topic "tea"'),
        (
            "one of its columns must hold unique values only, otherwise no merge",
            "join: column of unique",
        ),
    ],
)
def test_ones_own_table_ends_where_the_request_goes_on(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tables to continue mine: about tea auctions", 'union: topic "tea auctions"'),
        ("Tables that could continue my list, over 90 rows", "union: rows > 90"),
        ("A continuation of my table is wanted, over 90 rows.", "union: rows > 90"),
        ("tables about the continuation of my project", 'topic "continuation of my project"'),
        ("tables about a continuation of the gold mine", 'topic "continuation of the gold mine"'),
    ],
)
def test_what_continues_ones_own_table_is_a_union(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'horizontal augmentation; column named "station_code", no empty cells in it',
            'join: column named "station_code" of complete',
        ),
        (
            "Row-wise augmentation with tables of 5 to 8 attributes",
            "union: columns between 5 and 8",
        ),
        (
            "Vertical augmentation of the query table by tables in which p_value is less than 0.05",
            'union: "p_value" < 0.05',
        ),
        (
            "Horizontal extension of the query table by tables on water rights",
            'join: topic "water rights"',
        ),
        ("for feature augmentation by a join: a column about rent", 'join: column about "rent"'),
        ("I need tables for row augmentation, topic floods", 'union: topic "floods"'),
        (
            "The seed table would be joined with tables having over 350 rows",
            "join: rows > 350",
        ),
        (
            "The seed table shall be extended vertically with tables concerning tea",
            'union: topic "tea"',
        ),
        (
            "Rows shall be taken over into the seed table from tables about tea",
            'union: topic "tea"',
        ),
        ("The query table lacks columns on rainfall", 'column about "rainfall"'),
        (
            "tables about vertical extension of buildings",
            'topic "vertical extension of buildings"',
        ),
        ("vertical extension, over 50 rows", 'topic "vertical extension" and rows > 50'),
        ("topic: row-wise augmentation", 'topic "row-wise augmentation"'),
        ("column-wise expansion of it, topic rain", 'join: topic "rain"'),
    ],
)
def test_an_operation_may_be_a_noun(text: str, expected: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (expected, ())


def test_the_widening_of_a_table_is_a_join() -> None:
    found = parse("For the widening of my table, tables about elevators are called for.")
    assert (write_request(found), found.unknown) == ('join: topic "elevators"', ())


def test_a_day_ends_before_what_should_follow_mine() -> None:
    text = "Tables in which the start date is 15 May 2021 should follow mine as further rows."
    assert write_request(parse(text)) == 'union: "start date" in 2021-05-15'


@pytest.mark.parametrize(
    "words", ["vertical extension of my house", "horizontal extension of my garden"]
)
def test_what_is_built_on_is_no_table(words: str) -> None:
    found = parse(words)
    assert write_request(found) == ""
    assert [span.text for span in found.unknown] == [words]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about golf whose rows are to join the end of my list", 'union: topic "golf"'),
        ("tables whose rows join the bottom of mine, about golf", 'union: topic "golf"'),
        ("tables to attach to the bottom of mine, about golf", 'union: topic "golf"'),
        ("joining rows to the bottom of my table, topic golf", 'union: topic "golf"'),
        ("columns to be attached at the end of mine, about golf", 'join: topic "golf"'),
        ("tables about golf that join my list", 'join: topic "golf"'),
    ],
)
def test_what_joins_the_end_of_a_table_is_a_union(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "attributes to be joined at the end of my table",
        "variables merged to the end of my table",
        "extra columns, joined to the end of my table",
    ],
)
def test_columns_that_join_the_end_of_a_table_are_a_join(text: str) -> None:
    assert parse(text).operation is Operation.JOIN
