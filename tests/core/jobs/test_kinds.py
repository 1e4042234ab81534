from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from inspect import get_annotations, isfunction

import pytest

from core.jobs.kinds import KINDS, JobKind, kind
from core.jobs.of_lakes import refresh_told
from core.lake import Refresh


@pytest.mark.parametrize("one", KINDS, ids=lambda one: one.name)
def test_every_kind_of_job_is_found_by_its_name_and_has_words(one: JobKind) -> None:
    assert kind(one.name) is one
    assert one.doing.count("{}") == 1
    assert one.doing[0].isupper()


def test_every_function_that_does_a_job_is_a_kind_and_no_other_is() -> None:
    done = {
        (name, module)
        for module in ("core.jobs.of_lakes", "core.jobs.of_benchmarks")
        for name, it in vars(import_module(module)).items()
        if isfunction(it) and it.__module__ == module and not name.startswith("_")
        if get_annotations(it) == {"work": "Work", "return": "str"}
    }
    assert done == {(one.name, one.module) for one in KINDS}


def test_there_is_no_other_kind() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        kind("nonsense")


def test_a_job_of_a_lake_imports_nothing_of_benchmarks_and_judges() -> None:
    code = (
        "import sys, importlib, core.jobs.worker, core.jobs as jobs; "
        "importlib.import_module(jobs.kind('refresh').module); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = {".".join(name.split(".")[:2]) for name in done.stdout.split()}
    assert "core.search" in imported
    assert imported & {"core.benchmarks", "core.judges", "core.labels", "core.evaluation"} == set()


def test_a_refresh_tells_what_it_could_not_look_at_and_keeps() -> None:
    done = Refresh(read=5, unchanged=2, removed=1, refused=4, kept=3, seconds=1)
    assert refresh_told(done) == (
        "1 files read, 2 unchanged, 1 gone, 4 could not be read; "
        "of 3 of them what was read before is kept."
    )
