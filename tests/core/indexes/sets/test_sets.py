from __future__ import annotations

import itertools
import random
import tempfile
from pathlib import Path

import numpy as np
import polars as pl
import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import CancelledError, TableNotFoundError, WorkspaceError
from core.features.folding import ALL, Folding
from core.features.value_keys import value_keys
from core.indexes.manifests import LakeTables
from core.indexes.sets import columns, writing
from core.indexes.sets.building import build_sets
from core.indexes.sets.combinations import most_combinations
from core.indexes.sets.index import open_sets
from core.indexes.sets.overlaps import most_overlapping
from core.indexes.sets.writing import RECORD, in_order
from core.monitor import UNMONITORED, Monitor
from tests.core.indexes.sets import by_hand

CITIES = {
    "a.csv": [["Oslo", "Rome", "N/A", "oslo"], ["1", "2", "3", "4"]],
    "b.csv": [["ROME", "Bern", "Paris", None]],
    "empty.csv": [["", None, "n/a"]],
    "none.csv": [],
}

cell = st.sampled_from(["a", "b", "c", "d", "e", "A ", "1", "1.0", "2", "", None, "5/3/2020"])

number = st.sampled_from(["1", "1.0", "1.50", "1.5", "1e3", "1,000", "N/A", None])


@st.composite
def lakes(draw):
    found = {}
    for number in range(draw(st.integers(1, 5))):
        rows = draw(st.integers(0, 6))
        column = st.lists(cell, min_size=rows, max_size=rows)
        found[f"t{number}.csv"] = draw(st.lists(column, max_size=3))
    return found


def tokens_of(index, column, rules=ALL):
    found = index.find(
        value_keys(pl.Series(sorted(by_hand.values(column, rules)), dtype=pl.String))
    )
    return np.sort(found[found >= 0])


LETTERS = random.Random(0)  # noqa: S311 - a lake, not a secret
MANY = {
    f"t{number}.csv": [
        LETTERS.choices(["a", "b", "c", "d", "e", "A ", "1", "1.0", "2", "", None], k=rows)
        for _ in range(LETTERS.randint(1, 4))
    ]
    for number, rows in enumerate(LETTERS.choices(range(9), k=25))
}


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    return by_hand.index_of(tmp_path_factory.mktemp("sets") / "index", MANY)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(cell, max_size=8),
    st.integers(1, 30),
    st.sampled_from([0, 3, 10**6]),
    st.none() | st.sampled_from([*MANY]),
    st.none() | st.sets(st.sampled_from([*MANY])),
)
def test_the_best_tables_are_those_of_brute_force(many, query, k, read_at_once, without, among):
    chosen = None if among is None else np.array([name in among for name in many.table_ids])
    if without is not None:
        chosen = many.all_but([without], chosen)
    found = most_overlapping(many, tokens_of(many, query), k, chosen, read_at_once)
    told = [many.table_ids[position] for position in found.positions]
    wanted = {(value,) for value in by_hand.values(query)}
    candidates = {name: MANY[name] for name in (MANY if among is None else among)}
    assert list(zip(told, found.overlaps.tolist(), strict=True)) == by_hand.best_tables(
        candidates, wanted, 1, k, without or ""
    )
    for name, column, overlap in zip(told, found.columns, found.overlaps, strict=True):
        counts = [len(by_hand.values(query) & by_hand.values(one)) for one in MANY[name]]
        assert column - many.offsets[many.position(name)] == counts.index(overlap)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(cell, cell), max_size=8), st.integers(1, 9))
def test_the_best_tables_by_a_composite_key_are_those_of_brute_force(many, rows, k):
    wanted = by_hand.rows_of(list(zip(*rows, strict=True))) if rows else set()
    sides = [pl.Series([row[side] for row in sorted(wanted)], dtype=pl.String) for side in (0, 1)]
    keys = np.stack([many.find(value_keys(side)) for side in sides], axis=1)
    found = most_combinations(many, keys[(keys >= 0).all(axis=1)], k)
    told = [many.table_ids[position] for position in found.positions]
    assert list(zip(told, found.overlaps.tolist(), strict=True)) == by_hand.best_tables(
        MANY, wanted, 2, k
    )
    for name, places, overlap in zip(told, found.columns, found.overlaps, strict=True):
        chosen = [MANY[name][place] for place in places]
        assert len(wanted & by_hand.rows_of(chosen)) == overlap


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(cell, cell), max_size=8), st.integers(1, 9), st.sampled_from([*MANY]))
def test_columns_of_the_keys_names_stand_for_it_unless_others_have_far_more(many, rows, k, table):
    wanted = by_hand.rows_of(list(zip(*rows, strict=True))) if rows else set()
    sides = [pl.Series([row[side] for row in sorted(wanted)], dtype=pl.String) for side in (0, 1)]
    keys = np.stack([many.find(value_keys(side)) for side in sides], axis=1)
    keys = keys[(keys >= 0).all(axis=1)]
    names = [many.labels(many.position(table))[0].upper(), "no such name"]

    def overlap(name: str) -> int:
        pairs = list(itertools.permutations(range(len(MANY[name])), 2))
        counts = {pair: by_hand.rows_of([MANY[name][i] for i in pair]) for pair in pairs}
        best = max((len(wanted & counts[pair]) for pair in pairs), default=0)
        own = max((len(wanted & counts[pair]) for pair in pairs if pair[0] == 0), default=0)
        return own if name == table and 2 * own >= best else best

    found = most_combinations(many, keys, k, names=names)
    told = [many.table_ids[position] for position in found.positions]
    order = sorted((-overlap(name), name) for name in MANY if overlap(name))
    assert list(zip(told, found.overlaps.tolist(), strict=True)) == [
        (name, -count) for count, name in order[:k]
    ]


