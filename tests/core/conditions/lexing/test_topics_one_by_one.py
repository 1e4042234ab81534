"""A preposition that is said again begins one more topic."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("unionable tables that treat of ballads and of broadsides, both being required",
         'union: topic "ballads" and topic "broadsides"'),
        ("tables that deal with coal and with steel", 'topic "coal" and topic "steel"'),
        ("tables relating to coal and to steel, to append to mine",
         'union: topic "coal" and topic "steel"'),
        ("tables that treat of rum, of tea or of gin",
         'topic "rum" or topic "tea" or topic "gin"'),
        ("tables relating to coal, to steel and to tin",
         'topic "coal" and topic "steel" and topic "tin"'),
        ("no tables dealing with coal or with steel", 'not (topic "coal" or topic "steel")'),
        ("tables that do not deal with coal and with steel",
         'not (topic "coal" or topic "steel")'),
        ("tables not concerned with tea but with milk", 'not (topic "tea") and topic "milk"'),
        ("tables dealing with children and with parents of soldiers",
         'topic "children" and topic "parents of soldiers"'),
    ],
)  # fmt: skip
def test_a_preposition_said_again_begins_one_more_topic(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables that treat of the deaths of kings and of queens",
         'topic "deaths of kings and of queens"'),
        ("tables on the price of gold and of silver", 'topic "price of gold and of silver"'),
        ("tables devoted to the road to Rome and to Milan", 'topic "road to Rome and to Milan"'),
        ("tables dealing with coal and with over 50 rows", 'topic "coal" and rows > 50'),
        ("tables dealing with coal and with a column about steel",
         'topic "coal" and column about "steel"'),
        ("tables relating to coal and to stack under mine", 'union: topic "coal"'),
    ],
)  # fmt: skip
def test_a_preposition_of_another_word_begins_none(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
