"""A folder that is made from a lake takes the place of what is beside it of its kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import lake as lakes
from core.errors import WorkspaceError
from core.search.derived.folders import make_derived, open_derived
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "workspace")


@pytest.fixture
def lake(workspace: Workspace, tmp_path: Path) -> LakeInfo:
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "a.csv").write_text("a\n1\n")
    added = lakes.add_lake(workspace, "lake", tmp_path / "lake")
    lakes.refresh(workspace, added, Settings(workers=1))
    return lakes.lake(workspace, "lake")


@pytest.mark.parametrize(
    ("made", "gone"),
    [
        ("sbert-v-2.k-new", {"sbert-v-1.k-old", "sbert-v-1.k-new"}),
        ("sets.case-2-new", {"sets.case-1-new", "sets.case-1-old", "sets.all-1-old"}),
        ("text_row-2-new", {"text_row-1-old"}),
    ],
)
def test_only_what_it_replaces_is_removed(
    workspace: Workspace, lake: LakeInfo, tmp_path: Path, made: str, gone: set[str]
) -> None:
    names = {
        *("sbert-v-1.k-old", "sbert-v-1.k-new", "sbert-vc-1.k-old", ".sbert-v-1.k-old.x.new"),
        *("sets.case-1-new", "sets.case-1-old", "sets.all-1-old", "sets.all-1-new"),
        *("text_row-1-old", "text_row_titled-1-old", "text-1-old"),
    }
    for name in names:
        (tmp_path / "made" / name).mkdir(parents=True)
    folder = tmp_path / "made" / made

    make_derived(workspace, lake, folder, "something", folder.mkdir)

    left = {path.name for path in folder.parent.iterdir()}
    assert left == names - gone | {made}


def test_what_another_process_replaced_is_made_again_and_a_fault_is_not_hidden(
    tmp_path: Path,
) -> None:
    folders = [tmp_path / "gone", tmp_path / "there"]
    folders[1].mkdir()

    def open_it(folder: Path) -> str:
        if not folder.is_dir():
            raise FileNotFoundError(folder)
        return folder.name

    made = iter(folders)
    assert open_derived(lambda: next(made), open_it) == "there"

    def damaged(folder: Path) -> str:
        raise WorkspaceError(f"{folder.name} is of another version.")

    with pytest.raises(WorkspaceError, match="there is of another version"):
        open_derived(lambda: folders[1], damaged)
    tries = iter([folders[0]] * 5)
    with pytest.raises(FileNotFoundError):
        open_derived(lambda: next(tries), open_it)
    assert len(list(tries)) == 2
