"""What a job can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from core import lake as lakes
from core.benchmarks import judging, registry, runs
from core.benchmarks.adding import add_benchmark
from core.benchmarks.matcher_training import Lesson, refit_matcher
from core.benchmarks.methods import methods
from core.benchmarks.stored_overlaps import measure_overlaps
from core.errors import CancelledError
from core.features.folding import Folding
from core.judges import RunState
from core.judges.errors import JudgeRunStoppedError
from core.judges.matcher import keep_model
from core.labels.types import Role, Task, Voter
from core.search import build_vectors, lake_map
from core.search.join_methods import JOIN_METHODS, JoinMethod, ranker
from core.search.set_generations import set_index
from core.search.text_ranking import open_ranker
from core.settings import Settings
from core.store import Workspace


class Notebook(Protocol):
    """Where a job notes its progress and learns that it should stop."""

    def progress(self, done: int, total: int, message: str) -> None:
        """Note how far the work is."""

    def should_stop(self) -> bool:
        """Whether somebody has asked for it."""


Kind = Callable[[Workspace, str, Mapping[str, Any], Settings, Notebook], str]
"""Does the work for a subject; returns a sentence that says what came of it."""


def refresh(
    workspace: Workspace,
    lake_name: str,
    arguments: Mapping[str, Any],
    settings: Settings,
    notes: Notebook,
) -> str:
    """Add a lake if a folder is given, read what is new in it, and make it ready for search."""
    if "folder" in arguments:
        lakes.add_lake(workspace, lake_name, Path(arguments["folder"]))
    found = lakes.lake(workspace, lake_name)
    done = lakes.refresh(workspace, found, settings, notes.progress, notes.should_stop)
    encode(workspace, lake_name, {"encoder": settings.encoder}, settings, notes)
    index(workspace, lake_name, {}, settings, notes)
    told = f"{done.read:,} files read, {done.unchanged:,} unchanged, {done.removed:,} gone"
    return f"{told}, {done.refused:,} could not be read." if done.refused else f"{told}."


def encode(
    workspace: Workspace,
    lake_name: str,
    arguments: Mapping[str, Any],
    settings: Settings,
    notes: Notebook,
) -> str:
    """Make a lake ready for union search under an encoder, and draw its map."""
    found = lakes.lake(workspace, lake_name)
    name = arguments["encoder"]
    build_vectors(workspace, found, name, settings, notes.progress, notes.should_stop)
    notes.progress(0, 0, "Drawing the map")
    lake_map(workspace, found, settings, name)
    return f"Ready for union search with {name}."


def index(
    workspace: Workspace,
    lake_name: str,
    arguments: Mapping[str, Any],
    settings: Settings,
    notes: Notebook,
) -> str:
    """Make a lake ready for join search by a method, with values folded by some rules."""
    found = lakes.lake(workspace, lake_name)
    method: JoinMethod = arguments.get("method", JOIN_METHODS[0])
    rules = Folding.of(arguments.get("fold", "all"))
    sets = set_index(workspace, found, rules, notes.progress, notes.should_stop)
    ranker(method, workspace, found, sets, settings, notes.progress, notes.should_stop)
    return f"Ready for join search by {method}."


def words(
    workspace: Workspace,
    lake_name: str,
    arguments: Mapping[str, Any],
    settings: Settings,
    notes: Notebook,
) -> str:
    """Make a lake ready for search in words by a method."""
    found = lakes.lake(workspace, lake_name)
    method, titles = arguments["method"], bool(arguments.get("titles", True))
    open_ranker(workspace, found, method, settings, titles, notes.progress, notes.should_stop)
    return f"Ready for search in words with {method}."


def benchmark(
    workspace: Workspace,
    name: str,
    arguments: Mapping[str, Any],
    settings: Settings,
    notes: Notebook,
) -> str:
    """Add a benchmark from a folder and measure its overlaps."""
    path, form = Path(arguments["folder"]), arguments.get("format")
    info = add_benchmark(workspace, name, path, settings, form, notes.progress, notes.should_stop)
    measure_overlaps(
        workspace, info, settings, progress=notes.progress, should_stop=notes.should_stop
    )
    told = (
        f"{info.queries:,} queries, {info.positives:,} positive and {info.negatives:,} negative "
        f"labels ({info.format})"
    )
    return f"{told}; {info.missing:,} labels lack a table." if info.missing else f"{told}."


def run(
    workspace: Workspace,
    name: str,
    arguments: Mapping[str, Any],
    settings: Settings,
    notes: Notebook,
) -> str:
    """Run search methods on a benchmark, one after another."""
    info = registry.benchmark(workspace, name)
    wanted = [method.label for method in methods(arguments["methods"], settings)]
    depth = int(arguments.get("depth", runs.DEPTH))
    for place, label in enumerate(wanted):

        def told(done: int, total: int, message: str, label: str = label) -> None:
            notes.progress(done, total, f"{label}: {message}")

        notes.progress(0, 0, f"{label}: Getting ready")
        try:
            if notes.should_stop():
                raise CancelledError(f"Cancelled before {label}.")
            runs.run_method(workspace, info, label, settings, depth, told, notes.should_stop)
        except CancelledError as error:
            kept = f" {', '.join(wanted[:place])} is kept." if place else ""
            raise CancelledError(f"{error}{kept}") from error
    return f"{', '.join(wanted)} ranked {depth:,} candidates for each of {info.queries:,} queries."


def overlap(
    workspace: Workspace,
    name: str,
    arguments: Mapping[str, Any],
    settings: Settings,
    notes: Notebook,
) -> str:
    """Measure how far the tables of a benchmark's pairs overlap."""
    info = registry.benchmark(workspace, name)
    found = measure_overlaps(
        workspace, info, settings, progress=notes.progress, should_stop=notes.should_stop
    )
    pairs = found.select("query", "candidate", "pairs").n_unique()
    return f"Names and values of {pairs:,} pairs compared."


def judge(
    workspace: Workspace,
    subject: str,
    arguments: Mapping[str, Any],
    settings: Settings,
    notes: Notebook,
) -> str:
    """Carry a judge run out, as `core.jobs.submit_judge_run` asks for it."""
    info = registry.benchmark(workspace, arguments["benchmark"])
    done = judging.continue_run(
        workspace, info, int(arguments["run"]), settings, notes.progress, notes.should_stop
    )
    if done.state in (RunState.PAUSED, RunState.CANCELLED):
        raise CancelledError(done.message)
    if done.state is not RunState.DONE:
        raise JudgeRunStoppedError(done.message)
    return done.message


def refit(
    workspace: Workspace,
    name: str,
    arguments: Mapping[str, Any],
    settings: Settings,
    notes: Notebook,
) -> str:
    """Refit the rule voter to the settled labels of a benchmark, as `submit_refit` asks for it."""
    curator = Voter(arguments["curator"], role=Role.CURATOR)
    task = Task(arguments["task"])
    info = registry.benchmark(workspace, name)
    notes.progress(0, 0, "Reading the tables of settled cases")
    model = refit_matcher(workspace, curator, [info], settings, Lesson(task))
    if notes.should_stop():
        raise CancelledError("The rule stays as it was.")
    keep_model(workspace, curator, model)
    return (
        f"It has learned from {model.cases:,} cases; cross-validated it agrees with people on "
        f"{model.validation.accuracy.value:.1%}."
    )


KINDS: Mapping[str, Kind] = {
    "refresh": refresh,
    "encode": encode,
    "words": words,
    "index": index,
    "benchmark": benchmark,
    "run": run,
    "overlap": overlap,
    "judge": judge,
    "refit": refit,
}
