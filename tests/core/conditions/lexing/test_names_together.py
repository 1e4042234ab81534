"""Something may be said of several columns at once: "both width and depth under 60"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('To be put below my list: both "width" and "depth" under 60, over 9 rows',
         'union: "width" < 60 and "depth" < 60 and rows > 9'),
        ("with both `min_temp` and `max_temp` below 30", '"min_temp" < 30 and "max_temp" < 30'),
        ("both of height and weight are over 90", '"height" > 90 and "weight" > 90'),
        ("in which both the columns height and weight are over 90",
         '"height" > 90 and "weight" > 90'),
        ("union tables where price and cost each exceed 40",
         'union: "price" > 40 and "cost" > 40'),
        ("whose min_temp and max_temp are both under 30", '"min_temp" < 30 and "max_temp" < 30'),
    ],
)  # fmt: skip
def test_a_comparison_is_of_both_columns(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Neither systolic nor diastolic may be over 140 in the tables I put under mine.",
         'union: "systolic" <= 140 and "diastolic" <= 140'),
        ("neither the lead nor the arsenic may exceed 10", '"lead" <= 10 and "arsenic" <= 10'),
        ('neither of "start" and "end" is before 2010',
         'not ("start" before 2010) and not ("end" before 2010)'),
        ("neither status nor state is open",
         'not ("status" is "open") and not ("state" is "open")'),
        ("neither of the columns height and weight is empty",
         'not ("height" is missing) and not ("weight" is missing)'),
        ("neither tea nor coffee is mentioned", 'not (contains "tea") and not (contains "coffee")'),
    ],
)  # fmt: skip
def test_what_none_of_several_columns_may_be_is_refused_of_each(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tables about tea and coffee, both over 60 rows", 'topic "tea and coffee" and rows > 60'),
        ('mentioning both "tea" and "coffee", over 60 rows',
         'contains "tea" and contains "coffee" and rows > 60'),
        ('tables with both "tea" and "coffee" columns over 60 rows',
         'column named "tea" and column named "coffee" and rows > 60'),
    ],
)  # fmt: skip
def test_a_size_behind_two_names_is_of_neither(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "joined with tables about both insolvency and taxation",
            'join: topic "insolvency" and topic "taxation"',
        ),
        (
            "Extend my table with rows from tables that treat of both soil erosion and land use",
            'union: topic "soil erosion" and topic "land use"',
        ),
        (
            "tables on both wind power and solar power with over 50 rows",
            'topic "wind power" and topic "solar power" and rows > 50',
        ),
        ("tables about both urban and rural schools", 'topic "urban and rural schools"'),
        ("not about both tea and coffee", 'not (topic "tea and coffee")'),
        ("tables about both tea and coffee or wine", 'topic "tea and coffee" or topic "wine"'),
        ("tables joinable on both iso and year", 'join: join on "iso", "year"'),
    ],
)
def test_what_tables_are_both_about_are_two_topics(text: str, meaning: str) -> None:
    request = parse(text)
    assert write_request(request) == meaning
    assert all(span.kept for span in request.unknown)


@pytest.mark.parametrize(
    ("text", "meaning", "told"),
    [
        ("tables about both bus fares and subway delays",
         'topic "bus fares" and topic "subway delays"', False),
        ("tables which address both flood risk and land use",
         'topic "flood risk" and topic "land use"', False),
        ("tables that cover both water quality and dental caries",
         'topic "water quality" and topic "dental caries"', True),
        ("What tables treat of charter schools?", 'topic "charter schools"', False),
        # One word of the second may be of both, or both may be one topic.
        ("tables about both bus driver and tram driver wages",
         'topic "bus driver" and topic "tram driver wages"', True),
        ("tables covering both tea and rum", 'topic "tea" and topic "rum"', True),
        ('tables that cover both "tea" and "rum"', 'contains "tea" and contains "rum"', False),
        ("tables that mention both tea and rum", 'contains "tea" and contains "rum"', False),
        ("tables whose title covers both tea and rum",
         '"title" contains "tea" and "title" contains "rum"', False),
    ],
)  # fmt: skip
def test_two_topics_are_told_where_they_may_share_a_word(
    text: str, meaning: str, told: bool
) -> None:
    request = parse(text)
    assert (write_request(request), bool(request.told)) == (meaning, told)
