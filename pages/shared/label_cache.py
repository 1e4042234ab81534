"""What is computed of a benchmark's votes and releases, once a state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl
import streamlit as st

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.auditing import audit
from core.benchmarks.curating import rescoring, settling
from core.benchmarks.curating.label_errors import (
    ConcludedCases,
    as_made,
    concluded_cases,
    label_errors,
    release_of,
)
from core.benchmarks.curating.label_state import (
    LabelState,
    QueueState,
    label_state,
    queue_states,
)
from core.benchmarks.curating.rescoring import Rescoring
from core.benchmarks.curating.settling import PEOPLE, Conclusions, votes_of
from core.benchmarks.curating.voted_pairs import voted_pairs
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Metric
from core.labels.agreement.estimates import Measure
from core.labels.agreement.overall import Agreement, case_agreement, overall_agreement
from core.labels.agreement.pairs import pair_agreement
from core.labels.fingerprints import labels_fingerprint, queues_fingerprint
from core.labels.settling.consensus import Consensus
from core.labels.settling.rules import Rule, Settling, votes_without
from core.labels.types import Kind, Queue, Voter
from core.labels.voters.report import voter_report
from core.store import Workspace
from pages.shared.catalog_cache import workspace

Kinds = tuple[Kind, ...]


@dataclass(frozen=True)
class Labels:
    """A benchmark's votes and releases as they stand; what is computed of them is kept by it.

    A case whose candidate has left the lake without a label settles nothing, so they are kept by
    the lake, too.

    Parameters
    ----------
    votes
        Changes with every vote, decision, queue and release, and with what queues want of cases
        that have a vote; and with who is set aside.
    lake
        The lake's fingerprint.
    without
        Voters who are set aside: no vote of theirs counts.
    """

    root: str
    name: str
    votes: str
    lake: str
    without: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, info: BenchmarkInfo, kinds: Kinds | None = None, without: tuple[str, ...] = ()
    ) -> Labels:
        """Name the votes and releases of a benchmark as they stand, of everybody unless told.

        Of some kinds of voters and people it is the same whatever others vote.
        """
        here = workspace()
        votes = labels_fingerprint(here, info.key, kinds)
        stand = f"{votes} without {', '.join(without)}" if without else votes
        lake = lakes.stamp(here, info.name).fingerprint
        return cls(str(here.root), info.name, stand, lake, without)

    def found(self) -> tuple[Workspace, BenchmarkInfo]:
        """Open the workspace and find the benchmark."""
        here = Workspace(Path(self.root))
        return here, registry.benchmark(here, self.name)


@dataclass(frozen=True)
class Terms:
    """When votes settle a case, as chosen on a page; hashable, unlike `Settling`.

    Parameters
    ----------
    wanted
        Votes of cases of which a queue wants more, by case.
    weights
        Of voters in the weighted majority, by name; 1 for those who are not named.
    """

    threshold: float
    least: int
    wanted: tuple[tuple[str, int], ...] = ()
    weights: tuple[tuple[str, float], ...] = ()

    @property
    def settling(self) -> Settling:
        """The same for the rules."""
        return Settling(self.threshold, self.least, dict(self.wanted), dict(self.weights))


def state_of(of: Labels, voter: Voter, kinds: Kinds = PEOPLE) -> LabelState:
    """Tell where the labels stand, counting the votes of some kinds of voters."""
    queues = _queue_states_of(of, voter, _filled(of))
    return replace(_state_of(of, voter, kinds), queues=queues)


def _filled(of: Labels) -> str:
    here, info = of.found()
    return queues_fingerprint(here, info.key)


@st.cache_data(show_spinner=False, max_entries=64)
def _state_of(of: Labels, voter: Voter, kinds: Kinds) -> LabelState:
    return label_state(*of.found(), voter, kinds, of.without)


@st.cache_data(show_spinner=False, max_entries=64)
def _queue_states_of(of: Labels, voter: Voter, filled: str) -> tuple[QueueState, ...]:
    """Tell how far the queues are; `filled` is `queues_fingerprint`."""
    return queue_states(*of.found(), voter)


@st.cache_resource(show_spinner=False, max_entries=8)
def current_votes_of(of: Labels, kinds: Kinds) -> pl.DataFrame:
    """Read the current votes of some kinds of voters."""
    return votes_without(votes_of(*of.found(), kinds), of.without)


@st.cache_resource(show_spinner="Comparing the voters", max_entries=8)
def agreement_of(of: Labels, kinds: Kinds) -> Agreement:
    """Measure how far all voters agree."""
    return overall_agreement(current_votes_of(of, kinds))


@st.cache_resource(show_spinner="Comparing every two voters", max_entries=16)
def pairs_of(of: Labels, kinds: Kinds, measure: Measure) -> pl.DataFrame:
    """Measure how far every two voters agree, by one measure."""
    return pair_agreement(current_votes_of(of, kinds), measures=(measure,))


@st.cache_resource(show_spinner="Comparing the voters", max_entries=8)
def voters_of(of: Labels, kinds: Kinds) -> pl.DataFrame:
    """Tell of every voter what is known."""
    return voter_report(current_votes_of(of, kinds))


@st.cache_resource(show_spinner=False, max_entries=8)
def cases_of(of: Labels, kinds: Kinds) -> pl.DataFrame:
    """Measure agreement case by case, with the pairs."""
    votes = current_votes_of(of, kinds)
    pairs = votes.select(pl.col("case").cast(pl.String), "query", "table").unique("case")
    return case_agreement(votes).join(pairs, on="case", how="left", maintain_order="left")


@st.cache_resource(show_spinner="Comparing the voters", max_entries=8)
def weights_of(of: Labels, reader: Voter, kinds: Kinds) -> pl.DataFrame:
    """Estimate what each voter should count in a weighted majority."""
    here, info = of.found()
    return settling.estimated_weights(here, reader, info, kinds, of.without)


@st.cache_resource(show_spinner="Applying the rules", max_entries=8)
def rules_of(
    of: Labels, reader: Voter, terms: Terms, kinds: Kinds
) -> tuple[tuple[Consensus, ...], pl.DataFrame]:
    """Lay the conclusions of all rules beside each other."""
    here, info = of.found()
    how = replace(terms.settling, without=of.without)
    return settling.rules_beside(here, reader, info, how, kinds)


@st.cache_resource(show_spinner="Applying the rule", max_entries=16)
def conclusions_of(
    of: Labels, reader: Voter, rule: Rule, terms: Terms, kinds: Kinds, base: str
) -> Conclusions:
    """Conclude by one rule and the curators."""
    here, info = of.found()
    how = replace(terms.settling, without=of.without)
    return settling.conclude(here, reader, info, rule, how, kinds=kinds, base=base)


@st.cache_resource(show_spinner=False, max_entries=8)
def _concluded_of(of: Labels, reader: Voter, least: int, release: str) -> ConcludedCases:
    here, info = of.found()
    return concluded_cases(here, reader, replace(info, positive_from=least), release)


@st.cache_resource(show_spinner="Comparing votes and labels", max_entries=32)
def label_errors_of(of: Labels, reader: Voter, queue: Queue, filled: str) -> pl.DataFrame:
    """Count wrong labels among the cases of a queue; `filled` is `queues_fingerprint`."""
    here, info = of.found()
    made = as_made(info, queue)
    concluded = _concluded_of(of, reader, made.positive_from, release_of(here, info, queue))
    return label_errors(here, reader, made, queue, concluded)


@st.cache_resource(show_spinner=False, max_entries=16)
def voted_pairs_of(of: Labels) -> tuple[pl.DataFrame, str]:
    """List the pairs with votes, and those that the newest release settles."""
    return voted_pairs(*of.found())


def scores_state(info: BenchmarkInfo) -> str:
    """Return a text that changes with every run."""
    return audit.fingerprint(workspace(), info)


@st.cache_resource(show_spinner="Scoring every run under every release", max_entries=16)
def rescoring_of(of: Labels, scores: str, k: int, metric: Metric, least: int) -> Rescoring:
    """Score every run under every release; `scores` is `scores_state`."""
    here, info = of.found()
    return rescoring.rescore(here, replace(info, positive_from=least), k, metric)
