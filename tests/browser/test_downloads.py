"""A download that cannot be made, as a person meets it; `serving` looks for tracebacks."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from core import lake as lakes
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import serving
from tests.core.benchmarks.tiny import lay


def test_why_a_download_failed_is_said(browser: Browser, page: Page, tmp_path: Path) -> None:
    del browser  # skips where there is none
    files = lay(tmp_path / "files", {"birds.csv": "name\nHeron\n", "fish.csv": "name\nCod\n"})
    workspace, settings = Workspace.open(tmp_path / "workspace"), Settings(workers=1)
    lakes.refresh(workspace, lakes.add_lake(workspace, "animals", files), settings)
    with serving(tmp_path) as app:
        page.goto(f"{app}/table?lake=animals&table=birds.csv")
        button = page.get_by_role("button", name="Download CSV")
        expect(button).to_be_visible()
        with page.expect_download():
            button.click()
        (files / "birds.csv").unlink()
        lakes.refresh(workspace, lakes.lake(workspace, "animals"), settings)
        button.click()
        expect(page.get_by_text("has no table 'birds.csv'").first).to_be_visible()
