"""Signing in with a provider: what was opened is there afterwards, and what goes wrong is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import free_port, serving, settled
from tests.browser.provider import CLIENT, METADATA, providing

pytestmark = pytest.mark.browser

WANTED = "/settings?view=Installation"


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with providing() as address:
        yield address


@pytest.fixture(scope="module")
def app(browser: Browser, provider: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app with two providers, of which the second is not there."""
    folder, port = tmp_path_factory.mktemp("signing in"), free_port()
    secrets = folder / "secrets.toml"
    secrets.write_text(
        f"""[auth]
redirect_uri = "http://localhost:{port}/oauth2callback"
cookie_secret = "a text of more than fourteen letters"
[auth.lab]
client_id = "{CLIENT}"
client_secret = "b"
server_metadata_url = "{provider}{METADATA}"
[auth.museum]
client_id = "{CLIENT}"
client_secret = "b"
server_metadata_url = "http://localhost:{free_port()}{METADATA}"
"""
    )
    with serving(folder, port, "--secrets.files", str(secrets)) as address:
        yield address


def test_an_address_is_there_after_signing_in_and_once_only(app: str, page: Page) -> None:
    page.goto(f"{app}{WANTED}")
    _choose(page, "ann@lab.org")
    expect(page).to_have_url(f"{app}{WANTED}")
    expect(page.get_by_role("button", name="Examine the workspace")).to_be_visible()
    page.goto(app)
    expect(page.get_by_role("button", name="ann@lab.org")).to_be_visible()
    settled(page)
    expect(page).to_have_url(f"{app}/")


def test_who_comes_back_without_being_signed_in_reads_so(app: str, page: Page) -> None:
    page.goto(f"{app}{WANTED}")
    came_back = page.get_by_text("You came back from the provider without being signed in")
    expect(page.get_by_role("button", name="Sign in with lab")).to_be_visible()
    settled(page)
    expect(came_back).to_be_hidden()
    _choose(page, "Refuse")
    expect(came_back).to_be_visible()
    settled(page)
    _choose(page, "bob@lab.org")
    expect(page).to_have_url(f"{app}{WANTED}")


def test_a_provider_that_is_not_there_is_told_on_the_page(app: str, page: Page) -> None:
    page.goto(f"{app}{WANTED}")
    page.get_by_role("button", name="Sign in with museum").click()
    expect(page.get_by_text("The provider museum must answer")).to_be_visible()
    expect(page).to_have_url(f"{app}{WANTED}")
    settled(page)
    _choose(page, "ann@lab.org")
    expect(page).to_have_url(f"{app}{WANTED}")


def test_no_address_of_another_server_is_gone_to(app: str, page: Page) -> None:
    page.goto(app)
    _choose(page, "ann@lab.org")
    expect(page.get_by_role("button", name="ann@lab.org")).to_be_visible()
    settled(page)
    page.evaluate(
        """sessionStorage.setItem(
            "soundings-wanted-address", JSON.stringify({address: "//localhost:1/lake", left: true})
        )"""
    )
    page.goto(app)
    expect(page.get_by_role("button", name="ann@lab.org")).to_be_visible()
    settled(page)
    expect(page).to_have_url(f"{app}/")


def _choose(page: Page, person: str) -> None:
    """Go to the provider and choose a person there, or to refuse."""
    button = page.get_by_role("button", name="Sign in with lab")
    expect(button).to_be_visible()
    settled(page)
    button.click()
    page.get_by_text(person, exact=True).click()
