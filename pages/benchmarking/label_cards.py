"""Queues, agreement and the current release of a benchmark on Home, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.amounts import percent
from core.benchmarks import registry
from core.benchmarks.curating.label_state import LabelState
from core.benchmarks.curating.settling import PEOPLE
from core.benchmarks.types import BenchmarkInfo
from core.labels.types import Role
from pages.shared.catalog_cache import workspace
from pages.shared.identity import me_or_local
from pages.shared.label_cache import Labels, state_of
from pages.shared.links import ADJUDICATE, RELEASES, Parameters
from pages.shared.words import amount, plain, since

_MOST_QUEUES = 3


@dataclass(frozen=True)
class Step:
    """Something useful to do next: a sentence, a button and where it leads."""

    sentence: str
    button: str
    icon: str
    page: str
    address: Parameters


def show_labels(info: BenchmarkInfo) -> None:
    """Show how far the queues are, how far people agree, and what the current release is."""
    state = _state(info)
    for queue in state.queues[:_MOST_QUEUES]:
        done = queue.progress
        st.progress(
            done.votes / done.votes_wanted if done.votes_wanted else 1.0,
            text=f"Queue {plain(queue.name)}: {done.done:,} of {amount(done.cases, 'case')} done, "
            f"{done.votes:,} of {done.votes_wanted:,} votes",
        )
    more = len(state.queues) - _MOST_QUEUES
    if more > 0:
        st.caption(f"and {amount(more, 'queue')} more")
    if state.votes or state.release:
        st.markdown(_told(state))


def next_label_step() -> Step | None:
    """Find the most useful thing to do about labels: vote, decide, or release; none if nothing.

    It is something that who is here may do.
    """
    states = [(info, _state(info)) for info in registry.benchmarks(workspace())]
    reader = me_or_local()
    for info, state in states:
        to_do = state.to_do
        if to_do is not None and reader.role is not Role.VIEWER:
            open_cases = to_do.progress.cases - to_do.progress.done
            cases = amount(to_do.progress.cases, "case")
            of_all = f"{open_cases:,} of {cases}" if to_do.progress.done else cases
            yours = f"; {to_do.left:,} of them may have yours" if to_do.left < open_cases else ""
            return Step(
                f"{of_all} in the queue **{plain(to_do.name)}** of {plain(info.name)} still "
                f"{'needs' if open_cases == 1 else 'need'} a vote{yours}.",
                "Continue voting",
                ":material/gavel:",
                ADJUDICATE,
                {"benchmark": info.name, "queue": to_do.name},
            )
    for info, state in states:
        if state.waiting and reader.role is Role.CURATOR:
            return Step(
                f"{amount(state.waiting, 'case')} of **{plain(info.name)}** "
                f"{'has' if state.waiting == 1 else 'have'} all the votes asked for, and they do "
                f"not settle {'it' if state.waiting == 1 else 'them'}: a curator decides.",
                "Decide",
                ":material/gavel:",
                RELEASES,
                {"benchmark": info.name, "view": "To decide"},
            )
    for info, state in states:
        if state.newer.count and state.votes and reader.role is Role.CURATOR:
            than = (
                f"release {plain(state.release.name)}" if state.release else "the published labels"
            )
            return Step(
                f"{state.newer.told} on **{plain(info.name)}** "
                f"{'is' if state.newer.count == 1 else 'are'} newer than {than}.",
                "See what would change",
                ":material/how_to_vote:",
                RELEASES,
                {"benchmark": info.name, "view": "Releases"},
            )
    return None


def _state(info: BenchmarkInfo) -> LabelState:
    return state_of(Labels.of(info, PEOPLE), me_or_local())


def _told(state: LabelState) -> str:
    told = [f"{state.all_votes} of {voters_told(state)}"]
    if state.agreement is not None:
        told.append(f"agreement **{percent(state.agreement)}**")
    if state.release is None:
        told.append("no release yet")
    else:
        newest = state.release
        told.append(
            f"release **{plain(newest.name)}** {since(newest.created_at)} with "
            f"{amount(newest.changed, 'changed label')}, {state.newer.told} since"
        )
    return "; ".join(told) + "."


def voters_told(state: LabelState) -> str:
    """Say how many people and how many judges have voted."""
    people = state.voters - state.judges
    told = []
    if people or not state.judges:
        told.append("one person" if people == 1 else amount(people, "person"))
    if state.judges:
        told.append("one judge" if state.judges == 1 else amount(state.judges, "judge"))
    return " and ".join(told)
