"""The audit of one benchmark as one page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from core import __version__
from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.audit import AGREEING
from core.benchmarks.own_tables import told_own
from core.benchmarks.runs import runs
from core.benchmarks.types import BASE, BenchmarkInfo
from core.monitor import UNMONITORED, Monitor
from core.reports.contents import overlap_parts, profile_parts
from core.reports.page import page, text
from core.reports.results import case_parts, comparison_parts, curve_parts, score_parts
from core.settings import Settings
from core.store import Workspace


def benchmark_report(
    workspace: Workspace,
    info: BenchmarkInfo,
    settings: Settings,
    k: int = 10,
    labels: Sequence[str] | None = None,
    release: str = BASE,
    monitor: Monitor = UNMONITORED,
) -> str:
    """Say on one HTML page what an audit of a benchmark found.

    Its profile, overlap and leak; if it has runs, their scores and, if a label is positive, the
    comparison of the best two, curves over k, GTFP and GTFN, and the disputed pairs. The page
    needs no other file and no network; every text that comes from the benchmark is escaped.

    Parameters
    ----------
    k
        Cut-off, 1 to 1,000.
    labels
        Runs whose common disputes are listed; the best three by P@k if none are given.
    monitor
        Told how far it is if the overlaps must be measured first.

    Raises
    ------
    RunNotFoundError, ReleaseNotFoundError
        If one of them is not there.
    CutoffError
        If k is out of range.
    """
    parts = [*_head(workspace, info, release), *profile_parts(workspace, info)]
    parts += overlap_parts(workspace, info, settings, release, monitor)
    if runs(workspace, info):
        board = scored_runs.leaderboard(workspace, info, k, release)
        best = [row.run.method for row in board.rows]
        found = audit.judged(workspace, info, None, release)
        parts += score_parts(workspace, info, board)
        if board.scorable:
            parts += comparison_parts(found, best, k)
            parts += curve_parts(found, k)
            parts += case_parts(workspace, found, list(labels or best[:AGREEING]), k)
    else:
        parts.append(text("Runs", "h2"))
        parts.append(text("No method was run on it yet."))
    return page(f"Audit of {info.name}", parts)


def _head(workspace: Workspace, info: BenchmarkInfo, release: str) -> list[str]:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    truth = registry.qrels(workspace, info, release)
    positives = len(truth.positives(info.positive_from))
    under = "" if release == BASE else f" under {release}"
    lines = [
        text(f"Audit of {info.name}", "h1"),
        text(f"Made by Soundings {__version__} on {now}; release {release}.", look="note"),
        text(
            f"{amount(len(truth.queries), 'query')}, {positives:,} positive and "
            f"{amount(len(truth) - positives, 'negative label')}{under}, read as {info.format}."
        ),
    ]
    if info.missing:
        lines.append(
            text(
                f"{amount(info.missing, 'further label', 'lacks', 'lack')} a table, and no score "
                f"counts {'it' if info.missing == 1 else 'them'}."
            )
        )
    if told := told_own(workspace, info):
        lines.append(text(told))
    lines += [text(note, look="note") for note in info.notes]
    return lines
