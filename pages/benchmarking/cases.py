"""What runs and ground truth disagree about: the pairs, and how many there are over k."""

from __future__ import annotations

from dataclasses import replace

import plotly.graph_objects as go
import polars as pl
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from core.benchmarks import registry
from core.benchmarks.auditing.case_list import (
    KIND_WORDS,
    LABEL_WORDS,
    CaseFilter,
    narrow_cases,
    told_misses,
    told_unlisted,
)
from core.benchmarks.query_name import query_name
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import CaseKind, Label, rank_column
from core.figures.disagreements import disagreement_figure
from pages.shared.abreast import abreast
from pages.shared.address import Address
from pages.shared.audits import Audit, cases_of, disputed_of, judged_of
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import download_buttons
from pages.shared.label_cache import Labels, voted_pairs_of
from pages.shared.links import PAIR, RUNS, pair_address
from pages.shared.plots import plot
from pages.shared.query_names import query_names, query_words
from pages.shared.words import amount, plain
from pages.voting.pair_steps import remember_pairs
from pages.voting.put_to_vote import send_to_queue

FIRST = 25
_OPEN, _SETTLED = "open", "settled"
SETTLED = {_OPEN: "Not settled yet", _SETTLED: "Settled by a release"}
_MOST_SHOWN = 5_000
_LONG, _WIDE, _NARROW = 9, 105, 70


def show_cases(
    address: Address, of: Audit, info: BenchmarkInfo, chosen: tuple[str, ...], k: int
) -> None:
    """List the disputed pairs, the most likely wrong first; a click opens one."""
    voted, release = voted_pairs_of(Labels.of(info))
    frame = cases_of(of, chosen, k).join(
        voted, on=["query", "candidate"], how="left", maintain_order="left"
    )
    _filters(address, len(frame))
    _one_query(address, info)
    wanted = _wanted(address)
    kept = narrow_cases(frame, wanted)
    shown = kept.head(_MOST_SHOWN if address["all"] else FIRST)
    if not len(kept):
        st.info("No disputed pair has all of that. Take a filter away.")
        return
    runs = [*chosen, *(label for label in judged_of(of).runs if label not in chosen)]
    key = f"cases {chosen} {k} {wanted.kind} {wanted.label} {wanted.settled} {len(shown)}"
    _list(of, info, shown, runs, len(chosen), release, key)
    # Who asks for settled ones wants further opinions on them.
    to_vote = replace(wanted, settled=wanted.settled is True)
    waiting = narrow_cases(frame, to_vote)
    sent = min(len(shown), len(waiting))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"{len(shown):,} of {amount(len(kept), 'disputed pair')}, the most likely wrong first: "
            "what the runs rank highest without its being positive, then positives that they rank "
            "lowest. Click a row to see both tables. Below a run stands its rank.",
            width="stretch",
        )
        with st.popover(
            f"Send {sent:,} to the queue",
            icon=":material/gavel:",
            disabled=not sent,
            key=f"send {sent} of {info.name}",
        ):
            if len(waiting) < len(kept):
                left = len(kept) - len(waiting)
                st.caption(f"Without {left:,} that the release {plain(release)} has settled.")
            if sent:
                send_to_queue(info, chosen, k, to_vote, most=len(waiting), proposed=sent)
        # All of them where all are chosen, also those that are too many to show.
        listed = kept if address["all"] else shown
        download_buttons(lambda: listed.cast(pl.String), f"{of.name} disputed pairs", "cases")


def _wanted(address: Address) -> CaseFilter:
    """Return what the filters of the address ask for."""
    kind, label, settled = address["kind"], address["label"], address["settled"]
    return CaseFilter(
        CaseKind(kind) if kind else None,
        Label(label) if label else None,
        address["words"],
        address["query"],
        settled == _SETTLED if settled else None,
    )


def tell_disputes(of: Audit, chosen: tuple[str, ...], k: int) -> None:
    """Say in one sentence how many labels the chosen runs dispute."""
    found = disputed_of(of, chosen, k)
    ranked, missed = found.count(CaseKind.GTFP), found.count(CaseKind.GTFN)
    labelled = found.count(CaseKind.GTFP, Label.NEGATIVE)
    together = _dispute([plain(method) for method in found.methods])
    queries = found.disputed_queries
    st.markdown(
        f"**{queries:,} of {amount(found.queries, 'query')} {'has' if queries == 1 else 'have'} a "
        f"label that {together}**: {amount(ranked, 'pair', 'is', 'are')} ranked among the "
        f"first {found.k} but not positive ({labelled:,} labelled negative, "
        f"{ranked - labelled:,} without a label), and "
        f"{amount(missed, 'positive', 'is', 'are')} not ranked there. {told_unlisted(found)}"
    )


def _dispute(methods: list[str]) -> str:
    if len(methods) == 1:
        return f"{methods[0]} disputes"
    all_of_them = "both" if len(methods) == 2 else "all"  # noqa: PLR2004 - a pair
    return f"{', '.join(methods[:-1])} and {methods[-1]} {all_of_them} dispute"


def _one_query(address: Address, info: BenchmarkInfo) -> None:
    """Say which query's pairs are kept, if they are of one, and offer all."""
    wanted = address["query"]
    asked = registry.query(workspace(), info, wanted) if wanted else None
    if wanted and asked is None:
        if address.is_new:
            st.warning(f"There is no query {plain(wanted)} in {plain(info.name)}.")
        address.set("query", "")
    if asked is None:
        return
    name = query_name(info, wanted, asked)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"Pairs of the query **{plain(name)}**", width="content")
        st.button("All queries", icon=":material/close:", on_click=address.set, args=("query", ""))


