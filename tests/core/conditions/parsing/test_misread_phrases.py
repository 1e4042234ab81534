"""Ways of saying it that writers of other languages carry over, and what they must not take."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('tables in which the column "Bundesland" has for value Bavaria or Hesse',
         '"Bundesland" is "Bavaria" | "Hesse"'),
        ("unionable tables wherein department column is having the value Finance",
         'union: "department" is "Finance"'),
        ('tables for appending, remarks column should be containing the text "pending approval"',
         'union: "remarks" contains "pending approval"'),
        ('In the column email should stand "uni-koeln"; tables to append',
         'union: "email" contains "uni-koeln"'),
        ('In the notes column appears the word "leak"', '"notes" contains "leak"'),
        ("the word Rex should stand in the notes column", '"notes" contains "Rex"'),
        ("tables to append, hire_date posterior to 5 March 2010",
         'union: "hire_date" after 2010-03-05'),
        ("tables where vaccination_date is anterior to 2015", '"vaccination_date" before 2015'),
        ("tables whose invoice_date is comprised between January 2018 and June 2018",
         '"invoice_date" between 2018-01 and 2018-06'),
        ("tables on theme hospital beds, over 9 rows", 'topic "hospital beds" and rows > 9'),
        ("tables on railways where the speed in average is around 160",
         'topic "railways" and average "speed" about 160'),
        ("tables to join, a column filled entirely", "join: column of complete"),
        ('tables to join with a column named "iban", its values unique',
         'join: column named "iban" of unique'),
        ("tables to join that have a column all values not repeat", "join: column of unique"),
        ("tables in which the string 404-B appears, no matter in which column",
         'contains "404-B"'),
        ("append whatever mentions Chernobyl, no matter where", 'union: contains "Chernobyl"'),
        ("joinable tables from 8000 rows on", "join: rows >= 8000"),
        ('the word "codicil" in the clause text column', '"clause text" contains "codicil"'),
        ("Most rows of any table that is appended to ours should show a depth of 60 or more.",
         'union: share > 0.5 of ("depth" >= 60)'),
        ("tables where the sentence length (it is in months) is under 24",
         '"sentence length" < 24'),
        ("tables with a measured_on date in Q1 2022", '"measured_on" between 2022-01 and 2022-03'),
        ("Columns: more than 4, fewer than 11; rows: not under 250",
         "columns > 4 and columns < 11 and rows >= 250"),
        ('tables in which "Licence Class" takes a value different from "provisional"',
         'not ("Licence Class" is "provisional")'),
        ('tables where `berth` takes any value other than "North" or "South"',
         'not ("berth" is "North" | "South")'),
        ("roadClass is A or B, whereas its number of columns must be less than 18",
         '"roadClass" is "A" | "B" and columns < 18'),
        ("about tea, whereas price below 5", 'topic "tea" and "price" < 5'),
        ("tables to union whose cardinality does not exceed 480 rows", "union: rows <= 480"),
        ("tables with a cardinality of at least 90 rows, about tea",
         'rows >= 90 and topic "tea"'),
        ("tables whose cardinality is above 7", '"cardinality" > 7'),
        ('the phrase "lost to follow-up" is not contained in the column exitReason',
         'not ("exitReason" contains "lost to follow-up")'),
        ("the word void must not be contained in the remarks column",
         'not ("remarks" contains "void")'),
        ('the term "leak" is not contained in notes_txt', 'not ("notes_txt" contains "leak")'),
        ("Joinable tables from which a column about political affiliation is absent",
         'join: not (column about "political affiliation")'),
        ("tables in which a column about rent is missing", 'not (column about "rent")'),
        ("a column about rent in which no value is missing", 'column about "rent" of complete'),
    ],
)  # fmt: skip
def test_they_are_read(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables on theme parks", 'topic "theme parks"'),
        ("tables on subject headings, over 9 rows", 'topic "subject headings" and rows > 9'),
        ("price should stand above 5", '"price" > 5'),
        ("tables where GDP (current US$) is over 90", '"GDP (current US$)" > 90'),
        ("tables with a text column", "column of text"),
        ("tables from 90 rows on tea", 'rows = 90 and topic "tea"'),
        ("tables about people who count birds", 'topic "people who count birds"'),
    ],
)
def test_what_sounds_like_them_is_something_else(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Those joinable tables shall be returned by which at least six new columns are added",
         "join: result new columns >= 6"),
        ("Retrieve unionable tables whose column count lies between 6 and 13, both bounds included",
         "union: columns between 6 and 13"),
        ('unionable tables in which the string "Oslo" is contained in at least one cell',
         'union: contains "Oslo"'),
        ("unionable tables in which the value of `calibDate` lies strictly before 14 May 2016",
         'union: "calibDate" before 2016-05-14'),
        ("A table is deemed relevant to this join query only if it concerns vaccines",
         'join: topic "vaccines"'),
        ("tables with a column called uid, all of whose values are different",
         'column named "uid" of unique'),
        ("My sheet can be continued with tables about guest houses",
         'union: topic "guest houses"'),
    ],
)  # fmt: skip
def test_all_words_of_formal_sentences_are_understood(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())
