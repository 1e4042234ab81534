"""What is opened and closed, popovers, expanders and tabs, is what it was when others move.

The browser keeps what is open by place unless the panel has a key. Above most of them stand panels
that come and go, such as those of work under way: an open "Remove" without a key is that of another
lake once such work ends.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from core import jobs
from core import lake as lakes
from core.store import Workspace
from tests.pages.conftest import LAKE, opened

PAGES = Path(__file__).parents[2] / "pages"
OPENED = {"popover", "expander", "tabs"}


@pytest.mark.parametrize("path", sorted(PAGES.rglob("*.py")), ids=lambda path: path.stem)
def test_each_panel_that_opens_has_a_key(path: Path) -> None:
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in OPENED
    ]
    without = [
        call.lineno for call in calls if "key" not in {keyword.arg for keyword in call.keywords}
    ]
    assert without == []


def test_the_removal_of_a_lake_stays_that_lakes_when_work_begins(
    lake: Workspace, tmp_path: Path
) -> None:
    for name in ("east", "west"):
        (tmp_path / name).mkdir()
        lakes.add_lake(lake, name, tmp_path / name)
    before = _removals()
    assert len(set(before)) == 3
    jobs.submit(lake, "encode", LAKE, encoder="hash")
    assert _removals() == before


def _removals() -> list[str]:
    panels = [block.proto for block in opened().get("popover")]
    return [one.id for one in panels if one.popover.label == "Remove"]
