from __future__ import annotations

import pytest

from core.conditions import conjuncts, parse


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "Hi, please show me tables I can union with this one where the rent is below 900.",
            ["I can union with this one", "rent is below 900"],
        ),
        ("show me search volume over 1000", ["volume over 1000"]),
        (
            "tables about coffee, over 40 rows, and for the Q3 deck: joinable on city",
            ["about coffee, over 40 rows", "joinable on city"],
        ),
        ("grade above 90 blorp 7", ["grade above 90"]),
        ("Road injuries: tables to union", ["Road injuries", "to union"]),
        ("hello there!", []),
        ("", []),
    ],
)
def test_the_words_of_a_reading_are_told(text: str, read: list[str]) -> None:
    found = parse(text)
    assert [span.text for span in found.read] == read
    for span in found.read:
        assert text[span.start : span.end] == span.text


def test_what_is_not_understood_is_no_word_of_the_reading() -> None:
    found = parse("tables about coffee, my boss waits, where origin is Kenya or 5 blorp")
    refused = [span for span in found.unknown if not span.kept]
    assert refused
    for one in refused:
        assert not any(span.start < one.end and one.start < span.end for span in found.read)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "unionable tables where grade is above 90 and there are more than 500 rows",
            [["grade is above 90"], ["more than 500 rows"]],
        ),
        (
            "about rivers, price over 10 but under 20, either title contains late or mentions Lima",
            [
                ["about rivers"],
                ["price over 10 but under 20"],
                ["price over 10 but under 20"],
                ["either title contains late or mentions Lima"],
            ],
        ),
        (
            "with neither a column about rents nor a column about wages",
            [["neither a column about rents nor a column about wages"]] * 2,
        ),
        (
            "country is France or year above 2000, over 10 rows",
            [["country is France or year above 2000"], ["over 10 rows"]],
        ),
        ("Road injuries: tables to union", [["Road injuries"]]),
        ("smartphone sales by region", [["smartphone sales by region"]]),
        ("hello there!", []),
    ],
)
def test_each_part_tells_the_words_it_was_made_of(text: str, words: list[list[str]]) -> None:
    found = parse(text)
    assert [[span.text for span in part] for part in found.of_parts] == words
    assert len(found.of_parts) == len(conjuncts(found.condition))
