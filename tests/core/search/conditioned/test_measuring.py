from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from core.conditions import parse
from core.conditions.counting import portions
from core.conditions.counting.tables import table_facts
from core.conditions.counting.time_limits import Deadline
from core.conditions.errors import ConditionTimeoutError
from core.features.folding import Folding
from core.lake.reading.loose import read_loose
from core.lake.stored.relations import StoredCells
from core.monitor import Monitor
from core.search import Part, align_tables
from core.search.combining.joins import JoinPart, measure_joins
from core.search.conditioned import (
    Limits,
    join_with_condition,
    union_with_condition,
    until_satisfied,
)
from core.search.conditioned.joined_rows import JoinCounter, JoinedRows
from core.search.conditioned.united_rows import count_new_rows
from core.search.derived.value_sets import set_index
from core.types import ColumnMatch
from tests.core.search.conftest import MakeLake, Opened, whole_union

CELLS = ["", "Oslo", "OSLO ", "oslo", "1,000", "1000.0", "31/03/2020", "2020-03-31", '"a, b"', "ß"]


def table(seed: int) -> str:
    chance = np.random.default_rng(seed)
    rows = [",".join(row) for row in chance.choice(CELLS, (chance.integers(12), 3))]
    return "\n".join(["first,second,third", *rows]) + "\n"


@pytest.fixture(scope="module")
def mixed(make_lake: MakeLake) -> Opened:
    return make_lake({f"t{seed:02}.csv": table(seed) for seed in range(40)}, "mixed")


@pytest.fixture(scope="module")
def loose(mixed: Opened, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mine") / "query.csv"
    path.write_text(table(99) + "only,here,31/12/2020\n")
    return path


@pytest.mark.parametrize("rules", ["all", "none"])
@pytest.mark.parametrize("where", ["lake", "file"])
@pytest.mark.parametrize("on", [(("first", "second"),), (("first", "third"), ("third", "first"))])
def test_rows_of_joins_are_those_that_are_counted_before_one_is_made(
    mixed: Opened, loose: Path, on: tuple[tuple[str, str], ...], where: str, rules: str
) -> None:
    query = mixed.query("t07.csv" if where == "lake" else read_loose(loose, mixed.settings))
    names = [name for name in mixed.found("t07.csv", k=100) if name != "t07.csv"]
    folding = Folding.of(rules)
    index = set_index(mixed.searched, folding)
    counter = JoinCounter(index, query, dict.fromkeys(names, on))
    parts = [JoinPart(name, on) for name in names]
    for facts in measure_joins(query, parts, folding):
        rows = counter.count(facts.part.table)
        assert (rows.query_rows, rows.matched) == (facts.query.rows, facts.matched_rows)
        assert (rows.left, rows.share) == (facts.left_rows, facts.row_share)
        assert rows.left - rows.alone == facts.rows


def test_rows_of_a_left_join_are_told_with_those_that_are_joined() -> None:
    assert (
        JoinedRows(4, 1, 5).told == "5 rows: 2 joined rows and 3 of the query's without a partner"
    )
    assert JoinedRows(4, 4, 6).told == "6 rows"


def test_new_rows_are_those_of_the_outer_union(
    mixed: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = mixed.query("t07.csv")
    names = [name for name in mixed.found("t07.csv", k=100) if name != "t07.csv"]
    hits = align_tables(query, names, "hash")
    facts = table_facts(mixed.workspace, mixed.lake.key, names)
    told: list[int] = []
    asked = [(facts[hit.table], hit.alignment) for hit in hits]
    counts = count_new_rows(query, asked, Deadline(30), told.append)
    for hit in hits:
        made = whole_union(query, [Part(hit.table, hit.alignment)])
        assert counts[hit.table] == made.parts[0].new_rows
    assert told == sorted(told) and told[-1] == len(hits)
    # The same cells in files of their own, as those of large tables are.
    large = []
    for number, (one, alignment) in enumerate(asked):
        cells = one.cells
        columns = [f"c{place}" for place in range(cells.columns)]
        arrays = dict(zip(columns, cells.arrays, strict=True))
        frame = pl.DataFrame(arrays, dict.fromkeys(columns, pl.String))
        frame.write_parquet(tmp_path / f"{number}.parquet")
        moved = StoredCells(cells.rows, cells.columns, tmp_path / f"{number}.parquet")
        large.append((replace(one, cells=moved) if number % 2 else one, alignment))
    assert count_new_rows(query, large, Deadline(30), told.append) == counts
    none = count_new_rows(query, [(facts[names[0]], ())], Deadline(30), told.append)
    assert none == {names[0]: facts[names[0]].rows}
    # Of long texts each table with rows by itself, so that what is in memory is bounded.
    told.clear()
    monkeypatch.setattr(portions, "BYTES_AT_ONCE", 1)
    assert count_new_rows(query, asked, Deadline(30), told.append) == counts
    filled = sum(one.rows > 0 for one, _ in asked)
    assert told == [*range(1, filled + 1), len(hits)]


@pytest.mark.parametrize(
    "where", ["at least 70% of my rows find a match", "joinable tables adding more than 3 new rows"]
)
def test_joins_that_take_too_long_to_measure_are_stopped_and_it_is_said(
    mixed: Opened, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    class Over(Deadline):
        def check(self, what: str) -> None:
            if what.startswith("the join"):  # which comes after ranking
                raise self.over(what)

    monkeypatch.setattr(until_satisfied, "Deadline", Over)
    with pytest.raises(
        ConditionTimeoutError, match=r"the join with \d\d tables must take at most 30"
    ):
        join_with_condition(mixed.query("t07.csv"), parse(where).condition, ["first"])


def test_unions_that_take_too_long_to_measure_are_stopped_and_it_is_said(mixed: Opened) -> None:
    facts = table_facts(mixed.workspace, mixed.lake.key, ["t01.csv"])
    match = ColumnMatch("first", "first", 1.0)
    with pytest.raises(ConditionTimeoutError, match=r"the union with t01\.csv"):
        count_new_rows(mixed.query("t07.csv"), [(facts["t01.csv"], [match])], Deadline(0), print)


def test_measuring_tells_how_far_it_is(mixed: Opened) -> None:
    told: list[tuple[int, int, str]] = []
    condition = parse("unionable tables adding more than 100 new rows").condition
    watched = replace(mixed, monitor=Monitor(lambda *one: told.append(one)))
    query = watched.query("t07.csv")
    found = union_with_condition(query, condition, Limits(5), encoder_name="hash")
    assert (found.examined, found.satisfied, found.exhausted) == (39, 0, True)
    assert (39, 39, "Counting new rows of unions") in told
