"""Words of names that could say something else."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the meeting date is before 2016", '"meeting date" before 2016'),
        (
            "a vote count over 600 and a meeting date before 2006",
            '"vote count" > 600 and "meeting date" before 2006',
        ),
        ("the holding company is Shell", '"holding company" is "Shell"'),
        ("tables whose show notes contain love", '"show notes" contains "love"'),
        ("tables with values above 5 in the list price column", '"list price" > 5'),
        ("country in the list Kenya, Peru", '"country" is "Kenya" | "Peru"'),
        ("tables whose list price is above 5", '"list price" > 5'),
        (
            'tables about runs in which the "age" of the runners is 60 or more',
            'topic "runs" and "age" >= 60',
        ),
        ("the given name contains Ann", '"given name" contains "Ann"'),
        (
            "no column about names, no column about emails",
            'not (column about "names") and not (column about "emails")',
        ),
        ("must not contain test record anywhere", 'not (contains "test record")'),
        (
            "mentions Lima, with a year between 1854 and 1910",
            'contains "Lima" and "year" between 1854 and 1910',
        ),
    ],
)
def test_they_belong_to_the_name(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables about homes, provided bedrooms is at least 3",
            'topic "homes" and "bedrooms" >= 3',
        ),
        ("where the position given is goalkeeper", '"position" is "goalkeeper"'),
    ],
)
def test_they_are_no_part_of_the_name(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "about clinics, and the creatinine must be over 120 grams per litre",
            'topic "clinics" and "creatinine" > 120',
        ),
        ("an average haemoglobin of about 140 grams per litre", 'average "haemoglobin" about 140'),
        ("density above 300 people per square kilometre", '"density" > 300'),
        ("over 5 goals per game", '"goals per game" > 5'),
    ],
)
def test_units_of_several_words(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "where the call time is since 18:45 on 7 June 2019",
            '"call time" since 2019-06-07T18:45:00',
        ),
        ("call time before June 7, 2019 at 9:30", '"call time" before 2019-06-07T09:30:00'),
    ],
)
def test_a_time_stands_before_its_day(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("with a column in which no value is repeated", "column of unique"),
        ("with a column whose values never repeat", "column of unique"),
    ],
)
def test_no_value_twice(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("subject = maths", '"subject" is "maths"'),
        ("grade >= 80 and Subject = maths", '"grade" >= 80 and "Subject" is "maths"'),
    ],
)
def test_a_column_of_the_query_is_compared_though_its_name_means_something(
    text: str, expected: str
) -> None:
    found = parse(text, ("subject", "grade"))
    assert (write_request(found), found.unknown) == (expected, ())
    assert write_request(parse("subject = maths")) == 'topic "maths"'


def test_a_topic_that_may_be_a_value_of_the_query_s_column_is_told() -> None:
    assert [one.instead for one in parse("where subject is maths", ("subject",)).unknown] == [
        '"subject" is "maths"'
    ]
    assert not parse("where subject is maths", ("grade",)).unknown
