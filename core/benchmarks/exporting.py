"""Releases as files: with their votes, as qrels, and in the form that the benchmark has."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from core.benchmarks.releasing import export_release
from core.benchmarks.types import BenchmarkInfo
from core.labels.types import Voter
from core.store import Workspace

FORMS = {"votes": "CSV with the votes", "qrels": "TREC qrels"}
_ENDINGS = {"votes": ".csv", "qrels": ".qrels"}


def forms_of(info: BenchmarkInfo) -> tuple[str, ...]:
    """Name the forms that a benchmark's releases can be written in."""
    return tuple(FORMS)


def file_name(info: BenchmarkInfo, name: str, form: str) -> str:
    """Name the file of a release."""
    return f"{info.name} {name}{_ENDINGS[form]}"


def packed(workspace: Workspace, reader: Voter, info: BenchmarkInfo, name: str, form: str) -> bytes:
    """Return a release as the bytes of one file; raises as `export_release`."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"release{_ENDINGS[form]}"
        export_release(workspace, reader, info, name, path)
        return path.read_bytes()
