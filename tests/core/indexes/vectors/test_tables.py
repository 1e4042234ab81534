"""Generations of vectors: built, opened, searched; against brute force."""

from __future__ import annotations

import gc
import multiprocessing
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from core.errors import CancelledError, TableNotFoundError, WorkspaceError
from core.features import ColumnBatch, ColumnEncoder, encoder
from core.indexes.manifests import LakeTables
from core.indexes.sparse_rows import SparseRows, SparseRowsWriter
from core.indexes.vectors import sparse
from core.indexes.vectors.building import KeptWhileFew, build_table_vectors
from core.indexes.vectors.flat import FlatIndexWriter, FlatTables
from core.indexes.vectors.sparse import SparseTables
from core.indexes.vectors.tables import open_table_vectors
from core.monitor import UNMONITORED, Monitor
from core.settings import Settings
from core.store import new_folder

IDS = ["b.csv", "sub/a.csv", "empty.csv", "a.csv"]
TABLES = [
    [("City", ["Oslo", "Rome"]), ("Country", ["Norway", "Italy"])],
    [("City", ["Rome", "Oslo"]), ("Land", ["Italy", "Norway"])],
    [],
    [("Fruit", ["apple pie", "plum"])],
]


def batch_of(tables: list[list[tuple[str, list[str]]]]) -> ColumnBatch:
    return ColumnBatch(
        [name for table in tables for name, _ in table],
        [values for table in tables for _, values in table],
        [len(table) for table in tables],
    )


def batches() -> Iterator[ColumnBatch]:
    return (batch_of([table]) for table in TABLES)


class Given(ColumnEncoder):
    """An encoder whose column vectors are written in the columns' values."""

    name = "given"
    sample_size = 10
    pooling = "max"
    sparse = False
    needs_fit = False
    key = "given"
    dimension = 3

    def prepare(self):
        pass

    def encode(self, batch, *, checkpoint=None, query=False):
        if checkpoint:
            checkpoint(0.5)
        numbers = [[float(value) for value in values] for values in batch.values]
        return np.array(numbers, dtype=np.float32).reshape(-1, 3)


class GivenSparse(Given):
    """The same, sparse."""

    name = "given sparse"
    key = "given sparse"
    sparse = True

    def encode(self, batch, *, checkpoint=None, query=False):
        return csr_matrix(super().encode(batch, checkpoint=checkpoint, query=query))


@st.composite
def lakes(draw: st.DrawFn) -> tuple[ColumnEncoder, list[str], np.ndarray, np.ndarray]:
    """Many tables with few different vectors, so that ties abound, and a query."""
    choice = draw(st.sampled_from([Given(), GivenSparse()]))
    numbers = [0.0, 0.0, 1.0, 2.0] if choice.sparse else [0.0, 0.0, 1.0, 2.0, -1.0]
    number = st.sampled_from(numbers)
    rows = draw(st.lists(st.tuples(number, number, number), min_size=1, max_size=120))
    ids = draw(st.permutations([f"t{i}.csv" for i in range(len(rows))]))
    return choice, ids, np.array(rows), np.array(draw(st.tuples(number, number, number)))


@settings(max_examples=120, deadline=None)
@given(lakes(), st.integers(1, 130), st.data())
def test_nearest_is_brute_force_with_ties_by_id_at_any_cut(lake, k, data):
    choice, ids, rows, query = lake
    columns = [[str(number) for number in row] for row in rows]
    batch = ColumnBatch(ids, columns, [1] * len(ids))
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = rows / np.where(norms == 0, 1, norms)
    exact = np.round(unit.astype(np.float32).astype(float) @ query, 6) + 0.0
    order = sorted(range(len(ids)), key=lambda place: (-exact[place], ids[place]))[:k]
    with tempfile.TemporaryDirectory() as folder:
        build_table_vectors(
            Path(folder) / "v", choice, lambda: [batch], LakeTables(ids, "f"), monitor=UNMONITORED
        )
        opened = open_table_vectors(Path(folder) / "v", choice)
        positions, scores = opened.nearest(query.astype(np.float32), k)
        assert positions.tolist() == order
        np.testing.assert_array_equal(scores, exact[order])
        many, _ = opened.nearest_many(np.tile(query, (25, 1)), k, threads=2)
        assert (many == positions).all()
        among = np.array(data.draw(st.lists(st.booleans(), min_size=len(ids), max_size=len(ids))))
        positions, scores = opened.nearest(query.astype(np.float32), len(ids), among=among)
        every = sorted(np.flatnonzero(among), key=lambda place: (-exact[place], ids[place]))
        assert positions.tolist() == every
        np.testing.assert_array_equal(scores, exact[every])


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 40), st.integers(1, 9), st.integers(1, 60), st.integers(0, 99))
def test_sparse_tables_give_what_dense_ones_give(tables, queries, k, seed):
    rng = np.random.default_rng(seed)
    dense = rng.random((tables, 50), dtype=np.float32) * (rng.random((tables, 50)) < 0.2)
    asked = rng.random((queries, 50), dtype=np.float32) * (rng.random((queries, 50)) < 0.5)
    ranks = rng.permutation(tables)
    k = min(k, tables)
    with tempfile.TemporaryDirectory() as folder, in_parts(tables_at_once=7, products=90):
        with FlatIndexWriter(Path(folder) / "flat", 50) as flat:
            flat.append(dense)
        with SparseRowsWriter(Path(folder), "tables", 50) as rows:
            for part in np.array_split(dense, 3):
                rows.append(csr_matrix(part))
        sparse = SparseTables(SparseRows(Path(folder), "tables", 50), ranks)
        expected = FlatTables(Path(folder) / "flat", ranks)
        np.testing.assert_array_equal(sparse.rows(ranks), expected.rows(ranks))
        for found, known in zip(
            sparse.nearest(asked, k, 1, None), expected.nearest(asked, k, 1, None), strict=True
        ):
            np.testing.assert_array_equal(found, known)


