"""What has become of a file since it was read, as far as a look at its size and time tells."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from core.lake.reading.state import size_and_time
from core.store import Workspace
from core.types import LakeInfo


class SinceRead(Enum):
    """What has become of a file since it was read."""

    AS_READ = "as read"
    """It has the size and the time of change that it was read with."""
    CHANGED = "changed"
    """It was written since; its content may be the same."""
    GONE = "gone"
    OUT_OF_REACH = "out of reach"
    """Nobody can look at it now."""


def since_read(workspace: Workspace, lake: LakeInfo, path: str) -> SinceRead:
    """Say what has become of a file of a data lake since it was read, without opening it.

    Parameters
    ----------
    path
        Of its reading report. A file whose report is gone meanwhile counts as it was read.
    """
    sql = "SELECT bytes, modified_ns FROM files WHERE lake_key = ? AND path = ?"
    with workspace.reading() as db:
        known = db.execute(sql, [lake.key, path]).fetchone()
    if known is None:
        return SinceRead.AS_READ
    place = Path(lake.root) / path
    try:
        now = size_and_time(place, place.stat())
    except (FileNotFoundError, NotADirectoryError):
        return SinceRead.GONE
    except OSError:
        return SinceRead.OUT_OF_REACH
    size, changed = known
    # One that was written as it was read has no time that tells; its size does.
    is_same = now[0] == size and (changed < 0 or now[1] == changed)
    return SinceRead.AS_READ if is_same else SinceRead.CHANGED
