from __future__ import annotations

import re

import pytest

from core.conditions import parse, write_request
from core.conditions.lexing.lexer import tokens
from core.conditions.moments import read_moment, read_period
from core.conditions.words.spelling import respelled


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("one thousand five hundred", "NUMBER", "1500"),
        ("two hundred and fifty thousand", "NUMBER", "250000"),
        ("a hundred and one", "NUMBER", "101"),
        ("thirty-five", "NUMBER", "35"),
        ("minus five", "NUMBER", "-5"),
        ("26 298 373", "NUMBER", "26298373"),
        ("1.000,50", "NUMBER", "1000.5"),
        ("1,5", "NUMBER", "1.5"),
        ("2,50", "NUMBER", "2.5"),
        ("1.000.000", "NUMBER", "1000000"),
        ("1 000,50", "NUMBER", "1000.5"),
        ("1,500", "NUMBER", "1500"),
        ("9007199254741005", "NUMBER", "9007199254741005"),
        ("€2.5m", "NUMBER", "2500000"),
        ("3m", "NUMBER", "3"),
        ("3 bn", "NUMBER", "3000000000"),
        ("EUR 20", "NUMBER", "20"),
        ("20€", "NUMBER", "20"),
        ("sixty per cent", "PERCENT", "60.0"),
        ("three quarters of", "PERCENT", "75.0"),
        ("2/3 of", "PERCENT", "66.6666"),
        ("9 out of ten", "PERCENT", "90.0"),
        ("80kg", "NUMBER", "80"),
        ("42.195km", "NUMBER", "42.195"),
        ("2kb", "NUMBER", "2"),
        ("200km/h", "NUMBER", "200"),
        ("500m2", "NUMBER", "500"),
        ("20 mm", "NUMBER", "20"),
        ("10k", "NUMBER", "10000"),
        ("$5MM", "NUMBER", "5000000"),
        ("1 trillion", "NUMBER", "1000000000000"),
        ("60% rows", "PERCENT", "60.0"),
    ],
)
def test_a_number_is_read_as_people_write_it(text: str, kind: str, value: str) -> None:
    found = tokens(text)[0]
    assert (str(found.type), str(found)) == (kind, value)


def test_the_and_of_between_is_no_part_of_a_number() -> None:
    row = tokens("between one hundred and twenty")
    assert [str(token) for token in row] == ["between", "100", "and", "20"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("5-10 rows", "5"),
        ("in 2010-2012", "in"),
        ("50k-60k", "50000"),
        ("5..10", "5"),
        ("score 3-1", "score"),
        ("score 1-3", "score"),
    ],
)
def test_two_numbers_with_a_dash_are_a_range_only_where_nothing_else_can_be(
    text: str, first: str
) -> None:
    row = tokens(text)
    ranged = [str(token.type) for token in row].count("TO") == 1
    assert ranged is not text.startswith("score")
    assert ranged is False or str(row[0]) == first


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2019 Q4", "2019-10", "2019-12"),
        ("third quarter of 2019", "2019-07", "2019-09"),
        ("H2 2020", "2020-07", "2020-12"),
        ("'80s", "1980", "1989"),
        ("20th century", "1901", "2000"),
        ("the nineteenth century", "1801", "1900"),
        ("twenty-first century", "2001", "2100"),
        ("nineteen-eighties", "1980", "1989"),
        ("the eighteen nineties", "1890", "1899"),
    ],
)
def test_a_period_has_its_first_and_its_last(text: str, first: str, last: str) -> None:
    assert read_period(text) == (first, last, len(text))


@pytest.mark.parametrize(
    ("text", "moment"),
    [("5 Feb '99", "1999-02-05"), ("12-May-09", "2009-05-12"), ("March '68", "2068-03")],
)
def test_a_year_of_two_digits_is_within_a_century_of_1969(text: str, moment: str) -> None:
    assert read_moment(text) == (moment, len(text))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("issued_on after the tenth of April 2014", '"issued_on" after 2014-04-10'),
        ("issued_on until the thirty-first of May 2014", '"issued_on" until 2014-05-31'),
        ("issued_on before April twenty second, 2014", '"issued_on" before 2014-04-22'),
        ("about events of the third of June 1989", 'topic "events of the third of June 1989"'),
        ("tables about second-century Rome", 'topic "second-century Rome"'),
        ("tables where rank is the second", '"rank" is "second"'),
    ],
)
def test_a_day_in_words_is_a_day_where_its_month_and_year_stand_behind(
    text: str, meant: str
) -> None:
    assert write_request(parse(text)) == meant


