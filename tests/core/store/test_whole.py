from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.store import folder_under_way, left_in, leftovers, new_folder, whole_file, whole_folder

KILLED = """
import os, signal, sys
from pathlib import Path
from core.store import whole_file, whole_folder
with whole_file(Path(sys.argv[1], "a.txt")) as file, whole_folder(Path(sys.argv[1], "f")) as folder:
    file.write_text("half")
    (folder / "x").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_file_is_replaced_when_all_of_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with whole_file(path) as beside:
        beside.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_what_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), whole_file(path) as beside:
        beside.write_text("new")
        raise ZeroDivisionError
    assert path.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    with pytest.raises(FileNotFoundError), whole_file(tmp_path / "gone" / "a.txt") as beside:
        beside.write_text("new")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "a.txt"
    link.symlink_to(tmp_path / "real" / "b.txt")
    with whole_file(link) as beside:
        beside.write_text("new")
    assert link.is_symlink()
    assert (tmp_path / "real" / "b.txt").read_text() == "new"


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "votes.json"
    path.touch()
    for mode in (0o600, 0o664):
        path.chmod(mode)
        with whole_file(path) as beside:
            beside.write_text("new")
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_two_writers_of_one_process_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with whole_file(path) as first, whole_file(path) as second:
        first.write_text("first")
        second.write_text("second")
    assert path.read_text() == "first"


def test_content_and_name_are_flushed_before_and_after_the_file_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, flushed = tmp_path / "a.txt", []

    def noted(handle: int) -> None:
        flushed.append((Path(f"/proc/self/fd/{handle}").readlink().is_dir(), path.exists()))

    monkeypatch.setattr(os, "fsync", noted)
    with whole_file(path) as beside:
        beside.write_text("new")
    assert flushed == [(False, False), (True, True)]


def test_every_file_of_a_folder_is_flushed_before_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, flushed = tmp_path / "f", []

    def noted(handle: int) -> None:
        flushed.append((Path(f"/proc/self/fd/{handle}").readlink().name, folder.exists()))

    monkeypatch.setattr(os, "fsync", noted)
    with whole_folder(folder) as beside:
        (beside / "in").mkdir()
        (beside / "in" / "x").write_text("new")
        (beside / "y").write_text("new")
    assert {name for name, there in flushed if not there} >= {"in", "x", "y"}
    assert flushed[-1] == (tmp_path.name, True)
    assert sorted(path.name for path in folder.rglob("*")) == ["in", "x", "y"]


def test_after_a_kill_nothing_is_there_that_is_not_whole(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("old")
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert (tmp_path / "a.txt").read_text() == "old"
    assert not (tmp_path / "f").exists()


def test_a_file_that_a_killed_process_left_goes_a_day_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = tmp_path / f".{'0' * 32}.txt"
    others.touch()
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    (left,) = tmp_path.glob(".soundings-*")
    os.utime(others, (0, 0))
    with whole_file(tmp_path / "b.csv") as beside:
        beside.write_text("may be under way as this one is")
        assert left.is_file()
    os.utime(left, (0, 0))
    with whole_file(tmp_path / "c.csv") as beside:
        beside.touch()
    assert left.is_file()  # a folder may have many files, and was looked through just now
    monkeypatch.setattr(leftovers, "SECONDS_BETWEEN_LOOKS", 0)
    (tmp_path / "c.csv").unlink()
    with whole_file(tmp_path / "b.csv") as beside:
        beside.write_text("new")
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {others.name, "b.csv"}


def test_a_folder_that_holds_something_is_not_replaced_without_a_word(tmp_path: Path) -> None:
    folder = tmp_path / "f"
    with pytest.raises(OSError, match="not empty"), whole_folder(folder) as beside:
        (beside / "a").write_text("second")
        folder.mkdir()
        (folder / "a").write_text("first")
    with new_folder(folder) as beside:
        (beside / "a").write_text("third")
    assert (folder / "a").read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["f"]


def test_an_empty_folder_gives_way(tmp_path: Path) -> None:
    (tmp_path / "f").mkdir()
    with whole_folder(tmp_path / "f") as beside:
        (beside / "a").write_text("new")
    assert (tmp_path / "f" / "a").read_text() == "new"


LEFT = """
import os, signal, sys
from pathlib import Path
from core.store import folder_under_way, whole_folder
with whole_folder(Path(sys.argv[1], "index-old")) as index, folder_under_way(
    Path(sys.argv[1]), "engine"
) as spilled:
    (index / "part").write_text("x")
    (spilled / "part").write_text("x")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_left_goes_when_something_else_is_made_there(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", LEFT, str(tmp_path)], check=False)
    left = sorted(tmp_path.iterdir())
    assert len(left) == 2
    assert list(left_in(tmp_path)) == []  # may be between being made and being locked
    for folder in left:
        os.utime(folder, (0, 0))
    assert sorted(left_in(tmp_path)) == left
    with whole_folder(tmp_path / "index-new") as beside:
        (beside / "part").write_text("y")
    assert [path.name for path in tmp_path.iterdir()] == ["index-new"]


def test_a_folder_that_is_held_or_not_known_stays(tmp_path: Path) -> None:
    (tmp_path / ".mine.new").mkdir()
    unlocked = tmp_path / f".f.{'0' * 32}.new"
    unlocked.mkdir()
    (tmp_path / "tmpabcd_123").mkdir()
    with folder_under_way(tmp_path, "engine") as held:
        for folder in tmp_path.iterdir():
            os.utime(folder, (0, 0))
        # A folder without a lock is somebody's for a day.
        os.utime(unlocked)
        assert [path.name for path in left_in(tmp_path)] == ["tmpabcd_123"]
        with folder_under_way(tmp_path, "engine"):
            assert held.is_dir()
    assert sorted(path.name for path in tmp_path.iterdir()) == [unlocked.name, ".mine.new"]
