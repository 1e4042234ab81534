"""The most memory that this process ever had."""

from __future__ import annotations

import resource
import sys


def peak_megabytes() -> float:
    """Return the peak of what the process had in memory, in units of 2**20 bytes.

    The system tells it in KiB, but macOS in bytes (getrusage(2) of each).
    """
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20
