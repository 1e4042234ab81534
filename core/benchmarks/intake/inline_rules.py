"""How tables are read that stood inside a benchmark's own files: as they were written."""

from __future__ import annotations

import csv
from pathlib import Path

from core.benchmarks.formats import BenchmarkSource
from core.lake import ReadAs
from core.lake.reading.read_rules import keep_rule
from core.store import Workspace
from core.types import LakeInfo

_WRITTEN = ReadAs(header=1, encoding="utf-8", delimiter=",")
_WITHOUT_NAMES = ReadAs(encoding="utf-8", delimiter=",")
"""A header must have a name where it is said to be."""


def say_as_written(workspace: Workspace, lake: LakeInfo, source: BenchmarkSource) -> None:
    """Say of the files of a benchmark's tables what is known of them, so that it is not guessed.

    Parameters
    ----------
    source
        Read from the files that `core.benchmarks.formats.write` made of tables inside others.
    """
    for folder in source.lake_folders:
        keep_rule(workspace, lake.key, f"{folder}/*", _WRITTEN, "")
    for table in source.tables:
        if _lacks_names(source.root / table):
            keep_rule(workspace, lake.key, table, _WITHOUT_NAMES, "")


def _lacks_names(path: Path) -> bool:
    with path.open(encoding="utf-8", newline="") as file:
        header = next(csv.reader(file), [])
    return not any(name.strip() for name in header)
