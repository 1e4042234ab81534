"""A question in words, as an analyst types it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

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
    page.get_by_role("button", name="Preview").first.click()
    page.get_by_role("link", name="Search with this table").click()
    expect(page.get_by_role("button", name="Preview union").first).to_be_visible()
    expect(page).to_have_url(re.compile("mode=union"))
