"""A curator lets a judge vote on disputed pairs, pauses, resumes, and reads what it is worth."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from core.benchmarks import runs
from core.benchmarks.curating import labelling
from core.benchmarks.intake.adding import add_benchmark
from core.labels import LOCAL, Ballot, Kind, Pair, Voter, cast_vote, put_pair
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import PROJECT, drawn_grid, pictured, serving, settled
from tests.core.benchmarks import tiny
from tests.judges_server import JudgeServer

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1_200)]

CASES, RUNS = 40, 5
QUESTIONS = CASES * RUNS
_SOON = 240_000
"""Milliseconds: a job begins in a process of its own, which a busy machine starts slowly."""


@pytest.fixture(scope="module")
def judged(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app on the demo benchmark with a run, where people call every third disputed pair
    unionable, and on a tiny one, where two judges have voted on a pair of people's.
    """
    folder = tmp_path_factory.mktemp("judged")
    settings = Settings(workspace=folder / "workspace", workers=1, encoder="hash")
    workspace = Workspace.open(settings.workspace)
    info = add_benchmark(workspace, "demo", PROJECT / "data" / "sample", settings)
    runs.run_method(workspace, info, "hash", settings)
    disputed = labelling.disputed_pairs(workspace, info, ["hash"], 10)
    for place, pair in enumerate(disputed[:60:2]):
        case = put_pair(workspace, LOCAL, info.key, pair).key
        cast_vote(workspace, Voter("bob"), case, Ballot(0 if place % 3 else 2))
    tiny_one = tiny.add(workspace, "tiny", tiny.ugen(folder / "tiny"))
    pair = Pair("fish.csv", "datalake/river.csv")
    case = put_pair(workspace, LOCAL, tiny_one.key, pair).key
    cast_vote(workspace, Voter("bob"), case, Ballot(2))
    for judge, label in (("openai:first", 2), ("openai:second", 0)):
        cast_vote(workspace, Voter(judge, Kind.LLM), case, Ballot(label))
    with serving(folder) as address:
        yield address


def test_a_judge_is_run_paused_resumed_measured_and_its_disputes_go_to_people(
    judged: str, page: Page
) -> None:
    page.set_default_timeout(_SOON)
    page.context.add_cookies([{"name": "soundings-name", "value": "ann", "url": judged}])
    with JudgeServer(latency=0.5) as server:
        server.gate = threading.Event()
        _set_up(page, judged, server.openai_url)
        page.get_by_role("button", name="Start").click()
        _pause(page, server)
        paused = server.calls
        assert 0 < paused < QUESTIONS

        server.latency = 0.0
        page.get_by_role("button", name="Resume").click()
        expect(page.get_by_text(f"Done. {QUESTIONS} of {QUESTIONS} answers")).to_be_visible(
            timeout=_SOON
        )
        # Each question was sent once: what was answered before the pause was not asked again.
        assert server.calls == QUESTIONS
        assert set(server.answered.values()) == {1}

    page.get_by_text("Can it be trusted").click()
    expect(page.get_by_text("Agreement with people:").first).to_be_visible(timeout=_SOON)
    expect(page.get_by_text("Runs that agree:").first).to_contain_text("100.0%", timeout=_SOON)
    flips = page.get_by_text("Verdicts that flip when the tables are swapped:").first
    expect(flips).to_contain_text("Swapping makes no difference", timeout=_SOON)
    expect(page.locator(".js-plotly-plot").first).to_be_visible(timeout=_SOON)
    pictured(page, "judges")

    page.get_by_role("textbox", name="Queue").fill("ask people")
    page.get_by_role("textbox", name="Queue").press("Enter")
    page.get_by_role("button", name=re.compile(r"Send [\d,]+ cases? to people")).click()
    expect(page.get_by_text("went to the queue ask people")).to_be_visible(timeout=_SOON)
    page.get_by_role("link", name="Vote on them").click()
    expect(page).to_have_url(re.compile("adjudicate"), timeout=_SOON)
    queue = page.get_by_role("combobox", name="Queue")
    expect(queue).to_have_value("ask people", timeout=_SOON)
    expect(page.get_by_text("Can the rows of B be appended to A?")).to_be_visible(timeout=_SOON)


def test_a_click_in_the_row_of_a_judge_opens_its_report(judged: str, page: Page) -> None:
    page.set_default_timeout(_SOON)
    page.context.add_cookies([{"name": "soundings-name", "value": "ann", "url": judged}])
    page.goto(f"{judged}/judges?benchmark=tiny&view=Can+it+be+trusted")
    # Those that agree most with people stand on top; the first by name is open to begin with.
    for y, judge in ((90, "second"), (55, "first")):
        frame = page.get_by_test_id("stDataFrame").first
        drawn_grid(frame).click(position={"x": 150, "y": y}, force=True)
        expect(page).to_have_url(re.compile(f"judge=openai%3A{judge}"), timeout=_SOON)
        expect(page.get_by_text(f"openai:{judge} voted on 1 case")).to_be_visible(timeout=_SOON)
        settled(page)


def _set_up(page: Page, address: str, endpoint: str) -> None:
    chosen = {
        "benchmark": "demo",
        "judges": "openai:fair",
        "base_url": endpoint,
        "cases": "disputed",
        "most": CASES,
        "runs": RUNS,
        "swap": "True",
        "confidence": "True",
    }
    page.goto(f"{address}/judges?{urlencode(chosen)}")
    page.get_by_role("button", name="Estimate the cost").click()
    calls = page.get_by_test_id("stMetric").filter(has_text="Calls")
    expect(calls).to_contain_text(str(QUESTIONS), timeout=_SOON)
    told = page.get_by_text("an endpoint on this machine costs nothing")
    expect(told).to_be_visible(timeout=_SOON)


def _pause(page: Page, server: JudgeServer) -> None:
    """Pause while every call under way is held back, then let those be answered."""
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_visible(timeout=_SOON)
    for _ in range(_SOON // 100):
        if server.bodies:
            break
        page.wait_for_timeout(100)
    assert server.bodies, "No question came."
    pause.click()
    expect(page.get_by_role("button", name="Pausing")).to_be_visible(timeout=_SOON)
    assert server.gate is not None
    server.gate.set()
    expect(page.get_by_text("Paused.", exact=False).first).to_be_visible(timeout=_SOON)
