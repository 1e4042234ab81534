"""Releases: what one made now would change, those there are, what differs, and files of them."""

from __future__ import annotations

from functools import partial

import polars as pl
import streamlit as st

from core.benchmarks import registry
from core.benchmarks.curating import exporting, releasing
from core.benchmarks.curating.made_before import same_release
from core.benchmarks.curating.settling import Conclusions
from core.benchmarks.types import BenchmarkInfo
from core.labels.settling.releases import Release, differences, releases
from core.labels.settling.rules import Rule
from core.labels.types import Role, Voter
from pages.releasing.rules import rule_fields
from pages.releasing.vote_files import MADE, release_file
from pages.releasing.warned import show_warning
from pages.shared.abreast import abreast
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import download_button, download_buttons
from pages.shared.failed_downloads import say_failure
from pages.shared.failures import shown_plainly
from pages.shared.grade_words import grade_words
from pages.shared.label_cache import Kinds, Labels, conclusions_of
from pages.shared.late_widgets import keep_if_not_drawn
from pages.shared.links import PAIR, pair_address
from pages.shared.query_names import query_names
from pages.shared.words import amount, plain, since

_NAME, _NOTE = "name of the release", "note of the release"
_AGAIN = "a second release of the same labels"
_MOST_CASES = 2_000


def show_releases(
    address: Address, of: Labels, info: BenchmarkInfo, kinds: Kinds, reader: Voter
) -> None:
    """Show the releases there are, and offer a curator one of what the votes say now."""
    made = releases(workspace(), info.key)
    if not reader.may(Role.CURATOR):
        st.caption("What a release made now would change, and making it, is for curators.")
        _made(address, of, info, reader, made)
        return
    new, old = abreast("releases", 2, "table")
    with old:
        _made(address, of, info, reader, made)
        with st.expander(
            "Take a release in from a file",
            icon=":material/upload:",
            key=f"take a release of {info.name} in",
        ):
            release_file(address, info, reader)
    with new:
        _form(address, of, info, kinds, reader, made)


def _made(
    address: Address, of: Labels, info: BenchmarkInfo, reader: Voter, made: list[Release]
) -> None:
    """Show what everybody may know of the releases: no vote."""
    _list(made)
    _differences(address, of, info, made)
    _files(address, info, reader, made)


def _form(
    address: Address,
    of: Labels,
    info: BenchmarkInfo,
    kinds: Kinds,
    curator: Voter,
    made: list[Release],
) -> None:
    st.markdown("**Make a release from the votes so far**")
    terms = rule_fields(address, of, kinds, curator, with_rule=True)
    st.selectbox(
        "Put over",
        [one.name for one in made],
        key=address.key("base"),
        help="Labels that no vote settles stay as they are there.",
        width=300,
    )
    found = conclusions_of(of, curator, Rule(address["rule"]), terms, kinds, address["base"])
    st.markdown(_would(found))
    show_warning(address, of, curator, terms, found)
    _changes(of, info, found)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Name", key=_NAME, placeholder=f"people-{len(made)}", width=200)
        st.text_input("Note", key=_NOTE, placeholder="first round, two votes each")
    there = _told_same(info, found)
    st.button(
        "Publish the release",
        type="primary",
        icon=":material/publish:",
        disabled=not found.settled or there,
        help="A release is never changed; a later one can correct it.",
        on_click=_publish,
        args=(address, curator, info, found),
    )
    if st.session_state.get(MADE):
        st.success(plain(st.session_state.pop(MADE)), icon=":material/check:")


def keep_what_is_written() -> None:
    """Keep a release's name and note while another view is looked at; call it at the page's end."""
    for key in (_NAME, _NOTE):
        if key in st.session_state:
            keep_if_not_drawn(key)


def _told_same(info: BenchmarkInfo, found: Conclusions) -> bool:
    """Say that a release has these labels; whether there is one and no second one is wanted."""
    same = same_release(workspace(), info, found)
    if same is None:
        return False
    st.info(
        f"Release {plain(same.name)} has the same labels, of the same votes by the same rule.",
        icon=":material/content_copy:",
    )
    return not st.checkbox("Make a second one all the same", key=_AGAIN)


