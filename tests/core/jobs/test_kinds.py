from __future__ import annotations

import subprocess
import sys

import pytest

from core.jobs.kinds import kind


@pytest.mark.parametrize(
    "name",
    ["refresh", "encode", "words", "index", "benchmark", "run", "overlap", "judge", "refit"],
)
def test_every_kind_of_job_is_found_by_its_name(name: str) -> None:
    assert kind(name).__name__ == name


def test_there_is_no_other_kind() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        kind("nonsense")


def test_a_job_of_a_lake_imports_nothing_of_benchmarks_and_judges() -> None:
    code = (
        "import sys, core.jobs.worker, core.jobs.kinds as k; k.kind('refresh'); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = {".".join(name.split(".")[:2]) for name in done.stdout.split()}
    assert "core.search" in imported
    assert imported & {"core.benchmarks", "core.judges", "core.labels", "core.evaluation"} == set()
