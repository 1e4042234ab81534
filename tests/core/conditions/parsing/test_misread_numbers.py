"""Sentences with numbers, sizes and dates, once read otherwise without a word."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "union tables; on average, the wait time should be between 2 and 6 minutes",
            'union: average "wait time" between 2 and 6',
        ),
        ("stack tables whose number of columns is not 3", "union: not (columns = 3)"),
        ("join tables whose row count isn't above 20", "join: rows <= 20"),
        ("append tables only from 40 rows up", "union: rows >= 40"),
        ("tables from 12 columns upward, about tea", 'columns >= 12 and topic "tea"'),
        ("Merge in big tables, 1m+ rows", "join: rows >= 1000000"),
        ("union where price is €5-€10", 'union: "price" between 5 and 10'),
        ("union: price $5-10k", 'union: "price" between 5000 and 10000'),
        ("union where score is 3 out of 5", 'union: "score" is "3 out of 5"'),
        ("price exceeds 5 in nine out of ten rows", 'share >= 0.9 of ("price" > 5)'),
        ("over 3 out of 5 rows have price above 9", 'share > 0.6 of ("price" > 9)'),
        ("the length column is above 100", '"length" > 100'),
        ("union with one to two thousand rows", "union: rows between 1000 and 2000"),
        ("tables of 1-2k rows to append", "union: rows between 1000 and 2000"),
        ("500-2k rows, union", "union: rows between 500 and 2000"),
        ("union: price from 5 up to 6 million", 'union: "price" between 5000000 and 6000000'),
        ("price between 500 and 2 thousand", '"price" between 500 and 2000'),
        ("rows over three quarters of a million, union", "union: rows > 750000"),
        ("If a table's row count tops 20k, add its rows to mine.", "union: rows > 20000"),
        (
            "append tables with row_date up to & incl. 31 Dec 2020",
            'union: "row_date" until 2020-12-31',
        ),
        ("append tables whose date is some day in October 2021", 'union: "date" in 2021-10'),
        ("ratings never drop under 2", '"ratings" >= 2'),
        ("ratings drop under 2", '"ratings" < 2'),
        ("ratings never fall beneath 2", '"ratings" >= 2'),
        ("sport 12 columns", 'topic "sport" and columns = 12'),
        ("one in four rows have score over 5", 'share >= 0.25 of ("score" > 5)'),
        ("at least 9 in 10 of my rows match", "result matched share >= 0.9"),
        ("join tables that stay within 1,200 rows", "join: rows <= 1200"),
        ("join tables within 1,200 rows", "join: rows <= 1200"),
        ("join tables within 100 to 1,200 rows", "join: rows between 100 and 1200"),
        (
            "Most rows of any table put below mine must have lux over 300.",
            'union: share > 0.5 of ("lux" > 300)',
        ),
        (
            "tables to join on city; most rows of the tables must have lux > 300",
            'join: join on "city" and share > 0.5 of ("lux" > 300)',
        ),
        ('union, a "visitors" figure that does not surpass 20', 'union: "visitors" <= 20'),
        ("append tbls, rows >= 10k", "union: rows >= 10000"),
        ("tables to join that consist of 1000 up to 3000 rows", "join: rows between 1000 and 3000"),
        ("price 5 up to 9", '"price" between 5 and 9'),
        ("beds is 3 and up to 200 rows", '"beds" = 3 and rows <= 200'),
        ("row-bind tables with a minimum of nine fields", "union: columns >= 9"),
        ("where both dom_freq and call_rate exceed 20", '"dom_freq" > 20 and "call_rate" > 20'),
        ("where both height and width are above 90", '"height" > 90 and "width" > 90'),
        ("a price column whose values are above 5", '"price" > 5'),
        ("60% of their prices are above 5", 'share >= 0.6 of ("prices" > 5)'),
        ("add rows at the foot of my table, price over 9", 'union: "price" > 9'),
        ("hits above 150", '"hits" > 150'),
        ("points: more than 30", '"points" > 30'),
        ("columns: at least 8", "columns >= 8"),
        ("where the score's above 85", '"score" > 85'),
        ("joinable tables that've got over 9 rows", "join: rows > 9"),
        ("Type is O negative. It has over 9 rows.", '"Type" is "O negative" and rows > 9'),
        ("where the observation date is after 2019", '"observation date" after 2019'),
        ("where the returned date is before 2019", '"returned date" before 2019'),
        ("rent above CHF 2'400", '"rent" > 2400'),
        ("coffee with over 40 rows", 'topic "coffee" and rows > 40'),
        (
            "smartphone sales by region over 40 rows",
            'topic "smartphone sales by region" and rows > 40',
        ),
        ("average rainfall with at least 40 rows", 'topic "average rainfall" and rows >= 40'),
        ("data on coffee, over 40 rows", 'topic "coffee" and rows > 40'),
        ("need at least 40 rows", "rows >= 40"),
        (
            "coffee with at least 80% of rows where price is above 3",
            'topic "coffee" and share >= 0.8 of ("price" > 3)',
        ),
        ("weight between 1,5 and 2,5", '"weight" between 1.5 and 2.5'),
        ("salary 50k-60k", '"salary" between 50000 and 60000'),
        ("rows: 10-20", "rows between 10 and 20"),
        ("40 rows tops", "rows <= 40"),
        ("turnover tops 5 million", '"turnover" > 5000000'),
        ("unionable, market value above 5", 'union: "market value" > 5'),
        ("unionable, application dates after 2020", 'union: "application dates" after 2020'),
        ("joinable data, 5,000 rows minimum", "join: rows >= 5000"),
        ("skip any joinable table of more than 50 rows", "join: rows <= 50"),
        ("My table needs more rows, price under €20", 'union: "price" < 20'),
        ("union, rent above 5 lakh", 'union: "rent" > 500000'),
        ("union, rent from ₱8,000 to ₱20,000", 'union: "rent" between 8000 and 20000'),
        ("union, rent under R$ 50", 'union: "rent" < 50'),
        ("tables with over 2m rows", "rows > 2000000"),
        ("at least 5.000 rows", "rows >= 5000"),
        ("two-column tables to join", "join: columns = 2"),
        ("union, haemoglobin above 11 g/dL", 'union: "haemoglobin" > 11'),
        ("union, salary above 60,000 on average", 'union: average "salary" > 60000'),
        (
            "union, dates from 2022-11-14 onwards in the shipped column",
            'union: "shipped" since 2022-11-14',
        ),
        ("union where premium > R850", 'union: "premium" > 850'),
        ("union, price between R900k and R1.4m", 'union: "price" between 900000 and 1400000'),
        ("union tables that not only have at least 90 rows", "union: rows >= 90"),
        (
            "tables about rent whose average age is 42; the operation is a union",
            'union: topic "rent" and average "age" about 42',
        ),
        ("My join needs a table with 47 rows", "join: rows = 47"),
        ("Supplementary rows wanted: year after 2020", 'union: "year" after 2020'),
        ("union, the date of birth falls within 1975", 'union: "date of birth" in 1975'),
        ("only show union results with over 2k rows", "union: rows > 2000"),
        ("enrich the query table using wide tables of more than 20 columns", "join: columns > 20"),
        (
            "union, occupancy reaches 80 or above for no less than 75 percent of the rows",
            'union: share >= 0.75 of ("occupancy" >= 80)',
        ),
        ("union, age is 65 or older", 'union: "age" >= 65'),
        ("union, runtime falls short of 80 minutes", 'union: "runtime" < 80'),
        ("joinable tables which offer a minimum of four columns", "join: columns >= 4"),
        (
            "which tables with exactly 8 columns can be appended to this sheet?",
            "union: columns = 8",
        ),
        (
            "show me tables on rents to join, 4 columns exactly",
            'join: topic "rents" and columns = 4',
        ),
        ("union, batting average exceeds .300", 'union: "batting average" > 0.3'),
        (
            "union, box office collection of at least ₹100 crore",
            'union: "box office collection" >= 1000000000',
        ),
        (
            "unionable tables, release date sometime in June 2014",
            'union: "release date" in 2014-06',
        ),
        ("union, monthly rent staying below €1,150", 'union: "monthly rent" < 1150'),
        (
            "My loans table should grow by rows whose rate doesn't exceed 4.75%",
            'union: "rate" <= 4.75',
        ),
        (
            "tables to append dated after 3 May 2018 in the admission date column",
            'union: "admission date" after 2018-05-03',
        ),
        ("tables in which the lake temperature is above 24", '"lake temperature" > 24'),
        ("I'm chasing tables of 5 columns to join", "join: columns = 5"),
        (
            "tables with a body weight column whose average is around 71 to join",
            'join: average "body weight" about 71',
        ),
        ("union, the shipped column has dates in November 2023", 'union: "shipped" in 2023-11'),
        ("unionable tables whose row count doesn't reach 75", "union: rows < 75"),
        ("union, with the best before date in March 2024", 'union: "best before date" in 2024-03'),
        ("union, proposed budget over 1000", 'union: "proposed budget" > 1000'),
        ("union, available rooms above 5", 'union: "available rooms" > 5'),
        ("union, premium over RM 40", 'union: "premium" > 40'),
        (
            "painted before 1670, width above 60, at most 90 rows",
            '"painted" before 1670 and "width" > 60 and rows <= 90',
        ),
        ("tables whose length is about 800 rows", "rows about 800"),
        ("about prisons, term above 24", 'topic "prisons" and "term" > 24'),
        ("tables about owls excluding those with over 500 rows", 'topic "owls" and rows <= 500'),
        ("hunt down tables with over 8 columns", "columns > 8"),
        (
            "trees, report above 60, at most 90 rows",
            'topic "trees" and "report" > 60 and rows <= 90',
        ),
        ("about trees, show above 5 rows", 'topic "trees" and rows > 5'),
        ("Could I please obtain tables with over 15 rows", "rows > 15"),
        ("about measles; cases exceed 400", 'topic "measles" and "cases" > 400'),
        ("about measles, over 400 cases", 'topic "measles" and rows > 400'),
        ("speed is 5, unit is km/h", '"speed" = 5 and "unit" is "km/h"'),
        ("count > 10 and count < 90, append", 'union: "count" > 10 and "count" < 90'),
        ("tables on tea and count at least 5 columns", 'topic "tea" and columns >= 5'),
        ("number > 10 and number < 90", '"number" > 10 and "number" < 90'),
        (
            "rows to append, between 30 and 60 of them per table, and not more than 8 columns",
            "union: rows between 30 and 60 and columns <= 8",
        ),
        (
            "Tables for the bottom of mine in which at most a tenth of the rows have price over 3",
            'union: share <= 0.1 of ("price" > 3)',
        ),
        ("values in credit score above 620", '"credit score" > 620'),
        ("over 9 rows, they contain Rotterdam", 'rows > 9 and contains "Rotterdam"'),
        ("discount is 12.5%", '"discount" = 12.5'),
        ("tables with discount of 12.5 percent", '"discount" = 12.5'),
        (
            "append tables about coins to the student's list, over 9 rows",
            'union: topic "coins" and rows > 9',
        ),
        ("city is Sevilla, price below of 75", '"city" is "Sevilla" and "price" < 75'),
        ("tables in which the salary is more than of 500", '"salary" > 500'),
    ],
)
def test_what_was_misread_without_a_word_is_read(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    "text",
    [
        "tables that are joinable and count less than 60",
        "tables that concern tea and number under 60",
        "unionable tables and number over 60",
    ],
)
def test_what_tables_count_is_told_where_no_such_column_was_compared(text: str) -> None:
    assert parse(text).unknown


@pytest.mark.parametrize(
    "text",
    ["tables which may exceed 60 rows", "no more than 60 rows, columns may exceed 9"],
)
def test_a_leave_is_told(text: str) -> None:
    assert parse(text).unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "hired between 02/01/2014 and 02/28/2014",
            '"hired" between 2014-02-01 and 2014-02-28',
        ),
        ("hired from 1/2/2020 to 12/31/2020", '"hired" between 2020-01-02 and 2020-12-31'),
        ("hired from 1/2/2020 to 31/12/2020", '"hired" between 2020-02-01 and 2020-12-31'),
    ],
)
def test_a_date_that_has_its_month_first_tells_it_of_the_others(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        ("four as the value of cylinders", '"cylinders" = 4', ["four"]),
        ("cylinders is four or six", '"cylinders" = 4 or "cylinders" = 6', ["four", "six"]),
        ('"four" as the value of cylinders', '"cylinders" is "four"', []),
        ("Seven as the title", '"title" is "Seven"', []),
    ],
)
def test_a_number_in_words_is_one_and_told(text: str, expected: str, told: list[str]) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert [span.text for span in read.unknown] == told