def _would(found: Conclusions) -> str:
    settled, changes, waiting = len(found.settled), found.changes, len(found.open)
    if not len(found.frame):
        if found.left_out:
            return "There is nothing to settle."
        return "No case has a vote yet, so there is nothing to settle."
    decided = found.frame["decided"].is_not_null().sum()
    raised = changes.filter(pl.col("after") > pl.col("before")).height
    lowered = changes.filter(pl.col("after") < pl.col("before")).height
    new = changes.height - raised - lowered
    parts = [f"{raised:,} up", f"{lowered:,} down"] + ([f"{new:,} new"] if new else [])
    by = found.rule.value[0].upper() + found.rule.value[1:]
    return (
        f"{by} and the curators settle **{settled:,} of {amount(len(found.frame), 'case')}** "
        f"({decided:,} by decision). **{amount(len(changes), 'label')} would change**: "
        f"{', '.join(parts)}. {_left(found, waiting)}"
    )


def _left(found: Conclusions, waiting: int) -> str:
    """Say what becomes of the cases that stay open; the base may have no label of them."""
    if not waiting:
        return "No case stays open."
    labelled, base = found.open["before"].count(), plain(found.base)
    if not labelled:
        with_what = f"without a label, as in {base}"
    elif labelled == waiting:
        with_what = f"with the label of {base}"
    else:
        with_what = (
            f"{labelled:,} with the label of {base} and {waiting - labelled:,} without one there"
        )
    return f"{amount(waiting, 'case', 'stays', 'stay')} open, {with_what}."


def _changes(of: Labels, info: BenchmarkInfo, found: Conclusions) -> None:
    changes = found.changes
    if not len(changes):
        return
    by = pl.when(pl.col("decided").is_null()).then(pl.lit("votes")).otherwise(pl.lit("a curator"))
    told = changes.select(
        "query", "table", "before", "after", by.alias("by"), "votes", "confidence"
    )
    with st.expander(
        f"The {amount(len(changes), 'label')} that would change",
        icon=":material/difference:",
        key=f"what would change in {info.name}",
    ):
        _pairs(of, info, told, f"would change {of.votes} {found.base}")
        with st.container(horizontal=True):
            download_buttons(lambda: told, f"{of.name} changes", "changes")


def _publish(address: Address, curator: Voter, info: BenchmarkInfo, found: Conclusions) -> None:
    with shown_plainly():
        made = releasing.make_release(
            workspace(),
            curator,
            info,
            st.session_state.get(_NAME, "").strip(),
            found.rule,
            settling=found.settling,
            kinds=found.kinds,
            base=found.base,
            note=st.session_state.get(_NOTE, "").strip(),
            again=bool(st.session_state.get(_AGAIN)),
        )
        st.session_state[MADE] = (
            f"{made.name} is published: {made.labels:,} labels, {made.changed:,} of them other "
            f"than in {made.base}."
        )
        st.session_state[_NAME] = st.session_state[_NOTE] = ""
        st.session_state[_AGAIN] = False
        address.set("to", made.name)
        address.set("file", made.name)


def _list(made: list[Release]) -> None:
    st.markdown(f"**{amount(len(made), 'version')} of the ground truth, newest first**")
    newest = list(reversed(made))
    st.dataframe(
        pl.DataFrame(
            {
                "release": [one.name for one in newest],
                "changed": [one.changed for one in newest],
                "settled": [one.settled for one in newest],
                "adjudicated": [one.adjudicated for one in newest],
                "labels": [one.labels for one in newest],
                "made": [since(one.created_at) for one in newest],
                "by": [one.created_by for one in newest],
                "base": [one.base for one in newest],
                "rule": [one.rule or "as it was published" for one in newest],
                "note": [one.note for one in newest],
                "fingerprint": [one.fingerprint for one in newest],
            }
        ),
        alt="Releases of the ground truth",
        hide_index=True,
        height=min(len(newest), 5) * 35 + 38,
        column_config={
            "release": st.column_config.TextColumn("Release", pinned=True, width=110),
            "made": st.column_config.TextColumn("Made", width=100),
            "by": st.column_config.TextColumn("By", width=70),
            "labels": st.column_config.NumberColumn("Labels", format="localized", width=65),
            "settled": st.column_config.NumberColumn("Settled", format="localized", width=65),
            "adjudicated": st.column_config.NumberColumn("Decided", width=70),
            "changed": st.column_config.NumberColumn(
                "Changed", format="localized", width=75, help="Other than in its base."
            ),
            "base": st.column_config.TextColumn("Over", width=90),
            "rule": st.column_config.TextColumn("Rule", width=320),
            "note": st.column_config.TextColumn("Note", width=160),
            "fingerprint": st.column_config.TextColumn("Hash of its labels", width=160),
        },
    )


