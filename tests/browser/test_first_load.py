"""What a server shows that has just been started."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PROJECT, serving

pytestmark = pytest.mark.browser

_KEEP = """
    window.named = new Set();
    new MutationObserver(() => {
        for (const link of document.querySelectorAll('[data-testid=stSidebarNavLink]'))
            window.named.add(link.innerText.trim().split('\\n').at(-1));
    }).observe(document, {childList: true, subtree: true, characterData: true});
"""


def test_the_first_to_come_is_shown_no_names_of_files(page: Page, tmp_path: Path) -> None:
    files = {path.stem for path in [PROJECT / "app.py", *(PROJECT / "pages").glob("*.py")]}
    assert {"app", "adjudicate"} <= files
    page.add_init_script(_KEEP)
    with serving(tmp_path) as address:
        page.goto(address)
        page.get_by_role("link", name="Adjudicate", exact=False).wait_for(timeout=240_000)
        page.get_by_role("heading", name="Soundings").wait_for(timeout=240_000)
        named = set(page.evaluate("[...window.named]"))
        page.close()
    assert {"Home", "Agreement & releases"} <= named
    assert not named & files
