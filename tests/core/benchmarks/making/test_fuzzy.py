"""Tables written otherwise: by rule, and as a model says, over real HTTP."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.benchmarks.making import MadeBenchmark, ask_for_forms, write_made
from core.benchmarks.making.checking import mentions
from core.benchmarks.making.fuzzy import BY_MODEL, ColumnForms, fuzzy_columns
from core.benchmarks.making.fuzzy_ways import Way, codes, ways
from core.benchmarks.making.types import Kind
from core.llm import LanguageModel
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from tests.core.benchmarks.making.conftest import RECIPE
from tests.judges_server import JudgeServer
from tests.judges_server.conditions import request_in

FUZZY = replace(RECIPE, fuzzy=True)
SETTINGS = Settings(judge_backoff_ms=1, judge_attempts=2)


def written(*cells: str) -> dict[str, dict[str, str]]:
    return {way.name: dict(way.written) for way in ways(cells)}


def test_dates_numbers_codes_and_words_have_other_forms() -> None:
    assert written("2015-03-01", "", "2015-13-01")["dates as %B %d, %Y"] == {
        "2015-03-01": "March 01, 2015",
        "2015-13-01": "2015-13-01",
    }
    assert written("12345", "-999.50", "0")["thousands separated"] == {
        "12345": "12,345",
        "-999.50": "-999.50",
        "0": "0",
    }
    assert written("New York", "Ohio")["codes of state"] == {"New York": "NY", "Ohio": "OH"}
    assert written("University of Oslo", "Oslo")["known abbreviations"] == {
        "University of Oslo": "Univ. of Oslo",
        "Oslo": "Oslo",
    }
    assert written("book shop", "florist")["words cut"] == {
        "book shop": "book shop",
        "florist": "flor.",
    }


@pytest.mark.parametrize(
    "cells",
    [
        ("1999", "2004"),  # years
        ("02134", "10001"),  # codes with a zero in front
        ("", ""),
        ("N/A 1", "-"),
        tuple(f"place {number}" for number in range(51)),
    ],
)
def test_what_would_mean_something_else_stays(cells: tuple[str, ...]) -> None:
    assert written(*cells) == {}


def test_values_that_would_be_written_alike_are_left_as_they_are() -> None:
    assert "codes of sex" not in written("male", "Male", "female")
    assert "words cut" not in written("statue", "station", "statute")
    with pytest.raises(ValueError, match="alike"):
        Way("x", {"a": "same", "b": "SAME"})


def test_no_code_stands_for_two_names() -> None:
    for group, known in codes().items():
        if group != "word":
            assert len(set(known.values())) == len(known), group


_VALUES = st.one_of(
    st.sampled_from(["", "Kenya", "China", "kenya", "Department store", "2015-03-01", "12345"]),
    st.text(st.characters(categories=["L", "N", "Zs", "P"]), max_size=12),
)


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(st.lists(_VALUES, min_size=width, max_size=width), max_size=8)
    ),
    st.integers(0, 99),
)
def test_what_was_written_otherwise_can_be_undone(rows: list[list[str]], seed: int) -> None:
    labels = ["country name", "Population", "opened", "x"][: len(rows[0]) if rows else 2]
    columns, other = fuzzy_columns(labels, rows, str(seed))
    back = [{new: old for old, new in column.written.items()} for column in columns]
    assert [[b.get(cell, cell) for b, cell in zip(back, row, strict=True)] for row in other] == rows
    assert [column.name for column in columns] == labels
    names = [column.written_name.casefold() for column in columns]
    assert len(set(names)) == len(names)
    assert fuzzy_columns(labels, rows, str(seed)) == (columns, other)


def test_a_name_that_another_column_has_is_not_taken() -> None:
    forms = [ColumnForms(("city",)), ColumnForms(("Place",)), ColumnForms(("place",))]
    for seed in range(5):
        columns, _ = fuzzy_columns(["town", "city", "spot"], [], str(seed), forms)
        assert [column.written_name for column in columns] == ["town", "Place", "spot"]


def tables(folder: Path) -> Iterator[tuple[dict[str, Any], list[str], list[list[str]]]]:
    for line in (folder / "own" / "fuzzy.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        path = folder / "own" / "datalake" / f"{told['table']}.csv"
        with path.open(encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        yield told, header, rows


def test_every_label_still_holds_of_the_tables_as_they_are_written(
    made: MadeBenchmark, tmp_path: Path
) -> None:
    folder = write_made(made, tmp_path / "out", FUZZY)
    pieces = {piece.name: piece for piece in made.pieces}
    differ = 0
    cells: dict[str, list[list[str]]] = {}
    for told, header, rows in tables(folder):
        piece = pieces[told["table"]]
        source = made.sources[piece.source]
        assert header == [column["written_name"] for column in told["columns"]]
        before = [[source.cells[row][place] for place in piece.columns] for row in piece.rows]
        back = [{new: old for old, new in c["written"].items()} for c in told["columns"]]
        assert [[b.get(c, c) for b, c in zip(back, r, strict=True)] for r in rows] == before
        differ += rows != before
        cells[piece.name] = rows
    assert differ > len(pieces) / 2
    for query in made.queries:
        source = made.sources[query.source]
        for asked in query.asked:
            for name in (*query.positives, *query.negatives):
                if asked.kind is Kind.KEYWORD:
                    rows = [
                        [source.cells[r][c] for c in pieces[name].columns]
                        for r in pieces[name].rows
                    ]
                    was, now = (
                        any(mentions(str(asked.value), cell) for row in some for cell in row)
                        for some in (rows, cells[name])
                    )
                    assert was == now


def columns_of(out: Path, table: str) -> list[dict[str, str]]:
    """How the columns of a candidate are written."""
    lines = (out / "own" / "fuzzy.jsonl").read_text().splitlines()
    name = table.removesuffix(".json")
    (one,) = [told for told in map(json.loads, lines) if told["table"] == name]
    return one["columns"]


def test_the_published_form_joins_on_the_names_that_are_written(
    made: MadeBenchmark, tmp_path: Path
) -> None:
    out = write_made(made, tmp_path / "out", FUZZY)
    folder = out / "nlctables" / "join"
    with (folder / "joincol.csv").open(encoding="utf-8", newline="") as file:
        joins = list(csv.reader(file))
    asked = {query.piece.name: query for query in made.queries if query.mode == "join"}
    lacking = 0
    for query, table, own, other, grade in joins:
        assert own in json.loads((folder / "query" / query).read_text())["title"]
        title = json.loads((folder / "dataset" / table).read_text())["title"]
        assert other in title
        of_query = asked[query.removesuffix(".json")]
        positive = table.removesuffix(".json") in of_query.positives
        assert grade == ("1" if positive else "0")
        key = made.sources[of_query.source].labels[of_query.key]
        written = {one["name"]: one["written_name"] for one in columns_of(out, table)}
        if key in written:
            assert other == written[key]
        else:
            lacking += 1
            assert (positive, other) == (False, title[0])
    assert {grade for *_, grade in joins} == {"0", "1"}
    assert lacking


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JudgeServer]:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with JudgeServer() as found:
        yield found


def test_a_model_says_how_and_is_paid_once_a_source(
    made: MadeBenchmark, server: JudgeServer, tmp_path: Path
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    model = LanguageModel.named("openai:fair", server.openai_url)
    found = ask_for_forms(workspace, model, made.sources, SETTINGS, monitor=UNMONITORED)
    assert (found.columns, found.unused) == (18, ())
    told = request_in(server.bodies[0]["messages"][1]["content"])
    asked = {column["name"]: column for column in told["columns"]}
    assert sorted(asked["city"]["values"]) == ["Bergen", "Bodø", "Molde", "Oslo"]
    assert "values" not in asked["rent"] and len(asked["rent"]["examples"]) == 3
    assert ask_for_forms(workspace, model, made.sources, SETTINGS, monitor=UNMONITORED) == found
    assert server.calls == len(made.sources) == 2

    folder = write_made(made, tmp_path / "out", FUZZY, found.forms)
    ways_used = set()
    for one, header, rows in tables(folder):
        for place, column in enumerate(one["columns"]):
            assert column["name_by"] in {BY_MODEL, ""}
            assert header[place] in {f"the {column['name']}", column["name"]}
            if column["way"] == BY_MODEL:
                assert all(row[place].startswith("<") for row in rows if row[place])
            ways_used.add((column["name"], column["way"]))
    assert ("city", BY_MODEL) in ways_used


@pytest.mark.parametrize(
    ("behaviour", "column", "why"),
    [
        ("alike", "city", "Two values are written alike"),
        ("swapped", "city", "written as another one"),
        ("missing", "city", "every value that was given"),
        ("formula", "shop code", "begin like a formula"),
        ("unknown", "no such column", "no such column"),
        ("prose", "", "not one JSON object"),
        ("refuses", "", "declined"),
        ("always-500", "", "HTTP 500"),
    ],
)
def test_what_a_model_gives_wrongly_is_told_and_written_by_rule(
    made: MadeBenchmark,
    server: JudgeServer,
    tmp_path: Path,
    behaviour: str,
    column: str,
    why: str,
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    model = LanguageModel.named(f"openai:{behaviour}", server.openai_url)
    found = ask_for_forms(workspace, model, made.sources, SETTINGS, monitor=UNMONITORED)
    told = {(one.table, one.column): one.why for one in found.unused}
    assert why in told[made.sources[0].table, column]
    assert (found.forms == {}) == (column == "")
    if column in made.sources[0].labels:
        place = made.sources[0].labels.index(column)
        assert found.forms[0][place] == ColumnForms()
