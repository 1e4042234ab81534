from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.search.uploads import keep_upload, uploaded
from core.store import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "workspace")


def test_a_file_is_found_again_by_its_key(workspace: Workspace) -> None:
    key = keep_upload(workspace, "my data.csv", b"a\n1\n")
    assert uploaded(workspace, key).read_bytes() == b"a\n1\n"
    assert uploaded(workspace, key).name == "my data.csv"


def test_the_same_content_is_kept_once(workspace: Workspace) -> None:
    assert keep_upload(workspace, "a.csv", b"x") == keep_upload(workspace, "b.csv", b"x")
    assert len(list((workspace.root / "uploads").rglob("*.csv"))) == 1


@pytest.mark.parametrize(
    "name", ["../../evil.csv", "..", "/etc/passwd", "a\\..\\b.csv", "x" * 400, "\x00", ".part", ""]
)
def test_no_name_leads_out_of_the_folder(workspace: Workspace, name: str) -> None:
    path = uploaded(workspace, keep_upload(workspace, name, name.encode()))
    assert path.resolve().parent.parent == (workspace.root / "uploads").resolve()


@pytest.mark.parametrize("key", ["", "..", "../../soundings.db", "0" * 32, "A" * 32])
def test_an_unknown_key_is_a_sentence(workspace: Workspace, key: str) -> None:
    with pytest.raises(InputError, match="upload the file again"):
        uploaded(workspace, key)
