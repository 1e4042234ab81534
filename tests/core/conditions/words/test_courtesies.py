"""What is said out of politeness, and for one's own table."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.words.courtesies import read_courtesy
from core.conditions.words.own_table import read_own_sheet


@pytest.mark.parametrize(
    ("text", "place", "polite"),
    [
        ("Hi Priya, tables about tea", 0, "Hi Priya"),
        ("Good morning everyone! Tables about tea", 0, "Good morning everyone"),
        ("tables about tea, whenever you get a chance.", 18, "whenever you get a chance"),
        ("tables; I'd be most grateful if you could hurry", 8, "I'd be most grateful if you could"),
        ("our ward is looking for tables", 0, "our ward is looking for"),
        ("would you mind finding me tables", 0, "would you mind finding me"),
        ("Somebody told me there are tables", 0, "Somebody told me"),
        ("somebody told the story of tea", 0, ""),
        ("The director would be pleased if tables", 0, "The director would be pleased if"),
        ("the tables would be pleased if", 0, ""),
        ("is it known whether tables exist", 0, "is it known whether"),
        ("my hymn list isn't finished, so I", 0, "my hymn list isn't finished"),
        ("My records stop early; append", 0, "My records stop early"),
        ("Our registry is short of cases; append", 0, "Our registry is short of cases"),
        ("so the table is kinda thin, can u", 3, "the table is kinda thin"),
        (
            "The table I inherited from a colleague is rather short; add",
            0,
            "The table I inherited from a colleague is rather short",
        ),
        ("my table is short of rows", 0, ""),
        ("the table is short, over 9 rows", 0, ""),
        ("my list stops at 1990", 0, ""),
        ("Our students want to see tables", 0, "Our students want to see"),
        ("Our team looks for tables on tea", 0, "Our team looks for"),
        ("our pupils need meals", 0, ""),
        ("my dissertation I need tables", 0, ""),
        ("Dr. Okafor asked whether we can add rows", 0, "Dr. Okafor asked whether"),
        ("my editor asks if there are tables", 0, "my editor asks if"),
        ("the patient asked whether to leave", 0, ""),
        ("curious if there's a table", 0, "curious if"),
        ("kind hearts and coronets", 0, ""),
        ("9 rows: that is my sole demand of tables to join", 8, "that is my sole demand of tables"),
        ("anything but tables about lotteries would be fine", 36, "would be fine"),
        ("tables about harbours are what our team is after", 22, "are what our team is after"),
        ("tables about what our team is after", 13, ""),
        ("tables whose texture would be fine", 21, ""),
        ("tables about elevators are called for", 23, "are called for"),
        ("it is important that no date column is there", 0, "it is important that"),
        ("about why it is important that trees grow", 10, ""),
        ("if price is above 5", 0, ""),
        ("Dear Lucia", 0, ""),
        ("the price is after tax", 0, ""),
        ("the notes column needs the word late", 0, ""),
        ("the title needs the word foreman", 0, ""),
        ("oh hi Priya, tables", 3, ""),
    ],
)
def test_polite_words_end_where_something_is_asked(text: str, place: int, polite: str) -> None:
    end = read_courtesy(text, place)
    assert text[place : end or place] == polite


@pytest.mark.parametrize(
    ("text", "place", "own"),
    [
        ("our fleet table needs prices", 0, "our fleet table"),
        ("to my list of movies, attach", 0, "to my list of movies"),
        ("add columns on rent to my patients", 20, "to my patients"),
        ("to the one I've got open here", 0, "to the one I've got open here"),
        ("to my home town", 0, ""),
        ("tables of my table's kind", 10, ""),
    ],
)
def test_own_tables_are_known_by_their_words(text: str, place: int, own: str) -> None:
    end = read_own_sheet(text, place)
    assert text[place : end or place] == own


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("appendable, 9 columns on the nose", "union: columns = 9"),
        ("unionable, 40 rows on the dot and about noses", 'union: rows = 40 and topic "noses"'),
        ("about a wart on the nose, 40 rows", 'topic "wart on the nose" and rows = 40'),
        ("with 40 rows on the nose of dogs", 'rows = 40 and topic "nose of dogs"'),
        ("tables with rows on the nose", 'topic "nose"'),
    ],
)
def test_on_the_nose_says_of_a_number_that_it_is_exact(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
