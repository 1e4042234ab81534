"""Two people vote by keyboard, settle what they differ on, and see the ranking change."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, WebSocketRoute, expect

from core.benchmarks import runs
from core.benchmarks.curating import labelling
from core.benchmarks.intake.adding import add_benchmark
from core.evaluation import CaseKind
from core.labels import LOCAL, QueueTerms, create_queue
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import drawn_grid, free_port, pictured, serving, settled
from tests.core.benchmarks.tiny import lay

pytestmark = pytest.mark.browser

TOPICS = {
    "fish": ("cod", "hake", "ling", "bream"),
    "birds": ("owl", "rook", "wren", "swift"),
    "trees": ("oak", "elm", "ash", "yew"),
    "towns": ("Oban", "Wick", "Nairn", "Ayr"),
    "ships": ("brig", "yawl", "ketch", "sloop"),
}
SETTINGS = Settings(workers=1, encoder="hash")


@pytest.fixture(scope="module")
def app(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("settling")
    _doubtful(folder)
    with serving(folder) as address:
        yield address


def _doubtful(folder: Path) -> None:
    """A benchmark whose labels miss three of four candidates; queues of its cases."""
    workspace = Workspace.open(folder / "workspace")
    files = _benchmark(folder / "files")
    info = add_benchmark(workspace, "doubtful", files, SETTINGS)
    runs.run_method(workspace, info, "hash", SETTINGS)
    runs.import_run(workspace, info, files / "by_label.csv", "by label")
    pairs = labelling.disputed_pairs(workspace, info, ["hash"], 5, (CaseKind.GTFP,))
    create_queue(workspace, LOCAL, info.key, "ten", pairs[:10], QueueTerms(wanted=2))
    create_queue(workspace, LOCAL, info.key, "one", pairs[10:11], QueueTerms(wanted=2))
    create_queue(workspace, LOCAL, info.key, "last", pairs[11:12])
    create_queue(workspace, LOCAL, info.key, "more", pairs[12:], QueueTerms(wanted=5))


def _benchmark(root: Path) -> Path:
    files, truth, ranked = {}, ["query_table,data_lake_table,unionable"], ["query,table,rank"]
    for topic, names in TOPICS.items():
        rows = "".join(f"{name},{len(name)}\n" for name in names)
        files[f"query/{topic}.csv"] = f"{topic},length\n{rows}"
        for number in range(1, 5):
            files[f"datalake/{topic}_{number}.csv"] = f"{topic},length\n{rows}"
            truth.append(f"{topic}.csv,{topic}_{number}.csv,{int(number == 1)}")
        # Labelled positive, and like nothing else: only a run that knows the labels ranks it.
        files[f"datalake/zz_{topic}.csv"] = f"{topic[::-1]}\n{topic[0]}{topic[0]}\n"
        truth.append(f"{topic}.csv,zz_{topic}.csv,1")
        ranked += [f"{topic}.csv,{topic}_1.csv,1", f"{topic}.csv,zz_{topic}.csv,2"]
    files["groundtruth.csv"] = "\n".join(truth) + "\n"
    files["by_label.csv"] = "\n".join(ranked) + "\n"
    return lay(root, files)


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    opened = [browser.new_context(viewport={"width": 1440, "height": 900}) for _ in range(2)]
    for context in opened:
        context.set_default_timeout(60_000)
    yield opened
    for context in opened:
        context.close()


def test_two_people_settle_ten_cases_and_the_ranking_changes(
    app: str, contexts: list[BrowserContext]
) -> None:
    ann, bob = (context.new_page() for context in contexts)
    for page, name, keys in ((ann, "ann", "2222222222"), (bob, "bob", "2222222210")):
        _introduce(page, app, name)
        _vote(page, keys)
    for page in (ann, bob):
        page.goto(f"{app}/releases?benchmark=doubtful")
        told = page.get_by_text("2 people have given 20 votes on 10 cases")
        expect(told).to_contain_text("agree on 80% of the pairs of votes")

    bob.goto(f"{app}/releases?benchmark=doubtful&view=To+decide")
    _opens_cases_by_a_click_anywhere(bob)
    for left, key in (("2 cases for you to decide", "Enter"), ("1 case for you", "Escape")):
        expect(bob.get_by_text(left)).to_be_visible()
        settled(bob)
        why = bob.get_by_role("textbox", name="Why (kept with the decision)")
        why.press_sequentially("of 2 kinds")
        why.press(key)
        expect(why).not_to_be_focused()
        settled(bob)
        bob.keyboard.press("2")
    expect(bob.get_by_text("Nothing waits for you")).to_be_visible()
    _decided_so_far(bob, ["of 2 kinds", "of 2 kinds"])

    bob.goto(f"{app}/releases?benchmark=doubtful&view=Ranking")
    expect(bob.get_by_text("by label is best under base")).to_be_visible()
    bob.goto(f"{app}/releases?benchmark=doubtful&view=Releases")
    bob.get_by_role("textbox", name="Name").fill("people-1")
    bob.get_by_role("textbox", name="Name").press("Enter")
    settled(bob)
    bob.get_by_role("button", name="Publish the release").click()
    expect(bob.get_by_text("The newest release is people-1")).to_be_visible()
    ann.goto(f"{app}/releases?benchmark=doubtful&view=Ranking")
    expect(ann.get_by_text("hash is best under people-1")).to_contain_text(
        "1 of 1 pair of runs is in another order than under base"
    )
    pictured(ann, "releases")


def test_a_vote_without_an_answer_is_said_to_be_open_and_a_server_started_anew_takes_votes(
    contexts: list[BrowserContext], tmp_path: Path
) -> None:
    _doubtful(tmp_path)
    port = free_port()
    page = contexts[0].new_page()
    gone, votes = page.get_by_text("Connection error"), page.get_by_test_id("stProgress")
    is_deaf = False

    def between(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        browser.on_message(lambda told: None if is_deaf else server.send(told))

    page.route_web_socket(re.compile("_stcore/stream"), between)
    with serving(tmp_path, port) as app:
        _introduce(page, app, "ann")
        settled(page)
        is_deaf = True
        _press(page, "1")
        expect(page.get_by_role("alert")).to_contain_text("may not be stored")
        expect(votes).to_contain_text("0 by you")
    expect(gone).to_be_visible()
    is_deaf = False
    with serving(tmp_path, port):
        expect(gone).to_be_hidden()
        expect(page.get_by_role("alert")).to_be_hidden()
        for _ in range(30):  # what comes before the new server knows the page is not taken
            _press(page, "1")
            page.wait_for_timeout(1_000)
            if "0 by you" not in votes.inner_text():
                break
        expect(votes).to_contain_text("1 by you")
        _press(page, "1")
        expect(votes).to_contain_text("2 by you")


def _decided_so_far(page: Page, reasons: list[str]) -> None:
    settled(page)  # a click on what is being drawn again may go nowhere
    page.get_by_text("2 cases decided so far").click()
    with page.expect_download() as told:
        page.get_by_role("button", name="Download CSV").click()
    rows = csv.DictReader(told.value.path().read_text().splitlines())
    assert [row["why"] for row in rows] == reasons


def _opens_cases_by_a_click_anywhere(page: Page) -> None:
    """Click texts and the box at the left of the two cases that wait, and go back a step."""
    expect(page.get_by_text("2 cases for you to decide")).to_be_visible()
    opened = page.get_by_role("link", name="Open the pair")
    first = opened.get_attribute("href")
    assert first
    for x, y in ((200, 90), (200, 55), (90, 90), (17, 55)):
        before = opened.get_attribute("href")
        drawn_grid(page.get_by_test_id("stDataFrame").first).click(
            position={"x": x, "y": y}, force=True
        )
        expect(opened).not_to_have_attribute("href", str(before))
        settled(page)
    expect(opened).to_have_attribute("href", first)
    page.go_back()
    expect(opened).not_to_have_attribute("href", first)
    page.go_back()
    expect(opened).to_have_attribute("href", first)


def test_a_vote_is_taken_back_and_given_anew_by_keyboard(
    app: str, contexts: list[BrowserContext]
) -> None:
    page = contexts[0].new_page()
    page.goto(f"{app}/adjudicate?benchmark=doubtful&queue=one")
    page.get_by_role("textbox", name="Your name").fill("cy")
    page.get_by_role("button", name="Go on").click()
    progress = page.get_by_test_id("stProgress")
    expect(progress).to_contain_text("0 by you")
    _press(page, "n")
    page.keyboard.type("2 of the same")  # letters and digits in a note are no verdicts
    page.keyboard.press("Enter")
    settled(page)
    _press(page, "?")
    expect(page.get_by_text("1 has yours")).to_be_visible()
    _press(page, "u")
    expect(progress).to_contain_text("You said Can't tell")
    _press(page, "1")
    expect(page.get_by_text("Nothing is left for you")).to_be_visible()
    page.goto(f"{app}/adjudicate?benchmark=doubtful&queue=one&view=Review")
    expect(page.get_by_text("1 of 1 case")).to_be_visible()


def test_undo_pressed_before_the_answer_goes_back_and_what_follows_is_no_vote(
    app: str, contexts: list[BrowserContext]
) -> None:
    page = contexts[0].new_page()
    _introduce(page, app, "gil", "more")
    progress = page.get_by_test_id("stProgress")
    _press_together(page, "1u")
    expect(progress).to_contain_text("You said Partly")
    _press_together(page, "2u2")
    expect(progress).to_contain_text("You said Unionable")
    expect(page.get_by_role("status")).to_have_text(re.compile("Not taken, .*: 2\\."))
    expect(progress).to_contain_text("1 by you")
    _press(page, "1")
    expect(page.get_by_role("status")).to_be_hidden()


def test_a_verdict_on_a_case_that_just_came_is_said_not_to_be_taken(
    app: str, contexts: list[BrowserContext]
) -> None:
    page = contexts[0].new_page()
    _introduce(page, app, "hal", "more")
    progress = page.get_by_test_id("stProgress")
    _press_together(page, "20")
    expect(progress).to_contain_text("1 by you")
    expect(page.get_by_role("status")).to_have_text(re.compile("Not taken, .*: 0\\."))
    _ready(page)
    settled(page)
    expect(progress).to_contain_text("1 by you")


def test_back_from_a_vote_on_a_found_pair_leads_to_the_search(
    app: str, contexts: list[BrowserContext]
) -> None:
    page = contexts[0].new_page()
    contexts[0].add_cookies([{"name": "soundings-name", "value": "eve", "url": app}])
    page.goto(f"{app}/search?lake=doubtful&mode=union&query=query/fish.csv")
    page.get_by_role("button", name="Preview union").first.click()
    page.get_by_role("button", name="Label this pair").first.click()
    expect(page.get_by_text("0 by you")).to_be_visible()
    settled(page)
    _press(page, "2")
    expect(page.get_by_text("1 has yours")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/search\?.*query=query%2Ffish\.csv"))
    expect(page.get_by_role("button", name="Label this pair").first).to_be_visible()


def test_back_asks_for_no_case_that_a_link_had_asked_for(
    app: str, contexts: list[BrowserContext]
) -> None:
    page = contexts[0].new_page()
    contexts[0].add_cookies([{"name": "soundings-name", "value": "fay", "url": app}])
    page.goto(f"{app}/adjudicate?benchmark=doubtful&queue=one&case=11")
    expect(page.get_by_test_id("stProgress")).to_contain_text("0 by you")
    expect(page).not_to_have_url(re.compile("case="))
    _press(page, "s")
    expect(page.get_by_text("Nothing is left for you")).to_be_visible()
    page.go_back()
    settled(page)
    expect(page).not_to_have_url(re.compile("case="))
    expect(page.get_by_text("Nothing is left for you")).to_be_visible()


def test_no_key_is_taken_before_the_field_that_it_may_stand_for(
    app: str, contexts: list[BrowserContext]
) -> None:
    page = contexts[0].new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/TextInput\.[^/]*js$"), hold)
    contexts[0].add_cookies([{"name": "soundings-name", "value": "dee", "url": app}])
    page.goto(f"{app}/adjudicate?benchmark=doubtful&queue=one")
    progress = page.get_by_test_id("stProgress")
    expect(progress).to_contain_text("0 by you")
    expect(page.get_by_role("button", name="Unionable 2")).to_be_visible()
    expect(page.locator(".panes table").first).to_be_visible()
    page.keyboard.type("n2")
    settled(page)
    expect(progress).to_contain_text("0 by you")
    expect(page.get_by_role("status")).to_have_text(re.compile("Not taken, .*: N, 2\\."))
    for one in held:
        one.continue_()
    _press(page, "n")
    page.keyboard.type("2 of the same")
    expect(page.get_by_role("textbox", name="Reason")).to_have_value("2 of the same")
    expect(progress).to_contain_text("0 by you")


def test_a_vote_in_the_place_of_one_from_another_window_says_so(
    app: str, contexts: list[BrowserContext]
) -> None:
    first, second = (contexts[0].new_page() for _ in range(2))
    contexts[0].add_cookies([{"name": "soundings-name", "value": "eli", "url": app}])
    for page in (first, second):
        page.goto(f"{app}/adjudicate?benchmark=doubtful&queue=last")
        expect(page.get_by_test_id("stProgress")).to_contain_text("0 by you")
    _press(second, "1")
    expect(second.get_by_text("Nothing is left for you")).to_be_visible()
    _press(first, "2")
    expect(first.get_by_text("You had said 1 on that case in another window")).to_be_visible()


def test_no_key_is_a_vote_or_a_decision_while_a_form_lies_over_the_page(
    app: str, contexts: list[BrowserContext]
) -> None:
    page = contexts[0].new_page()
    _introduce(page, app, "ida", "more")
    progress, form = page.get_by_test_id("stProgress"), page.get_by_test_id("stPopoverBody")
    _press(page, "1")
    expect(progress).to_contain_text("1 by you")
    for name in ("New queue", "Principles", "ida"):
        settled(page)
        page.get_by_role("button", name=name).click()
        expect(form).to_be_visible()
        for key in "0su":
            _press(page, key)
        settled(page)
        expect(form).to_be_visible()
        expect(progress).to_contain_text("1 by you")
        expect(progress).not_to_contain_text("You said")
        expect(page.get_by_role("status").filter(has_text="a form lay")).to_contain_text("0, S, U.")
        page.keyboard.press("Escape")
        expect(form).to_be_hidden()
    _press(page, "2")
    expect(progress).to_contain_text("2 by you")

    page.goto(f"{app}/releases?benchmark=doubtful&view=To+decide")
    waiting = page.get_by_text(re.compile(r"\d+ cases? for you to decide"))
    before = waiting.inner_text()
    settled(page)
    page.get_by_role("button", name="Votes", exact=True).click()
    expect(form).to_be_visible()
    page.keyboard.press("0")
    settled(page)
    expect(form).to_be_visible()
    expect(waiting).to_have_text(before)
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    page.keyboard.press("0")
    expect(waiting).not_to_have_text(before)


def _introduce(page: Page, app: str, name: str, queue: str = "ten") -> None:
    page.goto(f"{app}/adjudicate?benchmark=doubtful&queue={queue}")
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_test_id("stProgress")).to_contain_text("0 by you")
    page.wait_for_function("() => document.cookie.includes('soundings-name=')")
    page.reload()  # the browser keeps the name
    expect(page.get_by_test_id("stProgress")).to_contain_text("0 by you")
    expect(page.get_by_test_id("stSidebar")).to_contain_text(name)


def _press(page: Page, key: str) -> None:
    """Press a key once the server has answered the one before: until then keys wait or are lost."""
    _ready(page)
    page.keyboard.press(key)


def _press_together(page: Page, keys: str) -> None:
    """Press keys in one moment: no answer can have come between them."""
    _ready(page)
    page.evaluate(
        """keys => [...keys].forEach(key =>
            window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })))""",
        keys,
    )


def _ready(page: Page) -> None:
    expect(page.locator(".panes")).to_have_attribute("aria-busy", "false")


def _vote(page: Page, keys: str) -> None:
    note = page.get_by_role("textbox", name="Reason")
    for number, key in enumerate(keys):
        expect(page.get_by_test_id("stProgress")).to_contain_text(f"{number} by you")
        expect(note).to_have_value("")  # a note belongs to one vote
        if not number:
            _ready(page)
            note.fill("of the first")
            note.press("Enter")
            settled(page)
            pictured(page, "adjudicate")
        _press(page, key)
    expect(page.get_by_text("Nothing is left for you")).to_be_visible()
