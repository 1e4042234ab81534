"""A download that cannot be made tells who clicked why, and leaves no traceback in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest
from streamlit.runtime.backend_operation_handler import DeferredFileHandler
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from core import lake as lakes
from core.errors import SoundingsError, TableNotFoundError
from core.settings import Settings
from core.store import Workspace
from pages.shared.words import sentence
from tests.pages.conftest import LAKE, opened

Make = Callable[[], bytes]


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
    answer = asyncio.run(DeferredFileHandler(lambda: files).handle(asked, "session"))
    assert answer.error_msg
    (record,) = [one for one in caplog.records if one.name == DeferredFileHandler.__module__]
    assert bool(record.exc_info) is traceback
    assert traceback or record.getMessage() == "A download was not made: The disk is full."
