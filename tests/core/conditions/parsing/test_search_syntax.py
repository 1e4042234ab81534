"""Clauses of search boxes, alone and among words."""

from __future__ import annotations

import pytest

from core.conditions import parse, speaks_of_tables, write_request
from core.conditions.parsing.capital_links import linked_words
from core.conditions.parsing.search_syntax import spelled_out

READ = {
    "union topic:whisky AND region:Islay": 'union: topic "whisky" and "region" is "Islay"',
    "unionable with mine, topic:chess -topic:checkers": (
        'union: topic "chess" and not (topic "checkers")'
    ),
    "join topic:crime NOT topic:burglary": 'join: topic "crime" and not (topic "burglary")',
    "(topic:tea OR topic:cocoa) AND NOT origin:Kenya": (
        '(topic "tea" or topic "cocoa") and not ("origin" is "Kenya")'
    ),
    "attach cols from tables (topic:sleep | topic:dreams) AND cols:>=10": (
        'join: (topic "sleep" or topic "dreams") and columns >= 10'
    ),
    "append make:Fiat doors:>=4": 'union: "make" is "Fiat" and "doors" >= 4',
    "topic:sharks rows:>2k": 'topic "sharks" and rows > 2000',
    "rows:500-900 topic:sharks": 'rows between 500 and 900 and topic "sharks"',
    "rows 5k-10k -topic:weather": 'rows between 5000 and 10000 and not (topic "weather")',
    "union price:5..10": 'union: "price" between 5 and 10',
    "union price:[5 TO 10]": 'union: "price" between 5 and 10',
    "union price:~4.5": 'union: average "price" about 4.5',
    "concat below, opened:2001-04..2002-09": 'union: "opened" between 2001-04 and 2002-09',
    "union hired:>2010-03-05": 'union: "hired" after 2010-03-05',
    "union hired:2010-03-05": 'union: "hired" in 2010-03-05',
    "union stars:5": 'union: "stars" = 5',
    'city:(Rome OR "New York"), union': 'union: "city" is "Rome" | "New York"',
    "union status:open|held": 'union: "status" is "open" | "held"',
    "append where genre = jazz|blues": 'union: "genre" is "jazz" | "blues"',
    "append: league = Serie A|La Liga, goals > 15": (
        'union: "league" is "Serie A" | "La Liga" and "goals" > 15'
    ),
    "append, title:*moon*": 'union: "title" contains "moon"',
    'anywhere:"Baltic Sea"': 'contains "Baltic Sea"',
    "join topic:ports column_name:capacity": 'join: topic "ports" and column named "capacity"',
    "union topic:wind farms": 'union: topic "wind farms"',
    "union topic:chess with over 40 rows": 'union: topic "chess" and rows > 40',
    "append, make:Alfa Romeo, doors:>=4": 'union: "make" is "Alfa Romeo" and "doors" >= 4',
    "join on:isin topic:bonds": 'join: join on "isin" and topic "bonds"',
    "op:union topic:lighthouses": 'union: topic "lighthouses"',
    "list tables where avg(depth) is at least 20": 'average "depth" >= 20',
    "tables where nrow < 5000": "rows < 5000",
    "union with n_rows at least 50 and ncol between 3 and 5": (
        "union: rows >= 50 and columns between 3 and 5"
    ),
    "topic:tea nrow>5": 'topic "tea" and rows > 5',
    "any rows to add? topic #falconry": 'union: topic "falconry"',
    "#topic origami": 'topic "origami"',
    "shipping lanes AND piracy": 'topic "shipping lanes" and topic "piracy"',
    "union: tram OR bus": 'union: topic "tram" or topic "bus"',
    "coffee NOT tea": 'topic "coffee" and not (topic "tea")',
    "join oil and gas AND Norway, over 50 rows": (
        'join: topic "oil and gas" and topic "Norway" and rows > 50'
    ),
    '"machine learning" AND (vision OR speech) NOT medical': (
        'topic "machine learning" and (topic "vision" or topic "speech") and not (topic "medical")'
    ),
    "tea AND coffee, but not milk": 'topic "tea" and topic "coffee" and not (topic "milk")',
    "rainfall AND floods but NOT droughts": (
        'topic "rainfall" and topic "floods" and not (topic "droughts")'
    ),
    "public procurement OR state aid": 'topic "public procurement" or topic "state aid"',
    "key findings AND results": 'topic "key findings" and topic "results"',
    "tea AND coffee and over 50 rows": 'topic "tea" and topic "coffee" and rows > 50',
    "tea AND coffee with milk": 'topic "tea" and topic "coffee with milk"',
    "notes must mention fog AND frost": '"notes" contains "fog" and "notes" contains "frost"',
    "tables mentioning fog AND frost": 'contains "fog" and contains "frost"',
    "tables where title contains fog AND frost": (
        '"title" contains "fog" and "title" contains "frost"'
    ),
}


