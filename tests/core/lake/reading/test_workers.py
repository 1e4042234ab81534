import signal
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import psutil
import pytest

from core.errors import CancelledError
from core.lake import add_lake, files, lake, refresh, tables
from core.lake.reading.workers import interrupts_held
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake, StartPython

pytestmark = pytest.mark.usefixtures("reading_processes")

# An audit hook in the workers kills the one that opens a certain file: as a segmentation fault
# or the kernel's out-of-memory killer would, in the middle of reading.
KILLER = """
import os, signal, sys
def hook(event, arguments):
    if event == "open" and str(arguments[0]).endswith("/killer.csv"):
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
"""

# Opening a certain file takes for ever, and the parent is told.
SLEEPER = """
import sys, time
def hook(event, arguments):
    if event == "open" and str(arguments[0]).endswith("/sleeper.csv"):
        open(str(arguments[0]) + ".asleep", "w").close()
        time.sleep(600)
sys.addaudithook(hook)
"""


# A process has started.
STARTED = "open('{marker}', 'w').close()"


def hooked(patch: pytest.MonkeyPatch, folder: Path, hook: str) -> None:
    """Run a script at the start of every Python process."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(hook)
    patch.setenv("PYTHONPATH", str(folder))


def reading_processes() -> list[psutil.Process]:
    return [
        process
        for process in psutil.Process().children(recursive=True)
        if "spawn_main" in command_line(process)
    ]


def command_line(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:  # it has ended since it was listed, or nobody asked how
        return ""


def test_a_file_that_kills_its_reader_is_found_and_the_others_are_read(
    workspace: Workspace,
    folder: Path,
    refresh_lake: RefreshLake,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for name in ("a.csv", "b.csv", "killer.csv", "x.csv", "y.csv"):
        (folder / name).write_text("a,b\n1,2\n")
    hooked(monkeypatch, tmp_path / "hook", KILLER)
    done = refresh_lake()
    info = lake(workspace, "lake")
    assert (done.read, done.refused) == (5, 1)
    assert [(f.path, f.reason) for f in files(workspace, info.key, refused_only=True)] == [
        ("killer.csv", "Reading it crashed the reader.")
    ]
    assert [t.table_id for t in tables(workspace, info.key)] == [
        "a.csv", "b.csv", "x.csv", "y.csv",
    ]  # fmt: skip


def test_a_cancel_does_not_wait_for_the_file_that_is_being_read(
    folder: Path, refresh_lake: RefreshLake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (folder / "sleeper.csv").write_text("a\n1\n")
    hooked(monkeypatch, tmp_path / "hook", SLEEPER)
    with pytest.raises(CancelledError, match=r"Cancelled; 0 of 1 files were read\."):
        refresh_lake(monitor=Monitor(should_stop=(folder / "sleeper.csv.asleep").exists))
    assert reading_processes() == []


KILLED = """
import sys
from pathlib import Path
from core.lake import add_lake, refresh
from core.settings import Settings
from core.store import Workspace
workspace = Workspace.open(Path(sys.argv[1]))
refresh(workspace, add_lake(workspace, "lake", Path(sys.argv[2])), Settings(workers=2))
"""


def test_workers_end_when_their_parent_is_killed(
    folder: Path, tmp_path: Path, start_python: StartPython, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "sleeper.csv").write_text("a\n1\n")
    hooked(monkeypatch, tmp_path / "hook", SLEEPER)
    environment = {"PYTHONPATH": str(tmp_path / "hook")}
    process = start_python(KILLED, tmp_path / "workspace", folder, environment=environment)
    deadline = time.monotonic() + 30
    while not (folder / "sleeper.csv.asleep").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    below = psutil.Process(process.pid).children(recursive=True)
    assert below
    process.kill()
    process.wait()
    _, alive = psutil.wait_procs(below, timeout=10)
    assert alive == []


def test_a_lake_without_readable_files_starts_no_process(
    workspace: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hooked(monkeypatch, tmp_path / "hook", STARTED.format(marker=tmp_path / "started"))
    (folder / "x.xyz").write_text("?")
    done = refresh(workspace, add_lake(workspace, "lake", folder), Settings())
    assert (done.read, done.refused) == (1, 1)
    assert not (tmp_path / "started").exists()


def test_workers_do_not_hear_an_interrupt_that_their_parent_answers() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        with interrupts_held():
            held = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ())
        assert signal.SIGINT in held.result()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
