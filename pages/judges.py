"""Judges: what would it cost, what did they say, can I trust them."""

from __future__ import annotations

import streamlit as st

from core.benchmarks.judge_report import judges_of
from core.benchmarks.types import BenchmarkInfo
from core.judges.matcher import NAME
from core.judges.runs import judge_runs
from pages.shared.address import Address, Field, one_of, several, whole
from pages.shared.benchmark_choice import choose_benchmark
from pages.shared.identity import me_or_ask
from pages.shared.judge_rule import show_rule
from pages.shared.judge_runs import show_runs
from pages.shared.judge_setup import MOST, PROTOCOL, fraction, set_up
from pages.shared.judge_trust import show_trust
from pages.shared.opened import workspace
from pages.shared.words import amount, plain

SET_UP, RUNS, TRUST, RULE = "Set up", "Runs", "Can it be trusted", "The rule voter"
VIEWS = (SET_UP, RUNS, TRUST, RULE)


def page() -> None:
    """Set judges up, watch them, and see how far they can be trusted."""
    address = Address(
        "judges",
        Field("benchmark", None),
        Field("view", VIEWS[0], one_of(VIEWS)),
        Field("judges", [NAME], several),
        Field("base_url"),
        Field("cases", None),
        Field("most", MOST, whole),
        Field("runs", PROTOCOL.runs, whole),
        Field("temperature", PROTOCOL.temperature, fraction),
        Field("swap", False, _truth),
        Field("graded", False, _truth),
        Field("facets", False, _truth),
        Field("confidence", False, _truth),
        Field("examples", 0, whole),
        Field("tokens", PROTOCOL.table_tokens, whole),
        Field("audit", False, _truth),
        Field("run", None, whole),
        Field("judge", None),
        Field("yes", None, whole),
        Field("of", None),
        Field("k", 10, whole),
        Field("task", None),
    )
    where, told = st.columns([1, 2.4], vertical_alignment="bottom")
    info = choose_benchmark(address, where)
    with told:
        st.markdown(_told(info))
    st.segmented_control(
        "View", VIEWS, key=address.key("view"), required=True, label_visibility="collapsed"
    )
    if address["view"] == RULE:
        show_rule(address, info)
    else:
        curator = me_or_ask("Judges are asked, and their reports opened, under your name.")
        if address["view"] == SET_UP:
            set_up(address, info, curator)
        elif address["view"] == RUNS:
            show_runs(address, info, curator)
        else:
            show_trust(address, info, curator)
    address.write()


def _told(info: BenchmarkInfo) -> str:
    voted = judges_of(workspace(), info)
    runs = len(judge_runs(workspace(), info.key))
    if not voted:
        return (
            "No judge has voted on this benchmark yet. `rule:matcher` needs no key and costs "
            "nothing: begin with it, and hold every language model against it."
        )
    named = ", ".join(f"**{plain(one.voter)}** on {amount(one.cases, 'case')}" for one in voted)
    return f"Voted so far: {named}, in {amount(runs, 'run')}."


def _truth(values: list[str]) -> bool:
    return values[0] == "True"


if __name__ == "__main__":
    page()
