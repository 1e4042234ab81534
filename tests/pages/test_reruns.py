"""A click reads no whole ground truth again: one of a million labels takes seconds."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.benchmarks import registry, runs
from core.benchmarks.overlaps.stored_overlaps import measure_overlaps
from core.labels import LOCAL, Ballot, Pair, Voter, cast_vote, create_queue
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from pages.shared import identity
from tests.core.benchmarks import tiny
from tests.pages.conftest import APP

BENCH = "tiny"
JUDGES = {"view": "Set up", "judges": "rule:matcher"}
VIEWS: list[tuple[str, dict[str, str]]] = [
    ("benchmarks", {}),
    ("runs", {"k": "2"}),
    ("runs", {"k": "2", "view": "Queries"}),
    ("adjudicate", {"queue": "q", "view": "Review"}),
    *(("judges", JUDGES | {"cases": cases}) for cases in ("labelled", "voted", "disputed")),
    ("judges", JUDGES | {"cases": "queue: q"}),
    ("releases", {}),
]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark with a run, its overlaps measured, and a vote in a queue."""
    folder = tmp_path_factory.mktemp("prepared")
    settings = Settings(folder / "workspace", workers=1, encoder="hash")
    workspace = Workspace.open(settings.workspace)
    info = tiny.add(workspace, BENCH, tiny.ugen(folder / "files"))
    measure_overlaps(workspace, info, settings, monitor=UNMONITORED)
    runs.run_method(workspace, info, "hash", settings)
    create_queue(workspace, LOCAL, info.key, "q", [Pair("fish.csv", "datalake/towns.csv")])
    cast_vote(workspace, Voter("ann"), 1, Ballot(2))
    return workspace.root


@pytest.fixture
def workspace(prepared: Path, workspace_folder: Path) -> Workspace:
    """A copy of it for one test."""
    shutil.copytree(prepared, workspace_folder)
    return Workspace.open(workspace_folder)


@pytest.mark.parametrize(("page", "address"), VIEWS)
def test_nothing_is_read_twice(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, page: str, address: dict[str, str]
) -> None:
    read: list[str] = []
    qrels = registry.qrels

    def counted(*given: Any) -> object:
        read.append(page)
        return qrels(*given)

    monkeypatch.setattr(registry, "qrels", counted)
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.session_state[identity.NAME] = "cy"
    for name, value in {"benchmark": BENCH, **address}.items():
        app.query_params[name] = value
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    assert not app.error
    read.clear()
    app.run()
    assert not app.exception
    assert read == []
