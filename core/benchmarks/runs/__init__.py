"""Runs of a benchmark: made here, brought from elsewhere, stored, given out."""

from core.benchmarks.runs.exchanged import export_run, import_run
from core.benchmarks.runs.made import DEPTH, run_method
from core.benchmarks.runs.stored import (
    load_ranking,
    load_run,
    remove_run,
    runs,
    stored_labels,
)

__all__ = [
    "DEPTH",
    "export_run",
    "import_run",
    "load_ranking",
    "load_run",
    "remove_run",
    "run_method",
    "runs",
    "stored_labels",
]
