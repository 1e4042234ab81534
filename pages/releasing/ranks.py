"""Methods under each release: places as lines, scores with intervals, where gains come from."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import polars as pl
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from core.amounts import between, rounded
from core.benchmarks.curating.gains import Gain, gains_frame
from core.benchmarks.curating.rescoring import Rescoring
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import Metric
from core.figures.ranks import rank_lines_figure
from pages.benchmarking.leaderboard import named_best
from pages.benchmarking.scores import METRICS
from pages.shared.abreast import abreast
from pages.shared.address import Address
from pages.shared.downloads import download_buttons
from pages.shared.fields import Field, one_of, whole
from pages.shared.grade_words import grade_words
from pages.shared.label_cache import Labels, rescoring_of, scores_state
from pages.shared.links import RUNS
from pages.shared.plots import plot
from pages.shared.words import amount, plain, signed

_MOST_K = 100
_METRICS = [metric.value for metric in METRICS]
_POSITIVE = (1, 2)  # labels from which on one may count as positive
FIELDS = (
    Field("k", 10, whole(1, _MOST_K)),
    Field("metric of ranks", Metric.P.value, one_of(_METRICS)),
    Field("positive", _POSITIVE[0], whole(min(_POSITIVE), max(_POSITIVE))),
)


def show_ranks(address: Address, of: Labels, info: BenchmarkInfo, has_runs: bool) -> None:
    """Show every stored run under every release, and what corrected labels changed."""
    if not has_runs:
        st.info("No method was run on this benchmark yet, so there is nothing to rank.")
        st.page_link(
            RUNS,
            label="Run methods",
            icon=":material/play_arrow:",
            query_params={"benchmark": info.name},
        )
        return
    k, metric, least = _choices(address, info)
    scores = scores_state(info)
    found = rescoring_of(of, scores, k, metric, least)
    newest = found.boards[-1].release
    st.markdown(_told(found, newest))
    lines, table = abreast("ranks", 2, "table")
    with lines:
        plot(_figure(of, scores, k, metric, least), "ranks", "Each run's place under each release")
    with table:
        _scores(found)
    for short in found.shortfalls:
        st.caption(f":material/warning: {plain(short)}")
    if newest != BASE:
        _gains(found, newest)


def _choices(address: Address, info: BenchmarkInfo) -> tuple[int, Metric, int]:
    """Ask for the cut-off, the metric and the least grade that is positive."""
    counts = {1: "Partly counts as positive", 2: f"Only {grade_words(info)[2]} counts"}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input(
            "k", min_value=1, max_value=_MOST_K, step=1, key=address.key("k"), width=110
        )
        st.selectbox("Metric", _METRICS, key=address.key("metric of ranks"), width=160)
        st.selectbox(
            "Positive",
            _POSITIVE,
            key=address.key("positive"),
            format_func=counts.__getitem__,
            width=260,
        )
    return int(address["k"]), Metric(address["metric of ranks"]), int(address["positive"])


@st.cache_resource(show_spinner=False, max_entries=16)
def _figure(of: Labels, scores: str, k: int, metric: Metric, least: int) -> go.Figure:
    return rank_lines_figure(rescoring_of(of, scores, k, metric, least))


def _told(found: Rescoring, newest: str) -> str:
    best = [one for one in found.standings if one.release == newest and one.rank == 1]
    label = found.metric.label(found.k)
    leads = (
        f"{named_best([one.run for one in best])} under **{plain(newest)}**: {label} "
        f"{rounded(best[0].score)}."
    )
    if newest == found.reference:
        return f"{leads} There is no release yet that would change it."
    order = found.order(found.reference, newest)
    tau = "" if order.tau is None else f" (Kendall's tau {rounded(order.tau, 2)})"
    turned = (
        f"**{order.turned:,} of {amount(order.pairs, 'pair')} of runs** "
        f"{'is' if order.turned == 1 else 'are'} in another order than under "
        f"{plain(found.reference)}{tau}."
    )
    moved = [gain for gain in found.gains if gain.release == newest and _places(gain)]
    most = max(moved, key=lambda gain: abs(_places(gain)), default=None)
    told = ""
    if most:
        before = _rank(found, found.reference, most.rank_before)
        after = _rank(found, newest, most.rank_after)
        told = f" {plain(most.run)} moves from {before} to {after}."
    other = "" if order.queries.same else " They have different queries, which may be why."
    return f"{leads} {turned}{told}{other}"


def _rank(found: Rescoring, release: str, rank: int) -> str:
    equal = sum(one.release == release and one.rank == rank for one in found.standings) - 1
    shared = f" (equal with {amount(equal, 'other')})" if equal else ""
    return f"rank {rank}{shared}"


def _places(gain: Gain) -> int:
    return gain.rank_before - gain.rank_after


def _scores(found: Rescoring) -> None:
    label = found.metric.label(found.k)
    frame = found.to_frame()
    told = [
        str(rounded(score)) if low is None else f"{rounded(score)} ({between(low, high)})"
        for score, low, high in frame.select("score", "low", "high").iter_rows()
    ]
    # Marked, so that no release has the name of the first column.
    under = frame.select(
        "run", under="under " + pl.col("release"), told=pl.Series(told, dtype=pl.String)
    )
    wide = under.pivot("under", index="run", values="told")
    newest_first = [f"under {board.release}" for board in reversed(found.boards)]
    text = st.column_config.TextColumn
    st.markdown(f"**{label} with its 95% interval**")
    st.dataframe(
        wide,
        alt=f"{label} of every run under every release",
        hide_index=True,
        height=min(len(wide), 9) * 35 + 38,
        column_order=("run", *newest_first),
        column_config={
            "run": text("Run", pinned=True, width=120),
            **{f"under {board.release}": text(board.release, width=165) for board in found.boards},
        },
    )
    st.caption(
        f"Means over {plain(_queries(found))}. Best possible: "
        + plain(
            ", ".join(f"{rounded(b.ideal[found.metric])} under {b.release}" for b in found.boards)
        )
        + "."
    )
    with st.container(horizontal=True):
        download_buttons(lambda: frame, f"{found.benchmark} rescored", "rescored")


def _queries(found: Rescoring) -> str:
    """Say over how many queries means are; releases of a lake's own benchmark differ in them."""
    counts = {board.release: board.ideal.queries for board in found.boards}
    if len(set(counts.values())) == 1:
        return amount(found.boards[0].ideal.queries, "query")
    return ", ".join(f"{amount(n, 'query')} under {release}" for release, n in counts.items())


