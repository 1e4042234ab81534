"""Processes that read files import whatever is the main module, and that is a page at times."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCREENS = [ROOT / "app.py", *sorted((ROOT / "pages").glob("[a-z]*.py"))]


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_a_screen_that_is_imported_under_another_name_shows_nothing(path, monkeypatch):
    def shown(*arguments: object, **further: object) -> None:
        raise AssertionError("It asked for a widget.")

    for name in ("title", "set_page_config", "navigation", "container", "columns", "header"):
        monkeypatch.setattr(f"streamlit.{name}", shown)
    runpy.run_path(str(path), run_name="__mp_main__")
