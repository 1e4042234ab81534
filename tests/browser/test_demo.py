"""From an empty workspace to a downloaded union, as a person does it.

This file comes first by its name: it is the one that finds the workspace empty.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ALL_READY, pictured, settled

pytestmark = pytest.mark.browser

LAKE = Path(__file__).parents[2] / "data" / "sample" / "datalake"
QUERY, FOUND = "archive/le_at_birth.csv", "archive/afr_indicators.csv.gz"


def test_an_empty_workspace_becomes_a_downloaded_union(server: str, page: Page) -> None:
    page.goto(server)
    expect(page.get_by_text("Reading sample")).to_be_visible()
    expect(page.get_by_text(ALL_READY).first).to_be_visible(timeout=240_000)
    page.get_by_role("button", name="Search sample").click()
    choose(page, "Table", QUERY)
    first = page.get_by_test_id("stPageLink").filter(has_text="1. ").first
    expect(first).to_contain_text(FOUND)
    expect(page.get_by_text("life_exp").first).to_be_visible()
    pictured(page, "search")

    page.get_by_role("button", name="Preview union").first.click()
    summary = page.get_by_text("Appends 156 rows")
    expect(summary).to_contain_text("3 columns aligned")
    expect(page.get_by_text("Adds 2 columns that the query has not")).to_be_visible()
    expect(page.get_by_text("95 of 156 appended rows", exact=False)).to_be_visible()

    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    own = pl.read_csv(LAKE / QUERY, separator=_delimiter(LAKE / QUERY), infer_schema=False)
    assert list(rows[0]) == ["iso3", "yr", "e0", "pop_m", "gdp_cap", "source table"]
    assert [row["source table"] for row in rows] == [QUERY] * own.height + [FOUND] * 156
    assert rows[0]["iso3"] == own.item(0, "iso3")

    with page.expect_download() as download:
        page.get_by_role("button", name="Download Parquet").click()
    assert pl.read_parquet(download.value.path()).height == own.height + 156


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a list by its words."""
    settled(page)
    box = page.get_by_role("combobox", name=label, exact=True)
    box.click()
    box.fill(option)
    page.get_by_role("option", name=option).first.click()


def _delimiter(path: Path) -> str:
    return csv.Sniffer().sniff(path.read_text(encoding="utf-8-sig").splitlines()[0]).delimiter


def test_several_ticked_tables_become_one_download(sample: str, page: Page) -> None:
    page.goto(f"{sample}/search?lake=sample&mode=union&query={QUERY}")
    boxes = page.get_by_role("checkbox", name="Tick ")
    expect(boxes.first).to_be_attached()
    settled(page)
    for i, told in enumerate(("1 table ticked", "2 tables ticked")):
        boxes.nth(i).check(force=True)
        expect(page.get_by_text(told)).to_be_visible()
        settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    with Path(download.value.path()).open(encoding="utf-8") as file:
        assert len({row["source table"] for row in csv.DictReader(file)}) == 3
    page.reload()
    expect(page.get_by_text("2 tables ticked")).to_be_visible()
    page.get_by_role("button", name="Untick all").click()
    expect(page.get_by_text("2 tables ticked")).to_be_hidden()
    for i in range(4):  # faster than the server answers
        boxes.nth(i).evaluate("box => box.click()")
    expect(page.get_by_text("4 tables ticked")).to_be_visible()
    assert page.url.count("ticked=") == 4


def test_a_corrected_alignment_changes_the_union(sample: str, page: Page) -> None:
    page.goto(f"{sample}/search?lake=sample&mode=union&query={QUERY}&open={FOUND}")
    expect(page.get_by_text("3 columns aligned")).to_be_visible()
    page.get_by_text("Correct the alignment").click()
    choose(page, "e0", "pop_m")
    page.get_by_role("button", name="Use this alignment").click()
    adds = page.get_by_text("Adds 2 columns that the query has not")
    expect(adds).to_contain_text("life_exp")
    expect(page.get_by_text("Lined up by hand")).to_be_visible()
    page.reload()
    expect(adds).to_contain_text("life_exp")
    page.get_by_text("Correct the alignment").click()
    choose(page, "e0", "yr")
    page.get_by_role("button", name="Use this alignment").click()
    expect(page.get_by_text("Chosen more than once: yr")).to_be_visible()
    page.get_by_role("button", name="Back to the one found").click()
    expect(adds).to_contain_text("pop_m")
    expect(page.get_by_text("Lined up by hand")).to_be_hidden()


def test_an_uploaded_file_is_a_query_with_an_address(
    sample: str, page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "my *own* $file$.csv"
    file.write_text("country;year;life expectancy\nKenya;1952;42.3\nMali;1957;35.3\n")
    page.goto(f"{sample}/search?lake=sample&from=file")
    page.get_by_test_id("stFileUploader").locator("input").set_input_files(file)
    # The sentence model is loaded for the first time.
    expect(page.get_by_text("Preview union").first).to_be_visible(timeout=120_000)
    assert "upload=" in page.url
    page.goto(page.url)
    expect(page.get_by_text("Searching with")).to_be_visible()
    expect(page.get_by_text("Preview union").first).to_be_visible()
