"""Reading and profiling 18,681 small tables, beside pandas reading and describing each."""

from __future__ import annotations

import warnings
from pathlib import Path

from benchmarks.measure import keep, measured, shared
from core import lake as lakes
from core.settings import Settings
from core.store import Workspace


def run(folder: Path) -> None:
    """Ingest, ingest again unchanged, and the same files through pandas in a loop."""
    root = shared("lakes", "wide")
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    with measured() as first:
        lake = lakes.add_lake(workspace, "wide", root)
        lakes.refresh(workspace, lake, settings)
    lake = lakes.lake(workspace, "wide")
    with measured() as second:
        again = lakes.refresh(workspace, lake, settings)
    with measured() as peer:
        refused = _pandas(root)
    keep(
        "ingest",
        [
            {
                "what": "ours: read, profile, store",
                "tables": lake.tables,
                "refused": lake.refused,
                "wall s": first.wall,
                "CPU s": first.cpu,
                "peak MB": first.peak_megabytes,
                "CPU, times less than pandas": peer.cpu / first.cpu,
            },
            {
                "what": "ours again, nothing changed",
                "tables": again.unchanged,
                "wall s": second.wall,
                "CPU s": second.cpu,
                "peak MB": second.peak_megabytes,
            },
            {
                "what": "pandas: read_csv and describe each",
                "tables": lake.tables - refused,
                "refused": refused,
                "wall s": peer.wall,
                "CPU s": peer.cpu,
                "peak MB": peer.peak_megabytes,
            },
        ],
    )


def _pandas(root: Path) -> int:
    import pandas as pd

    refused = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path in sorted(root.iterdir()):
            try:
                pd.read_csv(path).describe(include="all")
            except ValueError:
                refused += 1
    return refused