@settings(deadline=None, max_examples=8)
@given(lakes(), st.lists(cell, max_size=8))
def test_any_lake_is_indexed_as_its_sets_are(tables, query):
    with tempfile.TemporaryDirectory() as folder:
        index = by_hand.index_of(Path(folder) / "index", tables)
        found = most_overlapping(index, tokens_of(index, query), 3)
    told = [index.table_ids[position] for position in found.positions]
    wanted = {(value,) for value in by_hand.values(query)}
    assert list(zip(told, found.overlaps.tolist(), strict=True)) == by_hand.best_tables(
        tables, wanted, 1, 3
    )


@pytest.mark.parametrize("at_once", [1, 5, 100])
def test_months_of_a_table_read_in_parts_meet_the_same_dates_written_otherwise(tmp_path, at_once):
    months = [(year, month) for year in (2019, 2020) for month in range(1, 13)]
    parts = [
        *by_hand.in_parts("a.csv", [[f"01/{month:02}/{year}" for year, month in months]], at_once),
        by_hand.batch_of(["b.csv"], [[[f"{year}-{month:02}-01" for year, month in months]]]),
    ]
    tables = LakeTables(["a.csv", "b.csv"], "lake")
    build_sets(tmp_path / "sets", ALL, parts, tables, "12", 48, monitor=UNMONITORED)
    found = open_sets(tmp_path / "sets", ALL)
    assert found.tokens(0).tolist() == found.tokens(1).tolist()
    assert len(found.tokens(0)) == len(months)


@settings(deadline=None, max_examples=24)
@given(
    st.lists(st.tuples(st.one_of(cell, number), number), min_size=1, max_size=9),
    st.integers(1, 4),
    st.booleans(),
)
def test_a_table_read_in_parts_is_indexed_as_a_whole_one(rows, at_once, turned):
    table = [[row[0] for row in rows], [row[1] for row in rows]]
    if turned:
        table = [[*table[0][:-1], "31/3/2020"], [*table[1][:-1], "1E1X"]]
    other = {"b.csv": [["a", "2020-03-05", "1"]]}
    with tempfile.TemporaryDirectory() as folder:
        whole = by_hand.index_of(Path(folder) / "whole", {"a.csv": table, **other})
        parts = [
            *by_hand.in_parts("a.csv", table, at_once),
            by_hand.batch_of(["b.csv"], [other["b.csv"]]),
        ]
        names = ["a.csv", "b.csv"]
        build_sets(
            Path(folder) / "parts",
            ALL,
            parts,
            LakeTables(names, "lake"),
            "123",
            20,
            monitor=UNMONITORED,
        )
        pieces = open_sets(Path(folder) / "parts", ALL)
        for column in range(3):
            assert pieces.tokens(column).tolist() == whole.tokens(column).tolist()
        assert pieces.cells(0, [0, 1]).tolist() == whole.cells(0, [0, 1]).tolist()
        assert {file.name for file in (Path(folder) / "parts").iterdir()} == {
            file.name for file in (Path(folder) / "whole").iterdir()
        }


@settings(deadline=None, max_examples=6)
@given(lakes())
def test_many_parts_give_the_index_that_one_gives(tables):
    with tempfile.TemporaryDirectory() as folder:
        one = by_hand.index_of(Path(folder) / "one", tables)
        many = by_hand.index_of(Path(folder) / "many", tables, cells=60_000_000)
        assert many.manifest["values"] == one.manifest["values"]
        for column in range(len(one.column_tables)):
            assert many.tokens(column).tolist() == one.tokens(column).tolist()
            tokens = one.tokens(column)
            assert [part.tolist() for part in many.postings(tokens)] == [
                part.tolist() for part in one.postings(tokens)
            ]


def test_cells_are_given_row_by_row_with_missing_ones_marked(tmp_path):
    index = by_hand.index_of(tmp_path / "index", CITIES)
    oslo, rome, two = index.find(value_keys(pl.Series(["oslo", "rome", "2"]))).tolist()
    assert index.cells(0, [0])[:, 0].tolist() == [oslo, rome, -1, oslo]
    assert index.cells(0, [1, 0])[1].tolist() == [two, rome]
    assert index.sizes(np.arange(4)).tolist() == [2, 4, 3, 0]
    assert index.find(value_keys(pl.Series(["Oslo", "nowhere"]))).tolist() == [-1, -1]


