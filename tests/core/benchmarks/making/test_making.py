from __future__ import annotations

import csv
import json
import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from core import lake as lakes
from core.benchmarks import formats
from core.benchmarks.making import MadeBenchmark, Recipe, make_benchmark, write_made
from core.benchmarks.making.checking import verdict
from core.benchmarks.making.fuzzy import fuzzy_columns
from core.errors import InputError
from core.settings import Settings
from core.store import Workspace

RECIPE = Recipe(seed=3, queries=2, positives=3, negatives=4)
HEADER = ("shop code", "city", "kind", "opened", "staff", "rent", "visitors", "owner", "rating")


def shops(seed: int) -> list[tuple[object, ...]]:
    dice = random.Random(seed)  # noqa: S311 - cells of a table
    return [
        (
            f"S{seed}{number:03}",
            dice.choice(["Oslo", "Bergen", "Molde", "Bodø"]),
            dice.choice(["bakery", "book shop", "florist"]),
            date(2000, 1, 1) + timedelta(days=dice.randrange(8_000)),
            dice.randrange(1, 60),
            round(dice.uniform(500, 9_000), 2),
            dice.randrange(10, 5_000),
            dice.choice(["Ada", "Ben", "Cleo", "Dan"]),
            round(dice.uniform(1, 5), 1),
        )
        for number in range(120)
    ]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> MadeBenchmark:
    folder = tmp_path_factory.mktemp("making")
    for seed, name in enumerate(("shops of the north", "market stalls of Norway")):
        (folder / "lake").mkdir(exist_ok=True)
        with (folder / "lake" / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([HEADER, *shops(seed)])
    settings = Settings(workspace=folder / "workspace", workers=1)
    workspace = Workspace.open(settings.workspace)
    lake = lakes.add_lake(workspace, "shops", folder / "lake")
    lakes.refresh(workspace, lake, settings)
    with pytest.raises(InputError, match="lower --min-rows"):
        make_benchmark(workspace, lakes.lake(workspace, "shops"), Recipe(least_rows=500))
    return make_benchmark(workspace, lakes.lake(workspace, "shops"), RECIPE)


def test_most_subcategories_have_queries(made: MadeBenchmark) -> None:
    categories = {query.category for query in made.queries}
    assert len(categories) >= 15
    assert {category.split("/")[0] for category in categories} == {"union", "join", "nl"}


def test_every_label_holds_when_it_is_decided_again(made: MadeBenchmark) -> None:
    pieces = {piece.name: piece for piece in made.pieces}
    for query in made.queries:
        source = made.sources[query.source]
        for tables, expected in (
            (query.positives, True),
            (query.negatives, False),
            (query.ignored, None),
        ):
            for table in tables:
                assert verdict(query, source, pieces[table], RECIPE) is expected
        labelled = [*query.positives, *query.negatives, *query.ignored]
        assert len(labelled) == len(set(labelled))


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


def test_fuzzy_tables_say_the_same_in_another_form() -> None:
    header, rows = fuzzy_columns(["release_date", "n"], [["2015-03-01", "7"], ["", "x"]], "seed")
    assert [name.replace("_", " ").casefold() for name in header] == ["release date", "n"]
    assert rows[0][0] in {"01 March 2015", "March 01, 2015", "2015/03/01"}
    assert rows[0][1:] == ["7"]
    assert rows[1] == ["", "x"]
