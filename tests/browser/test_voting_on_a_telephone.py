"""Voting on a telephone: what is said, the next case and long cells are in sight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core.benchmarks.intake.adding import add_benchmark
from core.labels import LOCAL, Pair, create_queue
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import serving, settled
from tests.core.benchmarks.tiny import lay

pytestmark = pytest.mark.browser

HEIGHT = 844
WORDS = " ".join(f"word{number}" for number in range(100))  # 689 characters
SETTINGS = Settings(workers=1, encoder="hash")


@pytest.fixture(scope="module")
def app(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Tables of many rows with long cells, and a queue of three pairs of them."""
    folder = tmp_path_factory.mktemp("telephone")
    workspace = Workspace.open(folder / "workspace")
    rows = "".join(f"row {n},{n},{WORDS} {n}\n" for n in range(40))
    files = {"query/fish.csv": f"name,length,said\n{rows}"}
    truth = ["query_table,data_lake_table,unionable"]
    for number in range(3):
        files[f"datalake/{number}.csv"] = f"name,length,said\n{rows}{number},{number},{number}\n"
        truth.append(f"fish.csv,{number}.csv,1")
    files["groundtruth.csv"] = "\n".join(truth) + "\n"
    info = add_benchmark(workspace, "long", lay(folder / "files", files), SETTINGS)
    pairs = [Pair("fish.csv", f"datalake/{number}.csv") for number in range(3)]
    create_queue(workspace, LOCAL, info.key, "three", pairs)
    with serving(folder) as address:
        yield address


@pytest.fixture
def page(app: str, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": HEIGHT}, has_touch=True)
    context.set_default_timeout(60_000)
    context.add_cookies([{"name": "soundings-name", "value": "ann", "url": app}])
    opened = context.new_page()
    opened.goto(f"{app}/adjudicate?benchmark=long&queue=three")
    expect(opened.locator(".panes")).to_have_attribute("aria-busy", "false")
    settled(opened)
    yield opened
    context.close()


def _scroll_down(page: Page) -> None:
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    page.wait_for_timeout(200)
    assert _box(page.locator(".panes"))["y"] < _under_the_bar(page)


def _box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found is not None
    return dict(found)


def _under_the_bar(page: Page) -> float:
    bar = _box(page.locator(".st-key-verdicts"))
    return bar["y"] + bar["height"]


def test_the_next_case_begins_below_the_bar(page: Page) -> None:
    _scroll_down(page)
    page.get_by_role("button", name="Unionable 2").tap()
    # At once, before the server has answered, and after it.
    assert 0 <= _box(page.locator(".panes"))["y"] - _under_the_bar(page) < 24
    expect(page.get_by_test_id("stProgress")).to_contain_text("1 by you")
    settled(page)
    assert 0 <= _box(page.locator(".panes"))["y"] - _under_the_bar(page) < 24
    expect(page.locator(".panes th").first).to_be_in_viewport()


def test_a_tap_shows_a_long_cell_whole_and_another_cuts_it_again(page: Page) -> None:
    cell = page.locator(".panes .cell", has_text="word99 0").first
    cut = _box(cell)["height"]
    page.locator(".panes .scroll").first.evaluate("scroll => (scroll.scrollLeft = 1000)")
    cell.tap(position={"x": 20, "y": 10})
    assert _box(cell)["height"] > 2 * cut
    assert cell.evaluate("cell => cell.scrollHeight <= cell.clientHeight + 1")
    expect(cell).to_have_attribute("title", f"{WORDS} 0")
    cell.tap(position={"x": 20, "y": 10})
    assert _box(cell)["height"] == cut


def test_a_vote_that_is_refused_says_so_in_sight(page: Page) -> None:
    page.get_by_role("button", name="Columns C").tap()
    settled(page)
    # The column stands below another one already.
    page.get_by_role("combobox", name="said").tap()
    page.get_by_role("option", name="name").tap()
    settled(page)
    _scroll_down(page)
    page.get_by_role("button", name="Unionable 2").tap()
    told = page.get_by_text("A column of B belongs below one column of A only.")
    expect(told).to_be_in_viewport()
    settled(page)
    expect(told).to_be_in_viewport()
    assert _box(told)["y"] + _box(told)["height"] <= _under_the_bar(page)
