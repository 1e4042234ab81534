from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import WorkspaceError
from core.lake.reading.storing import disk_told
from core.store import is_full_disk
from tests.core.store.test_workspace import PROJECT

FILLING = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
import duckdb, faiss, numpy as np
from pathlib import Path
from core.store import is_full_disk
folder = Path(sys.argv[1])
def by_python(): (folder / "python").write_bytes(bytes(100_000))
def by_numpy():
    with (folder / "numpy").open("wb") as file:
        np.zeros(100_000).tofile(file)
def by_faiss(): faiss.write_index(index, str(folder / "faiss"))
index = faiss.IndexFlatIP(100)
index.add(np.zeros((1_000, 100), np.float32))
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
for fill in (by_python, by_numpy, by_faiss):
    try:
        fill()
    except Exception as error:
        print(fill.__name__, is_full_disk(error))
"""


def test_a_disk_that_takes_no_more_is_known_whoever_writes(tmp_path: Path) -> None:
    """No file may grow beyond a limit, as on a disk with a quota."""
    done = subprocess.run(
        [sys.executable, "-c", FILLING, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        timeout=120,
    )
    assert done.stdout.split("\n") == ["by_python True", "by_numpy True", "by_faiss True", ""]


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.ENOSPC, "must have room for the cells of the lake (No space left on device)"),
        (errno.EDQUOT, "must have room for the cells of the lake (Disk quota exceeded)"),
        (errno.EFBIG, "must have room for the cells of the lake (File too large)"),
        (errno.EROFS, "must be writable (Read-only file system)"),
    ],
)
def test_a_refresh_says_what_its_disk_lacks(number: int, told: str) -> None:
    with pytest.raises(WorkspaceError) as caught, disk_told():
        raise OSError(number, os.strerror(number))
    assert told in str(caught.value)


def test_a_disk_that_fails_is_not_called_full() -> None:
    for number in (errno.EIO, errno.EROFS, errno.EACCES, errno.ENOENT):
        error = OSError(number, os.strerror(number))
        assert not is_full_disk(error)
    with pytest.raises(WorkspaceError) as caught, disk_told():
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    assert "must take the cells of the lake (Input/output error)" in str(caught.value)
    assert "room" not in str(caught.value)
