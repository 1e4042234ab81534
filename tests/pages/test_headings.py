"""Every page has one heading of the first level, whatever there is to be seen on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.pages.conftest import opened

TITLES = {
    "lake": "Lake",
    "search": "Search",
    "benchmarks": "Benchmarks",
    "runs": "Runs & disagreements",
    "adjudicate": "Adjudicate",
    "judges": "Judges",
    "releases": "Agreement & releases",
    "settings": "Settings",
}


OTHERS = {"home", "pair", "table"}
"""Pages whose title is what they show."""


def test_every_page_is_looked_at() -> None:
    pages = Path(__file__).parents[2] / "pages"
    assert {one.stem for one in pages.glob("[a-z]*.py")} == TITLES.keys() | OTHERS


@pytest.mark.parametrize(("page", "title"), TITLES.items())
def test_a_page_has_its_title_in_an_empty_workspace_and_with_a_benchmark(
    page: str, title: str, workspace_folder: Path, tmp_path: Path
) -> None:
    assert [one.value for one in opened(page).title] == [title]
    tiny.add(Workspace.open(workspace_folder), "b", tiny.ugen(tmp_path / "files"))
    assert [one.value for one in opened(page, benchmark="b").title] == [title]
    if page not in ("lake", "search", "settings"):
        assert [one.value for one in opened(page, benchmark="not there").title] == [title]


def test_a_pair_is_headed_by_its_question_and_a_table_by_its_name(
    workspace_folder: Path, tmp_path: Path
) -> None:
    tiny.add(Workspace.open(workspace_folder), "b", tiny.ugen(tmp_path / "files"))
    pair = opened("pair", benchmark="b", query="fish.csv", table="datalake/owls.csv")
    assert [one.value for one in pair.title] == ["Can the rows of B be appended to A?"]
    assert len(opened("table", lake="b", table="datalake/owls.csv").title) == 1
    assert len(opened("pair").title) == len(opened("table").title) == 1
