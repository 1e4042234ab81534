from __future__ import annotations

import csv
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core import lake as lakes
from core.benchmarks import formats
from core.benchmarks.making import MadeBenchmark, make_benchmark, rewriting, write_made
from core.benchmarks.making.checking import verdict
from core.benchmarks.making.cutting import JOIN, UNION
from core.benchmarks.making.fuzzy import fuzzy_columns
from core.benchmarks.making.types import MadeQuery
from core.errors import CancelledError
from core.monitor import UNMONITORED, Monitor
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo
from tests.core.benchmarks.making.conftest import HEADER, RECIPE, shops


def test_most_subcategories_have_queries(made: MadeBenchmark) -> None:
    categories = {query.category for query in made.queries}
    assert len(categories) >= 15
    assert {category.split("/")[0] for category in categories} == {"union", "join", "nl"}


def test_subcategories_with_fewer_queries_are_told_with_the_reason(
    shops_lake: tuple[Workspace, LakeInfo], tmp_path: Path
) -> None:
    """Without titles there is no topic to ask for, and without dates no condition on one."""
    with (tmp_path / "203-406.csv").open("w", newline="") as file:
        csv.writer(file).writerows([row[:3] + row[4:] for row in (HEADER, *shops(0))])
    workspace, _ = shops_lake
    untitled = lakes.add_lake(workspace, "untitled", tmp_path)
    lakes.refresh(workspace, untitled, Settings(workers=1))
    recipe = replace(RECIPE, queries=1, least_columns=8)
    made = make_benchmark(workspace, lakes.lake(workspace, "untitled"), recipe, UNMONITORED)
    told = {one.category: one.sentence for one in made.shortfalls}
    for category in ("union/table/topic", "join/table/topic"):
        assert told[category] == (
            f"{category}: 0 of 1 query; of 1 table 1 without a title of two words."
        )
    assert told["union/column/date"] == (
        "union/column/date: 0 of 1 query; of 1 table 1 without columns or values to be split so."
    )
    assert told["nl/sentence"].startswith("nl/sentence: 0 of 1 query; no query with a condition")
    counted = Counter(query.category for query in made.queries)
    assert {*counted, *told} == {*UNION, *JOIN, "nl/sentence", "nl/keyword"}
    assert all(one.queries == counted[one.category] < 1 for one in made.shortfalls)


def test_every_label_holds_when_it_is_decided_again(made: MadeBenchmark) -> None:
    pieces = {piece.name: piece for piece in made.pieces}
    for query in made.queries:
        source = made.sources[query.source]
        for tables, expected in (
            (query.positives, True),
            (query.negatives, False),
            ([t for t in query.ignored if pieces[t].source == query.source], None),
        ):
            for table in tables:
                assert verdict(query, source, pieces[table], RECIPE) is expected
        labelled = [*query.positives, *query.negatives, *query.ignored]
        assert len(labelled) == len(set(labelled))


def test_labels_of_keywords_follow_from_the_keywords(
    shops_lake: tuple[Workspace, LakeInfo],
) -> None:
    made = make_benchmark(*shops_lake, replace(RECIPE, seed=4, queries=6), monitor=UNMONITORED)
    pieces = {piece.name: piece for piece in made.pieces}
    queries = [query for query in made.queries if query.category == "nl/keyword"]
    assert queries
    for query in queries:
        source = made.sources[query.source]
        title, *names = query.text.split(", ")
        assert title == source.title
        assert names
        wanted = {source.labels.index(name) for name in names}
        of_source = {name for name, piece in pieces.items() if piece.source == query.source}
        having = {name for name in of_source if wanted <= set(pieces[name].columns)}
        assert (set(query.positives), set(query.negatives)) == (having, of_source - having)


