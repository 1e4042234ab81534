"""From a benchmark's folder to the labels that are most likely wrong, as a newcomer does it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.overlaps.stored_overlaps import measure_overlaps
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import drawn_grid, pictured, serving, settled

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).parents[2] / "data" / "sample"


@pytest.fixture
def measured(browser: Browser, tmp_path: Path) -> Iterator[str]:
    """The app on the sample's benchmark, whose overlaps are measured."""
    settings = Settings(workspace=tmp_path / "workspace", workers=1, encoder="hash")
    workspace = Workspace.open(settings.workspace)
    info = add_benchmark(workspace, "measured", FOLDER, settings)
    measure_overlaps(workspace, info, settings, UNMONITORED)
    with serving(tmp_path) as address:
        yield address


def test_a_folder_becomes_a_list_of_doubtful_labels(server: str, page: Page) -> None:
    page.goto(f"{server}/benchmarks")
    page.get_by_role("textbox", name="Folder").fill(str(FOLDER))
    page.get_by_role("textbox", name="Name").fill("doubtful")
    page.get_by_role("button", name="Add the benchmark").click()
    leak = page.get_by_text("positive pairs share half of their column names")
    expect(leak).to_be_visible(timeout=120_000)
    expect(leak).to_contain_text("of 193 positive pairs")
    pictured(page, "benchmarks")

    page.get_by_role("link", name="Runs & disputed pairs").click()
    _choose_methods(page, "Shared words, fastest (hash)", "Columns matched, hash")
    page.get_by_role("button", name="Run", exact=True).click()
    disputed = page.get_by_text("queries have a label that")
    expect(disputed).to_be_visible(timeout=120_000)
    expect(page.get_by_text("25 of", exact=False).last).to_contain_text("the most likely wrong")
    pictured(page, "runs")

    assert len(_downloaded(page)) == 25
    page.get_by_text(re.compile("^All [0-9]+$")).click()
    settled(page)
    rows = _downloaded(page)
    page.get_by_text("25 first", exact=True).click()
    settled(page)
    labels = _labels()
    for row in rows:
        positive = labels.get((row["query"], row["candidate"].removeprefix("datalake/"))) == "1"
        assert positive == (row["kind"] == "gtfn")
    planted = {
        (row["query_id"], row["table"])
        for row in csv.DictReader((FOLDER / "planted_errors.csv").open(encoding="utf-8"))
    }
    listed = {(row["query"], row["candidate"].removeprefix("datalake/")) for row in rows}
    assert len(listed & planted) >= len(planted) / 3

    _click_first_row(page)
    expect(page.get_by_text("Can the rows of B be appended to A?")).to_be_visible()
    expect(page.get_by_text("1 of the 25 disputed pairs listed")).to_be_visible()
    page.get_by_role("link", name="Next pair").click()
    expect(page.get_by_text("2 of the 25 disputed pairs listed")).to_be_visible()

    page.goto(f"{server}/runs?benchmark=doubtful&view=Queries")
    expect(page.get_by_text("Click a row to see the query's disputed pairs")).to_be_visible()
    _click_first_row(page)
    expect(page.get_by_text("Pairs of the query q01 · carshare_zones.csv")).to_be_visible()


def test_a_bar_lists_its_pairs_and_a_faulty_folder_says_why(measured: str, page: Page) -> None:
    page.goto(f"{measured}/benchmarks?benchmark=measured")
    expect(page.get_by_text("All pairs, positive ones with the least overlap")).to_be_visible()
    settled(page)
    expect(page.locator(".js-plotly-plot .bars .point path").first).to_be_visible()
    settled(page)
    page.wait_for_timeout(3_000)  # the figure takes its place once everything else has
    box = page.locator(".js-plotly-plot .bars .point path").first.bounding_box()
    assert box is not None
    # plotly takes a click for what the mouse has moved over
    for step in (0, 2, 4):
        page.mouse.move(box["x"] + 40 + step, box["y"] + 30)
        page.wait_for_timeout(400)
    page.mouse.click(box["x"] + 44, box["y"] + 30)
    expect(page.get_by_text("behind what you selected")).to_be_visible(timeout=30_000)

    page.get_by_role("button", name="Add a benchmark").click()
    page.get_by_role("textbox", name="Folder").fill(str(FOLDER / "nowhere"))
    page.get_by_role("button", name="Add the benchmark").click()
    expect(page.get_by_text("A benchmark must be a folder or a ground truth.")).to_be_visible()


def _downloaded(page: Page) -> list[dict[str, str]]:
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    return list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text("utf-8"))))


def _choose_methods(page: Page, *methods: str) -> None:
    field = page.get_by_role("combobox", name="Methods")
    expect(field).to_be_visible()
    settled(page)
    page.get_by_test_id("stMultiSelect").get_by_role("button", name="Clear all").click()
    for method in methods:
        field.fill(method)
        page.get_by_role("option", name=method, exact=True).click()
    page.keyboard.press("Escape")


def _click_first_row(page: Page) -> None:
    grid = drawn_grid(page.get_by_test_id("stDataFrame").last)
    grid.scroll_into_view_if_needed()
    grid.hover(position={"x": 150, "y": 55}, force=True)
    grid.click(position={"x": 150, "y": 55}, force=True)


def _labels() -> dict[tuple[str, str], str]:
    lines = (FOLDER / "qrels.tsv").read_text(encoding="utf-8").splitlines()
    return {(query, table): relevance for query, table, relevance in map(str.split, lines)}
