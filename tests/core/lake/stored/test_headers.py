from __future__ import annotations

from pathlib import Path

from core.lake.stored.headers import headers
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_headers_come_in_the_order_of_the_file_and_unknown_tables_have_none(
    tmp_path: Path,
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    files: dict[str, str | bytes] = {
        "query/q.csv": "z,a,M\n1,2,3\n",
        "datalake/t.csv": "name\nx\n",
        "groundtruth.csv": "query_table,data_lake_table,unionable\nq.csv,t.csv,1\n",
    }
    info = tiny.add(workspace, "b", tiny.lay(tmp_path / "b", files))
    found = headers(workspace, info.lake_key, ["query/q.csv", "datalake/t.csv", "no.csv"])
    assert found == {"query/q.csv": ("z", "a", "M"), "datalake/t.csv": ("name",)}
