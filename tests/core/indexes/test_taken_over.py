"""A generation made of an earlier one and of what has changed is the one made of everything."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.features import ColumnBatch, encoder
from core.features.folding import ALL, Folding
from core.features.table_texts import TextKind
from core.indexes.manifests import LakeTables
from core.indexes.sets import rebuilding
from core.indexes.sets.building import build_sets
from core.indexes.sets.index import open_sets
from core.indexes.taking_over import with_texts
from core.indexes.texts.rebuilding import rebuild_text_vectors
from core.indexes.texts.vectors import build_text_vectors, open_text_vectors
from core.indexes.vectors.building import build_table_vectors
from core.indexes.vectors.rebuilding import rebuild_table_vectors
from core.indexes.vectors.tables import open_table_vectors
from core.lake.stored.cells import CellBatch
from core.monitor import UNMONITORED
from core.settings import Settings
from tests.core.indexes.sets.by_hand import Table, batch_of, labels_of
from tests.core.indexes.texts.test_vectors import ENCODER
from tests.core.indexes.vectors.test_tables import Given, GivenSparse

Lake = dict[str, list[int]]
"""A table's id, and its columns: each is a number that says what is in it."""

_column = st.integers(0, 5)
_lakes = st.dictionaries(
    st.integers(0, 30).map(lambda number: f"t{number:02}.csv"),
    st.lists(_column, max_size=3),
    max_size=12,
).map(lambda lake: dict(sorted(lake.items())))
_CHOICES = [Given(), GivenSparse(), encoder("hash", Settings())]


def _columns(lake: Lake, some: Iterable[str]) -> Iterator[ColumnBatch]:
    for table_id in some:
        held = lake[table_id]
        values = [[str(number), "2", "1"] for number in held]
        yield ColumnBatch([f"c{number}" for number in held], values, [len(held)])


def _cells(lake: Lake, some: Iterable[str]) -> Iterator[CellBatch]:
    for table_id in some:
        held = lake[table_id]
        cells = pa.array(["abcde"[number % 5] * 3 for number in held], pa.string())
        widths, rows = np.ones(1, dtype=np.int64), np.array([len(held)])
        yield CellBatch([table_id], ["a"], widths, rows, 0, cells)


def _digests(lake: Lake) -> NDArray[np.uint64]:
    held = [[hash(tuple(columns)) & 0xFFFF, len(columns)] for columns in lake.values()]
    return np.array(held, dtype=np.uint64).reshape(-1, 2)


def _files(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.name != "manifest.json"}


class Asked:
    """Gives tables of a lake, and keeps which were asked for."""

    def __init__(self, lake: Lake, give: Callable[[Lake, Iterable[str]], Iterator[object]]) -> None:
        self._lake, self._give = lake, give
        self.some: list[str] = []

    def __call__(self, some: Sequence[str]) -> Iterator[object]:
        self.some += some
        return self._give(self._lake, some)


def _changed(before: Lake, after: Lake) -> list[str]:
    return [one for one, held in after.items() if before.get(one) != held]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(_CHOICES), _lakes, _lakes)
def test_vectors_taken_over_are_those_that_are_made_anew(choice, before, after):
    with tempfile.TemporaryDirectory() as folder:
        old, new, whole = (Path(folder) / name for name in ("old", "new", "whole"))
        build_table_vectors(
            old,
            choice,
            lambda: _columns(before, before),
            LakeTables(list(before), "f", _digests(before)),
            monitor=UNMONITORED,
        )
        asked = Asked(after, _columns)
        opened = open_table_vectors(old, choice)
        rebuild_table_vectors(
            new,
            opened,
            choice,
            asked,
            LakeTables(list(after), "g", _digests(after)),
            monitor=UNMONITORED,
        )
        build_table_vectors(
            whole,
            choice,
            lambda: _columns(after, after),
            LakeTables(list(after), "g", _digests(after)),
            monitor=UNMONITORED,
        )
        assert asked.some == _changed(before, after)
        assert _files(new) == _files(whole)
        manifest = open_table_vectors(new, choice).manifest
        assert manifest["taken_over"] == len(after) - len(asked.some)
        assert (manifest["tables"], manifest["fingerprint"]) == (len(after), "g")
        assert manifest["columns"] == sum(map(len, after.values()))


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["table", "window", "row", "metadata"]), _lakes, _lakes, st.booleans())
def test_texts_taken_over_are_those_that_are_made_anew(kind: TextKind, before, after, retitled):
    titles = [{"t01.csv": "bad", "t02.csv": "dad"}, {"t01.csv": "cab" if retitled else "bad"}]
    tables = [
        with_texts(LakeTables(list(lake), "f", _digests(lake)), told)
        for lake, told in zip((before, after), titles, strict=True)
    ]
    with tempfile.TemporaryDirectory() as folder:
        old, new, whole = (Path(folder) / name for name in ("old", "new", "whole"))
        for path, lake, told, held in (
            (old, before, titles[0], tables[0]),
            (whole, after, titles[1], tables[1]),
        ):
            build_text_vectors(
                path, kind, ENCODER, _cells(lake, lake), held, told, monitor=UNMONITORED
            )
        asked = Asked(after, _cells)
        opened = open_text_vectors(old, ENCODER)
        rebuild_text_vectors(
            new, opened, kind, ENCODER, asked, tables[1], titles[1], monitor=UNMONITORED
        )
        retold = {one for one in after if titles[0].get(one) != titles[1].get(one)}
        expected = [one for one in after if before.get(one) != after[one] or one in retold]
        assert asked.some == expected
        assert _files(new) == _files(whole)
        assert len(open_text_vectors(new, ENCODER)) == len(after)


