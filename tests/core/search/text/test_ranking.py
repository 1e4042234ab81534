from __future__ import annotations

import json

import pytest

from core.errors import BusyError
from core.search.derived.texts import text_vectors_of
from core.search.text.ranking import cells_to_index, open_ranker
from core.types import LakeInfo
from tests.core.search.conftest import MakeLake


def test_cells_to_index_are_those_of_the_first_rows_and_the_headers() -> None:
    def cells(tables: int, columns: int, rows: int) -> float:
        return cells_to_index(LakeInfo(1, "x", "/", "f", 0, tables, columns, rows, 0, 0, ""))

    assert cells(0, 0, 0) == 0
    assert cells(2, 10, 0) == 10
    assert cells(2, 10, 6) == 40
    assert cells(2, 10, 1_000_000) == 10 * 50_001


def test_vectors_and_an_index_of_two_states_of_a_lake_are_not_ranked_by_together(
    make_lake: MakeLake,
) -> None:
    """They may have the same ids, of tables that hold something else."""
    lake = make_lake({"a.csv": "colour\nred\n"})
    searched = lake.searched
    ready = open_ranker(searched, "dense-table", load=False, titles=True)
    assert ready.table_ids is ready.index.table_ids  # not copied at each search
    vectors = text_vectors_of(searched, "table", True)
    assert vectors.fingerprint == ready.index.fingerprint == lake.lake.fingerprint
    other = vectors.folder.with_name(f"{vectors.folder.name}-other")
    vectors.folder.rename(other)
    said = json.loads((other / "manifest.json").read_text())
    (other / "manifest.json").write_text(json.dumps({**said, "fingerprint": "another"}))
    text_vectors_of(searched, "row", True)  # whatever is gone is let go of
    other.rename(vectors.folder)
    with pytest.raises(BusyError, match="changed in the meantime"):
        open_ranker(searched, "dense-table", load=False, titles=True)
