from __future__ import annotations

import fcntl
import threading
from pathlib import Path

import pytest

from core.errors import BusyError
from core.judges.records.locks import is_under_way, only_asker
from core.store import Workspace


def test_a_look_whether_a_run_is_under_way_does_not_keep_it_from_beginning(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    with only_asker(workspace, 1, ()):
        assert is_under_way(workspace, 1)
    assert not is_under_way(workspace, 1)
    with (workspace.folder("judges") / "run-1.lock").open("rb") as looking:
        fcntl.flock(looking, fcntl.LOCK_SH)
        threading.Timer(0.05, fcntl.flock, [looking, fcntl.LOCK_UN]).start()
        with only_asker(workspace, 1, ()):
            assert is_under_way(workspace, 1)


def test_two_do_not_ask_in_one_run(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    with (
        only_asker(workspace, 1, ()),
        pytest.raises(BusyError, match=r"The judge run 1 is under way in another process"),
        only_asker(workspace, 1, ()),
    ):
        pass
