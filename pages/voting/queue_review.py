"""A queue opened afterwards by a curator: every case with its votes; a click opens the pair."""

from __future__ import annotations

from typing import Any

import polars as pl
import streamlit as st

from core.benchmarks.curating.label_errors import told_behind, told_release
from core.benchmarks.types import BASE, BenchmarkInfo
from core.labels import Origin, Queue, Voter
from core.labels.fingerprints import queues_fingerprint
from core.labels.voting.questions import partly_is
from core.labels.voting.reviewing import queue_cases
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import download_buttons
from pages.shared.label_cache import Labels, label_errors_of
from pages.shared.links import ADJUDICATE, PAIR, pair_address
from pages.shared.query_names import query_names
from pages.shared.words import amount, plain
from pages.voting.pair_steps import remember_pairs

_ORIGINS = {
    Origin.GTFP.value: "Ranked, not positive",
    Origin.GTFN.value: "Positive, not ranked",
    Origin.AGREED_POSITIVE.value: "Positive and ranked, a random sample",
    Origin.AGREED_NEGATIVE.value: "Neither positive nor ranked, a random sample",
    Origin.SEARCH.value: "Came upon in a search",
    Origin.UPLOAD.value: "Listed in a file",
}
# What was said comes before why it was asked.
_ORDER = ("query", "published", "labels", "votes", "lacking", "final", "origin", "case")
WHICH = {
    "all": "All",
    "differ": "Votes differ",
    "lacking": "Votes lacking",
}
"""Which cases of the queue are listed, by their names in the address."""


def review_queue(address: Address, info: BenchmarkInfo, curator: Voter, queue: Queue) -> None:
    """List the cases of a queue with labels, votes and where they come from.

    It writes the address, since a row that is clicked leaves the page.
    """
    cases = queue_cases(workspace(), curator, queue)
    st.segmented_control(
        "Cases",
        list(WHICH),
        required=True,
        format_func=WHICH.__getitem__,
        key=address.key("cases"),
        label_visibility="collapsed",
    )
    address.write()
    which = str(address["cases"])
    kept = cases.filter(
        {"all": pl.lit(True), "differ": pl.col("spread") > 0, "lacking": pl.col("lacking") > 0}[
            which
        ]
    )
    _errors(info, curator, queue)
    _list(info, queue, kept, which)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"{len(kept):,} of {amount(len(cases), 'case')}. Labels by voter: 2, 1, 0, ? for can't "
            "tell. Click a row to see the pair with its label, ranks and the history of its votes.",
            width="stretch",
        )
        download_buttons(
            lambda: kept.cast(pl.String), f"{info.name} {queue.name}", "cases reviewed"
        )


def _errors(info: BenchmarkInfo, curator: Voter, queue: Queue) -> None:
    """Say how many of the settled labels are wrong, by why the pairs are here."""
    filled = queues_fingerprint(workspace(), info.key)
    found = label_errors_of(Labels.of(info), curator, queue, filled)
    for row in found.iter_rows(named=True):
        origin = _ORIGINS.get(row["origin"], row["origin"].capitalize())
        if row["settled"]:
            if row["drawn_from"] is not None:
                origin += f" of {row['drawn_from']:,}"
            opened = row["cases"] - row["settled"] - row["behind"]
            under = "" if row["release"] == BASE else f" under {plain(row['release'])}"
            between = f"95% interval {row['low']:.0%} to {row['high']:.0%}"
            st.markdown(
                f"{origin}: **{row['wrong']:,} of "
                f"{row['settled']:,}** settled label{'' if row['settled'] == 1 else 's'} "
                f"{'is' if 1 in (row['wrong'], row['settled']) else 'are'} wrong "
                f"(**{row['share']:.0%}**, {between}){under}, {partly_is(row['positive_from'])}; "
                f"{_open(row, opened)}. {told_behind(row)}"
            )
        elif row["behind"]:
            st.markdown(f"{origin}: {told_behind(row)}")
    if len(found) and (told := told_release(queue, found["release"][0])):
        st.caption(plain(told))


def _open(row: dict[str, Any], opened: int) -> str:
    """Say how many cases are open, and what those that have all their votes may do to the share."""
    told = f"{opened:,} {'is' if opened == 1 else 'are'} open"
    left = row["unsettled"]
    if not left:
        return told
    have, them = (
        ("has all its votes and waits", "it")
        if left == 1
        else ("have all their votes and wait", "them")
    )
    which = "," if left == opened else f", of which {left:,}"
    least, most = f"**{row['least']:.0%}**", f"**{row['most']:.0%}**"
    share = least if least == most else f"between {least} and {most}"
    return f"{told}{which} {have} for a curator: with {them} the share is {share}"


def _list(info: BenchmarkInfo, queue: Queue, kept: pl.DataFrame, which: str) -> None:
    listed = kept.select(
        "case",
        query_names(info, kept["query"]),
        pl.Series("published", [info.published(table) for table in kept["table"]], pl.String),
        pl.col("origin").replace(_ORIGINS),
        "votes",
        "lacking",
        "labels",
        "final",
    )
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    event = st.dataframe(
        listed,
        key=f"review {queue.key} {which}",
        alt=f"Cases of {queue.name}",
        hide_index=True,
        height=min(len(listed), 16) * 35 + 38,
        on_select="rerun",
        selection_mode="single-cell",
        placeholder="",
        column_order=_ORDER,
        column_config={
            "case": number("Case", width=60),
            "query": text("Query", width=170),
            "published": text("Candidate", width=170),
            "origin": text("Put to the vote as", width=190),
            "votes": number("Votes", width=60),
            "lacking": number("Lacking", width=70, help="People's votes that are still wanted."),
            "labels": text("Labels", width=210),
            "final": number("Decided", width=75, help="A curator's final decision."),
        },
    )
    pairs = list(kept.select("query", "table").iter_rows())
    remember_pairs(info.name, f"Cases in the queue {plain(queue.name)}", ADJUDICATE, pairs)
    cells = event["selection"]["cells"]
    if cells:
        row = kept.row(cells[0][0], named=True)
        st.switch_page(PAIR, query_params=pair_address(info.name, row["query"], row["table"]))
