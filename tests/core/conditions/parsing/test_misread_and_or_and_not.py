"""Sentences with "or", "not" or several values, once read otherwise without a word."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "only they mustn't be under 60 rows or have a column about religion",
            'rows >= 60 and not (column about "religion")',
        ),
        (
            "tables that don't have a column about tea or mention coffee",
            'not (column about "tea") and not (contains "coffee")',
        ),
        (
            "tables that should never be about tea or have over 50 rows",
            'not (topic "tea") and rows <= 50',
        ),
        (
            "they must not have over 60 rows or contain the word tea",
            'rows <= 60 and not (contains "tea")',
        ),
        (
            "they must not have over 60 rows or have a column about tea",
            'rows <= 60 and not (column about "tea")',
        ),
        ("it shouldn't have under 60 rows or more than 10 columns", "rows >= 60 and columns <= 10"),
        (
            "the tables must not be about prisons or about schools",
            'not (topic "prisons" or topic "schools")',
        ),
        ("tables on wards, mustnt mention COPD", 'topic "wards" and not (contains "COPD")'),
        ("carrier <> Condor, over 9 rows", 'not ("carrier" is "Condor") and rows > 9'),
        ("either budget or gross above 90", '"budget" > 90 or "gross" > 90'),
        (
            "studio is Pixar, budget or gross above 90",
            '"studio" is "Pixar" and ("budget" > 90 or "gross" > 90)',
        ),
        (
            "about weirs or locks that mention Severn",
            '(topic "weirs" or topic "locks") and contains "Severn"',
        ),
        ("tables on rent except office rent", 'topic "rent" and not (topic "office rent")'),
        ('about "coffee", but not milk', 'topic "coffee" and not (topic "milk")'),
        ('about "coffee" with milk', 'topic "coffee with milk"'),
        (
            "gymnastics but not judo, over 9 rows",
            'topic "gymnastics" and not (topic "judo") and rows > 9',
        ),
        (
            "races where swim time, bike time or run time is under 75",
            'topic "races" and ("swim time" < 75 or "bike time" < 75 or "run time" < 75)',
        ),
        ("country anything except Georgia", 'not ("country" is "Georgia")'),
        (
            "city is Rome but not Bern",
            '"city" is "Rome" and not ("city" is "Bern")',
        ),
        ("genre includes Rock or Jazz", '"genre" contains "Rock" or "genre" contains "Jazz"'),
        ("country not in (France, Spain)", 'not ("country" is "France" | "Spain")'),
        ("union, goals != 0", 'union: not ("goals" = 0)'),
        (
            "union, Oslo, Rome or Bern in the city column",
            'union: "city" is "Oslo" | "Rome" | "Bern"',
        ),
        ("tables about tea, not coffee", 'topic "tea" and not (topic "coffee")'),
        (
            "join, a column about rent but none about tea",
            'join: column about "rent" and not (column about "tea")',
        ),
        (
            "tables about tea or about coffee with over 50 rows",
            '(topic "tea" or topic "coffee") and rows > 50',
        ),
        (
            "union, title includes the word late or the word lost",
            'union: "title" contains "late" or "title" contains "lost"',
        ),
        (
            "a column about rent or about prices",
            'column about "rent" or column about "prices"',
        ),
        (
            "title must contain river and must not contain lake",
            '"title" contains "river" and not ("title" contains "lake")',
        ),
        (
            "joinable tables with a column about rent or tables about prices",
            'join: column about "rent" or topic "prices"',
        ),
        (
            "tables whose title contains late or mentions Kenya anywhere",
            '"title" contains "late" or contains "Kenya"',
        ),
        (
            "title contains late or any column contains lost",
            '"title" contains "late" or contains "lost"',
        ),
        (
            "the title contains late and does not mention Kenya anywhere",
            '"title" contains "late" and not (contains "Kenya")',
        ),
        (
            "append, city is Soweto or the claim amount exceeds R100k",
            'union: "city" is "Soweto" or "claim amount" > 100000',
        ),
        (
            "union candidates whose tenure is anything except leasehold",
            'union: not ("tenure" is "leasehold")',
        ),
        (
            "union-compatible tables in whose remarks column the word late does not occur",
            'union: not ("remarks" contains "late")',
        ),
        (
            "tables listing Dallas or Collin in the county column to union",
            'union: "county" is "Dallas" | "Collin"',
        ),
        (
            "union, the word Express or the word Limited appearing in the route field",
            'union: "route" contains "Express" or "route" contains "Limited"',
        ),
        (
            "tables that mention rice, or have wheat in the crop column",
            'contains "rice" or "crop" contains "wheat"',
        ),
        ("joinable tables, any subject apart from gossip", 'join: not (topic "gossip")'),
        (
            "either an 'email' column or a 'phone' column",
            'column named "email" or column named "phone"',
        ),
        (
            "magic tricks, show type is not street",
            'topic "magic tricks" and not ("show type" is "street")',
        ),
        ("filter is neither red nor infrared", 'not ("filter" is "red" | "infrared")'),
        (
            "mention Lima or Quito but not Bogota",
            '(contains "Lima" or contains "Quito") and not (contains "Bogota")',
        ),
        ("bees, over 50 or under 10 rows", 'topic "bees" and (rows > 50 or rows < 10)'),
        ("rows under 10 or over 50", "rows < 10 or rows > 50"),
        (
            "either about tea, about coffee or about cocoa",
            'topic "tea" or topic "coffee" or topic "cocoa"',
        ),
        (
            "tables about owls without any mention of asbestos",
            'topic "owls" and not (contains "asbestos")',
        ),
        (
            "a column about rents, a column about wages or a column about hygiene, over 9 rows",
            '(column about "rents" or column about "wages" or column about "hygiene") and rows > 9',
        ),
        (
            "either are about ferries and have over 40 rows, or mention Lima",
            '(topic "ferries" and rows > 40) or contains "Lima"',
        ),
        ("Tables about cheese or yoghurt are welcome", 'topic "cheese" or topic "yoghurt"'),
        (
            "joinable, the join either adds 2+ new columns or matches at least 95% of my rows",
            "join: result new columns >= 2 or result matched share >= 0.95",
        ),
        (
            "tables about owls without a column about rent",
            'topic "owls" and not (column about "rent")',
        ),
        ("owls without a date column", 'topic "owls" and not (column of dates)'),
        ("country except France", 'not ("country" is "France")'),
        (
            "solar farms with either over 3000 rows, or both a column about rent and 9+ columns",
            'topic "solar farms" and (rows > 3000 or (column about "rent" and columns >= 9))',
        ),
        (
            "Which tables on ferry disasters mention either Lima or Oslo?",
            'topic "ferry disasters" and (contains "Lima" or contains "Oslo")',
        ),
        (
            "tables that are about neither lotteries nor casinos",
            'not (topic "lotteries") and not (topic "casinos")',
        ),
        ("about tides, Swansea isn't mentioned", 'topic "tides" and not (contains "Swansea")'),
        (
            "about pubs that mention Lima, but not Leeds",
            'topic "pubs" and contains "Lima" and not (contains "Leeds")',
        ),
        ("where either limit is below 50 or road is A40", '"limit" < 50 or "road" is "A40"'),
        (
            "It should mention Exxon or Shell and have over 7 columns",
            '(contains "Exxon" or contains "Shell") and columns > 7',
        ),
        (
            "neither a column about latitude nor one about longitude",
            'not (column about "latitude") and not (column about "longitude")',
        ),
        (
            "union, over 150 rows, no mileage column",
            'union: rows > 150 and not (column about "mileage")',
        ),
        (
            "join, either an ISIN column or a ticker column",
            'join: column about "ISIN" or column about "ticker"',
        ),
        (
            "neither a broker column nor a commission column, over 5 rows",
            'not (column about "broker") and not (column about "commission") and rows > 5',
        ),
        ("not a single column about rent", 'not (column about "rent")'),
        ("title without the word used", 'not ("title" contains "used")'),
        ("owner different from Gazprom", 'not ("owner" is "Gazprom")'),
        ("milk = goat/sheep, over 9 rows", '"milk" is "goat" | "sheep" and rows > 9'),
        ("discount is not 20%", 'not ("discount" = 20)'),
        ("Chad is not in the country column", 'not ("country" contains "Chad")'),
        (
            "about loans, without Chad in the column country",
            'topic "loans" and not ("country" contains "Chad")',
        ),
        ("about cats or dogs or fish", 'topic "cats" or topic "dogs" or topic "fish"'),
        (
            "a column about wind or one about rain any of the two will do",
            'column about "wind" or column about "rain"',
        ),
        (
            "a column about zinc, iron, or tin",
            'column about "zinc" or column about "iron" or column about "tin"',
        ),
    ],
)
def test_what_was_misread_without_a_word_is_read(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
