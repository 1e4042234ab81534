from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import TableNotFoundError
from core.lake import lake, table_frame
from core.lake.reading import storing
from core.lake.stored.rows import some_rows
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake


def test_rows_are_those_of_the_tables_in_the_order_asked_for(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    (folder / "a.csv").write_text("x,y,x\n 1 ,,3\n4,5,6\n7,8,9\n")
    (folder / "b.csv").write_text("word\none\n")
    (folder / "empty.csv").write_text("p,q\n")
    long = "x" * (storing.SHARD_TABLE_BYTES // 8)
    (folder / "large.csv").write_text("a,b\n" + "".join(f"{long},{i}\n" for i in range(9)))
    refresh_lake()
    key = lake(workspace, "lake").key
    wanted = {"a.csv": [2, 0, 9], "b.csv": [0], "empty.csv": [0], "large.csv": [8, 3]}
    found = some_rows(workspace, key, wanted)
    assert list(found["a.csv"].labels) == table_frame(workspace, "lake", "a.csv").columns
    assert found["a.csv"].numbers == (2, 0)
    assert found["a.csv"].rows == (("7", "8", "9"), ("1", "", "3"))
    assert found["b.csv"].rows == (("one",),)
    assert (found["empty.csv"].labels, found["empty.csv"].rows) == (("p", "q"), ())
    assert [row[1] for row in found["large.csv"].rows] == ["8", "3"]
    with pytest.raises(TableNotFoundError, match=r"no table 'gone\.csv' any more"):
        some_rows(workspace, key, {"gone.csv": [0]})
