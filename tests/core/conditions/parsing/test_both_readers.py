"""What the grammar and the second reader, as it is kept, make of many sentences together."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.conditions import parse, write_request

pytestmark = pytest.mark.second_reader

WORDINGS = Path(__file__).parents[1] / "wordings"


def read(name: str, every: int) -> list[tuple[str, str]]:
    lines = (WORDINGS / name).read_text(encoding="utf-8").splitlines()[::every]
    return [(text, meant) for _, text, meant in (line.split("\t") for line in lines)]


UNSEEN = read("unseen.tsv", 1)
THIRTEEN = 1_752
"""So many of these are by the first thirteen writers; those after them write less plainly."""


def test_what_is_read_exactly_is_hardly_ever_doubted() -> None:
    ours = ("taxonomy.tsv", "held_out.tsv", "analysts.tsv", "names.tsv", "shapes.tsv")
    sentences = [one for name in ours for one in read(name, 3)] + read("strangers.tsv", 50)
    doubted = [text for text, _ in sentences if parse(text).unknown]
    assert len(sentences) > 600
    assert len(doubted) <= 0.01 * len(sentences), doubted


@pytest.mark.parametrize(
    ("sentences", "exact_at_least", "silent_at_most"),
    [
        pytest.param(UNSEEN[:THIRTEEN:4], 0.98, 0.01, id="of thirteen writers"),
        pytest.param(UNSEEN[THIRTEEN::3], 0.95, 0.005, id="of the fifteen after them"),
        pytest.param(
            read("unseen_voices.tsv", 10),
            0.88,
            0.005,
            id="who wrote in slang, rare verbs or as in old letters",
        ),
    ],
)
def test_sentences_of_new_writers_are_read_or_told(
    sentences: list[tuple[str, str]], exact_at_least: float, silent_at_most: float
) -> None:
    found = [(parse(text), text, meant) for text, meant in sentences]
    exact = [text for request, text, meant in found if write_request(request) == meant]
    silent = [
        text
        for request, text, meant in found
        if write_request(request) != meant and not request.told
    ]
    assert len(exact) >= exact_at_least * len(sentences)
    assert len(silent) <= silent_at_most * len(sentences), silent


def test_sentences_of_no_known_form_are_read_by_what_was_learned() -> None:
    """The grammar alone reads none of these both exactly and without a word."""
    sentences = read("misread.tsv", 12)
    exact = [text for text, meant in sentences if write_request(parse(text)) == meant]
    assert len(exact) >= 0.7 * len(sentences)


def test_a_size_that_is_refused_is_not_wanted_by_what_was_learned() -> None:
    text = "Tables capable of being appended to this one, save for those having 20 columns or more."
    found = parse(text)
    assert write_request(found) == "union: columns < 20"
    assert [span.text for span in found.unknown] == ["20"]


def test_what_is_brought_beside_rows_of_ones_own_is_joined() -> None:
    """What was learned takes "bring … tables" for a union."""
    found = parse("Bring alongside my rows tables treating of maps, in which a city column exists.")
    assert found.operation == "join"


def test_a_name_with_a_kind_in_brackets_within_it_is_told() -> None:
    found = parse("a column about income (not null) and age (numeric)")
    assert [span.text for span in found.unknown] == ["income (not null) and age"]
    assert parse("a column about income (numeric)").unknown == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no mention is made of wine, over 60 rows", 'not (contains "wine") and rows > 60'),
        ("no reference is made to Oslo", 'not (contains "Oslo")'),
        ("no mention should be made of Oslo", 'not (contains "Oslo")'),
    ],
)
def test_a_piece_of_what_says_that_words_are_mentioned_is_not_doubted(
    text: str, expected: str
) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_values_noted_as_a_set_are_not_lost() -> None:
    found = parse("unionable, modality in {CT, MRI}")
    assert write_request(found) == 'union: "modality" is "CT" | "MRI"'
    assert all(span.kept for span in found.unknown)
    assert parse("status in {open, closed}").unknown == ()


def test_a_share_in_words_is_a_share() -> None:
    found = parse("After the join, at least eighty-five per cent of our rows should have a match.")
    assert write_request(found) == "join: result matched share >= 0.85"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("widen my table by at least 3 columns", "join: result new columns >= 3"),
        ("After all the new columns are added, my table must have at most 30 columns.",
         "join: result columns <= 30"),
        ("i need at least 10,000 rows once everything's stacked", "union: result rows >= 10000"),
    ],
)  # fmt: skip
def test_a_size_that_is_said_to_be_the_result_s_is_not_doubted(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())
