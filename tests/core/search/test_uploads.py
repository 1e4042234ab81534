from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from core.errors import InputError, UnreadableTableError
from core.lake import read_loose
from core.search import uploads
from core.search.kept import keep_search
from core.search.uploads import UNUSED_DAYS, keep_upload, uploaded
from core.settings import Settings
from core.store import Workspace

SETTINGS = Settings(workers=1)
NAMES = ("unused", "used", "young", "kept")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "workspace")


def test_a_file_is_found_again_by_its_key(workspace: Workspace) -> None:
    key = keep_upload(workspace, "my data.csv", b"a\n1\n")
    assert uploaded(workspace, key).read_bytes() == b"a\n1\n"
    assert uploaded(workspace, key).name == "my data.csv"


@pytest.mark.parametrize(
    ("name", "kept"),
    [("my [q].csv", "my [q].csv"), ("😀 a*b?.csv", "😀 a*b?.csv"), ("a\u202eb\n.csv", "a_b_.csv")],
)
def test_a_file_keeps_its_name_and_is_read_by_it(
    workspace: Workspace, name: str, kept: str
) -> None:
    path = uploaded(workspace, keep_upload(workspace, name, b"a,b\n1,2\n"))
    assert path.name == kept
    assert read_loose(path, SETTINGS).frame.rows() == [("1", "2")]


def test_the_same_file_is_kept_once(workspace: Workspace) -> None:
    assert keep_upload(workspace, "a.csv", b"x") == keep_upload(workspace, "../a.csv", b"x")
    assert len(list((workspace.root / "uploads").rglob("*.csv"))) == 1


def test_a_file_that_comes_again_under_another_name_has_that_name(workspace: Workspace) -> None:
    content = b'{"a": 1}\n'
    with pytest.raises(UnreadableTableError):
        read_loose(uploaded(workspace, keep_upload(workspace, "a.parquet", content)), SETTINGS)
    renamed = uploaded(workspace, keep_upload(workspace, "a.jsonl", content))
    assert renamed.name == "a.jsonl"
    assert read_loose(renamed, SETTINGS).frame.rows() == [("1",)]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("the %22best%22.csv", 'the "best".csv'),
        ("a%0D%0Ab.csv", "a__b.csv"),
        ("50%25 off%2F.csv", "50%25 off%2F.csv"),  # browsers escape no other sign
    ],
)
def test_what_a_browser_escapes_in_a_name_is_turned_back(
    workspace: Workspace, sent: str, kept: str
) -> None:
    assert uploaded(workspace, keep_upload(workspace, sent, b"a\n1\n")).name == kept


@pytest.mark.parametrize(
    "name",
    [
        *("../../evil.csv", "..", "/etc/passwd", "a\\..\\b.csv", "x" * 400, "\x00", ".part", ""),
        *(
            "x.part",
            "表" * 95 + ".csv",
            "表" * 400,
            "\ud800.csv",
            "é" + "x" * 199 + "." + "y" * 300,
        ),
    ],
)
def test_no_name_leads_out_of_the_folder(workspace: Workspace, name: str) -> None:
    path = uploaded(workspace, keep_upload(workspace, name, b"a"))
    assert path.resolve().parent.parent == (workspace.root / "uploads").resolve()


def test_a_long_name_keeps_its_end(workspace: Workspace) -> None:
    path = uploaded(workspace, keep_upload(workspace, "表" * 95 + ".csv", b"a\n1\n"))
    assert path.name == "表" * 65 + ".csv"  # 199 bytes: no half character
    assert path.read_bytes() == b"a\n1\n"


def test_what_was_half_written_is_written_again(workspace: Workspace) -> None:
    key = keep_upload(workspace, "a.csv", b"a\n1\n")
    uploaded(workspace, key).write_bytes(b"a")
    assert keep_upload(workspace, "a.csv", b"a\n1\n") == key
    assert uploaded(workspace, key).read_bytes() == b"a\n1\n"


