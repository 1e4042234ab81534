"""Sentences on what tables are about and wanted for, once read otherwise without a word."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "unionable tables, about anything but football transfers",
            'union: not (topic "football transfers")',
        ),
        ("new columns for my table, from tables on any topic but tea", 'join: not (topic "tea")'),
        (
            "Append tables that deal with parish registers, which is what readers ask for most.",
            'union: topic "parish registers"',
        ),
        ("extend mine downwards: topic's organ donation", 'union: topic "organ donation"'),
        (
            "where's fee above 5 & topic's hydropower, join",
            'join: "fee" > 5 and topic "hydropower"',
        ),
        ("exam results, subject, grade, points", 'topic "exam results, subject, grade, points"'),
        ("tables about each country's GDP", 'topic "each country\'s GDP"'),
        ("tables about St. Louis", 'topic "St. Louis"'),
        ("our fleet table needs joining to tables about fuel", 'join: topic "fuel"'),
        ("more rows for this film list about noir", 'union: topic "noir"'),
        ("tables about bond yields", 'topic "bond yields"'),
        ("tables about Gaelic place names which I can join", 'join: topic "Gaelic place names"'),
        ("tables on average rainfall to join", 'join: topic "average rainfall"'),
        ("shift work tables, joinable", 'join: topic "shift work"'),
        ("tables with information on rents", 'topic "rents"'),
        ("union with information on rents", 'union: topic "rents"'),
        ("which tables show the results of the elections?", 'topic "results of the elections"'),
        ("tables showing the price of bread in Rome", 'topic "price of bread in Rome"'),
        ("Where can I find tables with tennis rankings?", 'topic "tennis rankings"'),
        ("unionable data on rent", 'union: topic "rent"'),
        ("Hi Tom, would you mind finding me tables about tea?", 'topic "tea"'),
        ("It'd be lovely to have joinable tables about tea.", 'join: topic "tea"'),
        ("tables about tea, if it isn't too much trouble", 'topic "tea"'),
        ("joinable tables - drug shortages", 'join: topic "drug shortages"'),
        ("railway stations: tables to union", 'union: topic "railway stations"'),
        ("tables that join with the one I've got open", "join"),
        ("tables about forest cover", 'topic "forest cover"'),
        ("tables on air quality for a left join", 'join: topic "air quality"'),
        ("union, rows coming from tables about tea", 'union: topic "tea"'),
        ("union, rare diseases as the topic", 'union: topic "rare diseases"'),
        ("tables about credit unions", 'topic "credit unions"'),
        ("What is there to attach on cycling accidents?", 'join: topic "cycling accidents"'),
        ("cobalt and nickel mine output", 'topic "cobalt and nickel mine output"'),
        ("stack further tables on dengue beneath the present one", 'union: topic "dengue"'),
        ("does the lake contain any tables about hedgehogs?", 'topic "hedgehogs"'),
        ("union membership decline", 'topic "union membership decline"'),
        ("tables with treats for dogs", 'topic "treats for dogs"'),
        ("AFL ladder 1990s", 'topic "AFL ladder 1990s"'),
        ("HIV among young women", 'topic "HIV among young women"'),
        ("baby names by state", 'topic "baby names by state"'),
        ("table tennis clubs", 'topic "table tennis clubs"'),
        ("The search should return tables about owls", 'topic "owls"'),
        ("doctors without borders", 'topic "doctors without borders"'),
        ("join tables on rainfall", 'join: topic "rainfall"'),
    ],
)
def test_what_was_misread_without_a_word_is_read(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Union search. Domain: olive growing.", 'union: topic "olive growing"'),
        ("Union search. Field: olive growing.", 'union: topic "olive growing"'),
        ("Tables to append; area: maternal health", 'union: topic "maternal health"'),
        ("Tables to join. Subject area: bees. Over 50 rows.", 'join: topic "bees" and rows > 50'),
        ("Union search. Area: Norfolk.", 'union: "Area" is "Norfolk"'),
        ("Union search. Area: above 50.", 'union: "Area" > 50'),
        ("Union search. Country: Norway.", 'union: "Country" is "Norway"'),
        ("Union search. Column domain: eukarya.", 'union: "domain" is "eukarya"'),
    ],
)
def test_a_domain_noted_down_behind_a_request_is_what_tables_are_about(
    text: str, expected: str
) -> None:
    assert write_request(parse(text)) == expected


def test_a_column_of_the_query_that_is_called_domain_is_compared() -> None:
    found = parse("Union search. Domain: olive growing.", ["domain", "region"])
    assert write_request(found) == 'union: "Domain" is "olive growing"'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I'd be glad of more entries at the end of my table, from anywhere at all but tables "
            "about lotteries.",
            'union: not (topic "lotteries")',
        ),
        (
            "New columns for my table, from any table but those about lotteries.",
            'join: not (topic "lotteries")',
        ),
    ],
)
def test_anywhere_but_refuses_what_follows(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "stack tables about dismissal, save for tables about redundancy",
            'union: topic "dismissal" and not (topic "redundancy")',
        ),
        ("tables about how to save for retirement", 'topic "how to save for retirement"'),
    ],
)
def test_save_for_tables_refuses_them(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())