_cell = st.sampled_from(["a", "b", "A ", "1", "1.0", "5/3/2020", "13/3/2020", "", None])
_tables = st.dictionaries(
    st.integers(0, 15).map(lambda number: f"t{number:02}.csv"),
    st.integers(0, 4).flatmap(
        lambda rows: st.lists(st.lists(_cell, min_size=rows, max_size=rows), max_size=3)
    ),
    max_size=8,
).map(lambda lake: dict(sorted(lake.items())))


def _held(lake: dict[str, Table], some: Iterable[str]) -> Iterator[CellBatch]:
    return (batch_of([table_id], [lake[table_id]]) for table_id in some)


@settings(max_examples=25, deadline=None)
@given(_tables, _tables, st.sampled_from([1, 3, 1000]), st.sampled_from([ALL, Folding()]))
def test_sets_taken_over_are_those_that_are_made_anew(before, after, at_once, rules):
    numbers: dict[str, int] = {}

    def digests(lake: dict[str, Table]) -> NDArray[np.uint64]:
        found = [numbers.setdefault(repr(columns), len(numbers)) for columns in lake.values()]
        return np.array([[number, 0] for number in found], dtype=np.uint64).reshape(-1, 2)

    def labels(lake: dict[str, Table]) -> list[str]:
        return [label for name, table in lake.items() for label in labels_of(name, table)]

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(rebuilding, "_CELLS_AT_ONCE", at_once)
        old, new, whole = (Path(folder) / name for name in ("old", "new", "whole"))
        for path, lake in ((old, before), (whole, after)):
            build_sets(
                path,
                rules,
                _held(lake, lake),
                LakeTables(list(lake), "f", digests(lake)),
                labels(lake),
                9,
                monitor=UNMONITORED,
            )
        asked = Asked(after, _held)
        opened = open_sets(old, rules)
        rebuilding.rebuild_sets(
            new,
            opened,
            asked,
            LakeTables(list(after), "f", digests(after)),
            labels(after),
            9,
            monitor=UNMONITORED,
        )
        assert asked.some == _changed(before, after)
        assert _files(new) == _files(whole)
        kept = {"taken_over", "seconds", "cpu_seconds"}
        made, expected = (open_sets(path, rules).manifest for path in (new, whole))
        assert made["taken_over"] == len(after) - len(asked.some)
        for name in made.keys() - kept:
            assert made[name] == expected[name]


def test_what_is_fitted_on_a_whole_lake_is_not_taken_over(tmp_path):
    choice = encoder("tfidf", Settings())
    lake = {"a.csv": [1]}
    build_table_vectors(
        tmp_path / "v",
        choice,
        lambda: _columns(lake, lake),
        LakeTables(["a.csv"], "f"),
        monitor=UNMONITORED,
    )
    opened, asked = open_table_vectors(tmp_path / "v", choice), Asked(lake, _columns)
    assert opened.digests is None
    with pytest.raises(ValueError, match="tfidf gives one table hangs on the others"):
        rebuild_table_vectors(
            tmp_path / "w",
            opened,
            choice,
            asked,
            LakeTables(["a.csv"], "g", _digests(lake)),
            monitor=UNMONITORED,
        )
    assert not (tmp_path / "w").exists()
