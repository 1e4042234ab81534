"""Sentences that were read as another thing without a word, each of one kind of fault."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


def test_a_value_behind_a_name_without_a_verb_is_said_where_it_ends_up_in_a_topic() -> None:
    found = parse("about vineyards or breweries, owner Medici, more than 60 rows")
    assert [span.text for span in found.unknown] == ["breweries, owner Medici"]


def test_a_part_that_cannot_be_meant_does_not_take_the_others_with_it() -> None:
    found = parse("about coffee, at least 150% of the rows have score over 70, over 40 rows")
    assert write_request(found) == 'topic "coffee" and rows > 40'
    (left,) = found.unknown
    assert (left.text, left.kept) == ("at least 150% of the rows have score over 70", False)
    assert all(left.text not in span.text for span in found.read)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("births per year are between 400 and 1500", '"births per year" between 400 and 1500'),
        ("births per year are between 1500 and 900", '"births per year" between 900 and 1500'),
        ("the year is between 1500 and 1600", '"year" between 1500 and 1600'),
        (
            "tables with a column about tillage. at least 75 rows",
            'column about "tillage" and rows >= 75',
        ),
        ("tables about tea. over 40 rows", 'topic "tea" and rows > 40'),
        ("the country is Kenya. more than 40 rows", '"country" is "Kenya" and rows > 40'),
        ("tables where no. of pupils is over 30", '"no. of pupils" > 30'),
    ],
)
def test_no_number_is_lost_and_no_full_stop_kept(text: str, meaning: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (meaning, ())


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("tables that can be merged using union, price over 9", 'union: "price" > 9'),
        ("tables that can be merged with mine by a union", "union"),
        ("tables to merge with mine, price over 9", 'join: "price" > 9'),
        ("about tea or about rice, I don't mind, over 9 rows", 'topic "tea" or topic "rice"'),
        ("about tea, I'm not fussy, over 9 rows", 'topic "tea" and rows > 9'),
        ("about tea, doesn't matter where from, over 9 rows", 'topic "tea" and rows > 9'),
        ("any tables about tea lying around?", 'topic "tea"'),
        ("does anyone have tables about tea?", 'topic "tea"'),
        ("tables about tea whereby the price is above 9", 'topic "tea" and "price" > 9'),
        ("it should concern a table with at least 10 columns", "columns >= 10"),
        ("I would be glad about tables on tornadoes", 'topic "tornadoes"'),
        ("electric cars are the matter, over 9 rows", 'topic "electric cars" and rows > 9'),
        ("I still lack tables about tea", 'topic "tea"'),
        ("tables about crop cover that has over 9 rows", 'topic "crop cover" and rows > 9'),
    ],
)
def test_what_is_said_around_a_request_is_no_condition(text: str, meaning: str) -> None:
    request = parse(text)
    assert write_request(request).replace("(", "").replace(")", "").startswith(meaning)
    assert not request.unknown


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "tables on soil with chamber type closed",
            'topic "soil" and "chamber type" is "closed"',
        ),
        ("tables about tea with country Kenya", 'topic "tea" and "country" is "Kenya"'),
        (
            "tables about beetles with wing colour black or brown",
            'topic "beetles" and "wing colour" is "black" | "brown"',
        ),
        (
            "tables about fungi that don't mention Glomus and have a host that's beech or birch",
            'topic "fungi" and not (contains "Glomus") and "host" is "beech" | "birch"',
        ),
        ("tables about ducks, and the lake should be Como", 'topic "ducks" and "lake" is "Como"'),
        (
            "about tea, and have method as anything other than drying",
            'topic "tea" and not ("method" is "drying")',
        ),
        (
            "tables with neither eggs nor chicks mentioned in them",
            'not (contains "eggs") and not (contains "chicks")',
        ),
        (
            "rows to add to mine, giving me a total of at least 2500 rows",
            "union: result rows >= 2500",
        ),
        ("tables with a reimbursed amount of at most 450", '"reimbursed amount" <= 450'),
        ("tables about trips, cancelled as the outcome", '"outcome" is "cancelled"'),
        ("patients with diabetes type two", 'topic "patients with diabetes type two"'),
    ],
)
def test_what_cells_are_is_no_part_of_a_topic(text: str, meaning: str) -> None:
    request = parse(text)
    assert meaning in write_request(request)
    assert not request.unknown


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("cars with colour red, over 9 rows", "cars with colour red"),
        ("whales are the point, over 9 rows", "point"),
        ("the matter is whales, over 9 rows", "matter"),
        ("tables about rivers (country: Kenya, Peru)", "rivers (country: Kenya, Peru)"),
        ("a column about fees. price of tea", "fees. price of tea"),
    ],
)
def test_what_may_be_meant_otherwise_is_said(text: str, doubted: str) -> None:
    assert doubted in [span.text for span in parse(text).unknown]
