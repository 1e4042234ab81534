"""Names, topics and values that hold what hardly belongs to one are said to be doubtful."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        (
            "tables on ferries and which brandish a crossing time under 40",
            "brandish a crossing time",
        ),
        (
            "tables to append, granting them the arrival year after 2003",
            "granting them the arrival",
        ),
        ("tables about lighthouses that parade the beam range over 20", "parade the beam range"),
        ("tables about trains, the fare a paltry 30", "trains, the fare a paltry 30"),
        ("where the fare is bigger by 400", "bigger by 400"),
        ("where price is over 5 and weight is too", "too"),
        ("union where arrival is before noon", "before noon"),
        ("stack tables where salary is negative", "negative"),
        ("union where price is nonzero", "nonzero"),
        ("union where price is in euros", "euros"),
        ("union where prices are low", "low"),
        ("union where beds * baths > 5", "beds * baths"),
        ("union where age is twenty-something", "twenty-something"),
        ("union where date is 2010 to date", "2010 to date"),
        ("join: city -> population", "city -> population"),
        ("join: lookup population via city", "lookup population via city"),
        ("tables about cats minus lions, union", "cats minus lions"),
        ("where dogs weigh more than 5 kg", "dogs weigh"),
        ("where the status is late throughout", "late throughout"),
        ("where the status is rarely late", "rarely late"),
        ("where the price is a number", "number"),
        ("union where the highest price is over 40", "highest price"),
        ("union with 3 bedrooms", "3 bedrooms"),
        ("join on year 2010", "year 2010"),
        ("join on date after 2010", "date"),
        ("where the load is scarcely 400", "scarcely 400"),
        ("where the rating is close on 4", "close on 4"),
        ("where the coach is Rossi, the wins outdo 12", "Rossi, the wins outdo 12"),
        ("where the make is Fiat, kept for my garage", "Fiat, kept for my garage"),
        ("where the city is not Oslo, the fare passes 30", "Oslo, the fare passes 30"),
        ("append tables about trams that dazzles, over 40 rows", "trams that dazzles"),
        ("append tables on weirs, never straying into floods", "straying into floods"),
        ("tables on weirs, and not ones lamenting floods, to append", "ones lamenting floods"),
        ("join mine with tables on hotel code or, failing that, on chain code", "chain code"),
        ("tables where the dribbles total more than 8", "dribbles total"),
        ("they should harness either rowing or sailing", "harness"),
        ("joinable tables with a column that admits merely of true or false", "admits merely"),
    ],
)
def test_what_hardly_belongs_to_it_is_said(text: str, doubted: str) -> None:
    told = [span for span in parse(text).unknown if span.text.startswith(doubted)]
    assert told
    assert all(span.kept and span.text in write_request(parse(text)) for span in told)


@pytest.mark.parametrize(
    "text",
    [
        "where the price of the ticket is above 5",
        "where vitamin a level is above 5",
        "where the gate is terminal 2",
        "where the car class is type 4",
        "tables about swimming with dolphins, over 40 rows",
        "tables about living with diabetes, not about living with asthma",
        "whose city is Paris, Texas",
        "with a points total over 50",
        "joinable tables on key stage",
        "tables such that price is above 5",
        "append tables about rock climbing where the value is above 5",
        "union where the lab_result is negative",
        "union where built in the nineties",
        "union where the risk is low",
        "union where the status is in progress",
        "union where price exceeds 5 in 20% of the rows",
        "a join on city and a union on name and year",
        'append tables where the make is "Fiat, kept for my garage"',
    ],
)
def test_what_may_well_belong_to_it_is_not(text: str) -> None:
    assert not parse(text).unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("At least 40 rows must populate the tables that I union with mine", "union: rows >= 40"),
        ("Columns galore, culled from tables about tea, I would join to mine", 'topic "tea"'),
    ],
)
def test_a_verb_before_tables_is_no_topic(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found).endswith(expected)
    assert found.unknown


def test_whichever_tables_are_meant_is_no_courtesy() -> None:
    found = parse("Whichever tables revolve around bees, append them to mine")
    assert write_request(found) == 'union: topic "bees"'