def test_a_file_that_was_unused_for_long_goes_unless_a_kept_search_names_it(
    workspace: Workspace,
) -> None:
    keys = {name: keep_upload(workspace, f"{name}.csv", b"a\n1\n") for name in NAMES}
    keep_search(workspace, "ann", "own", {"upload": [keys["kept"]], "lake": ["a"]})
    keep_search(workspace, "ann", "other", {"lake": ["a"], "query": [keys["unused"]]})
    now = time.time()
    for name, key in keys.items():
        days = 1 if name == "young" else UNUSED_DAYS + 1
        at = now - days * 86_400
        os.utime(workspace.root / "uploads" / key, (at, at))
    uploaded(workspace, keys["used"])
    keep_upload(workspace, "next.csv", b"a\n2\n")
    for name in set(NAMES) - {"unused"}:
        assert uploaded(workspace, keys[name]).name == f"{name}.csv"
    with pytest.raises(InputError, match="was not used for 30 days"):
        uploaded(workspace, keys["unused"])


def old(workspace: Workspace, key: str) -> Path:
    """Let an upload have been used last before files like it are removed."""
    folder = workspace.root / "uploads" / key
    at = time.time() - (UNUSED_DAYS + 1) * 86_400
    os.utime(folder, (at, at))
    return folder


def test_a_file_that_is_brought_again_stays_while_others_remove_what_is_unused(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keep_upload(workspace, "a.csv", b"a\n1\n")
    old(workspace, key)
    note_use = uploads._note_use

    def others_remove_meanwhile(folder: Path) -> None:
        monkeypatch.setattr(uploads, "_note_use", note_use)
        keep_upload(workspace, "b.csv", b"b\n1\n")
        note_use(folder)

    monkeypatch.setattr(uploads, "_note_use", others_remove_meanwhile)
    assert keep_upload(workspace, "a.csv", b"a\n1\n") == key
    assert uploaded(workspace, key).read_bytes() == b"a\n1\n"


@pytest.mark.parametrize("anew", [False, True])
def test_a_file_that_is_used_while_it_is_to_be_removed_stays(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, anew: bool
) -> None:
    key = keep_upload(workspace, "a.csv", b"a\n1\n")
    folder = old(workspace, key)
    is_unused, found = uploads._is_unused, []

    def used_meanwhile(at: Path, before: float) -> bool:
        found.append(is_unused(at, before))
        if at == folder:
            os.utime(at)
        elif anew:
            monkeypatch.setattr(uploads, "_is_unused", is_unused)
            keep_upload(workspace, "a.csv", b"a\n1\n")
        return found[-1]

    monkeypatch.setattr(uploads, "_is_unused", used_meanwhile)
    keep_upload(workspace, "b.csv", b"b\n1\n")
    monkeypatch.setattr(uploads, "_is_unused", is_unused)
    assert True in found
    assert uploaded(workspace, key).read_bytes() == b"a\n1\n"
    assert not list((workspace.root / "uploads").glob(".*"))


def test_what_others_have_just_removed_is_kept_anew(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keep_upload(workspace, "a.csv", b"a\n1\n")
    kept = uploads._kept

    def removed_meanwhile(folder: Path) -> list[Path]:
        monkeypatch.setattr(uploads, "_kept", kept)
        shutil.rmtree(folder)
        return kept(folder)

    monkeypatch.setattr(uploads, "_kept", removed_meanwhile)
    assert keep_upload(workspace, "a.csv", b"a\n1\n") == key
    assert uploaded(workspace, key).read_bytes() == b"a\n1\n"


@pytest.mark.parametrize("key", ["", "..", "../../soundings.db", "0" * 32, "A" * 32])
def test_an_unknown_key_is_a_sentence(workspace: Workspace, key: str) -> None:
    with pytest.raises(InputError, match="upload the file again"):
        uploaded(workspace, key)
