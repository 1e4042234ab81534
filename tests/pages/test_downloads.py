"""A download that cannot be made tells who clicked why, and leaves no traceback in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest
from streamlit.runtime.backend_operation_handler import DeferredFileHandler
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from core import lake as lakes
from core.errors import ReadAnewError, SoundingsError, TableNotFoundError
from core.search import build_vectors
from core.search.combining.joins import JoinPart
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from pages.shared.words import sentence
from tests.pages.conftest import LAKE, opened

Make = Callable[[], bytes]
PEARS = JoinPart("pears.csv", (("name", "name"),))


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> dict[str, Make]:
    """What makes each file that is offered, by the button's key."""
    kept: dict[str, Make] = {}
    offer = st.download_button

    def offering(label: str, data: Make, *, key: str, **more: Any) -> bool:
        kept[key] = data
        return offer(label, data, key=key, **more)

    monkeypatch.setattr(st, "download_button", offering)
    return kept


def gone(workspace: Workspace, tmp_path: Path) -> None:
    """Read the lake again without its tables."""
    lakes.remove_lake(workspace, LAKE)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "pears.csv").write_text("name,price\nConference,3\n")
    lake = lakes.add_lake(workspace, LAKE, tmp_path / "other")
    lakes.refresh(workspace, lake, Settings.from_environment())


def test_a_download_that_failed_says_why_beside_its_button_once(
    lake: Workspace, offered: dict[str, Make], tmp_path: Path
) -> None:
    app = opened("table", lake=LAKE, table="rivers.csv")
    failing, kept = offered["table as CSV"], Workspace.open(lake.root)
    assert b"Elbe" in failing()
    assert not app.error
    gone(kept, tmp_path)
    with pytest.raises(TableNotFoundError) as raised:
        failing()
    app.query_params["table"] = "pears.csv"
    app.run()
    assert [one.value for one in app.error] == [sentence(str(raised.value))]
    app.run()
    assert not app.error


@pytest.mark.parametrize(
    ("error", "traceback"), [(SoundingsError("The disk is full."), False), (KeyError("a"), True)]
)
def test_only_faults_of_the_program_leave_a_traceback_in_the_log(
    error: Exception,
    traceback: bool,
    offered: dict[str, Make],
    lake: Workspace,
    caplog: pytest.LogCaptureFixture,
) -> None:
    opened("table", lake=LAKE, table="rivers.csv")  # as a server does before any click

    def fail() -> bytes:
        raise error

    files = MediaFileManager(MemoryMediaFileStorage("/media"))
    asked = BackendOperationRequest(request_id="1")
    asked.deferred_file.file_id = files.add_deferred(fail, None, "button")
    handling = DeferredFileHandler(lambda: files).handle(asked, "session")
    with ThreadPoolExecutor() as thread:  # where no other loop runs, as of a browser's tests
        answer = thread.submit(asyncio.run, handling).result()
    assert answer.error_msg
    (record,) = [one for one in caplog.records if one.name == DeferredFileHandler.__module__]
    assert bool(record.exc_info) is traceback
    assert traceback or record.getMessage() == "A download was not made: The disk is full."


def refreshed(workspace: Workspace, **changed: str) -> None:
    """Write tables of the lake anew and read it, as somebody does in another tab."""
    lake = lakes.lake(workspace, LAKE)
    for name, text in changed.items():
        (Path(lake.root) / f"{name}.csv").write_text(text)
    lakes.refresh(workspace, lake, Settings.from_environment())


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"mode": "union", "ticked": "pears.csv"}, "all that is ticked as CSV"),
        ({"mode": "union", "open": "pears.csv"}, "union with pears.csv as CSV"),
        (
            {"mode": "join", "on": "name", "all": "too", "ticked": PEARS.name},
            "all that is ticked as CSV",
        ),
    ],
)
@pytest.mark.parametrize("changed", ["pears", "apples"])
def test_a_file_is_not_made_of_other_tables_than_those_shown(
    asked: dict[str, str], key: str, changed: str, offered: dict[str, Make], tmp_path: Path
) -> None:
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    (tmp_path / "files").mkdir()
    lakes.add_lake(workspace, LAKE, tmp_path / "files")
    refreshed(
        workspace, apples="name,price\nGala,3\nElstar,2\n", pears="name,price\nGala,4\n", nuts="a\n"
    )
    build_vectors(SearchedLake(workspace, lakes.lake(workspace, LAKE), settings), "hash")
    app = opened("search", lake=LAKE, query="apples.csv", **asked)
    make = offered[key]
    assert b"Gala" in make()
    refreshed(workspace, nuts="a\n1\n")
    assert b"Gala" in make()
    refreshed(workspace, **{changed: "name,price\nGala,99\n"})
    with pytest.raises(ReadAnewError, match=f"Got {changed}.csv, read anew since"):
        make()
    build_vectors(SearchedLake(workspace, lakes.lake(workspace, LAKE), settings), "hash")
    app.run()
    assert [one.value for one in app.error if "read anew" in one.value]
    assert b"99" in offered[key]()


def test_a_download_that_failed_says_why_where_its_button_is_gone(
    offered: dict[str, Make], tmp_path: Path
) -> None:
    settings = Settings.from_environment()
    workspace = Workspace.open(settings.workspace)
    (tmp_path / "files").mkdir()
    lakes.add_lake(workspace, LAKE, tmp_path / "files")
    refreshed(workspace, apples="name,price\nGala,3\n", pears="name,price\nGala,4\n")
    build_vectors(SearchedLake(workspace, lakes.lake(workspace, LAKE), settings), "hash")
    app = opened("search", lake=LAKE, query="apples.csv", mode="union", open="pears.csv")
    refreshed(workspace, pears="name,price\nGala,99\n")
    with pytest.raises(ReadAnewError):
        offered["union with pears.csv as CSV"]()
    app.run()  # the lake is to be encoded first
    assert [one.value for one in app.error if "read anew" in one.value]
    app.run()
    assert not app.error
