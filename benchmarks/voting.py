"""From the key to the next case, in a real browser, on a lake of 20,000 tables."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.measure import keep, shared
from core import lake as lakes
from core.benchmarks.curating.lake_labels import put_to_the_vote
from core.labels import LOCAL
from core.search import build_vectors, query_table, search_union
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

TABLES = 20_000
QUERIES, NEAREST = 40, 3
CASES = 50
PAUSES = (2.0, 0.7)
"""Seconds between the next case's coming and the next key: a fast voter's, and nobody's."""

_NEXT = """(panes, key) => new Promise(done => {
  const began = performance.now();
  let painted = null;
  const since = () => performance.now() - began;
  const finish = () => {
    if (painted !== null && panes.getAttribute('aria-busy') !== 'true') done([painted, since()]);
  };
  new MutationObserver((_, watch) => {
    watch.disconnect();
    // The second frame begins when the first has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => { painted = since(); finish(); }));
  }).observe(panes, { childList: true });
  new MutationObserver(finish).observe(panes, { attributeFilter: ['aria-busy'] });
  window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
})"""


def run(folder: Path) -> None:
    """Vote on pairs of a search with a key each, and time when the next case is painted."""
    settings = Settings(workspace=folder / "workspace", encoder="hash")
    workspace = Workspace.open(settings.workspace)
    lake = _lake(workspace, settings, folder / "lake")
    tables = [info.table_id for info in lakes.tables(workspace, lake.info.key)]
    asked = np.random.default_rng(0).choice(tables, QUERIES, replace=False)
    pairs = []
    for table_id in map(str, asked):
        hits = search_union(query_table(lake, table_id), NEAREST, "hash", "columns").hits
        pairs += [(table_id, hit.table) for hit in hits]
    put_to_the_vote(workspace, LOCAL, lake.info.name, pairs)
    rows: list[dict[str, object]] = []
    with _serving(folder) as address, sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for pause in PAUSES:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.set_default_timeout(120_000)
            painted, answered = zip(*_vote(page, address, pause), strict=True)
            rows.append(
                {
                    "tables": len(tables),
                    "cases": len(painted),
                    "pause s": pause,
                    "next case painted, median ms": float(np.median(painted)),
                    "p95 ms": float(np.quantile(painted, 0.95)),
                    "most ms": max(painted),
                    "server's answer, median ms": float(np.median(answered)),
                    "load of the machine": os.getloadavg()[0],
                }
            )
            page.close()
        browser.close()
    keep("voting", rows)


def _lake(workspace: Workspace, settings: Settings, folder: Path) -> SearchedLake:
    shutil.copytree(shared("lakes", "wide"), folder / "wide")
    given = sorted(path for path in (folder / "wide").rglob("*.csv"))
    (folder / "again").mkdir()
    for path in given[: TABLES - len(given)]:
        shutil.copy(path, folder / "again" / path.name)
    lakes.refresh(workspace, lakes.add_lake(workspace, "wide", folder), settings)
    lake = SearchedLake(workspace, lakes.lake(workspace, "wide"), settings)
    build_vectors(lake, "hash")
    return lake


def _vote(page: Page, address: str, pause: float) -> Iterator[tuple[float, float]]:
    page.goto(f"{address}/adjudicate?benchmark=wide")
    page.get_by_role("textbox", name="Your name").fill(f"voter {pause}")
    page.get_by_role("button", name="Go on").click()
    for number in range(CASES):
        if number and number % 20 == 0:
            page.keyboard.press("Enter")
        page.locator(".panes table").nth(1).wait_for(state="attached")
        time.sleep(pause)
        found = page.locator(".panes").evaluate(_NEXT, "210"[number % 3])
        yield found[0], found[1]


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "SOUNDINGS_WORKSPACE": str(folder / "workspace"),
        "SOUNDINGS_ENCODER": "hash",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    address = f"http://localhost:{port}"
    try:
        while process.poll() is None:
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=2)  # noqa: S310 - ours
                break
            except OSError:
                time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait(20)
