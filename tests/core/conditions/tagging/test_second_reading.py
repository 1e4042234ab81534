"""What words likely are, put together as a condition; labels are given here, not learned."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.conditions import Request, from_line, parse, to_line, write_request
from core.conditions.tagging.assembling import SecondReading
from core.conditions.tagging.cutting import cut
from core.conditions.tagging.labels import OPERATIONS
from core.conditions.tagging.second_reading import SURE, second_reading
from tests.core.conditions.tagging.given import likely


def read(text: str, labels: str, operation: str = "none", first: str = "") -> str | None:
    condition = parse(first).condition if first else None
    found = second_reading(text, cut(text), likely(labels, operation), condition)
    return None if found is None else written(text, found)


def written(text: str, found: SecondReading) -> str:
    return write_request(Request(text, found.operation, found.condition))


CASES = [
    ("extend it: fish farms", "_ _ _ B-topic I-topic", "union", 'union: topic "fish farms"'),
    (
        "fare circa 5, 80 lines",
        "B-numbers _ #cells~about _ #rows~>= _",
        "none",
        '"fare" about 5 and rows >= 80',
    ),
    ("age 5 to 9", "B-numbers #cells~between _ #cells~between", "none", '"age" between 5 and 9'),
    ("minus 5 as temp floor", "_ #cells~>= _ B-numbers _", "none", '"temp" >= -5'),
    ("fee 10k tops", "B-numbers #cells~<= _", "none", '"fee" <= 10000'),
    ("fee 1.2 million tops", "B-numbers #cells~<= _ _", "none", '"fee" <= 1200000'),
    ("fee 2.5% to 5.25%", "B-numbers #cells~between _ _ #cells~between _", "none",
     '"fee" between 2.5 and 5.25'),
    ("fee 1.200 tops", "B-numbers #cells~<= _", "none", None),
    ("blood AB-, 9 rows", "B-category B-value I-value _ #rows~= _", "none",
     '"blood" is "AB-" and rows = 9'),
    ("blood is AB - or so", "B-category _ B-value I-value _ _", "none", '"blood" is "AB"'),
    ("fee 10 m tops", "B-numbers #cells~<= _ _", "none", None),
    ("age, mass past 7", "B-numbers _ B-numbers _ #cells~>", "none", '"age" > 7 and "mass" > 7'),
    (
        "age or mass past 7",
        "B-numbers _ B-numbers _ #cells~>",
        "none",
        '"age" > 7 or "mass" > 7',
    ),
    ("age under 5 or above 9", "B-numbers _ #cells~< _ _ #cells~>", "none",
     '"age" < 5 or "age" > 9'),
    ("age 5 or more and 9 or less", "B-numbers #cells~>= _ _ _ #cells~<= _ _", "none",
     '"age" >= 5 and "age" <= 9'),
    ("fee mean 4, age 5", "B-numbers _ #average~about _ B-numbers #cells~=", "none",
     'average "fee" about 4 and "age" = 5'),
    ("born 12 May 1990 on", "B-dates _ _ #cells~>= _", "none", '"born" since 1990-05-12'),
    ("born 1970s", "B-dates #cells~=", "none", '"born" between 1970 and 1979'),
    ("born no 1970s", "B-dates _ #cells~not~=", "none", 'not ("born" between 1970 and 1979)'),
    ("born Tuesday", "B-dates _", "none", None),
    ("river Tana / Po", "B-category B-value _ B-value", "none", '"river" is "Tana" | "Po"'),
    ("Tana in river", "B-value _ B-category", "none", '"river" is "Tana"'),
    ("river ditch Tana", "B-category! _ B-value!", "none", 'not ("river" is "Tana")'),
    ("Tana", "B-value", "none", None),
    ("notes frost or hail", "B-texts B-phrase _ B-phrase", "none",
     '"notes" contains "frost" or "notes" contains "hail"'),
    ("frost and hail", "B-phrase _ B-phrase", "none", 'contains "frost" and contains "hail"'),
    ("no tea or rum", "_ B-topic! _ B-topic!", "none", 'not (topic "tea") and not (topic "rum")'),
    ("tea or rum, 9 rows", "B-topic _ B-topic _ #rows~> _", "none",
     '(topic "tea" or topic "rum") and rows > 9'),
    ("on tea / rum", "_ B-topic _ B-topic", "none", 'topic "tea" or topic "rum"'),
    ("on tea / 9 rows", "_ B-topic _ #rows~= _", "none", 'topic "tea" and rows = 9'),
    ("under 4 rows or more than 9 rows", "_ #rows~< _ _ _ _ #rows~> _", "none",
     "rows < 4 or rows > 9"),
    ("4 rows or more, tea", "#rows~>= _ _ _ _ B-topic", "none", 'rows >= 4 and topic "tea"'),
    ("tea or 9 rows of rum", "B-topic _ #rows~> _ _ B-topic", "none", None),
    ("by id and zip", "_ B-key _ B-key", "join", 'join: join on "id", "zip"'),
    ("by id", "_ B-key", "none", None),
    ("70% find kin", "#result~matched~share~>= _ _ _", "join",
     "join: result matched share >= 0.7"),
    ("two thirds find kin", "#result~matched~share~>= #result~matched~share~>= _ _", "join",
     "join: result matched share >= 0.666666"),
    ("20% old, 30% young", "#share~>= _ _ _ #share~>= _ _", "none", None),
    ("9" * 400 + " rows", "#rows~> _", "none", None),
    ("a fifth: 20% at age past 7", "_ _ _ #share~>= _ _ B-numbers _ #cells~>", "none",
     'share >= 0.2 of ("age" > 7)'),
    ("most have age past 7", "_ _ B-numbers _ #cells~>", "none", None),
    ('"raw milk" stuff', "_ B-topic I-topic _ _", "none", 'topic "raw milk"'),
    ('"raw milk" stuff', "_ B-topic _ _ _", "none", None),
    ("hello there", "_ _", "none", None),
    ("tea, newest first", "B-topic _ ? ?", "none", 'topic "tea"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "labels", "operation", "expected"), CASES)
def test_parts_are_put_together_where_it_is_clear_how(
    text: str, labels: str, operation: str, expected: str | None
) -> None:
    assert read(text, labels, operation) == expected


def test_properties_of_columns_are_those_of_the_first_reading() -> None:
    text, labels = "price, numeric", "B-about _ _"
    assert read(text, labels) is None
    assert read(text, labels, first="column about price that is numeric") == (
        'column about "price" of numbers'
    )
    assert read(text, labels, first="column about rent that is numeric") is None


@pytest.mark.parametrize("said", ["true/false", "true-or-false", "yes-no", "yes/no"])
def test_a_property_in_two_words_is_one(said: str) -> None:
    text = f"price column, {said}"
    labels = " ".join(["B-about", *["_"] * (len(cut(text)) - 1)])
    assert read(text, labels) is None
    assert read(text, labels, first="column about price of booleans") == (
        'column about "price" of booleans'
    )


def test_a_property_that_no_column_is_named_for_is_added() -> None:
    first = "rows > 5 and a column without missing values"
    found = read("tea, no gaps", "B-topic _ _ _", first=first)
    assert found == 'topic "tea" and column of complete'
    found = read("tea or rum, no gaps", "B-topic _ B-topic _ _ _", first=first)
    assert found == '(topic "tea" or topic "rum") and column of complete'
    mixed = read("tea or fog, no gaps", "B-topic _ B-phrase _ _ _", first=first)
    assert mixed == '(topic "tea" or contains "fog") and column of complete'


def test_a_name_that_the_first_reading_took_further_has_its_property() -> None:
    text, labels = "price and so on, numeric", "B-about _ _ _ _ _"
    first = "column about 'price and so on' that is numeric"
    assert read(text, labels, first=first) == 'column about "price" of numbers'
    assert read(text, labels, first="column about pricey that is numeric") is None


def test_most_of_the_rows_are_as_many_as_in_the_first_reading() -> None:
    first = "most rows have weight over 9"
    text, labels = "most have age past 7", "_ _ B-numbers _ #cells~>"
    assert read(text, labels, first=first) == 'share > 0.5 of ("age" > 7)'
    text, labels = "age past 7 in most, tea", "B-numbers _ #cells~> _ _ _ B-topic"
    assert read(text, labels, first=first) == 'share > 0.5 of ("age" > 7) and topic "tea"'
    assert read("most tea", "_ B-topic", first=first) is None


def test_a_date_of_no_column_is_that_of_the_first_reading() -> None:
    text, labels = "under mine, dates in 2011", "_ _ _ _ _ #cells~="
    assert read(text, labels, "union") is None
    assert read(text, labels, "union", "dates in 2011") == "union: date in 2011"
    assert read(text, labels, "union", "dates in 2012") is None


def test_a_word_that_is_not_sure_leaves_no_reading() -> None:
    text = "extend it: fish"
    words = cut(text)
    for share, there in ((SURE + 0.01, True), (SURE - 0.01, False)):
        found = second_reading(text, words, likely("_ _ _ B-topic", share=share))
        assert (found is not None) is there


def test_a_word_that_both_readings_take_alike_is_sure() -> None:
    text = "extend it: fish"
    unsure = likely("_ _ _ B-topic", share=SURE - 0.01)
    unsure.shares[:3] = likely("_ _ _ B-topic").shares[:3]
    for first, there in (("about fish", True), ("about tea", False)):
        found = second_reading(text, cut(text), unsure, parse(first).condition)
        assert (found is not None) is there


def test_a_name_that_is_shorter_than_in_the_first_reading_has_to_be_sure() -> None:
    text = "max price above 5"
    unsure = likely("B-numbers _ _ #cells~>")
    unsure.shares[0] *= SURE - 0.01
    assert second_reading(text, cut(text), unsure, parse(text).condition) is None


def test_what_is_no_part_is_sure_whether_a_condition_could_say_it_or_not() -> None:
    text = "tea newest first"
    one = likely("B-topic _ ?")
    one.shares[1] = [0, 0.5, 0.5]  # labels: of a topic, none, beyond
    found = second_reading(text, cut(text), one)
    assert found is not None
    assert written(text, found) == 'topic "tea"'


def test_each_part_knows_its_words() -> None:
    text = "tea, 80 lines"
    found = second_reading(text, cut(text), likely("B-topic _ #rows~= _"))
    assert found is not None
    assert [[text[a:b] for a, b in part] for part in found.places] == [["tea"], ["80"]]


WORDS = [
    *("tea", "rum", "age", "born", "not", "or", "and", ",", "(", ")", '"', "half", "columns"),
    *("5", "12.5", "1.500", "1970s", "30%", "10k", "March", "2015", "9" * 400),
]
LABELS = [
    *("O", "?", "B-topic", "I-topic", "B-about!", "B-named", "B-key", "B-numbers", "B-dates"),
    *("I-dates", "B-category", "B-texts!", "B-phrase", "B-value!", "B-value", "#rows >"),
    *("#columns between", "#cells between", "#cells not =", "#cells <", "#average about"),
    *("#share >=", "#result matched share >", "#result new rows ="),
]


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(LABELS)), max_size=9),
    st.sampled_from(OPERATIONS),
)
def test_whatever_words_likely_are_there_is_a_reading_or_none(
    words: list[tuple[str, str]], operation: str
) -> None:
    text = " ".join(word for word, _ in words)
    cut_words = cut(text)
    labels = [label.replace(" ", "~") for _, label in words] + ["O"] * len(cut_words)
    told = likely(" ".join(labels[: len(cut_words)]), operation)
    found = second_reading(text, cut_words, told, parse(text[:1_000]).condition)
    if found is not None:
        assert from_line(to_line(found.condition)) == found.condition
        assert all(text[start:end].strip() for part in found.places for start, end in part)
