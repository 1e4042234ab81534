"""Keys stand before an operation, between commas, and behind what it is done with."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('On "isbn", I\'d join anything about books', 'join: join on "isbn" and topic "books"'),
        ("The union should use the columns isbn and edition, with publisher being Penguin.",
         'union: union on "isbn", "edition" and "publisher" is "Penguin"'),
        ("the join should use a column about tea", 'join: column about "tea"'),
        ('On "film" and "year", join tables about awards',
         'join: join on "film", "year" and topic "awards"'),
        ("I'd like to join, on player, a table about injuries",
         'join: join on "player" and topic "injuries"'),
        ('union my table with others on "artist" and "year", over 9 rows',
         'union: union on "artist", "year" and rows > 9'),
        ("Join, key player_id, adding at least two columns",
         'join: join on "player_id" and result new columns >= 2'),
        ("I should like to attach, on the key parcel_ref, tables that concern land value",
         'join: join on "parcel_ref" and topic "land value"'),
        ("join, on the keys plot and year, tables about soil",
         'join: join on "plot", "year" and topic "soil"'),
        ('union, keys "a" and "b", about tea', 'union: union on "a", "b" and topic "tea"'),
        ('join: key is "isbn" and "date", over 9 rows',
         'join: join on "isbn", "date" and rows > 9'),
        ('When joined on "school code", it should match at least 70% of my rows',
         'join: join on "school code" and result matched share >= 0.7'),
    ],
)  # fmt: skip
def test_they_are_keys(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On tea and milk, over 5 rows", 'topic "tea and milk" and rows > 5'),
        ("tables to stack beneath mine, on doctoral theses, in which discipline is Law",
         'union: topic "doctoral theses" and "discipline" is "Law"'),
        ("join, key workers, over 9 rows", 'join: topic "key workers" and rows > 9'),
        ("joinable tables where key is 5", 'join: "key" = 5'),
        ("tables about theme parks", 'topic "theme parks"'),
        ("no tables about theme parks, over 5 rows", 'not (topic "theme parks") and rows > 5'),
    ],
)  # fmt: skip
def test_what_tables_are_on_is_no_key(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables on maps to append to mine, combining on sheet number and scale, over 9 rows",
         'union: topic "maps" and union on "sheet number", "scale" and rows > 9'),
        ("merge my list with another table on village_code; it must be about hunger",
         'join: join on "village_code" and topic "hunger"'),
        ("join to my trap data on station_id, over 9 rows",
         'join: join on "station_id" and rows > 9'),
        ("join my holdings with another table on ISBN; it ought to have over 9 rows",
         'join: join on "ISBN" and rows > 9'),
        ("merge something onto my list by SKU: it should be about lead times",
         'join: join on "SKU" and topic "lead times"'),
        ("tables to union with mine on station and cruise_id, where depth is 50",
         'union: union on "station", "cruise_id" and "depth" = 50'),
        ("permits to be joined on plot_ref, fee above 5",
         'join: topic "permits" and join on "plot_ref" and "fee" > 5'),
        ("tables whose key is lock_id", 'join: join on "lock_id"'),
        ("Can I join anything on taxon_id to my species list?", 'join: join on "taxon_id"'),
        ("I want to join on plot_id a table about trees",
         'join: join on "plot_id" and topic "trees"'),
        ("On country and year I want to join a table about malaria",
         'join: join on "country", "year" and topic "malaria"'),
        ("look up bus stops by stop_code, fare below 5",
         'join: topic "bus stops" and join on "stop_code" and "fare" < 5'),
        ("I have to match firms to my list by vat_id, over 9 rows",
         'join: topic "firms" and join on "vat_id" and rows > 9'),
        ("join my guests with a table on dietary needs, matched on guest_name",
         'join: topic "dietary needs" and join on "guest_name"'),
    ],
)  # fmt: skip
def test_identifiers_and_what_is_combined_on_are_keys(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("merge my list with another table on fisheries", 'join: topic "fisheries"'),
        ("unionable tables on bus_stops", 'union: topic "bus_stops"'),
        ("tables to join with mine about deaths by age_group",
         'join: topic "deaths by age_group"'),
        ("join tables on rain and depth_m above 5", 'join: topic "rain" and "depth_m" > 5'),
        ("look up books by Tolstoy", 'topic "books by Tolstoy"'),
    ],
)  # fmt: skip
def test_subjects_of_other_tables_are_no_keys(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
