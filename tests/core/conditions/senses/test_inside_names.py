"""What columns are often called, and the small words inside of names."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables whose name is Kim", '"name" is "Kim"'),
        ("whose name is Kim or Lee", '"name" is "Kim" | "Lee"'),
        ("unionable tables where the name contains Kim", 'union: "name" contains "Kim"'),
        ("tables where the name is not Kim", 'not ("name" is "Kim")'),
        ("joinable tables with name over 5", 'join: "name" > 5'),
        ("tables where the name Kim appears", 'contains "Kim"'),
        ("joinable tables with a column whose name is zip", 'join: column named "zip"'),
        ("tables whose candidate is Kim", '"candidate" is "Kim"'),
        ("tables about votes where candidates is Kim", 'topic "votes" and "candidates" is "Kim"'),
        ("candidates with over 40 rows", "rows > 40"),
        ("joinable tables with overall over 5", 'join: "overall" > 5'),
        ("tables where the no in series is above 5", '"no in series" > 5'),
        ("tables where the no is 5", '"no" = 5'),
        ("tables where the tie no is not 5", 'not ("tie no" = 5)'),
        ("tables where segment a is not Kim", 'not ("segment a" is "Kim")'),
        ("report above 5 and over 20 rows", '"report" > 5 and rows > 20'),
        ("sport above 5 and over 20 rows", '"sport" > 5 and rows > 20'),
        ("show over 5 and under 20 rows", "rows > 5 and rows < 20"),
        ("show above 5 rows and over 3 columns", "rows > 5 and columns > 3"),
        ("tables to append with a week between 5 and 9", 'union: "week" between 5 and 9'),
    ],
)
def test_what_columns_are_often_called_is_a_name(text: str, expected: str) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert not [span for span in read.unknown if not span.kept]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where the age at death is above 60", '"age at death" > 60'),
        ("tables with a depth below sea level over 20", '"depth below sea level" > 20'),
        ("where the change from last year is under 7", '"change from last year" < 7'),
        ("where matches as captain is under 7", '"matches as captain" < 7'),
        ("tables with end of the lease above 5", '"end of the lease" > 5'),
        ("finish time below 180 min", '"finish time" < 180'),
        ("where age is above 60", '"age" > 60'),
        ("where status is in progress", '"status" is "in progress"'),
        ("status is in transit, fee over 5", '"status" is "in transit" and "fee" > 5'),
        ("where the city is in Norway", '"city" is "Norway"'),
        ("tables about accidents at work", 'topic "accidents at work"'),
        ("I look at work for tables about tea", 'topic "tea"'),
    ],
)
def test_names_have_small_words_inside(text: str, expected: str) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert not [span for span in read.unknown if not span.kept]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("joinable tables where the weight (lb) is above 5", 'join: "weight (lb)" > 5'),
        ("with population (2010) between 10 and 20", '"population (2010)" between 10 and 20'),
        ("where the Debt Ratio (%) is above 5", '"Debt Ratio (%)" > 5'),
        ("viewers (in millions) above 5", '"viewers (in millions)" > 5'),
        ("tables where the owner (s) contains Kim", '"owner (s)" contains "Kim"'),
        ("status in (open, merged)", '"status" is "open" | "merged"'),
        ("tables (about tea) with price over 5", 'topic "tea" and "price" > 5'),
        ("where the 2010 commission is above 5", '"2010 commission" > 5'),
        ("unionable tables whose 2010 is above 5", 'union: "2010" > 5'),
        ("where date is after 2010", '"date" after 2010'),
        ("in which year is 2010", '"year" in 2010'),
        ("with Name of Award between 10 and 20", '"Name of Award" between 10 and 20'),
        ("where the term of office is above 5", '"term of office" > 5'),
        ("in which the union is Unison", '"union" is "Unison"'),
        ("where the join is Thursday", '"join" is "Thursday"'),
        ("tables whose union isn't Unison", 'not ("union" is "Unison")'),
        ("tables where the union is at least 60 rows", "union: result rows >= 60"),
        ("tables where the join is on ISBN", 'join: join on "ISBN"'),
        ("where the column average is above 5", '"average" > 5'),
        ("whose price column average is above 5", 'average "price" > 5'),
        ("tables where the club is Hammarby IF", '"club" is "Hammarby IF"'),
        ("tables where city is Dallas, TX, US", '"city" is "Dallas, TX, US"'),
    ],
)
def test_headers_as_tables_have_them_are_names(text: str, expected: str) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert not [span for span in read.unknown if not span.kept]


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        ("tables where the join is ISBN", "join", "ISBN"),
        ("tables in which the join is Country", "join", "Country"),
        ("tables where the union is Complete", "union", "Complete"),
    ],
)
def test_what_an_operation_is_or_works_on_is_no_value(text: str, expected: str, told: str) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert told in [span.text for span in read.unknown]
