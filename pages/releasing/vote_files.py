"""Votes and releases in and out as files."""

from __future__ import annotations

import json

import streamlit as st

from core.benchmarks.curating.release_import import import_release
from core.benchmarks.curating.vote_files import ImportedVotes, import_votes, votes_document
from core.benchmarks.curating.voted_pairs import told_newest
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.labels.types import Kind, Voter
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import download_button
from pages.shared.failed_downloads import say_failure
from pages.shared.failures import shown_plainly
from pages.shared.this_run import run_again
from pages.shared.uploads import on_disk
from pages.shared.words import amount, plain

MADE = "release that was made"
"""Where a page finds what to say of a release that has just come."""

_TOLD = "told of imported votes"
_FILE, _NAME = "file of a release", "name of a release in a file"
_PARTLY = "1 of a release in a file means partly"
_KINDS = {Kind.HUMAN: "People", Kind.LLM: "LLM judges", Kind.RULE: "Rule judges"}
_SHOWN = 5


def vote_files(info: BenchmarkInfo, curator: Voter) -> None:
    """Take votes in from a file, and give all of them out."""
    with st.form(f"votes for {info.name}", border=False):
        file = st.file_uploader(
            "Votes",
            type=["csv", "json"],
            help="A CSV with the columns query, table, voter and label (0, 1, 2 or none for can't "
            "tell; a line without a label is left out), or the JSON that all votes are downloaded "
            "as. All of it is taken or nothing.",
        )
        voter = st.text_input("Whose votes, if the file does not say", placeholder="authors")
        kind = st.selectbox("What the voters are", list(_KINDS), format_func=_KINDS.__getitem__)
        known = st.checkbox("Leave out pairs that are not of the benchmark")
        with st.container(horizontal=True):
            sent = st.form_submit_button("Import votes", icon=":material/upload:")
            tried = st.form_submit_button(
                "Try", help="Says what would come of it, and takes nothing in."
            )
    if sent or tried:
        st.session_state.pop(_TOLD, None)
        with shown_plainly():
            if file is None:
                raise InputError("Choose a file with votes.")
            with on_disk(file) as path:
                done = import_votes(
                    workspace(),
                    curator,
                    info,
                    path,
                    voter.strip() or None,
                    kind=kind,
                    skip_unknown=known,
                    dry_run=tried,
                )
            st.session_state[_TOLD] = (info.name, file.name, done, tried)
            run_again()
    told = st.session_state.get(_TOLD)
    if told and told[0] == info.name:
        _told(*told[1:])
    key = f"votes on {info.name}"
    download_button(
        "Download all votes",
        lambda: json.dumps(
            votes_document(workspace(), curator, info), ensure_ascii=False, indent=1
        ),
        f"{key}.json",
        key,
        mime="application/json",
        help="With everything that is known of each, superseded votes and decisions too.",
    )
    say_failure(key)


def _told(name: str, done: ImportedVotes, tried: bool) -> None:
    there = f"; {done.known:,} were there already" if done.known else ""
    if tried:
        st.info(f"{amount(done.added, 'vote')} of {plain(name)} would be taken in{there}.")
    else:
        st.success(f"{amount(done.added, 'vote')} of {plain(name)} taken in{there}.")
    if done.unknown:
        first = ", ".join(
            f"line {line}: {plain(query)} and {plain(table)}"
            for line, query, table in done.unknown[:_SHOWN]
        )
        more = "; …" if len(done.unknown) > _SHOWN else ""
        st.caption(
            f":material/warning: {amount(len(done.unknown), 'vote')} left out, on pairs that are "
            f"not of the benchmark ({first}{more})."
        )
    if done.blank:
        st.caption(
            f":material/warning: {amount(len(done.blank), 'line')} without a label left out."
        )
    if done.replaced:
        st.caption(f":material/warning: {plain(done.replaced_told)}")
    if done.superseded:
        st.caption(f":material/warning: {plain(done.superseded_told)}")
    if done.contradicting:
        st.caption(f":material/warning: {plain(done.contradicting_told)}")
    if done.alike:
        st.caption(f":material/warning: {plain(done.alike_told)}")
    if done.queues_told:
        st.caption(f":material/inbox: {plain(done.queues_told)}")
    if done.unqueued:
        st.caption(f":material/warning: {plain(done.unqueued_told)}")
    if done.unread:
        named = plain(", ".join(done.unread))
        st.caption(f":material/warning: Columns that are not read: {named}.")


def release_file(address: Address, info: BenchmarkInfo, curator: Voter) -> None:
    """Take in a release from a file that one was written to."""
    with st.form(f"release for {info.name}", border=False):
        st.file_uploader(
            "Labels",
            key=_FILE,
            help="A CSV with votes, qrels, or a file of labels as the benchmark publishes it, with "
            "grades: whatever a release is downloaded as.",
        )
        st.text_input("Name of the release", key=_NAME, placeholder="The file's own name")
        st.checkbox(
            "A 1 means partly, though no label is 2",
            key=_PARTLY,
            help="Labels that are only 0 and 1 are taken as ground truths are published, where a 1 "
            "means a full yes. A CSV with votes says itself what it means.",
        )
        st.form_submit_button(
            "Take it in", icon=":material/upload:", on_click=_take_in, args=(address, info, curator)
        )


def _take_in(address: Address, info: BenchmarkInfo, curator: Voter) -> None:
    file, name = st.session_state[_FILE], st.session_state[_NAME].strip()
    with shown_plainly():
        if file is None:
            raise InputError("Choose a file with labels.")
        with on_disk(file) as path:
            made = import_release(
                workspace(),
                curator,
                info,
                path,
                name or path.stem,
                base=address["base"],
                partly=st.session_state[_PARTLY],
            )
        st.session_state[MADE] = (
            f"{made.name} is taken in: {made.labels:,} labels, {made.changed:,} of them other "
            f"than in {made.base}. {told_newest(workspace(), info)}".strip()
        )
        address.set("to", made.name)
        address.set("file", made.name)
