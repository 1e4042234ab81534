from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.features import ColumnBatch, encoder
from core.indexes import TableVectors
from core.indexes.manifests import LakeTables
from core.indexes.vectors.building import build_table_vectors
from core.indexes.vectors.tables import open_table_vectors
from core.monitor import UNMONITORED
from core.search.union import matching
from core.search.union.matching import background_similarity
from core.settings import Settings


def index_of(folder: Path, widths: list[int]) -> TableVectors:
    """Tables of so many columns, no two of them with a value in common."""
    hashed = encoder("hash", Settings())
    batches = [
        ColumnBatch(
            [f"c{place}" for place in range(width)],
            [[f"v{table} {place}"] for place in range(width)],
            [width],
        )
        for table, width in enumerate(widths)
    ]
    ids = [f"t{table:03}.csv" for table in range(len(widths))]
    build_table_vectors(
        folder, hashed, lambda: iter(batches), LakeTables(ids, "lake"), monitor=UNMONITORED
    )
    return open_table_vectors(folder, hashed)


def test_of_a_wide_table_some_columns_tell_what_any_two_have_in_common(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "_COLUMNS_SAMPLED", 60)
    monkeypatch.setattr(matching, "_OF_ONE_TABLE", 8)
    index = index_of(tmp_path / "index", [700, 3, 0, *[5] * 15, 300])
    read: list[int] = []
    gather = index._columns.gather

    def watched(rows):
        read.extend(rows.tolist())
        return gather(rows)

    monkeypatch.setattr(index._columns, "gather", watched)
    for seed in range(5):
        read.clear()
        assert 0 <= background_similarity(index, seed) < 1
        tables = np.searchsorted(np.cumsum(index.column_counts()), read, side="right")
        assert len(read) == len(set(read)) == 60
        assert np.bincount(tables).max() <= 8


def test_sampled_columns_lie_evenly_in_their_tables(tmp_path: Path) -> None:
    index = index_of(tmp_path / "index", [6, 4, 0, 3])
    found, offsets = index.sampled_columns(np.array([0, 1, 3]), np.array([3, 4, 2]))
    every, _ = index.columns(range(4))
    assert offsets.tolist() == [0, 3, 7, 9]
    np.testing.assert_array_equal(found.toarray(), every[[0, 2, 4, 6, 7, 8, 9, 10, 11]].toarray())


def test_a_lake_without_columns_has_nothing_in_common(tmp_path: Path) -> None:
    assert background_similarity(index_of(tmp_path / "none", [0, 0])) == 0.0
