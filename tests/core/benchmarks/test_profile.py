from __future__ import annotations

import pytest

from core.benchmarks.profile import profile_benchmark, profile_tables
from core.types import DataType

FILES = {
    "query/q.csv": "a,b\n1,x\n2,\n",
    "lake/one.csv": "n,f,d,e,s\n1,0.5,2020-01-01,,yes please\n2,1.5,2020-01-02,NA,\n",
    "lake/two.csv": "k,v\nu,w\n",
}


def test_profile_counts_rows_columns_missing_cells_and_types(lake_of):
    lake = lake_of(FILES)
    found = profile_benchmark(*lake, "query/", "lake/")
    assert (found.queries.tables, found.candidates.tables) == (1, 2)
    candidates = found.candidates
    assert (candidates.rows, candidates.columns, candidates.cells) == (3, 7, 12)
    assert (candidates.missing, candidates.without_value) == (3, 1)
    assert candidates.missing_share == 3 / 12
    assert candidates.average_shape == (1.5, 3.5)
    assert candidates.share(DataType.STRING) == 3 / 7
    assert candidates.bytes == sum(len(text) for path, text in FILES.items() if "lake/" in path)
    table = found.to_frame()
    assert table["tables_are"].to_list() == ["candidate tables", "query tables"]
    assert table["other_percent"].to_list() == [pytest.approx(200 / 7), 0.0]
    assert table["missing_percent"].to_list() == [25.0, 25.0]


def test_ids_that_the_lake_does_not_have_are_counted_apart(lake_of):
    workspace, key = lake_of(FILES)
    found = profile_tables(workspace, key, ["lake/two.csv", "lake/gone.csv", "two.csv"])
    assert (found.tables, found.absent, found.columns) == (1, 2, 2)
    assert profile_tables(workspace, key, "la").tables == 2


def test_no_table_has_no_averages(lake_of):
    workspace, key = lake_of(FILES)
    found = profile_tables(workspace, key, [])
    assert (found.tables, found.average_shape, found.missing_share) == (0, None, None)
    assert found.to_row()["string_percent"] is None


def test_one_folder_is_not_another_that_begins_alike(lake_of):
    workspace, key = lake_of({"q/a.csv": "x,y\n1,2\n", "q2/b.csv": "x,y\n1,2\n"})
    assert profile_tables(workspace, key, "q/").tables == 1
    assert profile_tables(workspace, key, "q_").tables == 0


def test_ugen_v1_has_the_files_and_columns_of_table_1(lake_of, ugen):
    found = profile_benchmark(*lake_of(ugen, "ugen", ("query", "datalake")), "query/", "datalake/")
    queries, candidates = found.queries, found.candidates
    assert (queries.files, queries.columns) == (50, 546)
    assert candidates.files == 1_000
    assert candidates.columns == pytest.approx(10_315, abs=10)
    # Rows longer than their header are in ours and not in pandas'.
    assert 7_609 <= candidates.rows <= 7_800
    assert 405 <= queries.rows <= 420
    assert candidates.share(DataType.STRING) == pytest.approx(0.9168, abs=0.02)
    assert candidates.share(DataType.INTEGER) == pytest.approx(0.0327, abs=0.005)
