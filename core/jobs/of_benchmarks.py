"""What a job can do with a benchmark: add and measure it, run methods, judge its pairs."""

from __future__ import annotations

from pathlib import Path

from core.amounts import amount
from core.benchmarks import registry, runs
from core.benchmarks.formats import Mode
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.judging import running as judging
from core.benchmarks.judging.matcher_training import Lesson, refit_matcher
from core.benchmarks.methods import methods
from core.benchmarks.overlaps.stored_overlaps import measure_overlaps
from core.errors import CancelledError
from core.evaluation import SelfCandidate
from core.jobs.work import Work
from core.judges import RunState
from core.judges.errors import JudgeRunStoppedError
from core.judges.matcher.rule import keep_model
from core.labels.types import Role, Task, Voter


def benchmark(work: Work) -> str:
    """Add a benchmark from a folder and measure its overlaps."""
    path, form = Path(work.arguments["folder"]), work.arguments.get("format")
    task, own = work.arguments.get("task"), work.arguments.get("own")
    info = add_benchmark(
        work.workspace,
        work.subject,
        path,
        work.settings,
        form,
        work.monitor,
        mode=None if task is None else Mode(task),
        own_tables=None if own is None else SelfCandidate(own),
    )
    measure_overlaps(work.workspace, info, work.settings, monitor=work.monitor)
    told = (
        f"{amount(info.queries, 'query')}, {info.positives:,} positive and "
        f"{amount(info.negatives, 'negative label')} ({info.format})"
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
    told_of: list[str] = []
    for place, label in enumerate(wanted):
        monitor = work.monitor.labelled(label)
        monitor.progress(0, 0, "Getting ready")
        try:
            monitor.raise_if_stopped(f"Cancelled before {label}.")
            stored = runs.run_method(work.workspace, info, label, work.settings, depth, monitor)
            told_of += stored.notes
        except CancelledError as error:
            kept = (
                f" {', '.join(wanted[:place])} {'is' if place == 1 else 'are'} kept."
                if place
                else ""
            )
            raise CancelledError(f"{error}{kept}") from error
    ranked = amount(depth, "candidate")
    done = f"{', '.join(wanted)} ranked {ranked} a query, for {amount(info.queries, 'query')}."
    return " ".join([done, *told_of])


def overlap(work: Work) -> str:
    """Measure how far the tables of a benchmark's pairs overlap."""
    info = registry.benchmark(work.workspace, work.subject)
    found = measure_overlaps(work.workspace, info, work.settings, monitor=work.monitor)
    pairs = found.select("query", "candidate", "pairs").n_unique()
    return f"Names and values of {amount(pairs, 'pair')} compared."


def judge(work: Work) -> str:
    """Carry a judge run out, as `core.jobs.submit_judge_run` asks for it."""
    info = registry.benchmark(work.workspace, work.arguments["benchmark"])
    done = judging.continue_run(
        work.workspace, info, int(work.arguments["run"]), work.settings, work.monitor
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
    work.monitor.progress(0, 0, "Reading the tables of settled cases")
    model = refit_matcher(work.workspace, curator, [info], work.settings, Lesson(task))
    work.monitor.raise_if_stopped("The rule stays as it was.")
    keep_model(work.workspace, curator, model)
    return (
        f"It has learned from {model.cases:,} cases; cross-validated it agrees with people on "
        f"{model.validation.accuracy.value:.1%}."
    )