def test_the_querys_own_table_and_tables_that_are_no_candidates_are_left_out(tmp_path):
    index = by_hand.index_of(tmp_path / "index", {**CITIES, "c.csv": CITIES["a.csv"]})
    tokens = index.tokens(0)
    others = index.all_but(["a.csv"])
    found = most_overlapping(index, tokens, 9, others)
    assert [index.table_ids[p] for p in found.positions] == ["c.csv", "b.csv"]
    among = np.array([True, True, True, True, False])
    for read_at_once in (0, 100):
        found = most_overlapping(index, tokens, 9, others & among, read_at_once)
        assert [index.table_ids[p] for p in found.positions] == ["b.csv"]
    keys = index.cells(0, [0, 1])[:2]
    assert most_combinations(index, keys, 9, others).positions.tolist() == [4]
    assert most_combinations(index, keys, 9, among).positions.tolist() == [0]


def test_the_querys_own_table_does_not_raise_what_others_must_reach(tmp_path):
    tables = {"own.csv": [list("abcdefgh")], "p.csv": [list("ab")], "q.csv": [list("cdefx")]}
    index = by_hand.index_of(tmp_path / "index", tables)
    others = index.all_but(["own.csv"])
    found = most_overlapping(index, index.tokens(0), 1, others, read_at_once=0)
    assert [index.table_ids[p] for p in found.positions] == ["q.csv"]
    assert found.overlaps.tolist() == [4]


def test_values_that_share_half_a_key_are_two(tmp_path):
    records = np.zeros(4, dtype=RECORD)
    records["primary"] = [5, 5, 5, 4]
    records["secondary"] = [2, 1, 2, 9]
    records["column"] = [0, 1, 2, 3]
    assert in_order(records).tolist() == [3, 1, 0, 2]
    keys, places = columns.distinct_keys(np.array([[5, 5, 5], [2, 1, 2]], dtype=np.uint64))
    assert (keys.tolist(), places.tolist()) == ([[5, 5], [1, 2]], [1, 0, 1])


def test_an_index_is_opened_only_by_the_rules_it_was_made_with(tmp_path):
    by_hand.index_of(tmp_path / "index", CITIES)
    with pytest.raises(WorkspaceError, match="made by another version"):
        open_sets(tmp_path / "index", Folding.of("case"))
    with pytest.raises(WorkspaceError, match="Nothing is in 'other'"):
        open_sets(tmp_path / "other", ALL)
    with pytest.raises(TableNotFoundError, match=r"'x.csv'"):
        open_sets(tmp_path / "index", ALL).position("x.csv")


def test_each_table_has_its_labels_whatever_is_in_them(tmp_path):
    tables = {**CITIES, "none.csv": [], "last.csv": [["x"], ["y"]]}
    index = by_hand.index_of(tmp_path / "index", tables)
    for position, (name, table) in enumerate(tables.items()):
        assert index.labels(position) == by_hand.labels_of(name, table)


@pytest.mark.parametrize(
    ("stopped", "asked"),
    [((0, 0, ""), 1), ((1, 1, "Indexing values"), 2), ((2, 4, "Putting values in order"), 5)],
)
def test_a_cancelled_build_leaves_nothing(tmp_path, monkeypatch, stopped, asked):
    monkeypatch.setattr(writing, "_RECORDS_AT_ONCE", 4)
    batch = by_hand.batch_of(["a.csv"], [CITIES["a.csv"]])
    told = [(0, 0, "")]
    stops = []

    def stop() -> bool:
        stops.append(told[-1] == stopped)
        return stops[-1]

    with pytest.raises(CancelledError) as cancelled:
        build_sets(
            tmp_path / "i",
            ALL,
            [batch],
            LakeTables(["a.csv"], "lake"),
            (),
            8,
            monitor=Monitor(lambda *step: told.append(step), stop),
        )
    assert len(stops) == asked
    # Closed while the error, and with it everything there was, is still held.
    assert cancelled.value.__traceback__ is not None
    assert not [one for one in psutil.Process().open_files() if str(tmp_path) in one.path]
    assert list(tmp_path.iterdir()) == []


def test_batches_and_labels_of_other_tables_are_refused_and_leave_nothing(tmp_path):
    batch = by_hand.batch_of(["a.csv"], [CITIES["a.csv"]])
    for names, labels, match in (
        (["a.csv", "b.csv"], (), "of 2 tables"),
        (["a.csv"], ["one too few"], "must have a label"),
    ):
        with pytest.raises(ValueError, match=match):
            build_sets(
                tmp_path / "i",
                ALL,
                [batch],
                LakeTables(names, "lake"),
                labels,
                8,
                monitor=UNMONITORED,
            )
    assert list(tmp_path.iterdir()) == []