@contextmanager
def in_parts(tables_at_once: int, products: int) -> Iterator[None]:
    """Let small lakes be searched in several parts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sparse, "_TABLES_AT_ONCE", tables_at_once)
        patch.setattr(sparse, "_PRODUCTS_AT_ONCE", products)
        yield


@pytest.mark.parametrize("name", ["hash", "tfidf", "count", "sbert-c"])
def test_what_is_opened_is_what_the_encoder_gives(name, tmp_path):
    choice = encoder(name, Settings(workspace=tmp_path))
    build_table_vectors(
        tmp_path / "v", choice, batches, LakeTables(IDS, "lake-1"), monitor=UNMONITORED
    )
    opened = open_table_vectors(tmp_path / "v", choice)
    everything = batch_of(TABLES)
    columns = choice.fit(batches()).encode(everything)
    tables = choice.pool(columns, everything.offsets)

    assert list(opened.table_ids) == IDS
    assert opened.manifest["fingerprint"] == "lake-1"
    assert (opened.manifest["tables"], opened.manifest["columns"]) == (4, 5)
    np.testing.assert_array_equal(opened.table_vectors(range(4)), tables)
    gathered, offsets = opened.columns([3, 2, 0])
    assert offsets.tolist() == [0, 1, 1, 3]
    assert abs(gathered - columns[[4, 0, 1]]).max() == 0
    outside_columns, outside_tables = opened.encode(batch_of([TABLES[1]]))
    assert abs(outside_columns - columns[2:4]).max() == 0
    np.testing.assert_array_equal(outside_tables, opened.table_vectors([1]))


def test_columns_are_drawn_once_for_both_passes_while_they_are_few(tmp_path):
    passes = []

    def counted() -> Iterator[ColumnBatch]:
        passes.append("")
        return batches()

    build_table_vectors(
        tmp_path / "v",
        encoder("count", Settings()),
        counted,
        LakeTables(IDS, "f"),
        monitor=UNMONITORED,
    )
    assert len(passes) == 1


@pytest.mark.parametrize(("characters", "drawn"), [(1_000_000, 1), (100, 2), (0, 2)])
def test_the_second_pass_gives_what_the_first_gave(characters, drawn):
    passes = []

    def counted() -> Iterator[ColumnBatch]:
        passes.append("")
        return batches()

    kept = KeptWhileFew(counted(), characters)
    first = list(kept)
    assert list(kept.again(counted)) == first == list(batches())
    assert len(passes) == drawn


def test_equal_tables_come_first_and_an_empty_one_scores_0(tmp_path):
    choice = encoder("hash", Settings())
    build_table_vectors(tmp_path / "v", choice, batches, LakeTables(IDS, "f"), monitor=UNMONITORED)
    opened = open_table_vectors(tmp_path / "v", choice)
    (own,) = opened.table_vectors([opened.position("sub/a.csv")])
    positions, scores = opened.nearest(own, 9)
    assert [IDS[place] for place in positions] == ["b.csv", "sub/a.csv", "a.csv", "empty.csv"]
    assert scores.tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize(
    ("choice", "file"),
    [(Given(), "tables.faiss"), (GivenSparse(), "tables.data.npy")],
    ids=["dense", "sparse"],
)
def test_the_index_is_mapped_and_not_read(tmp_path, choice, file):
    columns = [[["1", "2", "0"]]] * 4

    def batches() -> Iterator[ColumnBatch]:
        return (ColumnBatch(["c"], values, [1]) for values in columns)

    build_table_vectors(tmp_path / "v", choice, batches, LakeTables(IDS, "f"), monitor=UNMONITORED)
    opened = open_table_vectors(tmp_path / "v", choice)
    mapped = Path("/proc/self/maps").read_text(encoding="utf-8")
    assert str(tmp_path / "v" / file) in mapped
    assert len(opened) == 4


def test_a_built_folder_holds_no_pickle_and_is_not_made_again(tmp_path):
    choice = encoder("count", Settings())
    build_table_vectors(tmp_path / "v", choice, batches, LakeTables(IDS, "f"), monitor=UNMONITORED)
    files = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "v").iterdir()}
    assert {Path(name).suffix for name in files} == {".json", ".npy"}
    build_table_vectors(tmp_path / "v", choice, batches, LakeTables(IDS, "f"), monitor=UNMONITORED)
    assert files == {file.name: file.stat().st_mtime_ns for file in (tmp_path / "v").iterdir()}


def test_progress_rises_to_the_total_over_both_passes(tmp_path):
    told: list[tuple[int, int, str]] = []
    build_table_vectors(
        tmp_path / "v",
        encoder("tfidf", Settings()),
        batches,
        LakeTables(IDS, "f"),
        monitor=Monitor(lambda *a: told.append(a)),
    )
    done = [now for now, _, _ in told]
    assert done == sorted(done)
    assert told[-1][:2] == (8, 8)
    assert {message for _, _, message in told} == {"Counting words", "Encoding columns"}


def test_a_cancelled_build_leaves_nothing(tmp_path):
    choice = encoder("hash", Settings())
    with pytest.raises(CancelledError):
        build_table_vectors(
            tmp_path / "v",
            choice,
            batches,
            LakeTables(IDS, "f"),
            monitor=Monitor(should_stop=lambda: True),
        )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("choice", [Given(), encoder("hash", Settings())], ids=["dense", "sparse"])
def test_a_cancelled_build_leaves_no_file_open(tmp_path, choice):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with pytest.raises(CancelledError):
            build_table_vectors(
                tmp_path / "v",
                choice,
                batches,
                LakeTables(IDS, "f"),
                monitor=Monitor(should_stop=lambda: True),
            )
        gc.collect()
    assert [one for one in told if one.category is ResourceWarning] == []


def test_a_lake_without_tables_has_no_neighbours(tmp_path):
    build_table_vectors(tmp_path / "v", Given(), list, LakeTables([], "f"), monitor=UNMONITORED)
    opened = open_table_vectors(tmp_path / "v", Given())
    positions, scores = opened.nearest(np.ones(3, dtype=np.float32), 5)
    assert (len(opened), positions.tolist(), scores.tolist()) == (0, [], [])


def test_batches_and_ids_that_do_not_agree_are_refused(tmp_path):
    with pytest.raises(ValueError, match="Got 4"):
        build_table_vectors(
            tmp_path / "v",
            encoder("hash", Settings()),
            batches,
            LakeTables(["a"], "f"),
            monitor=UNMONITORED,
        )
    with pytest.raises(ValueError, match="unique"):
        build_table_vectors(
            tmp_path / "v",
            encoder("hash", Settings()),
            batches,
            LakeTables(["a", "a"], "f"),
            monitor=UNMONITORED,
        )
    assert not list(tmp_path.iterdir())


def test_opening_says_what_is_wrong(tmp_path):
    with pytest.raises(WorkspaceError, match="must be built"):
        open_table_vectors(tmp_path / "v", Given())
    build_table_vectors(
        tmp_path / "v",
        encoder("hash", Settings()),
        batches,
        LakeTables(IDS, "f"),
        monitor=UNMONITORED,
    )
    with pytest.raises(WorkspaceError, match="must be built again"):
        open_table_vectors(tmp_path / "v", encoder("count", Settings()))
    opened = open_table_vectors(tmp_path / "v", encoder("hash", Settings()))
    with pytest.raises(TableNotFoundError, match=r"'no\.csv'"):
        opened.position("no.csv")
    with pytest.raises(ValueError, match="k must be at least 1"):
        opened.nearest(np.zeros(4096, dtype=np.float32), 0)


def _build_in_process(folder: Path) -> None:
    build_table_vectors(
        folder, encoder("tfidf", Settings()), batches, LakeTables(IDS, "f"), monitor=UNMONITORED
    )


def test_two_processes_may_build_one_folder_at_once(tmp_path):
    spawn = multiprocessing.get_context("spawn")
    builders = [spawn.Process(target=_build_in_process, args=(tmp_path / "v",)) for _ in range(2)]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
        assert builder.exitcode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["v"]
    assert len(open_table_vectors(tmp_path / "v", encoder("tfidf", Settings()))) == 4


def test_what_a_killed_build_left_is_removed_and_what_a_live_one_writes_is_not(tmp_path):
    dead = tmp_path / f".v.{'0' * 32}.new"
    dead.mkdir()
    (dead / "lock").touch()
    os.utime(dead, (0, 0))
    with new_folder(tmp_path / "v") as live:
        os.utime(live, (0, 0))
        with new_folder(tmp_path / "v") as other:
            assert not dead.exists()
            assert live.exists()
            (other / "a").write_text("second")
        (live / "a").write_text("first")
    assert (tmp_path / "v" / "a").read_text() == "second"
