"""Judges: what would it cost, what did they say, can I trust them."""

from __future__ import annotations

import streamlit as st

from pages.benchmarking.choice import choose_benchmark
from pages.judging.rule import show_rule
from pages.judging.runs import show_runs
from pages.judging.setup import FIELDS as SETUP_FIELDS
from pages.judging.setup import set_up
from pages.judging.trust import FIELDS as TRUST_FIELDS
from pages.judging.trust import show_trust
from pages.judging.voted import tell_voted
from pages.shared.address import Address
from pages.shared.fields import Field, one_of
from pages.shared.heading import short_head
from pages.shared.identity import me_or_ask

SET_UP, RUNS, TRUST, RULE = "Set up", "Runs", "Can it be trusted", "The rule voter"
_WIDTH = 250
VIEWS = (SET_UP, RUNS, TRUST, RULE)


def page() -> None:
    """Set judges up, watch them, and see how far they can be trusted."""
    address = Address(
        "judges",
        Field("benchmark", None),
        Field("view", VIEWS[0], one_of(VIEWS)),
        *SETUP_FIELDS,
        Field("run", None),
        *TRUST_FIELDS,
        Field("task", None),
    )
    head = short_head("Judges")
    address.tell_refused()
    info = choose_benchmark(address, head.container(width=_WIDTH))
    with head.container(horizontal=True, vertical_alignment="center", width="content"):
        tell_voted(info)
    st.segmented_control(
        "View", VIEWS, key=address.key("view"), required=True, label_visibility="collapsed"
    )
    if address["view"] == RULE:
        show_rule(address, info)
    else:
        why = "Judges are asked, and their reports opened, under your name."
        curator = me_or_ask(why, address)
        if address["view"] == SET_UP:
            set_up(address, info, curator)
        elif address["view"] == RUNS:
            show_runs(address, info, curator)
        else:
            show_trust(address, info, curator)
    address.write()


if __name__ == "__main__":
    page()
