"""A question in words, as an analyst types it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import pictured

pytestmark = pytest.mark.browser


def test_words_find_tables_that_open_and_lead_on(sample: str, page: Page) -> None:
    page.goto(f"{sample}/search?lake=sample&mode=words&ranking=bm25")
    box = page.get_by_role("textbox", name="Words")
    box.fill("which life expectancy at birth is there")
    box.press("Enter")
    expect(page.get_by_text("Left out: which, at, is, there.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"words=which\+life"))
    page.reload()
    expect(page.get_by_text("Left out: which, at, is, there.")).to_be_visible()
    pictured(page, "search-words")
    page.get_by_role("button", name="Preview").first.click()
    page.get_by_role("link", name="Search with this table").click()
    expect(page.get_by_role("button", name="Preview union").first).to_be_visible()
    expect(page).to_have_url(re.compile("mode=union"))


def test_a_condition_becomes_chips_that_can_be_taken_away(sample: str, page: Page) -> None:
    page.goto(f"{sample}/search?lake=sample&mode=union&query=archive/le_at_birth.csv&ranking=hash")
    box = page.get_by_role("textbox", name="First the tables that satisfy")
    box.fill("more than 100 rows and life expectancy above 60")
    box.press("Enter")
    expect(page).to_have_url(re.compile("where="))
    chip = page.get_by_role("button", name="rows > 100")
    pictured(page, "conditions")
    expect(chip).to_be_visible()
    chip.click()
    page.get_by_role("button", name="Remove").click()
    expect(chip).to_be_hidden()
    expect(box).to_have_value("life expectancy above 60")