def _gains(found: Rescoring, newest: str) -> None:
    st.markdown(f"**What the corrected labels of {plain(newest)} did to each run**")
    for told in found.told(newest):
        st.caption(plain(told))
    gains = [gain for gain in found.gains if gain.release == newest]
    if not gains:
        return
    st.dataframe(
        _gain_rows(gains).to_pandas().style.format({"gain": signed, "beyond": signed}),
        alt="What corrected labels did to each run",
        hide_index=True,
        height=min(len(gains), 9) * 35 + 38,
        column_config=_gain_columns(found.reference, newest),
    )
    st.caption(
        "A stored run never changes, so all of a gain comes from corrected labels. For P@k it is "
        "(negative → positive + no label → positive - positive → not) / (k × queries). What lifts "
        "every run alike changes no order; the rest stands under “beyond the others”. Ranks are "
        "over all queries of each."
    )


def _gain_rows(gains: Sequence[Gain]) -> pl.DataFrame:
    """Say of each gain between which bounds it is and from which rank to which it leads."""
    frame = gains_frame(gains)
    between = [
        "" if low is None or high is None else f"{signed(low)} to {signed(high)}"
        for low, high in frame.select("low", "high").iter_rows()
    ]
    return frame.with_columns(
        pl.Series("between", between, dtype=pl.String),
        ranks=pl.format("{} → {}", "rank_before", "rank_after"),
    ).select(
        *("run", "before", "after", "gain", "between", "ranks"),
        *("raised", "found", "lowered", "beyond"),
    )


def _gain_columns(reference: str, newest: str) -> dict[str, ColumnConfig]:
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    return {
        "run": text("Run", pinned=True, width=110),
        "before": number(reference, format="%.3f", width=64),
        "after": number(newest, format="%.3f", width=70),
        "gain": number("Gain", width=66),
        "between": text("95% interval", width=128),
        "raised": number(
            "Negative → positive",
            width=130,
            help="Candidates among its first k that were labelled negative.",
        ),
        "found": number(
            "No label → positive", width=132, help="Candidates that had no label at all."
        ),
        "lowered": number(
            "Positive → not", width=100, help="Candidates that were positive and are not now."
        ),
        "beyond": number(
            "Beyond the others",
            width=122,
            help="Its gain less the mean gain of all runs: what moves its place.",
        ),
        "ranks": text("Rank", width=58),
    }
