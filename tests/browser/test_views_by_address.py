"""Every view has an address; reload, back and a link in another browser show the same."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import drawn_grid, settled

pytestmark = pytest.mark.browser

TABLE = "archive/le_at_birth.csv"


def test_reload_and_back_show_the_view_that_the_address_names(sample: str, page: Page) -> None:
    page.goto(f"{sample}/lake?lake=sample")
    expect(page).to_have_title("Lake · Soundings")
    words = page.get_by_role("textbox", name="Words in the name")
    words.fill("le_at")
    words.press("Enter")
    expect(page.get_by_text("1 of 196 tables")).to_be_visible()
    expect(page).to_have_url(re.compile("words=le_at"))
    page.reload()
    expect(page.get_by_text("1 of 196 tables")).to_be_visible()

    grid = drawn_grid(page.get_by_test_id("stDataFrame").first)
    grid.click(position={"x": 60, "y": 55}, force=True)
    expect(page).to_have_url(re.compile(r"/table\?"))
    expect(page.get_by_role("heading", name=TABLE)).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name=TABLE)).to_be_visible()

    page.get_by_role("link", name="Search with this table").click()
    expect(page.get_by_text("Preview union").first).to_be_visible()
    page.get_by_role("button", name="Preview union").first.click()
    expect(page).to_have_url(re.compile("open="))
    expect(page.get_by_text("columns aligned")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("columns aligned")).to_be_hidden()
    page.go_forward()
    expect(page.get_by_text("columns aligned")).to_be_visible()
    settled(page)
    page.go_back()
    settled(page)
    page.go_back()
    settled(page)
    if "/table" not in page.url:
        page.go_back()
    expect(page.get_by_role("heading", name=TABLE)).to_be_visible()


def test_a_link_to_another_view_of_the_page_is_a_step_of_the_browser(
    sample: str, page: Page
) -> None:
    page.goto(f"{sample}/table?lake=sample&table={TABLE}")
    near = page.get_by_test_id("stPageLink-NavLink").nth(2)
    other = near.inner_text()
    near.click()
    heading = page.get_by_role("heading", name=other)
    expect(heading).to_be_visible()
    expect(page).to_have_url(re.compile(other.rpartition("/")[2]))
    page.reload()
    expect(heading).to_be_visible()
    settled(page)
    page.go_back()
    expect(page.get_by_role("heading", name=TABLE)).to_be_visible()
    page.go_forward()
    expect(heading).to_be_visible()


def test_a_view_outlasts_widgets_that_are_drawn_late(sample: str, page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/(ButtonGroup|Selectbox)\.[^/]*js$"), hold)
    page.goto(f"{sample}/search?lake=sample&mode=union&query={TABLE}&k=25")
    boxes = page.get_by_role("checkbox", name="Tick ")
    expect(boxes.first).to_be_attached()
    boxes.nth(0).check(force=True)
    expect(page.get_by_text("1 table ticked")).to_be_visible()
    assert held
    for one in held:
        one.continue_()
    expect(page.get_by_role("radio", name="Join")).to_be_visible()
    settled(page)
    boxes.nth(1).check(force=True)
    expect(page.get_by_text("2 tables ticked")).to_be_visible()
    page.get_by_role("button", name="How to search").click()
    expect(page.get_by_role("spinbutton", name="Results")).to_have_value("25")


def test_the_first_address_of_a_server_may_be_any(sample: str, page: Page) -> None:
    page.goto(f"{sample}/table?lake=sample&table={TABLE}")
    expect(page.get_by_role("heading", name=TABLE)).to_be_visible()
    expect(page.get_by_role("link", name="Home")).to_be_visible()


def test_a_wrong_address_is_a_sentence(sample: str, page: Page) -> None:
    page.goto(f"{sample}/table?lake=sample&table=nothing.csv")
    expect(page.get_by_text("The lake 'sample' has no table 'nothing.csv'.")).to_be_visible()
    page.goto(f"{sample}/lake?lake=nowhere")
    expect(page.get_by_text("No lake is named 'nowhere'.")).to_be_visible()
