"""Rules of consensus beside each other, with the cases on which they differ."""

from __future__ import annotations

import plotly.graph_objects as go
import polars as pl
import streamlit as st

from core.benchmarks.types import BenchmarkInfo
from core.figures.agreement import rules_figure
from core.labels.queueing.queued import votes_needed
from core.labels.settling.consensus import rule_agreement
from core.labels.settling.rules import Rule, Settling
from core.labels.types import Kind, Voter
from pages.releasing.weight_fields import weight_fields, weights_given
from pages.shared.abreast import abreast
from pages.shared.address import Address
from pages.shared.downloads import download_buttons
from pages.shared.fields import Field, number, one_of, whole
from pages.shared.grade_words import grade_words
from pages.shared.label_cache import Kinds, Labels, Terms, rules_of
from pages.shared.links import PAIR, pair_address
from pages.shared.plots import plot
from pages.shared.query_names import query_names
from pages.shared.words import amount, plain

_MOST_CASES = 2_000
_RULES = [rule.value for rule in Rule]
_THRESHOLDS = (0.05, 1.0)
_MOST_VOTES = 100
FIELDS = (
    Field("rule", Rule.MAJORITY.value, one_of(_RULES)),
    Field("threshold", Settling().threshold, number(*_THRESHOLDS)),
    Field("least", None, whole(1, _MOST_VOTES)),
    Field("weight", [], weights_given),
)


def rule_fields(
    address: Address, of: Labels, kinds: Kinds, reader: Voter, with_rule: bool
) -> Terms:
    """Ask by which rule votes become labels, and when a case counts as settled.

    Parameters
    ----------
    with_rule
        Whether one rule is to be chosen; if not, all of them are meant.

    Raises
    ------
    RoleError
        If the weighted majority is among them and it is not a curator who reads.
    """
    with st.container(horizontal=True, gap="xsmall"):
        if with_rule:
            st.selectbox("Rule", _RULES, key=address.key("rule"), width=175)
        st.number_input(
            "Posterior from",
            min_value=_THRESHOLDS[0],
            max_value=_THRESHOLDS[1],
            step=0.05,
            format="%.2f",
            key=address.key("threshold"),
            help="A case of which the rule is less sure is left to a curator.",
            width=138,
        )
        st.number_input(
            "Votes from",
            min_value=1,
            max_value=_MOST_VOTES,
            value=None,
            step=1,
            key=address.key("least"),
            placeholder="as asked",
            help="A case with fewer votes that have a label is left to a curator. Without a number "
            "it is as many as the case's queues want of people, one if it is in no queue.",
            width=138,
        )
    weighs = not with_rule or address["rule"] == Rule.WEIGHTED
    least = address["least"]
    asked = least is None and Kind.HUMAN in kinds
    return Terms(
        float(address["threshold"]),
        int(least or 1),
        _wanted(of) if asked else (),
        weight_fields(address, of, kinds, reader) if weighs else (),
    )


def _wanted(of: Labels) -> tuple[tuple[str, int], ...]:
    here, info = of.found()
    return tuple(votes_needed(here, info.key).items())


def show_rules(
    address: Address, of: Labels, info: BenchmarkInfo, kinds: Kinds, reader: Voter
) -> None:
    """Show what every rule settles, and the cases on which they differ."""
    terms = rule_fields(address, of, kinds, reader, with_rule=False)
    found, frame = rules_of(of, reader, terms, kinds)
    if not len(frame) and found[0].voters:
        st.info("No case can be settled: their candidates are not in the lake.")
        return
    if not len(frame):
        st.info("Nobody of these has voted yet. Choose other voters above, or begin a queue.")
        return
    differing = frame.filter(pl.col("differ"))
    drawn, beside = abreast("rules", 2, "table")
    with drawn:
        plot(_figure(of, reader, terms, kinds), "rules", "What each rule settles and leaves open")
    with beside:
        st.markdown("**Cases of one conclusion, two rules at a time**")
        same = rule_agreement(found).pivot("second", index="first", values="same")
        st.dataframe(
            same,
            alt="Cases that two rules conclude alike",
            hide_index=True,
            column_config={"first": st.column_config.TextColumn(f"of {len(frame):,}", width=135)},
        )
        notes = [f"{one.rule.value}: {one.note}" for one in found if one.note]
        if notes:
            st.caption(plain(" ".join(notes)))
    if not len(differing):
        st.success(f"All {len(found)} rules conclude the same on {amount(len(frame), 'case')}.")
        return
    st.markdown(f"**{len(differing):,} of {amount(len(frame), 'case')} on which the rules differ**")
    _list(of, info, differing)


@st.cache_resource(show_spinner=False, max_entries=8)
def _figure(of: Labels, reader: Voter, terms: Terms, kinds: Kinds) -> go.Figure:
    words = grade_words(of.found()[1])
    return rules_figure(rules_of(of, reader, terms, kinds)[0], words)


def _list(of: Labels, info: BenchmarkInfo, differing: pl.DataFrame) -> None:
    shown = differing.head(_MOST_CASES)
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    event = st.dataframe(
        shown.select(
            query_names(info, shown["query"]),
            pl.Series("table", [info.published(table) for table in shown["table"]]),
            "votes",
            *(column for rule in _RULES for column in (rule, f"{rule}: confidence")),
        ),
        key=f"differing of {of.name} {of.votes}",
        alt="Cases on which the rules differ",
        hide_index=True,
        placeholder="open",
        height=min(len(shown), 10) * 35 + 38,
        on_select="rerun",
        selection_mode="single-cell",
        column_config={
            "query": text("Query", pinned=True, width=170),
            "table": text("Candidate", width=170),
            "votes": number("Votes", width=60),
            **{rule: number(rule[0].upper() + rule[1:], width=125) for rule in _RULES},
            **{
                f"{rule}: confidence": number(
                    "sure", width=55, format="%.2f", help=f"Posterior of {rule}."
                )
                for rule in _RULES
            },
        },
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            "The label that a rule settles, and how sure it is; open where it leaves the case to a "
            "curator. Click a row to see both tables.",
            width="stretch",
        )
        download_buttons(lambda: differing, f"{of.name} rules", "rules")
    cells = event["selection"]["cells"]
    if cells:
        row = shown.row(cells[0][0], named=True)
        st.switch_page(PAIR, query_params=pair_address(of.name, row["query"], row["table"]))
