"""What is computed of a benchmark, once a state: keys are names and fingerprints, never frames."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl
import streamlit as st

from core.benchmarks import registry
from core.benchmarks.auditing import audit, published
from core.benchmarks.auditing.audit import AGREEING, Judged
from core.benchmarks.auditing.board import board_frame, ideal_curve
from core.benchmarks.auditing.case_list import case_frame
from core.benchmarks.auditing.corpus import corpus_curves
from core.benchmarks.auditing.kept_runs import KeptRuns
from core.benchmarks.auditing.published import Figures
from core.benchmarks.auditing.scored_runs import Leaderboard
from core.benchmarks.judging import cases as judging_cases
from core.benchmarks.judging.cases import CaseChoice
from core.benchmarks.one_pair import pair
from core.benchmarks.one_pair.pair import PairView
from core.benchmarks.overlaps import comparing
from core.benchmarks.overlaps.overlap_summary import (
    Leak,
    OverlapSummary,
    compared_with,
    leak,
    summarize,
)
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.overlaps.set_kinds import SetKind
from core.benchmarks.overlaps.stored_overlaps import overlaps_fingerprint, stored_overlaps
from core.benchmarks.own_tables import told_own, told_own_pairs
from core.benchmarks.profile import BenchmarkProfile
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Against, Comparison, Disagreements, Metric
from core.labels.types import Pair
from core.store import Workspace
from core.types import LakeStamp
from pages.shared.catalog_cache import settings, workspace
from pages.shared.label_cache import Labels


@dataclass(frozen=True)
class Audit:
    """A benchmark as it stands; hashable, so that what is computed of it can be kept by it.

    Parameters
    ----------
    scores
        Fingerprint of everything that a score depends on.
    ground
        Fingerprint of what the score of one run depends on besides the run.
    overlaps
        Fingerprint of the overlaps; empty while they are not measured.
    lake
        The lake's fingerprint.
    """

    root: str
    name: str
    scores: str
    ground: str
    overlaps: str
    lake: str

    @classmethod
    def of(cls, info: BenchmarkInfo, lake: LakeStamp) -> Audit:
        """Name a benchmark as it stands."""
        here = workspace()
        return cls(
            str(here.root),
            info.name,
            audit.fingerprint(here, info),
            audit.ground_fingerprint(here, info),
            overlaps_fingerprint(here, info),
            lake.fingerprint,
        )

    def found(self) -> tuple[Workspace, BenchmarkInfo]:
        """Open the workspace and find the benchmark."""
        here = Workspace(Path(self.root))
        return here, registry.benchmark(here, self.name)


@st.cache_resource(show_spinner="Reading the pairs", max_entries=8)
def overlaps_of(of: Audit, what: SetKind) -> pl.DataFrame | None:
    """Read one kind of the measured overlaps, a row a pair; none if there are none yet.

    Positive pairs come first, of each kind of pair those that overlap least.
    """
    found = stored_overlaps(*of.found(), what=what) if of.overlaps else None
    if found is None:
        return None
    return found.sort("pairs", "coefficient", "query_table", "candidate", nulls_last=True)


@st.cache_data(show_spinner=False, max_entries=64)
def leak_of(of: Audit, what: SetKind) -> Leak | None:
    """Compare positive pairs with the labelled negatives, or with random pairs without any."""
    found = overlaps_of(of, what)
    if found is None:
        return None
    return leak(found, what, compared_with(found))


@st.cache_data(show_spinner=False, max_entries=256)
def summary_of(of: Audit, what: SetKind, pairs: PairKind) -> OverlapSummary | None:
    """Summarise one coefficient over the pairs of one kind."""
    found = overlaps_of(of, what)
    return None if found is None else summarize(found, what, pairs)


@st.cache_data(show_spinner=False, max_entries=32)
def own_tables_of(of: Audit) -> tuple[str, str]:
    """Say what becomes of queries' own tables, and how many pairs with them overlaps leave out."""
    here, info = of.found()
    return told_own(here, info), told_own_pairs(here, info)


@st.cache_data(show_spinner="Counting rows and columns", max_entries=32)
def profile_of(of: Audit) -> BenchmarkProfile:
    """Profile the query tables and the others."""
    return comparing.profile_of(*of.found())


@st.cache_resource(show_spinner=False, max_entries=4)
def _kept_runs(root: str, name: str, ground: str) -> KeptRuns:
    """Keep what is loaded and computed of each run, while labels and lake stay as they are."""
    here = Workspace(Path(root))
    return KeptRuns(here, registry.benchmark(here, name))


