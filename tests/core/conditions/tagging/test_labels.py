from __future__ import annotations

from core.conditions.tagging.cutting import cut
from core.conditions.tagging.labels import labelled


def _of(text: str, line: str) -> dict[str, str]:
    words = cut(text)
    found = labelled(text, words, line)
    pairs = zip(words, found.labels, strict=True)
    return {word.text: label for word, label in pairs if label != "O"}


def test_names_begin_and_go_on() -> None:
    assert _of("join tables on raw milk without sheep cheese",
               'join: topic "raw milk" and not (contains "sheep cheese")') == {
        "raw": "B-topic", "milk": "I-topic", "sheep": "B-phrase!", "cheese": "I-phrase!",
    }  # fmt: skip


def test_each_number_is_labelled_once_by_what_it_counts() -> None:
    text = "5 columns, over 5,000 rows, five new columns and height above 5"
    line = 'columns = 5 and rows > 5000 and result new columns >= 5 and "height" > 5'
    words = cut(text)
    found = labelled(text, words, line)
    labels = [label for label in found.labels if label.startswith("#")]
    assert labels == [
        *("#columns =", "#rows >", "#rows >", "#rows >", "#result new columns >=", "#cells >")
    ]
    assert found.is_whole


def test_numbers_of_names_are_no_numbers_of_conditions() -> None:
    text = "tables about route 66 with 66 rows"
    assert _of(text, 'topic "route 66" and rows = 66')["route"] == "B-topic"
    assert [label for label in labelled(text, cut(text), 'topic "route 66" and rows = 66').labels
            if label[0] == "#"] == ["#rows ="]  # fmt: skip


def test_what_is_not_found_is_told() -> None:
    text = "a score of rows about tea"
    found = labelled(text, cut(text), 'rows = 20 and topic "tea"')
    assert (found.has_names, found.has_numbers, found.is_whole) == (True, False, False)
    found = labelled(text, cut(text), 'topic "coffee"')
    assert (found.has_names, found.has_numbers, found.operation) == (False, True, "none")
