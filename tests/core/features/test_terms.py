from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.features.terms import pairs, runs, runs_of_one, spans, term_of, terms, wholes


def _words(text: str) -> list[str]:
    return [text[span.begin : span.end] for span in spans([text])[0]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Avg. Grade (2023)", ["Avg", "Grade", "2023"]),
        ("snake_case-word's", ["snake", "case", "word", "s"]),
        ("1,234,567.80 and 12.5%", ["1,234,567.80", "and", "12.5"]),
        ("1,23 4,567", ["1", "23", "4,567"]),
        ("東京 Tower", ["東", "京", "Tower"]),
        ("हिन्दी", ["हिन्दी"]),
        ("🍎 ... --", []),
    ],
)
def test_a_text_is_cut_into_words_and_numbers(text: str, words: list[str]) -> None:
    assert _words(text) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zürich", "ZURICH"),
        ("1,234", "1234"),
        ("12.50", "12.5"),
        ("2001.0", "2001"),
        ("ﬁre", "fires"),
        ("Straße", "STRASSE"),
        ("scoring", "Scores"),
        ("10", "１０"),
    ],
)
def test_other_spellings_are_one_term(one: str, other: str) -> None:
    assert term_of(one) == term_of(other)


@pytest.mark.parametrize(("one", "other"), [("100", "1"), ("007", "7"), ("1.5", "15")])
def test_other_numbers_are_other_terms(one: str, other: str) -> None:
    assert term_of(one) != term_of(other)


_texts = st.lists(
    st.none() | st.text("ab é1,.東_ ", max_size=25) | st.text(max_size=15), max_size=8
)


@given(_texts)
def test_a_column_of_texts_has_the_terms_of_each_by_itself(texts: list[str | None]) -> None:
    found = terms(pl.Series(texts, dtype=pl.String))
    expected = [
        (place, span.term) for place, text in enumerate(texts) for span in spans([text or ""])[0]
    ]
    assert list(zip(found.texts.tolist(), found.terms.tolist(), strict=True)) == expected


@given(_texts)
def test_pairs_and_wholes_are_those_of_each_text(texts: list[str | None]) -> None:
    found = terms(pl.Series(texts, dtype=pl.String))
    together, whole = pairs(found), wholes(found)
    for place in range(len(texts)):
        own = found.terms[found.texts == place]
        assert (together.texts == place).sum() == max(0, len(own) - 1)
        expected = runs(own)[-1:] if len(own) == 1 else None
        of_text = whole.terms[whole.texts == place]
        assert len(of_text) == (1 <= len(own) <= 8)
        assert set(of_text) <= set(runs(own))
        if expected is not None:
            assert of_text.tolist() == runs_of_one(own).tolist()


def test_a_pair_is_another_one_the_other_way_round() -> None:
    found = pairs(terms(pl.Series(["red car", "car red", "a red car"]))).terms.tolist()
    assert found[0] == found[3]
    assert found[0] != found[1]


def test_a_whole_cell_is_found_in_a_longer_text_and_only_whole() -> None:
    cells = wholes(terms(pl.Series(["New York", "York Hill", "York"]))).terms
    asked = set(runs(terms(pl.Series(["sales in new york"])).terms))
    assert [term in asked for term in cells] == [True, False, True]
