"""From a query to a downloaded join, as an analyst does it."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import drawn_grid, pictured, settled

pytestmark = pytest.mark.browser

LAKE = Path(__file__).parents[2] / "data" / "sample" / "datalake"
QUERY, FOUND = "archive/le_at_birth.csv", "archive/un_m49_africa.csv"
KEY = "Key: the columns to join on"


def rows_of(table: str) -> list[dict[str, str]]:
    text = (LAKE / table).read_text(encoding="utf-8-sig")
    delimiter = csv.Sniffer().sniff(text.splitlines()[0]).delimiter
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


def test_an_analyst_joins_and_downloads(sample: str, page: Page) -> None:
    page.goto(f"{sample}/search?lake=sample&mode=join&query={QUERY}")
    settled(page)
    page.get_by_role("combobox", name=KEY).click()
    page.get_by_role("option", name="iso3").click()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("on=iso3"))
    first = page.get_by_test_id("stPageLink").filter(has_text="1. ").first
    expect(first).to_contain_text(FOUND)
    settled(page)
    page.get_by_role("button", name="Preview join").first.click()
    settled(page)
    expect(page.get_by_text("Showing 100 of 208 rows of the left join")).to_be_visible()
    pictured(page, "join")

    partners = {row["ISO-alpha3"]: row for row in rows_of(FOUND)}
    gained = ["M49", "Country or Area", "Region Name"]
    expected = [
        [*row.values(), *(partners.get(row["iso3"], {}).get(name, "") for name in gained)]
        for row in rows_of(QUERY)
    ]
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    header, *rows = csv.reader(io.StringIO(text))
    assert header == ["iso3", "yr", "e0", *gained]
    assert rows == expected

    page.get_by_role("radio", name="Matched rows only").click()
    expect(page).to_have_url(re.compile("how=inner"))
    expect(page.get_by_text("104 rows", exact=True)).to_be_visible()
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download Parquet").click()
    assert pl.read_parquet(download.value.path()).height == 104


def test_one_looks_a_table_further(sample: str, page: Page) -> None:
    page.goto(f"{sample}/search?lake=sample&mode=join&query={QUERY}&on=iso3")
    settled(page)
    page.get_by_role("button", name="Look one table further").click()
    settled(page)
    expect(page.get_by_text(re.compile(r"find partners in \d+ further tables"))).to_be_visible()
    expect(page.locator(".js-plotly-plot").first).to_be_visible(timeout=60_000)
    page.reload()
    settled(page)
    expect(page.get_by_role("heading", name="One table further")).to_be_visible()
    listed = page.get_by_test_id("stDataFrame").filter(has_text="Second key")
    drawn_grid(listed).click(position={"x": 150, "y": 55}, force=True)
    expect(page.get_by_role("link", name="Join it to")).to_be_visible()
