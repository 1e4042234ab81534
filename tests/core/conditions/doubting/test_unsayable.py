"""What sounds like a name, a topic or a value, and asks for more than a condition can say."""

from __future__ import annotations

import pytest

from core.conditions import parse


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("unionable tables where rent is bell-shaped", ["bell-shaped"]),
        ("the delay column is right skewed", ["right skewed"]),
        ("Parquet files, joinable, 50 columns or more", ["Parquet"]),
        ("tables about bunker fuel LIMIT 3", ["bunker fuel LIMIT 3"]),
        ("join; net_pay should never top gross_pay", ["top gross_pay"]),
        ("join: topic freight rates. The headings must be Portuguese.", ["headings"]),
        ("ratio of load to capacity shall not exceed 0.9", ["ratio of load to capacity"]),
        (
            "joinable; the ratio of load to capacity is below 0.9",
            ["ratio of load to capacity"],
        ),
        ("Our motto column: tables where it contains 'victory'", ["victory"]),
        ("a column about wages, and this column must contain USD", ["USD"]),
        ("union; dates from 2008 in them", ["from 2008"]),
        ("union; grade says Premium", ["grade says Premium"]),
        ("over 1000 rows, and Peru is the country in them", ["Peru is the country"]),
        ("stack tables with alarm level set to Three", ["Three"]),
        ("tables to stack that list Berlin under city", ["Berlin under city"]),
        ("union; only rows with a date since 2022 are of interest", ["only rows"]),
        ("join tables where the subject is Geography", ["subject is Geography"]),
        ("about freezers / logged since 2023-01-15 / Avg. Temp <= -70", ["Avg. Temp"]),
        ("join, with columns on fees and on events", ["on events"]),
        ("stack tables on both tea and wine", ["both tea and wine"]),
        ("on nights and need tables mentioning heparin", ["nights"]),
        ("join tables with several numeric columns", ["several numeric columns"]),
        ("union where price exceeds 5 in at least 20 rows", ["in at least 20 rows"]),
        ("union where title is longer than 20 characters", ["longer than 20 characters"]),
        ("anti join on city", ["anti join"]),
        ("join tables whose last column is a date", ["last column"]),
        ("union where age is in the twenties", ["twenties"]),
        ("join tables with city = city", ["city = city"]),
        ("elections excluding Germany", ["elections excluding Germany"]),
        ("union where city is Rome, Oslo, Bern", ["Rome, Oslo, Bern"]),
        ("join; tables that aren't only about cats", ["n't only about"]),
        (
            "add rows from tables that cover reefs & acid rain, both of them",
            ["reefs & acid rain, both of them"],
        ),
        ("union on 3 columns", ["union on 3 columns"]),
        ("join one-to-one; about tea", None),
        ("join keeps at least 90 rows", ["keeps at least 90 rows"]),
        ("join with overlap over 90", ["overlap"]),
        ("attach the population of each city", ["population of each city"]),
        ("enrich cities with population", ["cities with population"]),
        ("more pupils to add below mine, house must be Griffin", ["pupils"]),
        ("find catalogues of books that can be appended to mine", ["catalogues of books"]),
        ("stack tables with Nitrat or Phosphat in their Notiz column", None),
    ],
)
def test_it_is_kept_and_told(text: str, told: list[str] | None) -> None:
    unknown = parse(text).unknown
    assert unknown
    assert told is None or [span.text for span in unknown if span.kept][-1:] == told


def test_a_word_that_several_conditions_are_of_is_told_once() -> None:
    found = parse('header contains "price" but not "cost"')
    assert [span.text for span in found.unknown] == ["header"]
