"""A download that cannot be made, as a person meets it; `serving` looks for tracebacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from core import lake as lakes
from core.benchmarks import runs
from core.reports import benchmark_report
from core.search import build_vectors
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import serving, settled
from tests.core.benchmarks import tiny
from tests.core.benchmarks.tiny import lay

pytestmark = pytest.mark.browser


def test_why_a_download_failed_is_said(browser: Browser, page: Page, tmp_path: Path) -> None:
    del browser  # skips where there is none
    files = lay(tmp_path / "files", {"birds.csv": "name\nHeron\n", "fowl.csv": "name\nGoose\n"})
    workspace, settings = Workspace.open(tmp_path / "workspace"), Settings(workers=1)
    lakes.refresh(workspace, lakes.add_lake(workspace, "animals", files), settings)
    build_vectors(SearchedLake(workspace, lakes.lake(workspace, "animals"), settings), "hash")
    with serving(tmp_path) as app:
        page.goto(f"{app}/search?lake=animals&encoder=hash&query=birds.csv&ticked=fowl.csv")
        button = page.get_by_role("button", name="Download CSV").last
        expect(page.get_by_text("1 table ticked")).to_be_visible()
        with page.expect_download():
            button.click()
        (files / "fowl.csv").write_text("name\nDuck\n")
        lakes.refresh(workspace, lakes.lake(workspace, "animals"), settings)
        build_vectors(SearchedLake(workspace, lakes.lake(workspace, "animals"), settings), "hash")
        button.click()
        expect(page.get_by_text("Got fowl.csv, read anew since")).to_be_visible()
        with page.expect_download() as download:
            button.click()
        assert "Duck" in Path(download.value.path()).read_text()


def test_a_download_is_made_that_is_clicked_before_the_browser_has_drawn_the_page_again(
    browser: Browser, page: Page, tmp_path: Path
) -> None:
    del browser
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "files"))
    runs.run_method(workspace, info, "hash", tiny.SETTINGS)
    told: list[str | bytes] = []
    is_slow = False

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: told.append(message) if is_slow else socket.send(message))
        lines.append(socket)

    lines: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("_stcore/stream"), between)
    with serving(tmp_path) as app:
        page.goto(f"{app}/runs?benchmark=tiny&k=2")
        button = page.get_by_role("button", name="Download CSV").last
        expect(button).to_be_visible()
        settled(page)
        is_slow = True
        page.get_by_text(re.compile("^All [0-9]+$")).click()
        page.wait_for_timeout(5_000)  # the server has drawn the page again by then
        with page.expect_download() as download:
            button.click()
            page.wait_for_timeout(1_000)
            is_slow = False
            for message in told:
                lines[-1].send(message)
        assert "birds" in Path(download.value.path()).read_text()


def test_scores_and_plots_are_taken_along_for_a_paper(
    browser: Browser, page: Page, tmp_path: Path
) -> None:
    del browser
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "files"))
    runs.run_method(workspace, info, "hash", tiny.SETTINGS)
    with serving(tmp_path) as app:
        page.goto(f"{app}/runs?benchmark=tiny&k=2&view=Curves over k")
        page.get_by_role("button", name="Scores", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download LaTeX").click()
        assert download.value.suggested_filename == "tiny scores at 2.tex"
        assert "hash & " in Path(download.value.path()).read_text()
        page.keyboard.press("Escape")
        _picture(page, "P of every run over k.svg")


def test_plots_of_a_report_are_pictures_too_and_are_sent_nowhere(
    browser: Browser, page: Page, tmp_path: Path
) -> None:
    del browser
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "files"))
    runs.run_method(workspace, info, "hash", tiny.SETTINGS)
    (tmp_path / "report.html").write_text(benchmark_report(workspace, info, tiny.SETTINGS, k=2))
    page.goto((tmp_path / "report.html").as_uri())
    _picture(page, "Overlap of column names.svg")
    offered = page.locator(".modebar-btn").evaluate_all("all => all.map(one => one.dataset.title)")
    assert offered
    assert not [one for one in offered if "share" in one.lower() or "cloud" in one.lower()]


def _picture(page: Page, name: str) -> None:
    """Download the first plot as a picture of that name, which scales."""
    plot = page.locator(".js-plotly-plot").first
    plot.hover()
    with page.expect_download() as download:
        plot.locator(".modebar-btn").first.click()
    assert download.value.suggested_filename == name
    assert Path(download.value.path()).read_text().startswith("<svg ")
