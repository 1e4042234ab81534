"""Cases of a judge sent to people: those that it disputes, and a random sample of all."""

from __future__ import annotations

import polars as pl
import streamlit as st

from core.benchmarks.judging.samples import sample_queue, send_sample
from core.benchmarks.judging.sending import send_disputed
from core.benchmarks.types import BenchmarkInfo
from core.judges.reliability import Reliability
from core.labels import progress, queue
from core.labels.queueing.queues import MAX_WANTED
from core.labels.queueing.remaining import remaining, told_open
from core.labels.types import Voter
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.links import ADJUDICATE, PAIR, pair_address
from pages.shared.query_names import query_names
from pages.shared.words import amount, plain

_QUEUE, _WANTED, _SENT = "queue of disputed cases", "votes wanted of them", "cases that were sent"
_SIZE, _SAMPLED = "cases of the sample", "cases that were drawn"
_SAMPLE_SIZE = 50


def offer_sample(info: BenchmarkInfo, found: Reliability, curator: Voter) -> None:
    """Offer to send a random sample of a judge's cases to people."""
    cases = len(found.record.cases)
    _told_sent(info, _SAMPLED, curator)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input("Cases", 1, cases, min(_SAMPLE_SIZE, cases), key=_SIZE, width=140)
        st.button(
            "Send a random sample to people",
            icon=":material/casino:",
            key="send a sample",
            help="Drawn from all of its cases, voted on or not: what people say of them stands for "
            "all. Sent again with a larger number, the sample grows.",
            on_click=_draw,
            args=(info, found, curator),
        )


def _draw(info: BenchmarkInfo, found: Reliability, curator: Voter) -> None:
    with shown_plainly():
        name = sample_queue(workspace(), info, found.record)
        size = int(st.session_state[_SIZE])
        sent = send_sample(workspace(), curator, info, found.record, name, size=size)
        st.session_state[_SAMPLED] = (name, sent)


def _told_sent(info: BenchmarkInfo, key: str, curator: Voter) -> None:
    if key not in st.session_state:
        return
    name, count = st.session_state.pop(key)
    sent = queue(workspace(), info.key, name)
    done = progress(workspace(), sent, curator)
    yours = remaining(workspace(), sent, curator)
    told = f"{amount(count, 'case')} went to the queue {plain(name)}. "
    st.success(f"{told}{told_open(sent, done, yours)}", icon=":material/check:")
    if yours:
        st.page_link(
            ADJUDICATE,
            label="Vote on them",
            icon=":material/gavel:",
            query_params={"benchmark": info.name, "queue": name},
        )


def offer_disputed(info: BenchmarkInfo, found: Reliability, curator: Voter) -> None:
    """List the cases that a judge disputes, and offer to send them to people."""
    disputed = found.record.disputed
    st.markdown("#### Cases that it disputes")
    if disputed.is_empty():
        st.markdown("It contradicts neither people nor the ground truth on any case.")
        return
    st.markdown(
        f"On **{amount(len(disputed), 'case')}** it contradicts what people settled, or the ground "
        "truth where people have settled nothing. Let people look at them, blind as always."
    )
    _list(info, disputed)
    _told_sent(info, _SENT, curator)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Queue",
            key=_QUEUE,
            placeholder=_default_queue(found.voter),
            width=300,
        )
        st.number_input(
            "Votes a case",
            1,
            MAX_WANTED,
            None,
            key=_WANTED,
            placeholder="one more than it has",
            width=260,
            help="A case is handed out until so many people have voted on it; the votes it has "
            "count. Left empty, each is handed out for one more than it has. What people have "
            "settled stays settled as long as their votes agree. A queue that is there already "
            "keeps its own number.",
        )
        st.button(
            f"Send {amount(len(disputed), 'case')} to people",
            type="primary",
            icon=":material/send:",
            key="send disputed cases",
            on_click=_send,
            args=(info, found, curator),
        )


def _default_queue(voter: str) -> str:
    return f"disputed by {voter}"


def _send(info: BenchmarkInfo, found: Reliability, curator: Voter) -> None:
    with shown_plainly():
        name = st.session_state.get(_QUEUE, "").strip() or _default_queue(found.voter)
        wanted = st.session_state.get(_WANTED)
        sent = send_disputed(workspace(), curator, info, found.record, name, wanted)
        st.session_state[_SENT] = (name, sent)


def _list(info: BenchmarkInfo, disputed: pl.DataFrame) -> None:
    shown = disputed.select(
        query_names(info, disputed["query"]),
        pl.Series("table", [info.published(table) for table in disputed["table"]]),
        *("judge", "people", "truth", "confidence", "topic", "overlap"),
    )
    chosen = st.dataframe(
        shown,
        placeholder="",
        hide_index=True,
        height=280,
        key="disputed cases of the judge",
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            "confidence": st.column_config.NumberColumn(format="%.2f"),
            "overlap": st.column_config.NumberColumn("overlap of names", format="%.2f"),
        },
    )
    rows = chosen.selection.rows
    if rows:
        row = disputed.row(rows[0], named=True)
        st.page_link(
            PAIR,
            label="Open the pair",
            icon=":material/compare_arrows:",
            query_params=pair_address(info.name, row["query"], row["table"]),
        )
