"""What somebody takes back while they type or speak is not asked for."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.parsing.corrections import corrected


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("join tables about ferries, no, make that about canal locks", 'join: topic "canal locks"'),
        ("join tables about bus stops - wait, I mean about bikes", 'join: topic "bikes"'),
        ("tables to append, grade over 5, sorry, over 7", 'union: "grade" > 7'),
        ("append tables of 500 rows or more, no, make that 600 rows or more", "union: rows >= 600"),
        ("tables with at least 70 rows, no, make that 80 rows", "rows >= 80"),
        ('append tables with "founded" since 1975 - no, since 1985', 'union: "founded" since 1985'),
        ("join tables with a column of texts - no, a column of dates", "join: column of dates"),
        ("is there anything about salt? no, about pepper", 'topic "pepper"'),
        ("tables about tea or rather about coffee", 'topic "coffee"'),
        ("append tables with a cuisine of Thai, or rather Lao", 'union: "cuisine" is "Lao"'),
        ("tables where the city is Oslo or rather Bergen", '"city" is "Bergen"'),
        ("tables about tea, or rather rum, over 9 rows", 'topic "rum" and rows > 9'),
        ("tables with at least 30 rows, no wait, at least 40", "rows >= 40"),
        ("join tables of over 5 columns, no, make that over 6", "join: columns > 6"),
        ("with between 30 and 50 rows, I mean between 40 and 60", "rows between 40 and 60"),
        ("at most 9 columns, wait, at most 8, about tea", 'columns <= 8 and topic "tea"'),
        ("no more than 30 rows, no wait, no more than 40", "rows <= 40"),
        (
            "join that adds at least 3 new columns, no, at least 4",
            "join: result new columns >= 4",
        ),
        ("over 30 rows and at least 5 columns, no, at least 6", "rows > 30 and columns >= 6"),
        ("about dialects – sorry, it's early, I mean about loanwords", 'topic "loanwords"'),
    ],
)
def test_only_what_stands_in_its_place_is_asked_for(text: str, meant: str) -> None:
    found = parse(text)
    assert write_request(found) == meant
    assert found.text == text
    assert all(text[span.start : span.end] == span.text for span in (*found.read, *found.unknown))


@pytest.mark.parametrize(
    "text",
    [
        "tables about tea - no, not coffee",
        "tables without a price column, no dates, no, nothing about wine",
        "I mean tables about tea with over 50 rows",
        "tables about chess, I mean it, with over 50 rows",
        "append tables where price is over 5, no blanks",
        "over 100 rows, no, 7 columns",
        "tables about 'no, about pepper'",
        "tables about ferries, I mean canal locks",
        "tables about ferries, or rather I need locks",
        "tables where price is over 5, or rather low",
        "",
    ],
)
def test_what_takes_nothing_back_stays(text: str) -> None:
    assert corrected(text) == text
