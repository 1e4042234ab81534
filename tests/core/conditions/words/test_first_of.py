"""The first of many patterns that fits, found without compiling those that cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.conditions.words.asking import ASKING
from core.conditions.words.first_of import FirstOf
from core.conditions.words.own_table import OWN_TABLE, ROUGHLY_OWN_TABLE

WORDINGS = Path(__file__).parents[1] / "wordings"
PATTERNS = (
    rf"{OWN_TABLE} needs more rows",
    rf"{ASKING}widen {OWN_TABLE}",
    rf"{ASKING}widen(?: it)?",
    r"widen our shed",
    rf"beside {OWN_TABLE}(?= ?[.,])",
)


@pytest.mark.parametrize(
    "text",
    [
        "my fleet list needs more rows, please",
        "so that I can widen our shed",
        "widen it",
        "Widen OUR table about coffee",
        "widen our shed by a column",
        "beside the one I have open, with dates",
        "beside my table with dates",
        "the shed",
        "",
    ],
)
def test_what_fits_is_what_an_alternation_of_all_finds(text: str) -> None:
    whole = re.compile("|".join(PATTERNS), re.IGNORECASE).match(text)
    found = FirstOf(PATTERNS).match(text, 0)
    assert (found and found.span()) == (whole and whole.span())


def test_a_text_is_matched_from_a_place_on() -> None:
    found = FirstOf(PATTERNS).match("tables to widen it", 7)
    assert found is not None
    assert found[0] == "to widen it"


def test_wherever_words_for_ones_own_table_fit_their_stand_in_fits_as_far() -> None:
    exactly, roughly = (
        re.compile(pattern, re.IGNORECASE) for pattern in (OWN_TABLE, ROUGHLY_OWN_TABLE)
    )
    lines = [
        line.split("\t")[1]
        for file in sorted(WORDINGS.glob("unseen*.tsv"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    fitted = 0
    for text in lines[::3]:
        for word in re.finditer(r"\b\w", text):
            found = exactly.match(text, word.start())
            if found is not None:
                fitted += 1
                stand_in = roughly.match(text, word.start())
                assert stand_in is not None, text
                assert stand_in.end() >= found.end(), text
    assert fitted > 500


def test_patterns_that_cannot_fit_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = FirstOf([rf"{OWN_TABLE} craves gold", rf"{OWN_TABLE} craves silver"])
    compiled: list[str] = []
    as_ever = re.compile

    def noted(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return as_ever(pattern, flags)

    monkeypatch.setattr(re, "compile", noted)
    assert forms.match("my table craves copper", 0) is None
    assert compiled == []
    assert forms.match("my table craves silver", 0)
    assert [pattern for pattern in compiled if OWN_TABLE in pattern] == [
        rf"{OWN_TABLE} craves silver"
    ]
