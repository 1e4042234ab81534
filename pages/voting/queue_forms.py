"""Making a queue: where its pairs come from, in which order, how many votes a case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from core import labels
from core.benchmarks import runs
from core.benchmarks.auditing.headline import made_headline
from core.benchmarks.curating import labelling
from core.benchmarks.curating.agreements import DRAWN_FROM, agreements
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.evaluation import CaseKind
from core.labels import Order, Pair, Queue, QueueTerms, Voter
from core.labels.queueing.queues import MAX_WANTED, first_pairs
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.links import ADJUDICATE
from pages.shared.uploads import on_disk
from pages.shared.words import amount
from pages.voting.session import ask_for

_DISPUTED, _AGREED, _LISTED = "disputed", "agreed", "listed"
_SOURCES = {
    _DISPUTED: "What runs dispute",
    _AGREED: "A sample of what they agree on",
    _LISTED: "A list of pairs",
}
_KINDS = {
    "disagreements": "Both kinds",
    CaseKind.GTFP.value: "Ranked, not positive",
    CaseKind.GTFN.value: "Positive, not ranked",
}
_ORDERS = {
    Order.RANK: "Rank: as listed, the most disputed first",
    Order.DISAGREEMENT: "Disagreement: votes that differ most first",
    Order.EFFECT: "Effect: labels that move the leaderboard most first",
    Order.RANDOM: "Random: shuffled with the seed",
}


@dataclass(frozen=True)
class _Choice:
    """Which pairs were chosen: found only once the form is sent."""

    find: Callable[[int], tuple[Sequence[Pair], dict[str, object]]]
    """From the seed to the pairs, and what the queue keeps of them besides."""
    source: dict[str, object]
    """How they were chosen, as the queue keeps it."""
    name: str
    """What to call the queue, if nothing else is said."""
    most: int | None = None
    """How many pairs are taken at most, the first by the order; all if none."""


def queue_form(info: BenchmarkInfo, curator: Voter) -> None:
    """Ask for everything that makes a queue, make it and go to it."""
    source = st.segmented_control(
        "Pairs",
        list(_SOURCES),
        default=_DISPUTED,
        required=True,
        format_func=_SOURCES.__getitem__,
        key="pairs of a new queue",
    )
    ask = {_DISPUTED: _ask_disputed, _AGREED: _ask_agreed, _LISTED: _ask_listed}[source]
    with st.form("new queue", border=False):
        choice = ask(info)
        order = st.selectbox("Order", list(_ORDERS), format_func=_ORDERS.__getitem__)
        left, middle, right = st.columns(3)
        wanted = left.number_input(
            "Votes a case", 1, MAX_WANTED, value=2, help="Of different people."
        )
        seed = middle.number_input(
            "Seed", 0, 2**31, value=0, help="Of a random order and of a sample."
        )
        # With the placeholder alone it would be another field once a file gives another name.
        name = right.text_input("Name", placeholder=choice.name, key="name of a new queue")
        tells = st.checkbox("Tell voters now and then how far they agree with the others")
        place = st.container()  # in sight: what stands below the buttons is to be scrolled to
        with st.container(horizontal=True):
            sent = st.form_submit_button("Make the queue", type="primary")
            counted = st.form_submit_button(
                "Count", help="Says how many cases and votes it would be, and makes nothing."
            )
    if sent or counted:
        with shown_plainly():
            pairs, further = choice.find(int(seed))
            every = first_pairs(pairs, order, int(seed), len(pairs))
            pairs = every[: choice.most]
            if counted:
                place.info(_told(len(pairs), len(every), int(wanted)))
                return
            made = labels.create_queue(
                workspace(),
                curator,
                info.key,
                name.strip() or choice.name,
                pairs,
                QueueTerms(
                    wanted=int(wanted),
                    order=order,
                    seed=int(seed),
                    source={**choice.source, **further},
                    tells_agreement=tells,
                ),
            )
            go_to_queue(info, made)


def _told(cases: int, there: int, wanted: int) -> str:
    """Say how much work a queue would be."""
    of = f", of {there:,} that there are" if cases < there else ""
    each = f", {wanted:,} a case" if wanted > 1 else ""
    votes = amount(cases * wanted, "vote")
    return f"It would have {amount(cases, 'case')}{of}, and want {votes}{each}."


def go_to_queue(info: BenchmarkInfo, queue: Queue, *cases: int) -> None:
    """Open a queue for voting, with some of its cases first."""
    ask_for(queue, cases)
    st.switch_page(ADJUDICATE, query_params={"benchmark": info.name, "queue": queue.name})


def _ask_runs(info: BenchmarkInfo, what: str) -> tuple[list[str], int]:
    stored = [run.method for run in runs.runs(workspace(), info)]
    if not stored:
        st.caption("There is no run yet: make one under Runs & disagreements, or list the pairs.")
    best = made_headline(workspace(), info)
    if stored and best is None:
        st.caption(
            "No label that it came with is positive, so runs dispute none: list the pairs instead."
        )
    chosen = st.multiselect(f"Runs that {what}", stored, default=best.disputing if best else None)
    k = st.number_input("Within the first k", 1, 100, value=5)
    return chosen, int(k)


def _ask_disputed(info: BenchmarkInfo) -> _Choice:
    chosen, k = _ask_runs(info, "all disagree with the ground truth")
    kind = st.selectbox("Kind", list(_KINDS), format_func=_KINDS.__getitem__)
    kinds = tuple(CaseKind) if kind == "disagreements" else (CaseKind(kind),)
    most = st.number_input(
        "Cases at most",
        1,
        10_000,
        value=None,
        placeholder="all",
        help="The first by the order below.",
    )

    def find(_: int) -> tuple[Sequence[Pair], dict[str, object]]:
        return labelling.disputed_pairs(workspace(), info, _named(chosen), k, kinds), {}

    source: dict[str, object] = {"from": kind, "runs": chosen, "k": k}
    if most is not None:
        source["size"] = int(most)
    return _Choice(find, source, "disputed", None if most is None else int(most))


def _ask_agreed(info: BenchmarkInfo) -> _Choice:
    chosen, k = _ask_runs(info, "all agree with the ground truth")
    size = int(st.number_input("Pairs to draw", 1, 10_000, value=50))
    st.caption("Half are positive, half negative: so errors that nobody disputes can be estimated.")

    def find(seed: int) -> tuple[Sequence[Pair], dict[str, object]]:
        drawn = agreements(workspace(), info, _named(chosen), k, size, seed)
        return drawn.pairs, {DRAWN_FROM: drawn.drawn_from}

    return _Choice(find, {"from": "agreements", "runs": chosen, "k": k, "size": size}, "agreed")


def _ask_listed(info: BenchmarkInfo) -> _Choice:
    file = st.file_uploader("Pairs", type="csv", help="A CSV with the columns query and table.")

    def find(_: int) -> tuple[Sequence[Pair], dict[str, object]]:
        if file is None:
            raise InputError(
                "A list of pairs is a CSV with the columns query and table. Choose one."
            )
        with on_disk(file) as path:
            return labelling.listed_pairs(workspace(), info, path), {}

    name = "listed" if file is None else Path(file.name).stem
    return _Choice(find, {"pairs": "" if file is None else file.name}, name)


def _named(chosen: list[str]) -> list[str]:
    if not chosen:
        raise InputError("Which pairs are disputed or agreed on is said by runs. Choose some.")
    return chosen
