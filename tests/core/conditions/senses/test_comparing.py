"""Verbs and adverbs that stand beside a comparison."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where the toll trumps 30 and the mass outweighs 400", '"toll" > 30 and "mass" > 400'),
        ("whose wins outnumber 12 but whose losses undercut 3", '"wins" > 12 and "losses" < 3'),
        ("where the weight does not top 3800", '"weight" <= 3800'),
        ("tables that don't have as many as 20 columns", "columns < 20"),
        ("tables to join with not as many as 300 rows", "join: rows < 300"),
        ("tables about solar eclipses", 'topic "solar eclipses"'),
        ("where the rent is inferior to 900", '"rent" < 900'),
        ("the fare is dearer than 30", '"fare" > 30'),
        ("tables about inferior goods", 'topic "inferior goods"'),
        ("where the fee stands north of 275", '"fee" > 275'),
        ("where points lag below 35", '"points" < 35'),
        ("where the wage stands at over 30", '"wage" > 30'),
        (
            "Which tables speak of bridge repairs, have a contract_sum of at least 1.5 million "
            "euros, and date the contract_signed to 2014?",
            'topic "bridge repairs" and "contract_sum" >= 1500000 and "contract_signed" in 2014',
        ),
        ("tables that date the inspection to March 2014", '"inspection" in 2014-03'),
        ("where the fare is in excess of 48,000", '"fare" > 48000'),
        ("where the fare is well in excess of 12", '"fare" > 12'),
        ("where the opening date is well before 1990", '"opening date" before 1990'),
        ("where the well is over 400", '"well" > 400'),
        ("with a dwell_hours figure south of 36", '"dwell_hours" < 36'),
        ("with a sales figure above 36", '"sales figure" > 36'),
        ("where the visit is from 2016 on, and over 9 rows", '"visit" since 2016 and rows > 9'),
        ("where the height has a ceiling of 90", '"height" <= 90'),
        ("where the ceiling of glass is 4", '"ceiling of glass" = 4'),
        ("a keel_year that antedates 1997", '"keel_year" before 1997'),
        ("with an admission count of at least 40", '"admission count" >= 40'),
        ("where the cases are at least 25", '"cases" >= 25'),
        ("where the records are at least 25", "rows >= 25"),
        ("where the doses given is over 300", '"doses given" > 300'),
        ("where the price given is over 300", '"price" > 300'),
        ("where the reports are under 50", '"reports" < 50'),
        ("with a level of I or II", '"level" is "I" | "II"'),
        ("with a power source that is solar or diesel", '"power source" is "solar" | "diesel"'),
        ("flour and sugar prices 1890s", 'topic "flour and sugar prices 1890s"'),
    ],
)
def test_unusual_words_compare(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert not found.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about figs, packing above 400 rows", 'topic "figs" and rows > 400'),
        ("tables about brawls that sport over 12 columns", 'topic "brawls" and columns > 12'),
        ("tables about sports over 40 rows", 'topic "sports" and rows > 40'),
        ("tables clocking in at no fewer than 640 rows", "rows >= 640"),
        ("tables around the 1,900-row mark", "rows about 1900"),
        ("none but tables boasting over 90 rows", "rows > 90"),
        ("whose colour is given as red", '"colour" is "red"'),
        ("tables that have the colour down as red", '"colour" is "red"'),
        ("tables that give the status as open or closed", '"status" is "open" | "closed"'),
    ],
)
def test_verbs_of_tables_are_no_columns(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert not found.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("join to mine on hotel name or city name", 'join on "hotel name" or join on "city name"'),
        ("join to mine by hotel id or by city id", 'join on "hotel id" or join on "city id"'),
        ("join to mine on club name or on pub name", 'join on "club name" or join on "pub name"'),
        ("tables joined by the key player id", 'join on "player id"'),
        ("tables to join to mine on rice or wheat", 'topic "rice" or topic "wheat"'),
    ],
)
def test_several_keys_are_alternatives(text: str, expected: str) -> None:
    assert write_request(parse(text)) == f"join: {expected}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In what I append, temp_c may be minus five at the highest.", 'union: "temp_c" <= -5'),
        ("score may be ninety at the lowest", '"score" >= 90'),
        ("For joining, three hundred thousand rows is the ceiling.", "join: rows <= 300000"),
        ("To join, 500 rows is the floor.", "join: rows >= 500"),
        ("40 columns is the cap for what I append.", "union: columns <= 40"),
        ("two dozen rows is the bare minimum", "rows >= 24"),
        ("tables where the floor is the ground floor", '"floor" is "ground floor"'),
        ("where ceiling is the cap of the wall", '"ceiling" is "cap of the wall"'),
    ],
)
def test_bounds_are_told_behind_their_number(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('tables with a "closing date" before the year 2000', '"closing date" before 2000'),
        (
            "tables whose founded is before the year 2000 or after the year 2020",
            '"founded" before 2000 or "founded" after 2020',
        ),
        ("opened between the year 1990 and the year 2000", '"opened" between 1990 and 2000'),
        ("tables where the year is before 2000", '"year" before 2000'),
        ("tables about the year 2000", 'topic "year 2000"'),
    ],
)
def test_a_year_may_be_told_to_be_one(text: str, expected: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (expected, ())
