"""Adjudicate: decide, quickly and well."""

from __future__ import annotations

import streamlit as st

from core import labels
from core import lake as lakes
from core.benchmarks.types import BenchmarkInfo
from core.labels import Queue, Role, Voter
from pages.benchmarking.choice import choose_benchmark
from pages.lakes.encoding import encoder_for
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.fields import Field, one_of, several
from pages.shared.heading import short_head
from pages.shared.identity import me_or_ask
from pages.shared.streamlit_inside import is_step_in_history
from pages.shared.words import plain
from pages.voting.queue_forms import queue_form
from pages.voting.queue_review import WHICH, review_queue
from pages.voting.screen import voting_screen
from pages.voting.session import asked_for, voting_in

VIEWS = ("Vote", "Review")


def page() -> None:
    """Hand out the cases of a queue to vote on, or open it afterwards."""
    address = Address(
        "adjudicate",
        Field("benchmark", None),
        Field("queue", None),
        Field("view", VIEWS[0], one_of(VIEWS)),
        Field("cases", next(iter(WHICH)), one_of(tuple(WHICH))),
        Field("case", [], several),
    )
    head = short_head("Adjudicate")
    info = choose_benchmark(address, head)
    address.tell_refused()
    voter = me_or_ask("Your name stands beside your votes; the browser keeps it.", address)
    queues = {queue.name: queue for queue in labels.queues(workspace(), info.key)}
    curates = voter.role is Role.CURATOR
    with head:
        chosen = _choose_queue(address, queues)
        if curates and queues:
            with st.popover("New queue", icon=":material/add:", key=f"new queue of {info.name}"):
                queue_form(info, voter)
            st.segmented_control(
                "View", VIEWS, key=address.key("view"), required=True, label_visibility="collapsed"
            )
    if chosen is not None and curates and address["view"] == "Review":
        review_queue(address, info, voter, chosen)
        return
    address.write()
    if chosen is None:
        _without_queue(info, voter)
    else:
        _vote(address, info, voter, chosen)


def _choose_queue(address: Address, queues: dict[str, Queue]) -> Queue | None:
    if not queues:
        return None
    wanted = address["queue"]
    if wanted not in queues:
        if wanted:
            st.warning(f"There is no queue {plain(wanted)} any more.")
        address.set("queue", next(iter(queues)))
    return queues[st.selectbox("Queue", list(queues), key=address.key("queue"))]


def _without_queue(info: BenchmarkInfo, voter: Voter) -> None:
    st.markdown(
        f"**{plain(info.name)}** has no queue yet. A queue is a list of pairs to vote on: what "
        "runs and ground truth disagree about, a sample of what they agree on, or your own pairs."
    )
    if voter.role is Role.CURATOR:
        with st.container(border=True):
            queue_form(info, voter)
    else:
        st.caption("A curator makes queues.")


def _vote(address: Address, info: BenchmarkInfo, voter: Voter, queue: Queue) -> None:
    if voter.role is Role.VIEWER:
        st.info(
            "You may look, not vote. Who may stands in `SOUNDINGS_ANNOTATORS` and "
            "`SOUNDINGS_CURATORS`, in the environment of the machine that this runs on; whoever "
            "has that can add your name."
        )
        return
    lake = lakes.lake(workspace(), info.name)
    voting = voting_in(info.name, lake.fingerprint, queue, voter, encoder_for(lake))
    asked = [*asked_for(queue), *_linked(address)]
    if asked:
        voting.asked_for = asked
        voting.case = None
    if voting.case is None and not voting.breathes:
        voting.advance()
    voting_screen(voting)


def _linked(address: Address) -> list[int]:
    """Tell once which cases a link asks for: a reload of the page goes on with the queue.

    Who goes back in the browser's history passes over a link that was followed before, and asks
    for nothing.
    """
    named = [int(case) for case in address["case"] if case.isdecimal()]
    if address["case"]:
        address.set("case", [])
        address.write()
    return [] if is_step_in_history() else named


if __name__ == "__main__":
    page()
