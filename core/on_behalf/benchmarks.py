"""Change for somebody which benchmarks and which runs there are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core import jobs
from core.benchmarks import registry, runs
from core.benchmarks.formats import Mode, detect, root_of
from core.benchmarks.intake.adding import check_free
from core.benchmarks.types import BenchmarkInfo, RunInfo
from core.evaluation import SelfCandidate
from core.jobs import Job
from core.labels.types import Role, Voter
from core.on_behalf.folders import Folders
from core.store import Workspace


def add_benchmark(
    workspace: Workspace,
    curator: Voter,
    name: str,
    path: Path,
    allowed: Folders,
    *,
    format_name: str | None = None,
    mode: Mode | None = None,
    own_tables: SelfCandidate | None = None,
) -> Job:
    """Begin to read a published benchmark; its job's subject is its name.

    Parameters
    ----------
    name
        That of the folder, or of the file of labels without its ending, if empty.
    allowed
        The folders that may be named.
    format_name, mode, own_tables
        As `core.benchmarks.intake.adding.add_benchmark`; none has it found out.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    FolderNotAllowedError
        If the path lies outside of what may be named.
    BenchmarkExistsError, LakeExistsError
        If the name is taken by another folder.
    InputError
        If the folder has no form that is known.
    """
    curator.require(Role.CURATOR, "add a benchmark")
    meant = allowed.allowed(path)
    allowed.allowed(root_of(meant))
    named = path.expanduser()
    chosen = name or (named.stem if meant.is_file() else named.name)
    check_free(workspace, chosen, meant)
    if format_name is None:
        detect(meant)
    return jobs.submit(
        workspace,
        "benchmark",
        chosen,
        folder=str(meant),
        format=format_name,
        task=None if mode is None else mode.value,
        own=None if own_tables is None else own_tables.value,
    )


def remove_benchmark(
    workspace: Workspace, curator: Voter, name: str, with_votes: bool = False
) -> None:
    """Forget a benchmark; as `core.benchmarks.registry.remove_benchmark`.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    curator.require(Role.CURATOR, "remove a benchmark")
    registry.remove_benchmark(workspace, name, with_votes)


def import_run(
    workspace: Workspace,
    voter: Voter,
    info: BenchmarkInfo,
    path: Path,
    label: str,
    replace: bool = False,
) -> tuple[RunInfo, tuple[str, ...]]:
    """Store another system's rankings; as `core.benchmarks.runs.import_run`.

    Parameters
    ----------
    replace
        Whether to take the place of a run of that label, which only a curator may.

    Raises
    ------
    RoleError
        If a viewer asks, or an annotator for a run to be replaced.
    """
    if replace:
        voter.require(Role.CURATOR, "replace a run")
    voter.require(Role.ANNOTATOR, "import a run")
    return runs.import_run(workspace, info, path, label, force=replace)


def remove_runs(
    workspace: Workspace, curator: Voter, info: BenchmarkInfo, labels: Iterable[str]
) -> None:
    """Forget some runs; as `core.benchmarks.runs.remove_run`.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    curator.require(Role.CURATOR, "remove a run")
    for label in labels:
        runs.remove_run(workspace, info, label)
