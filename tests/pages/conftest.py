"""The app without a browser, on a small lake and the fastest encoder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from core import lake as lakes
from core.jobs import queue
from core.search import build_vectors
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from pages.releasing import decide
from pages.shared.identity import NAME

APP = Path(__file__).parents[2] / "app.py"
LAKE = "fruit *and* $more$"


@pytest.fixture(autouse=True)
def workspace_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An own workspace a test, and no answer of another test's in the caches."""
    monkeypatch.setenv("SOUNDINGS_WORKSPACE", str(tmp_path / "workspace"))
    monkeypatch.setenv("SOUNDINGS_ENCODER", "hash")
    monkeypatch.setenv("SOUNDINGS_WORKERS", "1")
    st.cache_data.clear()
    st.cache_resource.clear()
    yield tmp_path / "workspace"
    st.cache_data.clear()
    st.cache_resource.clear()


@pytest.fixture(autouse=True)
def _jobs_wait(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Enter jobs and do not start them: their processes would go on long after the test."""
    locks: list[IO[str]] = []

    def wait(workspace: Workspace, key: int, lock: IO[str]) -> None:
        del workspace, key
        locks.append(lock)  # while it is held the job is alive

    monkeypatch.setattr(queue, "_spawn", wait)
    yield
    for lock in locks:
        lock.close()


@pytest.fixture(autouse=True)
def _seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a press of a button for one that meant what was drawn, however fast the machine is."""
    monkeypatch.setattr(decide, "SEEN_AFTER", 0.0)


@pytest.fixture(scope="session", autouse=True)
def _installed_once() -> Iterator[None]:
    """Look for components of Streamlit once, not in every run of the app.

    Each `AppTest` reads the metadata of all that is installed, which does not change meanwhile.
    """
    with pytest.MonkeyPatch.context() as patch:
        scan = cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield


@pytest.fixture(autouse=True)
def through_the_router(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run app.py in every run, as a server does.

    AppTest forgets before each run that the app has its own navigation, takes the folder named
    pages for Streamlit's older kind of app and runs the page's file alone.
    """
    begin = PagesManager.__init__

    def with_navigation(self: PagesManager, *given: object, **named: object) -> None:
        begin(self, *given, **named)  # type: ignore[arg-type]
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", with_navigation)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three tables, two of which belong below each other, and a file that is none."""
    root = tmp_path_factory.mktemp("lake")
    (root / "old").mkdir()
    (root / "apples.csv").write_text("name,*price*,$taste$\nBoskoop,3,sour\nGala,2,sweet\n")
    (root / "old" / "apples_[1].csv").write_text(
        "name,*price*,year\nBoskoop,3,1999\nElstar,cheap,2001\n"
    )
    (root / "rivers.csv").write_text("river,length\nElbe,1094\nOder,866\nRhine,1233\n")
    (root / "picture.csv").write_bytes(bytes(range(256)) * 8)
    return root


@pytest.fixture(scope="session")
def searchable(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace in which the folder is a lake that is ready for search, made once."""
    settings = Settings(tmp_path_factory.mktemp("lake") / "workspace", workers=1, encoder="hash")
    workspace = Workspace.open(settings.workspace)
    added = lakes.add_lake(workspace, LAKE, folder)
    lakes.refresh(workspace, added, settings)
    build_vectors(SearchedLake(workspace, lakes.lake(workspace, LAKE), settings), "hash")
    return workspace.root


@pytest.fixture
def lake(searchable: Path, workspace_folder: Path) -> Workspace:
    """A copy of it for one test."""
    shutil.copytree(searchable, workspace_folder)
    return Workspace.open(workspace_folder)


def opened(page: str = "", /, **parameters: str) -> AppTest:
    """Open a page of the app by its address."""
    app = AppTest.from_file(str(APP), default_timeout=60).run()
    assert not app.exception
    for name, value in parameters.items():
        app.query_params[name] = value
    if page:
        app.switch_page(f"pages/{page}.py")
    app.run()
    assert not app.exception, app.exception[0].value
    return app


def opened_by(name: str, page: str, /, **parameters: str | list[str]) -> AppTest:
    """Open a page of the app by its address, as who is called so; as nobody if that is empty."""
    app = AppTest.from_file(str(APP), default_timeout=60)
    if name:
        app.session_state[NAME] = name
    for key, value in parameters.items():
        app.query_params[key] = value
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception, app.exception[0].value
    return app


def press(app: AppTest, label: str) -> AppTest:
    """Press the first button that is called so."""
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception, app.exception[0].value
    return app


def parameter(app: AppTest, name: str) -> str:
    """A parameter of the address; AppTest gives it as a list if it was set by the test."""
    value = app.query_params[name]
    return value if isinstance(value, str) else value[0]


def texts(app: AppTest) -> str:
    """Everything that is written on the screen."""
    elements = [*app.markdown, *app.caption, *app.info, *app.error, *app.title, *app.success]
    return "\n".join(str(element.value) for element in elements)
