from __future__ import annotations

import pytest

from core.benchmarks import registry
from core.benchmarks.overlaps.comparing import profile_of
from core.benchmarks.profile import profile_benchmark, profile_tables
from core.store import Workspace
from core.types import DataType
from tests.core.benchmarks import tiny

FILES = {
    "query/q.csv": "a,b\n1,x\n2,\n",
    "lake/one.csv": "n,f,d,e,s\n1,0.5,2020-01-01,,yes please\n2,1.5,2020-01-02,NA,\n",
    "lake/two.csv": "k,v\nu,w\n",
}


def test_profile_counts_rows_columns_missing_cells_and_types(lake_of):
    lake = lake_of(FILES)
    found = profile_benchmark(*lake, "query/", "lake/")
    assert (found.queries.tables, found.others.tables) == (1, 2)
    others = found.others
    assert (others.rows, others.columns, others.cells) == (3, 7, 12)
    assert (others.missing, others.without_value) == (3, 1)
    assert others.missing_share == 3 / 12
    assert others.average_shape == (1.5, 3.5)
    assert others.share(DataType.STRING) == 3 / 7
    assert others.bytes == sum(len(text) for path, text in FILES.items() if "lake/" in path)
    table = found.to_frame()
    assert table["tables_are"].to_list() == ["other tables", "query tables"]
    assert table["other_percent"].to_list() == [pytest.approx(200 / 7), 0.0]
    assert table["missing_percent"].to_list() == [25.0, 25.0]


def test_a_dash_among_numbers_is_a_value_as_the_paper_counts(lake_of):
    lake = lake_of({"lake/one.csv": "n,m\n1,1\n-,\n3,3\n"})
    assert profile_benchmark(*lake, "query/", "lake/").others.missing == 1


@pytest.mark.parametrize("folder", ["query", "datalake"])
def test_no_table_is_counted_as_a_query_and_as_another_one(tmp_path, folder):
    tables = {f"datalake/{name}.csv": f"x,y\n{name},1\n" for name in "abcde"}
    beside = {f"query/{name}.csv": tables[f"datalake/{name}.csv"] for name in "ab"}
    truth = "query_table,candidate_table\na.csv,c.csv\na.csv,d.csv\nb.csv,e.csv\n"
    files = {**tables, **(beside if folder == "query" else {}), "groundtruth.csv": truth}
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    found = profile_of(workspace, info)
    assert (found.others.tables, found.queries.tables) == (3, 2)
    assert len(registry.candidate_tables(workspace, info)) == 5


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
    queries, others = found.queries, found.others
    # Headers shorter than most of their rows are made as wide: of one query, and 19 others.
    assert (queries.files, queries.columns) == (50, 546 + 4)
    assert others.files == 1_000
    assert others.columns == 10_315 + 48
    # Rows longer than their header are in ours and not in pandas'.
    assert 7_609 <= others.rows <= 7_800
    assert 405 <= queries.rows <= 420
    assert others.share(DataType.STRING) == pytest.approx(0.9168, abs=0.02)
    assert others.share(DataType.INTEGER) == pytest.approx(0.0327, abs=0.005)
