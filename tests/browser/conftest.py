"""A real browser on a real server, which begins with an empty workspace."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

PROJECT = Path(__file__).parents[2]
ALL_READY = re.compile("Ready for union, join and words(?! alone)")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# A busy machine is slow to show what is to be seen; a test that waits for it does not fail of that.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        reason = f"No browser was found; install one of {', '.join(NAMES)}."
        if os.environ.get("SOUNDINGS_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, just started; in its workspace nothing was ever done."""
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@contextmanager
def serving(folder: Path, port: int | None = None, *options: str) -> Iterator[str]:
    """Serve the app on the workspace in a folder, ``workspace``, made if it is not there.

    Parameters
    ----------
    port
        A free one if not given.
    options
        Further options of Streamlit.
    """
    port = port or free_port()
    address = f"http://localhost:{port}"
    environment = os.environ | {"SOUNDINGS_WORKSPACE": str(folder / "workspace")}
    environment.pop("SOUNDINGS_ENCODER", None)
    with (folder / "log").open("w") as log:
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
        process = subprocess.Popen(
            [*command, *options],
            cwd=PROJECT,
            env=environment,
            stdout=log,
            stderr=log,
        )
        try:
            _wait_for(f"{address}/_stcore/health", process)
            yield address
        finally:
            process.terminate()
            process.wait(60)  # it reads the sample lake at times, on a busy machine
    told = (folder / "log").read_text()
    assert "Traceback" not in told
    # Streamlit warns of elements that take the place of others on the page.
    assert "fragment rerun was triggered with a callback that displays" not in told


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert process.poll() is None, "The server ended."
        try:
            with urllib.request.urlopen(address, timeout=2):  # noqa: S310 - our own server
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail("The server did not answer within a minute.")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, accept_downloads=True, color_scheme="light"
    )
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def sample(browser: Browser, server: str) -> str:
    """The address of the app once its sample lake is ready for search."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server)
    page.get_by_text(ALL_READY).first.wait_for(timeout=240_000)
    context.close()
    return server


def drawn_grid(frame: Locator) -> Locator:
    """Return the canvas that a frame of rows is drawn on, once it has a size and can be clicked."""
    grid = frame.locator("canvas").first
    expect(grid).to_be_visible()
    settled(frame.page)
    return grid


def pictured(page: Page, name: str) -> None:
    """Keep what is on the screen as a picture of the guides, where ``make images`` wants them."""
    folder = os.environ.get("SOUNDINGS_IMAGES")
    if folder is None:
        return
    settled(page)
    page.mouse.move(0, 0)
    page.wait_for_timeout(3_000)  # figures take their places once everything else has
    page.screenshot(path=Path(folder) / f"{name}.png")


def settled(page: Page) -> None:
    """Wait until nothing is running and nothing on the screen is stale."""
    page.wait_for_timeout(300)
    page.wait_for_function(
        """() => !document.querySelector('[data-testid=stStatusWidget]')
            && !document.querySelector('[data-test-script-state=running]')
            && !document.querySelector('[data-stale=true]')""",
        timeout=120_000,
    )
    page.wait_for_timeout(200)
