from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lake import add_lake
from core.lake.file_reports import report_row
from core.lake.reading.changes import changes
from core.lake.reading.discover import FoundFile
from core.store import Workspace
from core.types import FileReport
from tests.core.lake.conftest import RefreshLake
from tests.core.lake.refreshing import counts, write

VERSIONS = ("now", "now, at most 1")

# Ordered by code points, by bytes of UTF-8, by those of UTF-16 and by folders they stand otherwise.
NAMES = ("a.csv", "a/b.csv", "a-b.csv", "a b.csv", "B.csv", "é.csv", "\uffee.csv", "\U0001d4b3.csv")

Row = tuple[int, int, str, int, str]
"""Bytes, time of change, version, tables and reason."""

ROWS = st.tuples(
    st.integers(0, 1),
    st.integers(0, 1),
    st.sampled_from([*VERSIONS, "before"]),
    st.integers(0, 1),
    st.sampled_from(["", "It cannot be opened."]),
)


@pytest.fixture(scope="module")
def one_lake(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, int]:
    root = tmp_path_factory.mktemp("changes")
    workspace = Workspace.open(root / "workspace")
    return workspace, add_lake(workspace, "lake", root).key


@given(
    known=st.dictionaries(st.sampled_from(NAMES), ROWS),
    there=st.dictionaries(st.sampled_from(NAMES), st.tuples(st.integers(0, 1), st.integers(0, 1))),
    lost=st.sets(st.sampled_from(NAMES)),
    away=st.sets(st.sampled_from(NAMES)),
)
def test_changes_are_those_of_each_file_looked_up_by_itself(
    one_lake: tuple[Workspace, int],
    known: dict[str, Row],
    there: dict[str, tuple[int, int]],
    lost: set[str],
    away: set[str],
) -> None:
    workspace, key = one_lake
    with workspace.writing() as db:
        db.execute("DELETE FROM files")
        for path, (size, changed, version, tables, reason) in known.items():
            db.table("files").insert(
                {
                    "lake_key": key,
                    "modified_ns": changed,
                    "reader_version": version,
                    "content_hash": f"of {path}",
                    **report_row(FileReport(path, size, tables, reason)),
                }
            )
    found = [FoundFile(path, *there[path], out_of_reach=path in away) for path in sorted(there)]
    told = changes(workspace, key, found, VERSIONS, lost)

    stale: dict[str, str] = {}
    for path, state in there.items():
        row = known.get(path)
        if row is None or path in lost or path in away:
            stale[path] = ""
        elif row[:2] != state or row[2] not in VERSIONS:
            stale[path] = f"of {path}" if row[3] and row[2] == VERSIONS[0] else ""
    assert {file.path: file.known for file in told.stale} == stale
    assert told.missed == {path: known[path][1] for path in known.keys() - there.keys()}
    assert set(told.in_reach) == {
        path for path in known.keys() & there.keys() - stale.keys() if all(known[path][3:])
    }


def test_files_of_all_names_are_found_again_wherever_they_stand_in_the_order(
    folder: Path, refresh_lake: RefreshLake
) -> None:
    for name in NAMES:
        write(folder, name.replace("a/", "folder/"))
    assert counts(refresh_lake()) == (8, 0, 0, 0)
    assert counts(refresh_lake()) == (0, 8, 0, 0)