def _differences(address: Address, of: Labels, info: BenchmarkInfo, made: list[Release]) -> None:
    if len(made) < 2:  # noqa: PLR2004 - a comparison takes two
        st.caption("Once there is a release, its difference from the published labels stands here.")
        return
    names = [one.name for one in made]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("What changed from", names, key=address.key("from"), width=200)
        st.selectbox("to", names, key=address.key("to"), width=200)
    first, second = address["from"], address["to"]
    changed = _changed(of, first, second)
    if not len(changed):
        st.caption(f"{plain(first)} and {plain(second)} have the same labels.")
        return
    with st.expander(
        f"Other in {plain(second)} than in {plain(first)}: {amount(len(changed), 'label')}",
        icon=":material/difference:",
        key=f"differences in {info.name}: {first} {second}",
    ):
        _pairs(of, info, changed, f"differences {first} {second}")
        with st.container(horizontal=True):
            download_buttons(lambda: changed, f"{of.name} {first} to {second}", "differences")


@st.cache_resource(show_spinner=False, max_entries=16)
def _changed(of: Labels, first: str, second: str) -> pl.DataFrame:
    here, info = of.found()
    return differences(*(registry.graded_qrels(here, info, name) for name in (first, second)))


def _pairs(of: Labels, info: BenchmarkInfo, pairs: pl.DataFrame, key: str) -> None:
    shown = pairs.head(_MOST_CASES)
    event = st.dataframe(
        shown.with_columns(
            query_names(info, shown["query"]),
            pl.Series("table", [info.published(table) for table in shown["table"]]),
        ),
        key=f"{key} of {of.name}",
        alt="Labels that change",
        hide_index=True,
        placeholder="none",
        height=min(len(shown), 8) * 35 + 38,
        on_select="rerun",
        selection_mode="single-cell",
        column_config={
            "query": st.column_config.TextColumn("Query", width=180),
            "table": st.column_config.TextColumn("Candidate", width=180),
            "before": st.column_config.NumberColumn("Before", width=60),
            "after": st.column_config.NumberColumn("After", width=60),
            "by": st.column_config.TextColumn("By", width=80),
            "votes": st.column_config.NumberColumn("Votes", width=60),
            "confidence": st.column_config.NumberColumn("Sure", format="%.2f", width=60),
        },
    )
    more = f" The first {len(shown):,} of {len(pairs):,}." if len(pairs) > len(shown) else ""
    words = ", ".join(f"{label} {word}" for label, word in grade_words(info).items())
    st.caption(f"{words}. Click a row to see both tables.{more}")
    cells = event["selection"]["cells"]
    if cells:
        row = shown.row(cells[0][0], named=True)
        st.switch_page(PAIR, query_params=pair_address(of.name, row["query"], row["table"]))


def _files(address: Address, info: BenchmarkInfo, reader: Voter, made: list[Release]) -> None:
    forms = exporting.forms_for(reader)
    if address["form"] not in forms:
        address.set("form", forms[0])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Download release", [one.name for one in made], key=address.key("file"), width=200
        )
        st.selectbox(
            "Form of its files",
            forms,
            key=address.key("form"),
            format_func=lambda form: exporting.FORMS[form].words,
            width=290,
        )
        form, name = address["form"], address["file"]
        key = f"download {form}"
        download_button(
            "Download",
            partial(_bytes, info, reader, name, form),
            exporting.file_name(info, name, form),
            key,
        )
    say_failure(key)


def _bytes(info: BenchmarkInfo, reader: Voter, name: str, form: str) -> bytes:
    return exporting.packed(workspace(), reader, info, name, form)
