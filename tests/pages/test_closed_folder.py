"""What pages say of a lake whose folder was moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import lake as lakes
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.pages.conftest import opened, texts

ROOT = "tables"


@pytest.fixture
def moved(workspace_folder: Path, tmp_path: Path) -> Workspace:
    """A lake and a benchmark whose folders are not where they were."""
    workspace = Workspace.open(workspace_folder)
    (tmp_path / ROOT).mkdir()
    (tmp_path / ROOT / "a.csv").write_text("a\n1\n")
    lake = lakes.add_lake(workspace, "mine", tmp_path / ROOT)
    lakes.refresh(workspace, lake, tiny.SETTINGS)
    tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "files"))
    for folder in (ROOT, "files"):
        (tmp_path / folder).rename(tmp_path / f"{folder} elsewhere")
    return workspace


@pytest.mark.parametrize(
    ("page", "address", "told"),
    [
        ("", {}, {"mine": "Home", "tiny": "Benchmarks"}),
        ("lake", {"lake": "mine"}, {"mine": "Home"}),
        ("lake", {"lake": "tiny"}, {"tiny": "Benchmarks"}),
        ("benchmarks", {"benchmark": "tiny"}, {"tiny": "Benchmarks"}),
    ],
)
def test_it_is_said_where_it_is_added_again(
    moved: Workspace, page: str, address: dict[str, str], told: dict[str, str]
) -> None:
    app = opened(page, **address)
    found = [one.value for one in app.warning]
    assert len(found) == len(told)
    for (name, where), sentence in zip(told.items(), sorted(found, key=_name), strict=True):
        assert "cannot be looked into now: No such file or directory" in sentence
        assert f"add it again on {where}, under the name **{name}**" in sentence


def _name(sentence: str) -> str:
    return sentence.split("**")[1]


def test_nothing_is_said_of_a_folder_that_is_there(lake: Workspace) -> None:
    assert "cannot be looked into" not in texts(opened())
