"""Sentences on what cells are or contain, once read otherwise without a word."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "stack tables where Zeppelin shows up in the band column or in the song column",
            'union: "band" contains "Zeppelin" or "song" contains "Zeppelin"',
        ),
        (
            "tables with 'see appendix' written in the footnote column",
            '"footnote" contains "see appendix"',
        ),
        (
            'append tables for which the subject line contains "refund"',
            'union: "subject line" contains "refund"',
        ),
        ("stack tables, the subject column needs to be Law", 'union: "subject" is "Law"'),
        ("tables whose subject is tea", 'topic "tea"'),
        (
            'tables with the word "toxic" in the cargo column or the remarks column',
            '"cargo" contains "toxic" or "remarks" contains "toxic"',
        ),
        (
            'tables with "toxic" in the cargo or in the remarks column and over 5 rows',
            '("cargo" contains "toxic" or "remarks" contains "toxic") and rows > 5',
        ),
        (
            'tables with "fog" or "mist" in the title or abstract column',
            '"title" contains "fog" or "title" contains "mist" or '
            '"abstract" contains "fog" or "abstract" contains "mist"',
        ),
        ("tables with the phrase word of mouth", 'contains "word of mouth"'),
        (
            "contains the word clay in soil_type or in notes",
            '"soil_type" contains "clay" or "notes" contains "clay"',
        ),
        (
            "tables with the word fog in the notes or price above 5",
            '"notes" contains "fog" or "price" > 5',
        ),
        (
            'tables with "fog" in the title or a column about rain',
            '"title" contains "fog" or column about "rain"',
        ),
        (
            "Look for the word tuberculosis in DIAGNOSES and append tables that have it there",
            'union: "DIAGNOSES" contains "tuberculosis"',
        ),
        (
            'tables that mention no "Rex" in the "Cast List" column',
            'not ("Cast List" contains "Rex")',
        ),
        (
            'tables containing Rex in the "Cast List" column, to stack under mine',
            'union: "Cast List" contains "Rex"',
        ),
        ("category=Board Games → append", 'union: "category" is "Board Games"'),
        ("union, the party column of which equals Labour", 'union: "party" is "Labour"'),
        ("join tables mentioning no Poodle", 'join: not (contains "Poodle")'),
        ("join where the notes contain no 'leak'", 'join: not ("notes" contains "leak")'),
        (
            "join where Rex and Fido are mentioned",
            'join: contains "Rex" and contains "Fido"',
        ),
        ("union all, party contains Labour", 'union: "party" contains "Labour"'),
        (
            "union where medium takes no value other than chalk or ink",
            'union: "medium" is "chalk" | "ink"',
        ),
        ("union where medium is nothing but chalk or ink", 'union: "medium" is "chalk" | "ink"'),
        (
            'union tables that carry, in the column called epithet, the string "alba"',
            'union: "epithet" contains "alba"',
        ),
        ("stack tables whose listing column says Grade B", 'union: "listing" is "Grade B"'),
        (
            "for a merge I need data about maps, and the city there should be Graz or Linz",
            'join: topic "maps" and "city" is "Graz" | "Linz"',
        ),
        ('the word "Brexit" somewhere in their cells', 'contains "Brexit"'),
        ("the word 'gold' appears in the medal column", '"medal" contains "gold"'),
        ("something joinable that mentions Berlin", 'join: contains "Berlin"'),
        ("notes are 'missing'", '"notes" is "missing"'),
        ("where the column called status contains 'paid'", '"status" contains "paid"'),
        ("the word damaged in the notes", '"notes" contains "damaged"'),
        ("with 'Oslo' given as the city", '"city" is "Oslo"'),
        ('subject line containing "invoice"', '"subject line" contains "invoice"'),
        ("whose team contains one quarter", '"team" contains "one quarter"'),
        ("where the seat is Republican hold", '"seat" is "Republican hold"'),
        ("where the category is power lines", '"category" is "power lines"'),
        ("union, mentions turbulence in the summary", 'union: "summary" contains "turbulence"'),
        ('union, "asthma" appearing under diagnosis', 'union: "diagnosis" contains "asthma"'),
        ("union where the room is R850", 'union: "room" is "R850"'),
        ("genre: Documentary. find tables to stack", 'union: "genre" is "Documentary"'),
        ("union tables that include tuples where genre is noir", 'union: "genre" is "noir"'),
        (
            "union, the job title needs to have the word apprentice in it",
            'union: "job title" contains "apprentice"',
        ),
        (
            "Let me put more tables under this one as long as the title includes the word foreman",
            'union: "title" contains "foreman"',
        ),
        ("tables to union that list the sex as female", 'union: "sex" is "female"'),
        (
            "stack tables where the species name in them ought to contain 'Erica'",
            'union: "species name" contains "Erica"',
        ),
        (
            "unionable tables with salmon in the product name",
            'union: "product name" contains "salmon"',
        ),
        ("comic books, cover is hardback", 'topic "comic books" and "cover" is "hardback"'),
        ("the text in remarks includes bark beetle", '"remarks" contains "bark beetle"'),
        ("union. The column subject is chemistry", 'union: "subject" is "chemistry"'),
        (
            'unionable tables that have either Mammalia or Aves in the column "class"',
            'union: "class" is "Mammalia" | "Aves"',
        ),
        (
            'join tables holding Lima, Oslo or Bern in the field "city"',
            'join: "city" is "Lima" | "Oslo" | "Bern"',
        ),
        ("tables without Lima or Oslo in the column `city`", 'not ("city" is "Lima" | "Oslo")'),
        (
            "tables about bakeries with a date other than January 2021",
            'topic "bakeries" and not ("date" in 2021-01)',
        ),
        ("where the opening date isn't May 2019", 'not ("opening date" in 2019-05)'),
        ("tables where the candidate is January 2021", '"candidate" is "January 2021"'),
        ("tables where the mandate isn't May 2019", 'not ("mandate" is "May 2019")'),
        ("tables where the update is January 2021", '"update" is "January 2021"'),
        ("tables where the birthdate is January 2021", '"birthdate" in 2021-01'),
        (
            'tables that have either "fog" or "rain" in the column "remarks"',
            '"remarks" contains "fog" or "remarks" contains "rain"',
        ),
        (
            "union tables containing either Kenya or Chad in the column country",
            'union: "country" contains "Kenya" or "country" contains "Chad"',
        ),
        (
            "tables that contain the words fog or rain in the column remarks",
            '"remarks" contains "fog" or "remarks" contains "rain"',
        ),
    ],
)
def test_what_was_misread_without_a_word_is_read(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
