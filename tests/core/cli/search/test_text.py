from __future__ import annotations

from pathlib import Path

import pytest

from core.cli.search import text
from tests.core.cli.conftest import Here, Terminal

PRICES = "shop,apples\nNorth Street,2\nHarbour,3\n"


def test_a_search_in_words_prints_what_a_program_can_read(terminal: Terminal) -> None:
    terminal.write({"tables/prices.csv": PRICES, "tables/zoo.csv": "animal\nostrich\n"})
    assert terminal("lake", "add", "mine", "tables").code == 0
    arguments = ("search", "text", "mine", "Which shops are at the harbour?", "--method", "bm25")
    told = terminal(*arguments, "--json").json
    assert told.pop("seconds") > 0
    (result,) = told.pop("results")
    assert told == {
        "lake": "mine",
        "query": "Which shops are at the harbour?",
        "method": "bm25",
        "titles": True,
        "words": ["shops", "harbour"],
        "left_out": ["Which", "are", "at", "the"],
        "candidates": 2,
    }
    assert result.pop("score") == result["words"] > 0
    del result["words"]
    assert result == {
        "rank": 1,
        "table": "prices.csv",
        "meaning": None,
        "matched": ["shops", "harbour"],
        "missing": [],
        "title": {"text": "prices", "marks": []},
        "header": [{"text": "shop", "marks": [[0, 4]]}, {"text": "apples", "marks": []}],
        "nearest": False,
        "rows": [
            {
                "row": 1,
                "cells": [{"text": "Harbour", "marks": [[0, 7]]}, {"text": "3", "marks": []}],
            }
        ],
    }
    shown = terminal(*arguments, "--no-titles")
    assert (shown.code, shown.err) == (0, "")
    assert "columns: shop" in shown.out
    assert "left out: Which, are, at, the" in shown.out
    nothing = terminal("search", "text", "mine", "smartphones", "--method", "bm25")
    assert nothing.out.startswith("No table has any of the words smartphones.")


def test_all_that_speaks_for_a_table_is_printed(terminal: Terminal) -> None:
    terminal.write({"tables/prices.csv": PRICES})
    assert terminal("lake", "add", "mine", "tables").code == 0
    found = terminal("search", "text", "mine", "prices shop harbour", "--method", "bm25").out
    assert "title: prices; columns: shop; row 2: Harbour\n" in found


def test_tables_that_are_only_near_in_meaning_are_said_to_be(terminal: Terminal) -> None:
    terminal.write({"tables/prices.csv": PRICES, "tables/zoo.csv": "animal\nostrich\n"})
    assert terminal("lake", "add", "mine", "tables").code == 0
    said = "None of these tables has any of the words smartphones: they are those nearest"
    assert said in terminal("search", "text", "mine", "smartphones").out
    assert "None of these" not in terminal("search", "text", "mine", "ostrich smartphones").out
    assert "None of these" not in terminal("search", "text", "mine", "ostrich").out


def test_a_search_without_words_ends_with_a_sentence(terminal: Terminal) -> None:
    terminal.write({"tables/prices.csv": PRICES})
    assert terminal("lake", "add", "mine", "tables").code == 0
    ended = terminal("search", "text", "mine", "?")
    assert ended.code == 2
    assert ended.sentence == "A search in words needs a letter or a digit. Got '?'."


def test_a_condition_among_the_words_is_one(terminal: Terminal) -> None:
    terminal.write({"tables/prices.csv": PRICES, "tables/zoo.csv": "animal\nostrich\n"})
    assert terminal("lake", "add", "mine", "tables").code == 0
    arguments = ("search", "text", "mine", "tables about apples with at least 2 rows")
    told = terminal(*arguments, "--method", "bm25", "--json").json
    assert told["query"] == "apples"
    assert told["condition"]["condition"]["type"] == "size"
    assert told["results"][0]["table"] == "prices.csv"
    said = terminal(*arguments, "--method", "bm25").err
    assert "Words: apples. Condition: rows >= 2" in said


def test_a_condition_without_words_is_searched_by_its_names(terminal: Terminal) -> None:
    terminal.write({"tables/prices.csv": PRICES, "tables/zoo.csv": "animal\nostrich\n"})
    assert terminal("lake", "add", "mine", "tables").code == 0
    arguments = ("search", "text", "mine", "", "--method", "bm25", "--json")
    assert terminal(*arguments, "--where", "a column about apples").json["query"] == "apples"
    refused = terminal(*arguments, "--where", "over 1 row")
    assert refused.code == 2
    assert refused.sentence.startswith("Sizes, and what must not be there, rank no tables")


def test_a_comparison_among_keywords_is_told(terminal: Terminal) -> None:
    terminal.write({"tables/prices.csv": PRICES})
    assert terminal("lake", "add", "mine", "tables").code == 0
    said = terminal("search", "text", "mine", "apples over 2", "--method", "bm25").err
    assert 'For a condition, "apples" > 2, use --where.' in said


def test_a_condition_among_the_words_beside_another_is_told(terminal: Terminal) -> None:
    terminal.write({"tables/prices.csv": PRICES})
    assert terminal("lake", "add", "mine", "tables").code == 0
    arguments = ("search", "text", "mine", "tables about apples with over 3 rows")
    said = terminal(*arguments, "--where", "over 1 column", "--method", "bm25").err
    assert "All words are looked for; --where is the condition, not rows > 3." in said


def test_how_long_a_first_search_encodes_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = Here(tmp_path / "workspace", monkeypatch, capsys)
    tables = tmp_path / "tables"
    tables.mkdir()
    (tables / "prices.csv").write_text(PRICES)
    assert here("lake", "add", "mine", tables)[0] == 0
    monkeypatch.setattr(text, "TABLES_A_MINUTE", 1)
    arguments = ("search", "text", "mine", "harbour")
    assert "encodes" not in here(*arguments, "--method", "bm25")[2]
    said = here(*arguments)[2]
    assert "encodes two texts each of 1 table: about 2 minutes" in said
    assert "--method bm25 answers without" in said
    assert "encodes" not in here(*arguments)[2]
