"""Whoever may only look changes nothing, whoever votes takes nothing away."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from core import jobs, on_behalf
from core import lake as lakes
from core.benchmarks import registry, runs
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.jobs import queue
from core.labels import Role, Voter
from core.labels.errors import RoleError
from core.lake import ReadAs
from core.on_behalf import Folders
from core.store import Workspace
from tests.core.benchmarks import tiny

PROJECT = Path(__file__).parents[3]
VIEWER, ANNOTATOR, CURATOR = (Voter("eve", role=role) for role in Role)
ANY = Folders(None)


@pytest.fixture(autouse=True)
def _jobs_wait(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Enter jobs and do not start them."""
    locks: list[IO[str]] = []
    monkeypatch.setattr(queue, "_spawn", lambda *given: locks.append(given[-1]))
    yield
    for lock in locks:
        lock.close()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A workspace with the lake "lake", and the benchmark "tiny" with the run "theirs"."""
    here = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "lake", {"a.csv": tiny.FISH, "b.csv": tiny.BIRDS})
    lakes.refresh(here, lakes.add_lake(here, "lake", folder), tiny.SETTINGS)
    info = tiny.add(here, "tiny", tiny.ugen(tmp_path / "tiny"))
    runs.import_run(here, info, ranked(tmp_path), "theirs")
    return here


def ranked(folder: Path, first: str = "river.csv") -> Path:
    path = folder / "run.csv"
    path.write_text(f"query,table,rank\nfish.csv,{first},1\n")
    return path


def info_of(workspace: Workspace) -> BenchmarkInfo:
    return registry.benchmark(workspace, "tiny")


def cancelled(workspace: Workspace, voter: Voter, *work: str, **arguments: str) -> None:
    on_behalf.cancel(workspace, voter, jobs.submit(workspace, *work, **arguments).key)


Change = Callable[[Workspace, Voter, Path], object]
OF_ANNOTATORS: dict[str, Change] = {
    "refresh": lambda here, who, _: on_behalf.start(here, who, "refresh", "lake"),
    "encode": lambda here, who, _: on_behalf.start(here, who, "encode", "lake", encoder="hash"),
    "import": lambda here, who, at: on_behalf.import_run(
        here, who, info_of(here), ranked(at), "more"
    ),
    "cancel": lambda here, who, _: cancelled(here, who, "encode", "lake"),
    "hide": lambda here, who, _: on_behalf.forget_failures(
        here, who, jobs.submit(here, "encode", "lake")
    ),
}
OF_CURATORS: dict[str, Change] = {
    "add a lake": lambda here, who, at: on_behalf.add_lake(here, who, "new", at / "lake", ANY),
    "remove a lake": lambda here, who, _: on_behalf.remove_lake(here, who, "lake"),
    "say how files are read": lambda here, who, _: on_behalf.say(
        here, who, lakes.lake(here, "lake"), "a.csv", ReadAs(header=1), tiny.SETTINGS
    ),
    "add a benchmark": lambda here, who, at: on_behalf.add_benchmark(
        here, who, "new", at / "tiny", ANY
    ),
    "remove a benchmark": lambda here, who, _: on_behalf.remove_benchmark(here, who, "tiny"),
    "remove a run": lambda here, who, _: on_behalf.remove_runs(
        here, who, info_of(here), ["theirs"]
    ),
    "replace a run": lambda here, who, at: on_behalf.import_run(
        here, who, info_of(here), ranked(at, "towns.csv"), "theirs", replace=True
    ),
    "cancel judges": lambda here, who, _: cancelled(here, who, "judge", "tiny/1"),
    "cancel an addition": lambda here, who, _: cancelled(here, who, "refresh", "x", folder="/x"),
    "let judges vote": lambda here, who, _: jobs.submit_judge_run(here, who, "tiny", 1),
}


def rows(workspace: Workspace, info: BenchmarkInfo, label: str) -> list[tuple[object, ...]]:
    return runs.load_run(workspace, info, label).frame.rows()


def state(workspace: Workspace) -> tuple[object, ...]:
    """All that the changes are about, but for the jobs that a test stands ready."""
    found = registry.benchmarks(workspace)
    with workspace.reading() as db:
        asked = db.execute("SELECT count(*) FROM jobs WHERE cancel_requested").fetchone()[0]
    return (
        [lake.name for lake in lakes.lakes(workspace)],
        [
            (info.name, [rows(workspace, info, run.method) for run in runs.runs(workspace, info)])
            for info in found
        ],
        lakes.read_rules(workspace, lakes.lakes(workspace)[0].key),
        asked,
    )


@pytest.mark.parametrize("change", [*OF_ANNOTATORS.values(), *OF_CURATORS.values()])
def test_a_viewer_is_refused_in_one_sentence(
    workspace: Workspace, tmp_path: Path, change: Change
) -> None:
    before = state(workspace)
    told = r"^Only a.* may .*\. You are here as eve, a viewer; ask a curator\.$"
    with pytest.raises(RoleError, match=told):
        change(workspace, VIEWER, tmp_path)
    assert state(workspace) == before


@pytest.mark.parametrize("change", OF_CURATORS.values(), ids=OF_CURATORS)
def test_an_annotator_takes_nothing_away_and_brings_no_folder_in(
    workspace: Workspace, tmp_path: Path, change: Change
) -> None:
    before = state(workspace)
    with pytest.raises(RoleError, match=r"^Only a curator may"):
        change(workspace, ANNOTATOR, tmp_path)
    assert state(workspace) == before


@pytest.mark.parametrize("change", OF_ANNOTATORS.values(), ids=OF_ANNOTATORS)
def test_an_annotator_has_work_done(workspace: Workspace, tmp_path: Path, change: Change) -> None:
    change(workspace, ANNOTATOR, tmp_path)


@pytest.mark.parametrize(
    "change", [one for name, one in OF_CURATORS.items() if name != "let judges vote"]
)
def test_a_curator_changes_it(workspace: Workspace, tmp_path: Path, change: Change) -> None:
    before = (state(workspace), len(jobs.jobs(workspace)))
    change(workspace, CURATOR, tmp_path)
    assert (state(workspace), len(jobs.jobs(workspace))) != before


@pytest.mark.parametrize(
    ("kind", "arguments"), [("benchmark", {}), ("judge", {}), ("refresh", {"folder": "/etc"})]
)
def test_work_that_checks_more_is_not_started_by_the_way(
    workspace: Workspace, kind: str, arguments: dict[str, str]
) -> None:
    with pytest.raises(InputError, match="not started by the way"):
        on_behalf.start(workspace, CURATOR, kind, "x", **arguments)
    assert jobs.jobs(workspace) == []


UNCHECKED = {
    *("add_lake", "remove_lake", "say", "remove_benchmark", "remove_run", "import_run"),
    *("submit", "cancel", "forget_failures", "add_benchmark"),
}
"""Functions of `core` that change a workspace for whoever calls them."""


def changes(tree: ast.AST) -> Iterator[str]:
    """Calls, or mentions, of such a function through a module of `core` that asks for no role."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in UNCHECKED:
            of = node.value
            if isinstance(of, ast.Name) and of.id in {"jobs", "lakes", "registry", "runs"}:
                yield f"{of.id}.{node.attr}"
        if isinstance(node, ast.ImportFrom) and node.module != "core.on_behalf":
            module = node.module or ""
            if module.startswith(("core.lake", "core.jobs", "core.benchmarks")):
                yield from (f"{module}.{one.name}" for one in node.names if one.name in UNCHECKED)


def test_the_screens_change_nothing_but_on_somebodys_behalf() -> None:
    found = {
        path.name: calls
        for path in (PROJECT / "pages").rglob("*.py")
        if (calls := [*changes(ast.parse(path.read_text(encoding="utf-8")))])
    }
    # The sample is read by itself when a workspace is opened for the first time.
    assert found == {"catalog_cache.py": ["jobs.submit"]}
