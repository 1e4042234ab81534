"""Buttons that put pairs to the vote from wherever they were found."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core import labels
from core.benchmarks.auditing.case_list import CaseFilter
from core.benchmarks.curating import labelling
from core.benchmarks.curating.lake_labels import put_to_the_vote
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.labels import Order, QueueTerms, Role
from core.labels.queueing.queues import MAX_WANTED, SAMPLE
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.identity import ask_name, may, me, me_or_local
from pages.shared.links import ADJUDICATE
from pages.shared.words import amount, plain
from pages.voting.queue_forms import go_to_queue

_NEW = "a new queue"
_NAME = "disputed"
"""Of a new queue that is given none; once it is there, pairs go into it unless told otherwise."""


def label_button(
    lake: str,
    pairs: Sequence[tuple[str, str]],
    key: str,
    words: str = "",
    join_on: Sequence[str] = (),
) -> None:
    """Offer to vote on pairs of tables of a lake at once.

    Parameters
    ----------
    pairs
        Query table and candidate each.
    join_on
        Columns of the query to be joined on; none if the question is the union.
    """
    what = words or ("Label this pair" if len(pairs) == 1 else "Label these pairs")
    if not vote_button(what, f"label {key}", _help(len(pairs), join_on)):
        return
    with shown_plainly():
        info, queue, cases = put_to_the_vote(workspace(), me_or_local(), lake, pairs, join_on)
        go_to_queue(info, queue, *cases)


def vote_button(words: str, key: str, told: str | None = None) -> bool:
    """Offer to put pairs to the vote, and tell whether that was pressed; viewers read why not."""
    allowed = may(Role.ANNOTATOR)
    return st.button(
        words,
        key=key,
        icon=":material/gavel:",
        disabled=not allowed,
        help=told if allowed else "Viewers put no pairs to the vote; annotators and curators do.",
    )


def _help(pairs: int, join_on: Sequence[str]) -> str:
    asked = "can the rows of one be appended to the other?"
    if join_on:
        asked = "does joining the one add what belongs to the rows of the other?"
    return f"Vote on {amount(pairs, 'pair')}: {asked}"


def send_to_queue(
    info: BenchmarkInfo,
    runs: tuple[str, ...],
    k: int,
    wanted: CaseFilter,
    *,
    most: int,
    proposed: int,
) -> None:
    """Offer to put the disputed pairs that have what is wanted into a queue, under one's name.

    Parameters
    ----------
    most
        How many there are.
    proposed
        How many of them are proposed.
    """
    curator = me()
    if curator is None:
        ask_name("The queue is kept under your name; the browser keeps it.")
        return
    if not curator.may(Role.CURATOR):
        st.markdown("Only a curator sends pairs to a queue.")
        return
    there = {
        queue.name: queue
        for queue in labels.queues(workspace(), info.key)
        if SAMPLE not in queue.source
    }
    offered = [_NEW, *there]
    with st.form(f"send to a queue of {info.name}", border=False):
        place = st.selectbox(
            "Queue",
            offered,
            index=offered.index(_NAME) if _NAME in there else 0,
            format_func=lambda name: "A new queue" if name == _NEW else name,
        )
        name = st.text_input("Name, if it is new", placeholder=_NAME)
        votes = st.number_input("Votes a case, if it is new", 1, MAX_WANTED, value=2)
        first = st.number_input(
            "How many at most, the most disputed first", 1, most, value=proposed
        )
        sent = st.form_submit_button("Send", type="primary")
    if not sent:
        return
    with shown_plainly():
        found = labelling.narrowed_pairs(workspace(), info, runs, k, wanted)
        pairs = found[: int(first)]
        if place == _NEW:
            kind = wanted.kind.value if wanted.kind else "disagreements"
            source = {"from": kind, "runs": list(runs), "k": k}
            made = labels.create_queue(
                workspace(),
                curator,
                info.key,
                name.strip() or _NAME,
                pairs,
                QueueTerms(wanted=int(votes), order=Order.RANK, source=source),
            )
            _told(info, len(pairs), len(pairs), made.name)
        elif name.strip():
            raise InputError(
                f"A name is one of a new queue, and {place} is chosen. Choose A new queue, or "
                f"leave the name empty. Got {name.strip()!r}."
            )
        else:
            added = labels.add_to_queue(workspace(), curator, there[place], pairs)
            _told(info, added, len(pairs), place)


def _told(info: BenchmarkInfo, added: int, of: int, queue: str) -> None:
    known = f"; {of - added:,} were there already" if added < of else ""
    st.success(f"{amount(added, 'pair')} sent to {plain(queue)}{known}.")
    st.page_link(
        ADJUDICATE,
        label=f"Vote on {plain(queue)}",
        icon=":material/gavel:",
        query_params={"benchmark": info.name, "queue": queue},
    )
