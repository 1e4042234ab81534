"""Names as only columns have them: they are never topics nor parts of one, nor values."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables that mention hamstring in injury_type", '"injury_type" contains "hamstring"'),
        ("with either the word fog in log_text or over 9 rows",
         '"log_text" contains "fog" or rows > 9'),
        ("fog mentioned in log_text", '"log_text" contains "fog"'),
    ],
)  # fmt: skip
def test_a_word_is_contained_in_them(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables with customer_id and over 9 rows", 'column named "customer_id" and rows > 9'),
        ("tables about tea that have customer_id", 'topic "tea" and column named "customer_id"'),
        ("has columns refund_date and customer_id",
         'column named "refund_date" and column named "customer_id"'),
        ("no store_credit column, over 9 rows",
         'not (column named "store_credit") and rows > 9'),
    ],
)  # fmt: skip
def test_a_column_is_called_so(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("match on apiary_id versus tables about weather", "apiary_id versus"),
        ("average temp_c by apiary_id above 20", "temp_c by apiary_id"),
        (
            "vineyard blocks + soil surveys on block_id",
            "vineyard blocks + soil surveys on block_id",
        ),
    ],
)
def test_words_beside_one_are_doubted(text: str, doubted: str) -> None:
    assert doubted in [span.text for span in parse(text).unknown]


def test_what_ones_own_table_has_is_not_asked_for() -> None:
    read = parse("I have a table with employee_id and I want to join on employee_id tables on pay")
    assert write_request(read) == 'join: join on "employee_id" and topic "pay"'


def test_one_alone_is_hardly_a_topic() -> None:
    assert [span.text for span in parse("add visit_cost to my patients").unknown] == ["visit_cost"]


def test_one_in_a_topic_is_doubted_where_something_else_is_asked() -> None:
    read = parse("tables to append to mine about deaths by age_group")
    assert write_request(read) == 'union: topic "deaths by age_group"'
    assert [span.text for span in read.unknown] == ["deaths by age_group"]
    assert not parse("train delays, stop_id").unknown


def test_keys_behind_a_topic_of_what_is_joined_are_doubted() -> None:
    (span,) = parse("join it with a table about bees on genus and species, over 9 rows").unknown
    assert (span.text, span.kept) == ("bees on genus and species", True)


@pytest.mark.parametrize(
    "text",
    [
        "joinable tables that contain info about course_num",
        "joinable tables related to the topic of vit_a and over 8 columns",
        "tables with similar content to vul_dis and over 14 columns",
    ],
)
def test_one_that_is_said_to_be_the_subject_is_not_doubted(text: str) -> None:
    assert not parse(text).unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Unless they have fewer than 100 rows, tables about archery with a bow_type of recurve "
            "are to be appended.",
            'union: rows >= 100 and topic "archery" and "bow_type" is "recurve"',
        ),
        (
            "tables on rowing with a boat_class of eight or four",
            'topic "rowing" and "boat_class" is "eight" | "four"',
        ),
    ],
)
def test_no_topic_goes_on_with_one_that_has_a_value(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())
