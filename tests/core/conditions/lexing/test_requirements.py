"""What must be and what must not, as tickets list it."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "must have: topic escape rooms, difficulty >= 4. must not: city is Leeds, "
            "a column about refunds",
            'topic "escape rooms" and "difficulty" >= 4 and not ("city" is "Leeds") and '
            'not (column about "refunds")',
        ),
        (
            "must not: a column of dates; language is latin. must have: topic vocabularies",
            'not (column of dates) and not ("language" is "latin") and topic "vocabularies"',
        ),
        (
            "topic beekeeping - must not: country is Belgium - over 200 rows",
            'topic "beekeeping" and not ("country" is "Belgium") and rows > 200',
        ),
        (
            "must not have: port is Dover, Calais or Hull",
            'not ("port" is "Dover" | "Calais" | "Hull")',
        ),
        ("tables with a column about caps should be left out", 'not (column about "caps")'),
        (
            "the vendor is Juniper, and no column about customer appears",
            '"vendor" is "Juniper" and not (column about "customer")',
        ),
        ("over 9 columns. must not mention draft", 'columns > 9 and not (contains "draft")'),
        (
            "must not have both a column about latitude and a column about longitude",
            'not (column about "latitude" and column about "longitude")',
        ),
        (
            'must have at least one of: topic lunches, a column about sugar, a mention of "vegan". '
            "must also have over 250 rows",
            '(topic "lunches" or column about "sugar" or contains "vegan") and rows > 250',
        ),
        (
            "topic bridges; any one of: rating <= 4, condition is poor, last repair before 1995",
            'topic "bridges" and ("rating" <= 4 or "condition" is "poor" or "last repair" '
            "before 1995)",
        ),
        ("status is one of: open, closed", '"status" is "open" | "closed"'),
        (
            "billing is Acme; report date since 2022-06",
            '"billing" is "Acme" and "report date" since 2022-06',
        ),
        (
            "more rows: topic = tide tables, height_m > 4.5",
            'union: topic "tide tables" and "height_m" > 4.5',
        ),
        ("topic: rivers; tables with over 40 rows", 'topic "rivers" and rows > 40'),
        ("topic = coffee, tables to union", 'union: topic "coffee"'),
        ("topic tide tables - over 9 rows", 'topic "tide tables" and rows > 9'),
        ("topic feature flags; over 9 rows", 'topic "feature flags" and rows > 9'),
    ],
)
def test_they_are_read_as_a_list(text: str, expected: str) -> None:
    request = parse(text)
    assert write_request(request) == expected
    assert request.unknown == ()


def test_reasons_with_for_are_said_aside() -> None:
    request = parse("tables with a column about melting points, for our open day is near")
    assert write_request(request) == 'column about "melting points"'
    assert [one.text for one in request.unknown] == ["for our open day is near"]


@pytest.mark.parametrize(
    "text",
    [
        "Tables about tea. Must not: - have a column about milk - mention Oslo",
        "Tables about tea\nMust not:\n- have a column about milk\n- mention Oslo",
        "Tables about tea. Must not: 1) have a column about milk, 2) mention Oslo",
    ],
)
def test_what_is_refused_goes_on_over_marks_of_its_own(text: str) -> None:
    assert write_request(parse(text)) == (
        'topic "tea" and not (column about "milk") and not (contains "Oslo")'
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wool or hair mentioned in the product column",
         '"product" contains "wool" or "product" contains "hair"'),
        ("tables with wool or hair found in the product column",
         '"product" contains "wool" or "product" contains "hair"'),
        ("not about goats, wool or hair mentioned in the product column, more rows for mine",
         'union: not (topic "goats") and ("product" contains "wool" or "product" contains "hair")'),
        ("bolts or nuts listed in the item column",
         '"item" contains "bolts" or "item" contains "nuts"'),
    ],
)  # fmt: skip
def test_what_is_mentioned_in_a_column_is_looked_for_there(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


def test_a_subject_that_is_mentioned_in_a_column_stays_one() -> None:
    read = parse("tables about wool mentioned in the product column")
    assert write_request(read).startswith('topic "wool"')
    assert read.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A column about prices is missing from my table, so attach tables that have one.",
         'join: column about "prices"'),
        ("join tables; a column about prices must be missing",
         'join: not (column about "prices")'),
    ],
)  # fmt: skip
def test_what_is_missing_from_my_own_table_is_wanted(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
