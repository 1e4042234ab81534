from __future__ import annotations

import random
import tracemalloc

import numpy as np
import pytest
from datasketch import MinHash, MinHashLSHEnsemble

from core.errors import CancelledError, WorkspaceError
from core.indexes.sets import containment
from core.indexes.sets.containment import (
    PERMUTATIONS,
    WIDEST_BAND,
    build_containment,
    minhash,
    open_containment,
)
from core.monitor import UNMONITORED, Monitor
from tests.core.indexes.sets import by_hand

SEED = random.Random(0)  # noqa: S311 - a lake, not a secret
WORDS = [f"word {number}" for number in range(400)]
TABLES = {f"t{number:02}.csv": [SEED.sample(WORDS, SEED.randint(1, 60))] for number in range(40)}
TABLES["none.csv"] = [["", None]]


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return by_hand.index_of(tmp_path_factory.mktemp("sets") / "index", TABLES, cells=4000)


def of_library(hashes):
    found = MinHash(PERMUTATIONS, seed=1, scheme="legacy", hashfunc=lambda value: value)
    found.update_batch([int(value) & 0xFFFFFFFF for value in hashes])
    return found


def test_sketches_are_those_of_datasketch(index):
    for column in (0, 7):
        hashes = index.hashes(index.tokens(column))
        found = minhash(hashes, np.zeros(1, dtype=np.int64))[0]
        assert found.tolist() == of_library(hashes).hashvalues.tolist()


@pytest.mark.parametrize("threshold", [0.05, 0.2, 0.5, 0.8])
def test_candidates_are_those_of_datasketchs_ensemble(index, tmp_path, monkeypatch, threshold):
    monkeypatch.setattr(containment, "PARTITIONS", 4)
    build_containment(tmp_path / "sketches", index, monitor=UNMONITORED)
    opened = open_containment(tmp_path / "sketches", index)
    sketches = {c: of_library(index.hashes(index.tokens(c))) for c in range(40)}
    ensemble = MinHashLSHEnsemble(threshold, PERMUTATIONS, num_part=4, m=WIDEST_BAND)
    ensemble.index([(c, sketches[c], len(index.tokens(c))) for c in range(40)])
    for query in range(0, 40, 3):
        tokens = index.tokens(query)
        expected = set(ensemble.query(sketches[query], len(tokens)))
        assert set(opened.candidates(index, tokens, threshold).tolist()) == expected
        assert query in expected


def test_a_lake_without_values_has_no_candidates(tmp_path):
    index = by_hand.index_of(tmp_path / "index", {"none.csv": [["", None]]})
    build_containment(tmp_path / "sketches", index, monitor=UNMONITORED)
    opened = open_containment(tmp_path / "sketches", index)
    assert opened.candidates(index, np.zeros(1, dtype=np.int64), 0.5).tolist() == []


def test_a_cancelled_sketching_leaves_nothing(index, tmp_path):
    with pytest.raises(CancelledError):
        build_containment(tmp_path / "sketches", index, monitor=Monitor(should_stop=lambda: True))
    with pytest.raises(WorkspaceError, match="Nothing is in 'sketches'"):
        open_containment(tmp_path / "sketches", index)


def test_a_search_reads_of_the_mapped_sketches_only_what_it_looks_at(tmp_path):
    columns = 50_000
    sketches = np.random.default_rng(0).integers(0, 2**32, (columns, PERMUTATIONS), np.uint32)
    order = np.argsort(sketches, axis=0).T.astype(np.uint32)
    np.save(tmp_path / "sketches.npy", sketches)
    np.save(tmp_path / "values.npy", np.sort(sketches, axis=0).T.copy())
    np.save(tmp_path / "order.npy", order)
    np.save(tmp_path / "columns.npy", np.arange(columns))
    np.save(tmp_path / "uppers.npy", np.full(columns, 100))

    class Hashed:
        def hashes(self, tokens):
            return tokens.astype(np.uint64) * np.uint64(2654435761)

    opened = containment.ContainmentIndex(tmp_path, {})
    opened.candidates(Hashed(), np.arange(50), 0.5)
    tracemalloc.start()
    opened.candidates(Hashed(), np.arange(50), 0.5)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < columns * 8