@pytest.mark.parametrize("word", ["fable", "cable", "trail", "grater", "elated", "form", "tablet"])
def test_other_words_are_not_respelled(word: str) -> None:
    assert respelled(word) == word


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("need to stakc more rows under mine, price over 5", 'union: "price" > 5'),
        ("unionable, avg price arround 18.5", 'union: average "price" about 18.5'),
        ("wnat tables with genre horror and under 30 cols", 'columns < 30 and "genre" is "horror"'),
        ("join tabels, reult aside, about tea", None),
    ],
)
def test_slips_in_words_of_a_request_are_put_right(text: str, expected: str | None) -> None:
    if expected is None:
        assert parse(text).unknown
    else:
        assert sorted(re.split(r" and |: ", write_request(parse(text)))) == sorted(
            re.split(r" and |: ", expected)
        )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("05/2014", ("2014-05", 7)),
        ("7/2015 or later", ("2015-07", 6)),
        ("13/1999", None),
        ("1/2010/11", None),
        ("12/31/1999", ("1999-12-31", 10)),
        ("05/20145", None),
    ],
)
def test_a_month_in_numbers_has_a_year_behind_a_stroke(
    text: str, found: tuple[str, int] | None
) -> None:
    assert read_moment(text) == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("appendable, at least a couple of hundred rows", "union: rows >= 200"),
        ("more than a couple hundred rows, union", "union: rows > 200"),
        ("no fewer than a couple of dozen columns", "columns >= 24"),
        ("a couple of thousand rows or more, on ferries", 'rows >= 2000 and topic "ferries"'),
        ("joinable, population above a couple of million", 'join: "population" > 2000000'),
        ("at least a couple hundred thousand rows", "rows >= 200000"),
        ("union, under a couple of hundred thousand rows", "union: rows < 200000"),
        ("between a couple of hundred and a thousand rows", "rows between 200 and 1000"),
        ("tables about couple therapy", 'topic "couple therapy"'),
    ],
)
def test_a_couple_of_what_counts_many_is_two_of_it(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rows btw 150 and 600, union", "union: rows between 150 and 600"),
        ("btw 20 and 40 cols, joinable", "join: columns between 20 and 40"),
        ("join btw. i need over 50 rows", "join: rows > 50"),
        ("union, with a min. of 75 rows", "union: rows >= 75"),
        ("union, a max. of 300 rows", "union: rows <= 300"),
        ("union cand., obs comment containing fog", 'union: "obs comment" contains "fog"'),
        ("join cand. w/ a column about rent", 'join: column about "rent"'),
    ],
)
def test_abbreviations_of_quick_typing_are_read(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert found.unknown == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("whose weight is less than a kilo and a half", '"weight" < 1.5'),
        ("weight over two and a half kilos", '"weight" > 2.5'),
        ("duration at least two hours and a half", '"duration" >= 2.5'),
        ("wait over half an hour", '"wait" > 0.5'),
        ("length between a metre and a half and three metres", '"length" between 1.5 and 3'),
        ("over a million and a half rows", "rows > 1500000"),
        ("one and a half million rows at least", "rows >= 1500000"),
        ("at least two million and a half rows", "rows >= 2500000"),
        ("over a dozen and a half columns", "columns > 18"),
        (
            "weight under 5 kg and a half of the rows have price above 5",
            '"weight" < 5 and share >= 0.5 of ("price" > 5)',
        ),
        ("over half a million rows", "rows > 500000"),
        ("over half the rows have price above 5", 'share > 0.5 of ("price" > 5)'),
    ],
)
def test_a_half_is_of_what_stands_before_it(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where the title is One and a Half", '"title" is "One and a Half"'),
        ("tables where the title is Two and a Half Men", '"title" is "Two and a Half Men"'),
        ("tables where the title is one and a half", '"title" = 1.5'),
        ("weight over a kilo and a half and over 9 rows", '"weight" > 1.5 and rows > 9'),
    ],
)
def test_a_half_in_a_title_is_no_number(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("distance over 5 km and a half of columns are numeric", '"distance" > 5'),
        ("weight over 5 kg and a half of my rows are empty", '"weight" > 5'),
        ("weight over 5 kg and a half of those rows are empty", '"weight" > 5'),
        ("price over 5 dollars and a half price column", '"price" > 5'),
        ("age over 5 years and a half year column", '"age" > 5'),
    ],
)
def test_a_half_of_something_else_adds_nothing(text: str, expected: str) -> None:
    read = parse(text)
    assert write_request(read).startswith(expected)
    assert read.unknown
