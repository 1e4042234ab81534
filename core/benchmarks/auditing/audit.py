"""Load a benchmark's runs with one release of its ground truth; find what they dispute."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.errors import RunNotFoundError
from core.benchmarks.presence import Presence, presence
from core.benchmarks.runs import load_run, runs
from core.benchmarks.treatment import treatment
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import (
    Against,
    Comparison,
    Disagreements,
    Metric,
    Qrels,
    Run,
    against,
    compare,
    curve,
    disagreements,
)
from core.store import Workspace

AGREEING = 3
"""Runs, the best, that are looked at together: what several dispute is more likely wrong."""


@dataclass(frozen=True)
class Judged:
    """A benchmark's ground truth and runs made ready to be compared.

    The pairs to ignore are out of the rankings, and the query's own table is treated as the
    benchmark says.

    Parameters
    ----------
    ignored
        The pairs (query, table) that are out of the rankings, as nothing is known of them.
    there
        What of the benchmark is in its lake.
    own
        Query to its own table, where such count as positives whatever the labels say.
    """

    info: BenchmarkInfo
    release: str
    qrels: Qrels
    runs: dict[str, Run]
    ignored: tuple[tuple[str, str], ...] = ()
    there: Presence = field(kw_only=True)
    own: Mapping[str, str] = field(kw_only=True)


@dataclass(frozen=True)
class JudgedRun:
    """One run made ready to be scored by one ground truth, as `Judged` has several."""

    info: BenchmarkInfo
    release: str
    qrels: Qrels
    run: Run
    ignored: tuple[tuple[str, str], ...] = ()
    there: Presence = field(kw_only=True)
    own: Mapping[str, str] = field(kw_only=True)


def fingerprint(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> str:
    """Return a text that changes whenever a score or a disputed pair may: a key for caches.

    It takes a few milliseconds, where `scored_runs.leaderboard` takes a second for each run of
    2,000 queries.

    Raises
    ------
    ReleaseNotFoundError
        If the benchmark has none of that name.
    """
    stored = [f"{run.key} {run.method} {run.stale}" for run in runs(workspace, info)]
    return _digest([*_ground(workspace, info, release), *stored])


def ground_fingerprint(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> str:
    """Return a text that changes whenever the score of a run that is stored may; as `fingerprint`.

    It is the same after runs were added or removed.
    """
    return _digest(_ground(workspace, info, release))


def _ground(workspace: Workspace, info: BenchmarkInfo, release: str) -> list[str]:
    truth = registry.release_fingerprint(workspace, info, release)
    return [str(info.key), release, truth, lakes.stamp(workspace, info.name).fingerprint]


def _digest(parts: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def truth(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> Qrels:
    """Return the labels that runs are scored by, on the scale that `info.positive_from` is of.

    Raises
    ------
    ReleaseNotFoundError
        If the benchmark has none of that name.
    """
    read = registry.graded_qrels if info.positive_from > 1 else registry.qrels
    return read(workspace, info, release)


def judged(
    workspace: Workspace,
    info: BenchmarkInfo,
    labels: Sequence[str] | None = None,
    release: str = BASE,
    depth: int | None = None,
) -> Judged:
    """Load the ground truth and some runs of a benchmark.

    If only grades above 1 are positive, a published truth that knows 0 and 1 alone is brought to
    the scale of votes, where its 1 is a 2: it means unionable, not partly.

    Parameters
    ----------
    labels
        The runs; every stored one if none.
    depth
        The last rank that is wanted, 1 to 1,000: no run is held deeper. All ranks if none.

    Raises
    ------
    RunNotFoundError, ReleaseNotFoundError
        If one is not there, or the benchmark has no run at all.
    """
    together = {}
    for one in each_judged(workspace, info, labels, [release]):
        together[one.run.method] = one.run if depth is None else one.run.top(depth)
    return Judged(info, release, one.qrels, together, one.ignored, there=one.there, own=one.own)


def treated_run(workspace: Workspace, info: BenchmarkInfo, label: str) -> Run:
    """Load a run as it is scored by the published truth: see `Judged`.

    Raises
    ------
    RunNotFoundError
        If there is none of that label.
    """
    return treatment(workspace, info).run(load_run(workspace, info, label))


def each_judged(
    workspace: Workspace,
    info: BenchmarkInfo,
    labels: Sequence[str] | None,
    releases: Sequence[str],
) -> Iterator[JudgedRun]:
    """Give one run after another, and each of them under one release after another.

    A run is loaded once and no longer held than it is looked at, so that what is in memory grows
    neither with the runs nor, but for their ground truths, with the releases.

    Parameters
    ----------
    labels
        The runs; every stored one if none.

    Raises
    ------
    RunNotFoundError, ReleaseNotFoundError
        As `judged`.
    """
    wanted = _wanted(workspace, info, labels)
    treated = {name: treatment(workspace, info, name) for name in releases}
    truths = {name: treated[name].truth(truth(workspace, info, name)) for name in releases}
    there = presence(workspace, info)
    for label in wanted:
        stored = load_run(workspace, info, label)
        runs_of: dict[tuple[tuple[str, str], ...], Run] = {}
        for release, qrels in truths.items():
            ignored, own = treated[release].ignored, treated[release].own_positives
            if ignored not in runs_of:
                runs_of[ignored] = treated[release].run(stored)
            run = runs_of[ignored]
            yield JudgedRun(info, release, qrels, run, ignored, there=there, own=own)


def _wanted(
    workspace: Workspace, info: BenchmarkInfo, labels: Sequence[str] | None
) -> Sequence[str]:
    """Return the labels that are asked for, or those of all stored runs."""
    wanted = [run.method for run in runs(workspace, info)] if labels is None else labels
    if not wanted:
        raise without_runs(info)
    return wanted


def without_runs(info: BenchmarkInfo) -> RunNotFoundError:
    """Say that a benchmark has no run, and how to get one."""
    return RunNotFoundError(
        f"{info.name!r} has no run yet. Make one with `bench run {info.name} --method tfidf` "
        "(Run methods on Runs & disagreements)."
    )


def compare_runs(found: Judged, first: str, second: str, k: int, metric: Metric) -> Comparison:
    """Compare two runs query by query: difference, 95% interval, p-value."""
    return compare(
        found.runs[first],
        found.runs[second],
        found.qrels,
        k,
        metric,
        positive_from=found.info.positive_from,
    )


def compare_with(
    found: Judged, baseline: str, others: Sequence[str], k: int, metric: Metric
) -> Against:
    """Compare runs with a baseline, each query by query, p-values adjusted for their number."""
    return against(
        found.runs[baseline],
        [found.runs[label] for label in others],
        found.qrels,
        k,
        metric,
        positive_from=found.info.positive_from,
    )


def curves(found: Judged, deepest: int) -> pl.DataFrame:
    """Score every run at each cut-off from 1: columns ``run``, ``k``, ``queries``, the metrics."""
    cuts = range(1, deepest + 1)
    return pl.concat(
        curve(run, found.qrels, cuts, positive_from=found.info.positive_from).select(
            pl.lit(label).alias("run"), pl.all()
        )
        for label, run in found.runs.items()
    )


def disputed(found: Judged, k: int) -> Disagreements:
    """Measure and list what all the loaded runs together dispute (fishy-tus, section 5.2).

    A pair of which a table is not in the lake is no case, as nobody can look at it, nor is a query
    with its own table that counts as positive, as nobody has claimed it; the rates count both,
    being of rankings and labels as they are treated.
    """
    together, least = list(found.runs.values()), found.info.positive_from
    whole = disagreements(together, found.qrels, k, positive_from=least, own=found.own)
    return whole.without(found.there.absent(whole.cases))
