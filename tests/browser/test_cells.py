"""What stands in cells is shown as it is written, and does nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from core import lake as lakes
from core.settings import Settings
from core.store import Workspace
from tests.browser.conftest import serving
from tests.core.benchmarks.tiny import lay

pytestmark = pytest.mark.browser

ADDRESSES = (
    "ann@example.org",
    "b.b+b@mail.example.co",
    "https://example.org/a?b=c",
    "HTTP://example.org",
    "www.example.org/a",
    "(www.example.org)",
)


@pytest.fixture(scope="module")
def app(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A lake of people, and of where they are to be found."""
    folder = tmp_path_factory.mktemp("cells")
    header = ",".join(f"at {n}" for n in range(len(ADDRESSES)))
    files = lay(
        folder / "files",
        {
            "people.csv": "name,age\nHeron,30\nPetrel,41\n",
            "where.csv": f"name,{header}\nHeron,{','.join(ADDRESSES)}\nPetrel{',' * 6}\n",
        },
    )
    workspace, settings = Workspace.open(folder / "workspace"), Settings(workers=1, encoder="hash")
    lakes.refresh(workspace, lakes.add_lake(workspace, "people", files), settings)
    with serving(folder) as address:
        yield address


def test_addresses_in_cells_are_no_links(app: str, page: Page) -> None:
    page.goto(f"{app}/search?lake=people&mode=words&ranking=bm25&words=Heron+found+at")
    page.get_by_text("where.csv").first.wait_for(timeout=240_000)  # a server's first answer
    _shows_and_does_not_link(page, app, ADDRESSES)
    page.goto(f"{app}/search?lake=people&mode=join&query=people.csv&on=name")
    _shows_and_does_not_link(page, app, ADDRESSES[:1])


def _shows_and_does_not_link(page: Page, app: str, addresses: tuple[str, ...]) -> None:
    main = page.get_by_test_id("stMain")
    for address in addresses:
        expect(main.get_by_text(address).first).to_be_visible()
    links = main.locator("a").evaluate_all("all => all.map(link => link.href)")
    assert [link for link in links if not link.startswith(app)] == []