def _unions_with_tables_to_ignore(made: MadeBenchmark) -> list[tuple[MadeQuery, set[str]]]:
    """Return union queries, and tables of other sources that go with the query's as its own do."""
    found = []
    for query in (one for one in made.queries if one.mode == "union" and one.piece is not None):
        labels = [made.sources[query.source].labels[column] for column in query.piece.columns]
        shared = {
            piece.name: {made.sources[piece.source].labels[column] for column in piece.columns}
            & {*labels}
            for piece in made.pieces
            if piece.source != query.source
        }
        least = max(2, len(labels) / 2)
        found.append((query, {name for name, both in shared.items() if len(both) >= least}))
    return found


def _ignored_of_others(made: MadeBenchmark, query: MadeQuery) -> set[str]:
    return {*query.ignored} & {p.name for p in made.pieces if p.source != query.source}


def test_tables_of_another_source_that_go_with_the_query_are_no_wrong_answers(
    made: MadeBenchmark,
) -> None:
    for query, going in _unions_with_tables_to_ignore(made):
        asks_for_topic = made.sources[query.source].title in query.text
        assert _ignored_of_others(made, query) == (set() if asks_for_topic else going)


def test_a_title_that_stands_in_the_text_by_accident_is_no_topic(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    for seed, name in enumerate(("0", "1")):
        with (tmp_path / "lake" / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([HEADER, *shops(seed)])
    settings = Settings(workspace=tmp_path / "workspace", workers=1)
    workspace = Workspace.open(settings.workspace)
    lakes.refresh(workspace, lakes.add_lake(workspace, "shops", tmp_path / "lake"), settings)
    recipe = replace(RECIPE, queries=4)
    made = make_benchmark(workspace, lakes.lake(workspace, "shops"), recipe, UNMONITORED)
    by_accident = [
        (query, going)
        for query, going in _unions_with_tables_to_ignore(made)
        if made.sources[query.source].title in query.text and going
    ]
    assert by_accident
    for query, going in by_accident:
        assert _ignored_of_others(made, query) == going


def test_both_forms_are_read_back_with_the_same_labels(made: MadeBenchmark, tmp_path: Path) -> None:
    folder = write_made(made, tmp_path / "out", RECIPE)
    own = formats.read(folder / "own")
    assert own.qrels is not None
    assert len(own.queries) == len(made.queries)
    labels = sum(len(q.positives) + len(q.negatives) for q in made.queries)
    assert own.qrels.frame.height == labels
    published = sum(
        read.qrels.frame.height
        for mode in ("union", "join", "nl")
        if (read := formats.read(folder / "nlctables" / mode)).qrels is not None
    )
    assert published == labels
    how = (folder / "own" / "conditions.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["query_id"] for line in how] == [q.query_id for q in made.queries]


def test_numbers_are_written_as_people_write_them(made: MadeBenchmark) -> None:
    assert not [query.text for query in made.queries if re.search(r"\d\.0\b", query.text)]


def test_making_can_be_stopped_while_it_cuts_and_while_it_labels(
    shops_lake: tuple[Workspace, LakeInfo],
) -> None:
    told: list[str] = []

    def progress(done: int, total: int, message: str) -> None:
        told.append(message)

    asked = iter([False] * 5 + [True] * 1_000)
    with pytest.raises(CancelledError, match="nothing of it is kept"):
        make_benchmark(*shops_lake, RECIPE, Monitor(progress, lambda: next(asked)))
    assert "Labelling" not in told
    with pytest.raises(CancelledError, match="nothing of it is kept"):
        make_benchmark(*shops_lake, RECIPE, Monitor(progress, lambda: "Labelling" in told))
    assert told.count("Labelling") == 1


def test_a_table_is_rewritten_once_for_both_forms(
    made: MadeBenchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewritten: list[str] = []

    def noted(labels: list[str], rows: list[list[str]], seed: str, forms: list[Any]) -> Any:
        rewritten.append(seed)
        return fuzzy_columns(labels, rows, seed, forms)

    monkeypatch.setattr(rewriting, "fuzzy_columns", noted)
    write_made(made, tmp_path / "out", replace(RECIPE, fuzzy=True))
    assert sorted(rewritten) == sorted(f"{RECIPE.seed} {piece.name}" for piece in made.pieces)
