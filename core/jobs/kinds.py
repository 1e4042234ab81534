"""What a job can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from core import lake as lakes
from core.amounts import amount
from core.benchmarks import registry, runs
from core.benchmarks.adding import add_benchmark
from core.benchmarks.judging import running as judging
from core.benchmarks.judging.matcher_training import Lesson, refit_matcher
from core.benchmarks.methods import methods
from core.benchmarks.overlaps.stored_overlaps import measure_overlaps
from core.errors import CancelledError
from core.features.folding import Folding
from core.judges import RunState
from core.judges.errors import JudgeRunStoppedError
from core.judges.matcher.rule import keep_model
from core.labels.types import Role, Task, Voter
from core.search import build_vectors, lake_map
from core.search.derived.value_sets import set_index
from core.search.join.methods import JOIN_METHODS, JoinMethod, ranker
from core.search.text.ranking import method_with_reading, open_ranker
from core.settings import Settings
from core.store import Workspace


class Notebook(Protocol):
    """Where a job notes its progress and learns that it should stop."""

    def progress(self, done: int, total: int, message: str) -> None:
        """Note how far the work is."""

    def should_stop(self) -> bool:
        """Whether somebody has asked for it."""


@dataclass(frozen=True)
class Work:
    """One job to be done.

    Parameters
    ----------
    subject
        What it is about: a lake, a benchmark.
    arguments
        As `core.jobs.submit` was given them.
    """

    workspace: Workspace
    subject: str
    arguments: Mapping[str, Any]
    settings: Settings
    notes: Notebook


Kind = Callable[[Work], str]
"""Does the work; returns a sentence that says what came of it."""


def refresh(work: Work) -> str:
    """Add a lake if a folder is given, read what is new in it, and make it ready for search."""
    if "folder" in work.arguments:
        lakes.add_lake(work.workspace, work.subject, Path(work.arguments["folder"]))
    found = lakes.lake(work.workspace, work.subject)
    done = lakes.refresh(
        work.workspace, found, work.settings, work.notes.progress, work.notes.should_stop
    )
    encode(replace(work, arguments={"encoder": work.settings.encoder}))
    index(replace(work, arguments={}))
    read = lakes.lake(work.workspace, work.subject)
    words(replace(work, arguments={"method": method_with_reading(read, work.settings)}))
    told = f"{done.read:,} files read, {done.unchanged:,} unchanged, {done.removed:,} gone"
    return f"{told}, {done.refused:,} could not be read." if done.refused else f"{told}."


def encode(work: Work) -> str:
    """Make a lake ready for union search under an encoder, and draw its map."""
    found = lakes.lake(work.workspace, work.subject)
    name = work.arguments["encoder"]
    work.notes.progress(0, 0, "Loading the encoder")
    build_vectors(
        work.workspace, found, name, work.settings, work.notes.progress, work.notes.should_stop
    )
    work.notes.progress(0, 0, "Drawing the map")
    lake_map(work.workspace, found, work.settings, name)
    return f"Ready for union search with {name}."


def index(work: Work) -> str:
    """Make a lake ready for join search by a method, with values folded by some rules."""
    found = lakes.lake(work.workspace, work.subject)
    method: JoinMethod = work.arguments.get("method", JOIN_METHODS[0])
    rules = Folding.of(work.arguments.get("fold", "all"))
    sets = set_index(work.workspace, found, rules, work.notes.progress, work.notes.should_stop)
    ranker(
        method,
        work.workspace,
        found,
        sets,
        work.settings,
        work.notes.progress,
        work.notes.should_stop,
    )
    return f"Ready for join search by {method}."


def words(work: Work) -> str:
    """Make a lake ready for search in words by a method."""
    found = lakes.lake(work.workspace, work.subject)
    method, titles = work.arguments["method"], bool(work.arguments.get("titles", True))
    open_ranker(
        work.workspace,
        found,
        method,
        work.settings,
        titles,
        work.notes.progress,
        work.notes.should_stop,
    )
    return f"Ready for search in words with {method}."


def benchmark(work: Work) -> str:
    """Add a benchmark from a folder and measure its overlaps."""
    path, form = Path(work.arguments["folder"]), work.arguments.get("format")
    info = add_benchmark(
        work.workspace,
        work.subject,
        path,
        work.settings,
        form,
        work.notes.progress,
        work.notes.should_stop,
    )
    measure_overlaps(
        work.workspace,
        info,
        work.settings,
        progress=work.notes.progress,
        should_stop=work.notes.should_stop,
    )
    told = (
        f"{amount(info.queries, 'query')}, {info.positives:,} positive and {info.negatives:,} "
        f"negative labels ({info.format})"
    )
    return (
        f"{told}; {amount(info.missing, 'label', 'lacks', 'lack')} a table."
        if info.missing
        else f"{told}."
    )


def run(work: Work) -> str:
    """Run search methods on a benchmark, one after another."""
    info = registry.benchmark(work.workspace, work.subject)
    wanted = [method.label for method in methods(work.arguments["methods"], work.settings)]
    depth = int(work.arguments.get("depth", runs.DEPTH))
    for place, label in enumerate(wanted):

        def told(done: int, total: int, message: str, label: str = label) -> None:
            work.notes.progress(done, total, f"{label}: {message}")

        work.notes.progress(0, 0, f"{label}: Getting ready")
        try:
            if work.notes.should_stop():
                raise CancelledError(f"Cancelled before {label}.")
            runs.run_method(
                work.workspace, info, label, work.settings, depth, told, work.notes.should_stop
            )
        except CancelledError as error:
            kept = (
                f" {', '.join(wanted[:place])} {'is' if place == 1 else 'are'} kept."
                if place
                else ""
            )
            raise CancelledError(f"{error}{kept}") from error
    ranked = amount(depth, "candidate")
    return f"{', '.join(wanted)} ranked {ranked} a query, for {amount(info.queries, 'query')}."


def overlap(work: Work) -> str:
    """Measure how far the tables of a benchmark's pairs overlap."""
    info = registry.benchmark(work.workspace, work.subject)
    found = measure_overlaps(
        work.workspace,
        info,
        work.settings,
        progress=work.notes.progress,
        should_stop=work.notes.should_stop,
    )
    pairs = found.select("query", "candidate", "pairs").n_unique()
    return f"Names and values of {pairs:,} pairs compared."


def judge(work: Work) -> str:
    """Carry a judge run out, as `core.jobs.submit_judge_run` asks for it."""
    info = registry.benchmark(work.workspace, work.arguments["benchmark"])
    done = judging.continue_run(
        work.workspace,
        info,
        int(work.arguments["run"]),
        work.settings,
        work.notes.progress,
        work.notes.should_stop,
    )
    if done.state in (RunState.PAUSED, RunState.CANCELLED):
        raise CancelledError(done.message)
    if done.state is not RunState.DONE:
        raise JudgeRunStoppedError(done.message)
    return done.message


def refit(work: Work) -> str:
    """Refit the rule voter to the settled labels of a benchmark, as `submit_refit` asks for it."""
    curator = Voter(work.arguments["curator"], role=Role.CURATOR)
    task = Task(work.arguments["task"])
    info = registry.benchmark(work.workspace, work.subject)
    work.notes.progress(0, 0, "Reading the tables of settled cases")
    model = refit_matcher(work.workspace, curator, [info], work.settings, Lesson(task))
    if work.notes.should_stop():
        raise CancelledError("The rule stays as it was.")
    keep_model(work.workspace, curator, model)
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