@st.cache_resource(show_spinner="Scoring the runs", max_entries=16)
def leaderboard_of(of: Audit, k: int) -> Leaderboard:
    """Score every run that is not scored yet; intervals are found when they are asked for."""
    return _kept_runs(of.root, of.name, of.ground).leaderboard(k)


def best_runs(of: Audit, k: int) -> tuple[str, ...]:
    """Name the runs that are looked at together unless told otherwise, the best three."""
    return tuple(row.run.method for row in leaderboard_of(of, k).rows[:AGREEING])


def figures_of(of: Audit) -> Figures:
    """Find the published figures of a benchmark."""
    return _figures_of(of.root, of.name, of.ground)


@st.cache_data(show_spinner=False, max_entries=16)
def _figures_of(root: str, name: str, ground: str) -> Figures:
    here = Workspace(Path(root))
    return published.figures_of(here, registry.benchmark(here, name))


@st.cache_data(show_spinner=False, max_entries=32)
def board_of(of: Audit, k: int) -> pl.DataFrame:
    """List the leaderboard with the published figures, and of intervals those that are shown."""
    return board_frame(leaderboard_of(of, k), figures_of(of).published, [Metric.P])


@st.cache_resource(show_spinner="Reading the runs", max_entries=4)
def judged_of(of: Audit) -> Judged:
    """Load the ground truth and every run."""
    return _kept_runs(of.root, of.name, of.ground).judged()


@st.cache_resource(show_spinner="Looking for disagreements", max_entries=32)
def disputed_of(of: Audit, labels: tuple[str, ...], k: int) -> Disagreements:
    """List what some runs together dispute."""
    found = judged_of(of)
    return audit.disputed(replace(found, runs={one: found.runs[one] for one in labels}), k)


@st.cache_resource(show_spinner=False, max_entries=32)
def cases_of(of: Audit, labels: tuple[str, ...], k: int) -> pl.DataFrame:
    """List the disputed pairs with their ranks in every run."""
    here, info = of.found()
    tables = {query.query_id: query.table for query in registry.queries(here, info)}
    return case_frame(disputed_of(of, labels, k), tables, judged_of(of).runs)


@st.cache_resource(show_spinner="Choosing the cases", max_entries=8)
def cases_to_judge(of: Audit, votes: Labels, queued: str, choice: CaseChoice) -> list[Pair]:
    """List the cases of a choice for judges, which nobody changes.

    Parameters
    ----------
    votes, queued
        Stand for the votes, and for what is in the queues (`queues_fingerprint`).
    """
    here, info = of.found()
    return judging_cases.cases_of(here, info, choice)


@st.cache_resource(show_spinner="Comparing the two runs", max_entries=32)
def comparison_of(of: Audit, first: str, second: str, k: int, metric: Metric) -> Comparison:
    """Compare two runs query by query."""
    return audit.compare_runs(judged_of(of), first, second, k, metric)


@st.cache_resource(show_spinner="Comparing the runs", max_entries=16)
def comparisons_of(of: Audit, baseline: str, k: int, metric: Metric) -> Against:
    """Compare every other run with one."""
    judged = judged_of(of)
    others = [label for label in judged.runs if label != baseline]
    return audit.compare_with(judged, baseline, others, k, metric)


@st.cache_resource(show_spinner="Scoring at every k", max_entries=8)
def curves_of(of: Audit, deepest: int) -> pl.DataFrame:
    """Score every run at each cut-off."""
    return audit.curves(judged_of(of), deepest)


@st.cache_resource(show_spinner="Looking at parts of the corpus", max_entries=8)
def corpus_curves_of(of: Audit, k: int) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Tell every run's recall at several sizes of the corpus, and which runs are left out."""
    here, _ = of.found()
    return corpus_curves(here, judged_of(of), k)


@st.cache_data(show_spinner=False, max_entries=32)
def ideal_curve_of(of: Audit, deepest: int, metric: Metric) -> dict[int, float]:
    """Give the best reachable score at each cut-off."""
    return ideal_curve(judged_of(of), deepest, metric)


@st.cache_resource(show_spinner="Looking at both tables", max_entries=32)
def pair_of(of: Audit, query: str, table: str, encoder: str) -> PairView:
    """Put together what is known of a pair."""
    return pair.look_at_pair(*of.found(), query, table, settings(), encoder)
