"""On a small screen nothing that counts is cut, broken inside a word or out of sight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from core.benchmarks import runs
from core.benchmarks.curating import labelling
from core.benchmarks.intake.adding import add_benchmark
from core.evaluation import CaseKind
from core.labels import LOCAL, Ballot, QueueTerms, Voter, cast_vote, create_queue, next_case
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import serving, settled
from tests.core.benchmarks.tiny import lay

pytestmark = pytest.mark.browser

TABLE = "archive/le_at_birth.csv"
NAME = "unionable tables"
TOPICS = ("fish", "birds", "trees", "towns")
SETTINGS = Settings(workers=1, encoder="hash")
HEIGHT = 700


@pytest.fixture(scope="module")
def app(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A benchmark of tables with many columns, a run on it, and a queue."""
    folder = tmp_path_factory.mktemp("small")
    workspace = Workspace.open(folder / "workspace")
    info = add_benchmark(workspace, NAME, _benchmark(folder / "files"), SETTINGS)
    runs.run_method(workspace, info, "hash", SETTINGS)
    pairs = labelling.disputed_pairs(workspace, info, ["hash"], 5, (CaseKind.GTFP,))
    queue = create_queue(
        workspace, LOCAL, info.key, "disputed ones", pairs[:4], QueueTerms(wanted=2)
    )
    for name, label in (("bob", 2), ("cy", 0)):
        case = next_case(workspace, queue, Voter(name))
        assert case is not None
        cast_vote(workspace, Voter(name), case.key, Ballot(label), name)
    with serving(folder) as address:
        # The first page of a server has Streamlit's own wide sidebar until the app's style comes.
        first = _small(address, browser)
        _opened(first.new_page(), address, "judges?")
        first.close()
        yield address


def _benchmark(root: Path) -> Path:
    files, truth = {}, ["query_table,data_lake_table,unionable"]
    for topic in TOPICS:
        head = ",".join(f"{topic} {word}" for word in ("name", "kind", "place", "year", *"abcdefg"))
        rows = "".join(",".join(f"{topic} {n} {m}" for m in range(11)) + "\n" for n in range(40))
        files[f"query/{topic}.csv"] = f"{head}\n{rows}"
        for number in range(1, 4):
            files[f"datalake/{topic}_{number}.csv"] = f"{head}\n{rows}"
            truth.append(f"{topic}.csv,{topic}_{number}.csv,{int(number == 1)}")
    files["groundtruth.csv"] = "\n".join(truth) + "\n"
    return lay(root, files)


@pytest.fixture
def page(app: str, browser: Browser) -> Iterator[Page]:
    context = _small(app, browser)
    yield context.new_page()
    context.close()


def _small(app: str, browser: Browser) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1000, "height": HEIGHT})
    context.set_default_timeout(60_000)
    context.add_cookies([{"name": "soundings-name", "value": "ann", "url": app}])
    return context