NOT_LINKED = {
    "shipping lanes and piracy": 'topic "shipping lanes and piracy"',
    "LAND AND WATER": 'topic "LAND AND WATER"',
    "tables about NATO AND EU": 'topic "NATO AND EU"',
    "join on iso AND year": 'join: join on "iso", "year"',
    "columns about rent AND wages": 'column about "rent" and column about "wages"',
    "country: France OR Spain": '"country" is "France" | "Spain"',
    "city NOT Rome": 'not ("city" is "Rome")',
    "city NOT Rome OR Paris": 'not ("city" is "Rome" | "Paris")',
    "to join: city AND year as keys": 'join: join on "city", "year"',
    "union of tea OR coffee": "union",
    "tables that list fog AND frost": 'topic "fog AND frost"',
    "country is France OR Spain": '"country" is "France" | "Spain"',
    "city NOT Rome, over 50 rows": 'not ("city" is "Rome") and rows > 50',
    "coffee AND rows > 50": 'topic "coffee" and rows > 50',
    "tables that are not about rain AND snow": 'not (topic "rain AND snow")',
}


@pytest.mark.parametrize(("text", "meant"), NOT_LINKED.items(), ids=list(NOT_LINKED))
def test_capitals_that_link_no_words_alone_are_read_as_before(text: str, meant: str) -> None:
    assert linked_words(text) == []
    assert write_request(parse(text)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "city Rome OR Paris",
        "join with key city AND year",
        "rain OR floods, but NOT hail, over 50 rows",
    ],
)
def test_values_keys_and_what_is_refused_of_both_are_no_words_alone(text: str) -> None:
    assert linked_words(text) == []


def test_words_linked_in_capitals_are_told_where_they_stand() -> None:
    found = parse("rainfall OR snowfall AND floods")
    assert [span.text for span in found.unknown] == ["OR"]


@pytest.mark.parametrize(("text", "meant"), READ.items(), ids=list(READ))
def test_what_search_boxes_take_is_read(text: str, meant: str) -> None:
    assert write_request(parse(text)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "trains at 10:30, union",
        "see https://example.org/a:b for tables about tea",
        '=SUMIF(B:B,"open",C:C)>500, topic maintenance',
        "note:ours is about tea",
        "topic: tea; rows: over 50",
        "union where #votes > 5",
        "price > 2 * avg(price)",
        "tables about C# and F#",
        "a | b",
    ],
)
def test_what_is_no_clause_is_left_as_it_is(text: str) -> None:
    assert spelled_out(text) is None


def test_a_column_of_that_name_is_compared() -> None:
    assert write_request(parse("union rows:>5")) == "union: rows > 5"
    assert write_request(parse("union rows:>5", ["rows"])) == 'union: "rows" > 5'
    assert write_request(parse("union with nrow > 5", ["nrow"])) == 'union: "nrow" > 5'
    assert write_request(parse('where "nrow" > 5')) == '"nrow" > 5'
    assert write_request(parse("column named nrow")) == 'column named "nrow"'
    assert write_request(parse("union topic:tea", ["topic"])) == 'union: "topic" is "tea"'


def test_words_are_told_where_they_stand_in_the_text_that_was_given() -> None:
    text = "join topic:chess -city:Rome rows:>5 which the cat"
    found = parse(text)
    assert found.text == text
    assert [span.text for span in found.unknown] == ["cat"]
    for span in (*found.unknown, *found.read, *(one for part in found.of_parts for one in part)):
        assert text[span.start : span.end] == span.text
    words = [[span.text for span in part] for part in found.of_parts]
    assert words == [["topic:chess"], ["-city:Rome"], ["rows:>5"]]


def test_a_comma_behind_a_number_is_none_of_its_digits() -> None:
    found = parse("rows:>5, tip:1, price:>1,200")
    assert write_request(found) == 'rows > 5 and "tip" = 1 and "price" > 1200'
    words = [span.text for part in found.of_parts for span in part]
    assert words == ["rows:>5", "tip:1", "price:>1,200"]


def test_no_words_are_proposed_in_place_of_a_clause() -> None:
    for text in ("union rows:>5 make:Fiat", "join -topic:tea|rum rows:>2M", "union a:b c:d"):
        for span in parse(text).unknown:
            assert not span.instead or ":" not in span.text


def test_a_clause_speaks_of_tables() -> None:
    assert speaks_of_tables("topic:bills -topic:populations tip:>1")
    assert not speaks_of_tables("who was first at 10:30?")
