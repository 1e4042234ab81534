"""On a telephone nothing is wider than the screen, in light or dark, and results have room."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from core import lake as lakes
from core.search import build_vectors
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import serving, settled
from tests.core.benchmarks.tiny import lay

pytestmark = pytest.mark.browser

TABLE = "archive/le_at_birth.csv"
VIEWS = [
    "/",
    "/lake?lake=sample",
    "/lake?lake=sample&view=Distributions",
    "/lake?lake=sample&view=Map",
    "/lake?lake=sample&view=Not+read",
    f"/table?lake=sample&table={TABLE}",
    f"/search?lake=sample&query={TABLE}&open=archive/afr_indicators.csv.gz",
    f"/search?lake=sample&mode=join&query={TABLE}&on=iso3"
    "&open=archive/un_m49_africa.csv+on+iso3%3DISO-alpha3"
    "&beyond=archive/un_m49_africa.csv+on+iso3%3DISO-alpha3",
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_is_wider_than_a_telephone(sample: str, browser: Browser, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    for view in VIEWS:
        page.goto(f"{sample}{view}")
        expect(page.get_by_test_id("stMain")).to_be_visible()
        settled(page)
        widest = page.evaluate(
            """() => Math.max(...[...document.querySelectorAll(
                '[data-testid=stMain], [data-testid=stMain] [data-testid=stElementContainer]'
            )].map(e => e.getBoundingClientRect().right))"""
        )
        assert widest <= 391, view
        expect(page.get_by_test_id("stException")).to_have_count(0)
    context.close()


@pytest.mark.parametrize(
    "view",
    [
        f"mode=union&query={TABLE}&where=year+after+1980",
        f"mode=join&query={TABLE}&on=iso3",
        "mode=words&words=life+expectancy&ranking=bm25&where=year+after+1980,+over+5+rows",
    ],
)
def test_the_first_result_is_on_the_first_screen(sample: str, browser: Browser, view: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{sample}/search?lake=sample&{view}")
    first = page.get_by_role("link", name="1. ").first
    expect(first).to_be_visible()
    settled(page)
    place = first.bounding_box()
    assert place is not None and place["y"] + place["height"] < 844
    context.close()


def test_what_is_ticked_leaves_most_of_the_screen_to_the_results(
    browser: Browser, tmp_path: Path
) -> None:
    places = ("Bath", "Ely", "Hull", "Leeds", "Ryde", "York")
    own = "place,rent\n" + "".join(f"{place},5\n" for place in places)
    other = own.replace("5", "5 £") + "Total,30 £\n"
    found = {f"rents in {month}.csv": other for month in ("May", "June", "July")}
    files = lay(tmp_path / "files", {"rents.csv": own, **found})
    workspace, settings = Workspace.open(tmp_path / "workspace"), Settings(workers=1)
    lakes.refresh(workspace, lakes.add_lake(workspace, "rents", files), settings)
    build_vectors(SearchedLake(workspace, lakes.lake(workspace, "rents"), settings), "hash")
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    with serving(tmp_path) as app:
        ticked = "&ticked=".join(found)
        page.goto(f"{app}/search?lake=rents&encoder=hash&query=rents.csv&ticked={ticked}")
        expect(page.get_by_text("Rows that may be no records are taken along")).to_be_visible()
        settled(page)
        bar = page.get_by_test_id("stBottomBlockContainer").bounding_box()
        download = page.get_by_role("button", name="Download CSV").last.bounding_box()
        assert bar is not None and download is not None
        assert bar["height"] < 844 / 2
        assert download["y"] + download["height"] <= 844
        context.close()
