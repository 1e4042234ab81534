"""Arrays on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.indexes import arrays
from core.indexes.arrays import mapped, with_room

_BLOCK = 512
"""Bytes in which a file system counts what a file takes."""


@pytest.mark.parametrize("rows", [0, 1, 999, 1_000, 2_500])
def test_an_array_that_is_written_through_its_map_reads_as_it_was_written(
    rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrays, "_ZEROS", 1_000)
    array = with_room(tmp_path / "a.npy", np.uint32, rows)
    assert array.shape == (rows,) and not array.any()
    array[:] = np.arange(rows)
    del array
    assert mapped(tmp_path / "a.npy").tolist() == list(range(rows))


def test_an_array_has_its_room_on_disk_before_it_is_written(tmp_path: Path) -> None:
    """What has none is a hole, and to write there on a full disk kills the process."""
    path = tmp_path / "a.npy"
    with_room(path, np.uint32, 1_000_000)
    assert path.stat().st_blocks * _BLOCK >= path.stat().st_size > 4_000_000