def _opened(page: Page, app: str, view: str) -> None:
    page.goto(f"{app}/{view}benchmark={NAME.replace(' ', '+')}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    settled(page)


@pytest.mark.parametrize("view", ["adjudicate?", "judges?"])
def test_a_title_is_one_line(page: Page, app: str, view: str) -> None:
    _opened(page, app, view)
    title = page.get_by_role("heading", level=1).bounding_box()
    assert title is not None and title["height"] < 50


def test_both_tables_of_a_case_are_seen_while_voting(page: Page, app: str) -> None:
    _opened(page, app, "adjudicate?")
    _both_tables_are_seen(page, rows=6)


def _both_tables_are_seen(page: Page, rows: int) -> None:
    tables = page.locator(".panes .scroll")
    expect(tables).to_have_count(2)
    for number in range(2):
        place = tables.nth(number).bounding_box()
        assert place is not None
        assert place["y"] + place["height"] <= HEIGHT
        row = tables.nth(number).locator("tbody tr").nth(rows - 1).bounding_box()
        assert row is not None and row["y"] + row["height"] <= place["y"] + place["height"] + 1


def test_both_tables_are_seen_while_their_columns_are_lined_up(page: Page, app: str) -> None:
    _opened(page, app, "adjudicate?")
    expect(page.locator(".panes")).to_have_attribute("aria-busy", "false")
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Use this alignment")).to_be_visible()
    settled(page)
    _both_tables_are_seen(page, rows=2)


@pytest.mark.parametrize("key", ["l", "ArrowRight"])
def test_a_key_draws_no_frame_around_the_page(page: Page, app: str, key: str) -> None:
    _opened(page, app, "adjudicate?")
    # The styles of a page come while it is drawn.
    page.wait_for_function(
        "[...document.styleSheets].some(sheet => [...sheet.cssRules]"
        ".some(rule => rule.selectorText?.startsWith('.stMain.stMain:focus')))"
    )
    page.get_by_test_id("stMain").focus()
    page.keyboard.press(key)
    frame = page.get_by_test_id("stMain").evaluate("e => getComputedStyle(e, '::before').content")
    assert frame == "none"


def test_no_field_figure_or_button_of_judges_is_cut(page: Page, app: str) -> None:
    _opened(page, app, "judges?judges=openai:gpt-4o-mini&")
    page.get_by_role("button", name="Estimate the cost").click()
    expect(page.get_by_text("Cost, about")).to_be_visible()
    settled(page)
    assert _cut(page) == []


def test_ranks_are_drawn_with_room_for_lines(page: Page, app: str) -> None:
    _opened(page, app, "releases?view=Ranking&")
    drawn = page.locator(".js-plotly-plot .nsewdrag").first.bounding_box()
    assert drawn is not None and drawn["width"] > 250


def test_tables_of_figures_have_room_for_their_figures(page: Page, app: str) -> None:
    _opened(page, app, "pair?query=fish.csv&table=datalake/birds_1.csv&")
    shown = page.get_by_test_id("stDataFrame")
    expect(shown.first).to_be_visible()
    assert min(_width(one) for one in shown.all()) >= 200
    for view, least in (("Agreement", 470), ("Rules+side+by+side", 400)):
        _opened(page, app, f"releases?view={view}&")
        assert _width(page.get_by_test_id("stDataFrame").first) >= least


@pytest.mark.parametrize(
    "view",
    [
        "runs?view=GTFP+and+GTFN&",
        "runs?view=Curves+over+k&",
        "releases?view=Rules+side+by+side&",
    ],
)
def test_the_tools_of_a_chart_leave_its_legend_free(page: Page, app: str, view: str) -> None:
    _opened(page, app, view)
    chart = page.locator(".js-plotly-plot").first
    chart.hover()
    tools = chart.locator(".modebar").bounding_box()
    legend = chart.locator(".legend").bounding_box()
    assert tools is not None and legend is not None
    assert tools["y"] + tools["height"] <= legend["y"]


@pytest.mark.parametrize("view", ["To+decide", "Releases"])
def test_fields_of_rules_have_room_for_what_stands_in_them(page: Page, app: str, view: str) -> None:
    _opened(page, app, f"releases?view={view}&")
    assert _cut(page) == []
    votes = page.get_by_role("spinbutton", name="Votes from")
    assert votes.evaluate("e => e.clientWidth") >= 60
    assert _width(page.get_by_text("Votes from")) >= 60
    assert _width(page.get_by_test_id("stDataFrame").first) >= 300


@pytest.mark.parametrize(
    "view",
    [
        f"search?lake=sample&query={TABLE}",
        f"search?lake=sample&mode=join&query={TABLE}&on=iso3",
        f"table?lake=sample&table={TABLE}",
    ],
)
def test_names_of_tables_and_buttons_beside_them_are_whole(
    sample: str, browser: Browser, view: str
) -> None:
    context = _small(sample, browser)
    page = context.new_page()
    page.goto(f"{sample}/{view}")
    links = page.get_by_test_id("stMain").get_by_test_id("stPageLink-NavLink")
    expect(links.nth(3)).to_be_visible()
    settled(page)
    assert _cut(page) == []
    for link in links.all():
        assert link.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
        words = link.locator("p, span").last
        assert words.evaluate("e => e.scrollWidth <= Math.max(e.clientWidth, 1) + 1")
    context.close()


def _width(shown: Locator) -> float:
    """Measure what has come to rest: a table has its final width some frames after it is drawn."""
    widths: list[float] = []
    while len(widths) < 2 or widths[-1] != widths[-2]:
        shown.page.wait_for_timeout(100)
        place = shown.bounding_box()
        assert place is not None
        widths.append(place["width"])
    return widths[-1]


def _cut(page: Page) -> list[str]:
    """Name what ends in three dots."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid=stMain] *')]
            .filter(e => getComputedStyle(e).textOverflow === 'ellipsis'
                && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
            .map(e => e.textContent)"""
    )
    return found