def _filters(address: Address, total: int) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "How many",
            (False, True),
            key=address.key("all"),
            required=True,
            format_func={False: f"{min(FIRST, total)} first", True: f"All {total:,}"}.__getitem__,
        )
        st.selectbox(
            "Kind",
            [kind.value for kind in CaseKind],
            index=None,
            key=address.key("kind"),
            placeholder="Both kinds",
            format_func=lambda kind: KIND_WORDS[CaseKind(kind)].capitalize(),
            width=205,
        )
        st.selectbox(
            "Label",
            [Label.NEGATIVE.value, Label.UNLABELLED.value],
            index=None,
            key=address.key("label"),
            placeholder="Any label",
            format_func=lambda label: LABEL_WORDS[Label(label)].capitalize(),
            width=165,
        )
        st.selectbox(
            "Votes",
            list(SETTLED),
            index=None,
            key=address.key("settled"),
            placeholder="Settled or not",
            format_func=SETTLED.__getitem__,
            width=190,
        )
        st.text_input(
            "Words in a name", key=address.key("words"), placeholder="bills 2019", width=170
        )


def _list(
    of: Audit,
    info: BenchmarkInfo,
    shown: pl.DataFrame,
    runs: list[str],
    ticked_runs: int,
    release: str,
    key: str,
) -> None:
    ranks = [rank_column(run) for run in runs]
    listed = _in_words(info, shown, ranks, release)
    ticked, others = ranks[:ticked_runs], ranks[ticked_runs:]
    event = st.dataframe(
        listed,
        key=f"{key} of {of.name}",
        alt=f"Disputed pairs of {info.name}",
        hide_index=True,
        height=min(len(listed), 12) * 35 + 38,
        on_select="rerun",
        selection_mode="single-cell",
        # What a pair is disputed by comes before what it is.
        column_order=(
            *("place", "query", *(["words"] if "words" in listed.columns else [])),
            *("ranked", *ticked),
            *("label", "kind", "votes", "settled", *others),
        ),
        column_config=_columns(runs, release),
        placeholder="",
    )
    cells = event["selection"]["cells"]
    pairs = list(shown.select("query", "candidate").iter_rows())
    remember_pairs(of.name, "Disputed pairs", RUNS, pairs)
    if cells:
        row = shown.row(cells[0][0], named=True)
        st.switch_page(PAIR, query_params=pair_address(of.name, row["query"], row["candidate"]))


def _in_words(
    info: BenchmarkInfo, shown: pl.DataFrame, ranks: list[str], release: str
) -> pl.DataFrame:
    """Name pairs as the benchmark does, and say what they are disputed as."""
    return shown.select(
        "place",
        query_names(info, shown["query"]),
        *query_words(info, shown["query"]),
        pl.Series("ranked", [info.published(table) for table in shown["candidate"]]),
        pl.col("kind").replace({kind.value: words for kind, words in KIND_WORDS.items()}),
        pl.col("label").replace({label.value: words for label, words in LABEL_WORDS.items()}),
        pl.col("votes").fill_null(0),
        *(["settled"] if release != BASE else []),
        *ranks,
    )


def _columns(runs: list[str], release: str) -> dict[str, ColumnConfig]:
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    return {
        "place": number("#", width=45),
        "query": text("Query", width=175),
        "words": text("It also says", width=175, help="What the query says beside its table."),
        "ranked": text("Candidate", width=175),
        "kind": text("Disputed as", width=132),
        "label": text("Label", width=116, help="In the published ground truth."),
        "votes": number("Votes", width=55, help="Of people so far."),
        "settled": number(
            f"In {release}", width=90, help="The label by which the newest release settles it."
        ),
        **{
            rank_column(run): number(
                run, width=_WIDE if len(run) > _LONG else _NARROW, help=f"Rank by {run}."
            )
            for run in runs
        },
    }


def show_rates(of: Audit, chosen: tuple[str, ...], k: int) -> None:
    """Show GTFP@1..k and GTFN@1..k as a curve and a table."""
    found = disputed_of(of, chosen, k)
    left, right = abreast("rates", 2, "table")
    with left:
        plot(_rates(of, chosen, k), "rates over k", "GTFP and GTFN over k")
    share = st.column_config.NumberColumn
    with right:
        st.dataframe(
            found.to_frame(),
            alt="GTFP and GTFN over k",
            hide_index=True,
            height=min(found.k, 10) * 35 + 38,
            column_config={
                "GTFP": share("GTFP@k", format="%.3f"),
                "GTFN": share("GTFN@k", format="%.3f"),
                "GTFP pairs": share("Pairs", help="Ranked among the first k, not positive."),
                "GTFP slots": share("of places", help="Queries times k."),
                "GTFN misses": share("Misses", help="Positives short of what could be found."),
                "GTFN expected": share("of expected", help="Sum of min(k, positives)."),
            },
        )
    several = " Of several runs a pair is a GTFP if all rank it, a GTFN if none does."
    together = several if len(chosen) > 1 else ""
    st.caption(
        "GTFP@k is the share of the first k places that hold a candidate which is not labelled "
        "positive; GTFN@k the share of the positives that could stand there and do not. High at "
        f"small k, for a good method, they point at labels that are missing or wrong.{together} "
        f"{told_misses(found)}"
    )


@st.cache_resource(show_spinner=False, max_entries=32)
def _rates(of: Audit, chosen: tuple[str, ...], k: int) -> go.Figure:
    return disagreement_figure(disputed_of(of, chosen, k))
