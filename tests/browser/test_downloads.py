"""A download that cannot be made, as a person meets it; `serving` looks for tracebacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core import lake as lakes
from core.search import build_vectors
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import serving
from tests.core.benchmarks.tiny import lay

pytestmark = pytest.mark.browser


def test_why_a_download_failed_is_said(browser: Browser, page: Page, tmp_path: Path) -> None:
    del browser  # skips where there is none
    files = lay(tmp_path / "files", {"birds.csv": "name\nHeron\n", "fowl.csv": "name\nGoose\n"})
    workspace, settings = Workspace.open(tmp_path / "workspace"), Settings(workers=1)
    lakes.refresh(workspace, lakes.add_lake(workspace, "animals", files), settings)
    build_vectors(workspace, lakes.lake(workspace, "animals"), "hash", settings)
    with serving(tmp_path) as app:
        page.goto(f"{app}/search?lake=animals&encoder=hash&query=birds.csv&ticked=fowl.csv")
        button = page.get_by_role("button", name="Download CSV").last
        expect(page.get_by_text("1 table ticked")).to_be_visible()
        with page.expect_download():
            button.click()
        (files / "fowl.csv").write_text("name\nDuck\n")
        lakes.refresh(workspace, lakes.lake(workspace, "animals"), settings)
        build_vectors(workspace, lakes.lake(workspace, "animals"), "hash", settings)
        button.click()
        expect(page.get_by_text("Got fowl.csv, read anew since")).to_be_visible()
        with page.expect_download() as download:
            button.click()
        assert "Duck" in Path(download.value.path()).read_text()
