"""The screen of one case: question, verdicts, both tables, and a breath now and then."""

from __future__ import annotations

import time

import streamlit as st

from core import labels
from core.benchmarks.one_pair.blind import BlindView
from core.benchmarks.presence import told_absent
from core.errors import SoundingsError
from core.labels import Case, own_vote, progress
from core.labels.voting.questions import FACETS, Question
from core.labels.voting.reviewing import agreement_so_far
from pages.shared.catalog_cache import workspace
from pages.shared.drawn_by_itself import drawn_by_itself
from pages.shared.late_widgets import hold_until_drawn
from pages.shared.links import RELEASES
from pages.shared.this_run import run_again
from pages.shared.words import amount, plain, sentence
from pages.voting.alignment import correct_alignment
from pages.voting.panes import draw_case
from pages.voting.principles import show_principles
from pages.voting.session import (
    CONFIDENCE,
    FACET_KEYS,
    REASON,
    SURE,
    Voting,
    pass_by,
    return_to_skipped,
    take_back,
    vote,
)
from pages.voting.telling import show_told, told_when_drawn

_KEYS = {
    "2": "verdict-2",
    "1": "verdict-1",
    "0": "verdict-0",
    "?": "verdict-none",
    "n": "vote-reason",
    "c": "vote-columns",
    "l": "vote-later",
    "s": "vote-skip",
    "u": "vote-undo",
    "enter": "vote-go-on",
}
_LEAVING = [
    *(f"verdict-{label}" for label in (2, 1, 0, "none")),
    "vote-later",
    "vote-skip",
    "vote-undo",
]


@drawn_by_itself
def voting_screen(voting: Voting) -> None:
    """Show the case before the voter; every key draws only this again."""
    shown = after = None
    if voting.breathes:
        _breath(voting)
    elif voting.case is None:
        _nothing_left(voting)
    elif not progress(workspace(), voting.queue, voting.voter).cases:
        _gone(voting)
    else:
        shown = _case(voting, voting.case)
        after = voting.next_ready()
    show_told()  # where there was no bar to say it in
    draw_case(shown, after, _KEYS, _LEAVING)
    if shown is not None and voting.since is None:
        voting.since = time.monotonic()
    voting.make_ready()


def _case(voting: Voting, case: Case) -> BlindView | None:
    """Show everything of a case but its tables; none if they cannot be shown."""
    try:
        view = voting.view(case)
    except SoundingsError as error:
        st.error(sentence(str(error)), icon=":material/error:")
        with st.container(horizontal=True):
            _passing(voting)
        return None
    _asks(view)
    _verdicts(voting, case, view.question)
    if voting.corrects:
        correct_alignment(voting, view)
    return view


def _asks(view: BlindView) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="text-beside-principles"):
        st.markdown(f"**{view.question.asks}** :gray[{view.question.definition}]")
        with st.popover(
            "Principles",
            icon=":material/menu_book:",
            type="tertiary",
            key="principles of the question",
        ):
            show_principles(view.question)
    if view.tables.query.text:
        st.markdown(f"> {plain(view.tables.query.text)}")


def _verdicts(voting: Voting, case: Case, asked: Question) -> None:
    with st.container(key="verdicts", horizontal=True, vertical_alignment="center", gap="xsmall"):
        for key, (label, words) in zip("210?", asked.grades.items(), strict=True):
            st.button(
                f"{words} :small[**{key}**]",
                key=f"verdict-{'none' if label is None else label}",
                on_click=vote,
                args=(voting, voting.key, label),
            )
        with st.container(key="vote-reason", width=190):
            hold_until_drawn(REASON)
            st.text_input(
                "Reason",
                key=REASON,
                placeholder="Note: N, then Enter",
                label_visibility="collapsed",
                max_chars=labels.types.MAX_TEXT,
                on_change=voting.keep_note,
            )
        with st.popover(
            "",
            icon=":material/tune:",
            help="How sure you are, and why in parts",
            key="details of the vote",
        ):
            _details()
        st.button(
            "Columns :small[**C**]",
            key="vote-columns",
            help="Correct which columns belong together.",
            type="tertiary",
            on_click=_toggle_columns,
            args=(voting,),
        )
        _passing(voting)
        # In the row that these leave half empty: the tables have the height.
        with st.container(key="votes-so-far"):
            _progress(voting, case, asked)
        show_told()  # in sight, however far down the tables are read


def _passing(voting: Voting) -> None:
    for words, key, name, come_back, told in (
        ("Later", "L", "later", True, "Come back to it when nothing else is left."),
        ("Skip", "S", "skip", False, "Leave it to the others."),
    ):
        st.button(
            f"{words} :small[**{key}**]",
            key=f"vote-{name}",
            help=told,
            type="tertiary",
            on_click=pass_by,
            args=(voting, voting.key, come_back),
        )
    _undo(voting)


def _undo(voting: Voting) -> None:
    st.button(
        "Undo :small[**U**]",
        key="vote-undo",
        help="Go back to the case before. A new vote takes the place of the old one, which stays "
        "in the history.",
        type="tertiary",
        disabled=not voting.trail,
        on_click=take_back,
        args=(voting,),
    )


def _details() -> None:
    for key in (CONFIDENCE, *FACET_KEYS):
        hold_until_drawn(key)
    st.segmented_control(
        "How sure are you?", list(SURE), key=CONFIDENCE, format_func=SURE.__getitem__
    )
    st.caption("If you like, the parts of your verdict: 2 fits, 1 in part, 0 not.")
    for name, key in zip(FACETS, FACET_KEYS, strict=True):
        st.segmented_control(name, (2, 1, 0), key=key)


def _toggle_columns(voting: Voting) -> None:
    with told_when_drawn():
        if voting.corrects:
            voting.take_chosen()
        voting.corrects = not voting.corrects


def _progress(voting: Voting, case: Case, asked: Question) -> None:
    done = progress(workspace(), voting.queue, voting.voter)
    told = [f"**{done.yours:,}** by you", f"{done.votes:,} of {done.votes_wanted:,} votes in all"]
    if voting.pace is not None:
        told.append(f"{voting.pace:.0f} s a case")
    if done.for_later:
        told.append(f"{done.for_later:,} to come back to")
    before = own_vote(workspace(), voting.voter, case.key)
    if before is not None:
        said = asked.grades[before.ballot.label]
        told.append(f":orange[You said **{said}**; a new vote takes its place]")
    st.progress(done.votes / done.votes_wanted, text=" · ".join(told))


def _breath(voting: Voting) -> None:
    done = progress(workspace(), voting.queue, voting.voter)
    pace = "" if voting.pace is None else f", {voting.pace:.0f} s a case"
    with st.container(border=True):
        st.subheader("Take a breath", anchor=False)
        st.markdown(
            f"**{amount(voting.votes, 'vote')}** in this session{pace}. "
            f"{done.done:,} of {amount(done.cases, 'case')} "
            f"{'has' if done.cases == 1 else 'have'} all votes."
        )
        so_far = agreement_so_far(workspace(), voting.queue, voting.voter)
        if so_far and so_far[1]:
            st.markdown(
                f"You agree with **{so_far[0]:,} of {so_far[1]:,}** votes of others on the cases "
                "that you labelled."
            )
        with st.container(horizontal=True):
            st.button(
                "Go on :small[**Enter**]",
                key="vote-go-on",
                type="primary",
                on_click=_go_on,
                args=(voting,),
            )
            _undo(voting)


def _go_on(voting: Voting) -> None:
    voting.breathes = False
    voting.since = None


def _gone(voting: Voting) -> None:
    """Say that the queue, or its benchmark, was removed while its case was on the screen."""
    st.warning(
        f"The queue {plain(voting.queue.name)} of {plain(voting.benchmark)} was removed in the "
        "meantime. Votes that were cast before are kept unless they were removed with it.",
        icon=":material/warning:",
    )
    if st.button("Go on", key="after-removal"):
        run_again()


def _nothing_left(voting: Voting) -> None:
    done = progress(workspace(), voting.queue, voting.voter)
    st.success(
        f"Nothing is left for you here now. {done.done:,} of {amount(done.cases, 'case')} "
        f"{'has all its votes' if done.cases == 1 else 'have all their votes'}; "
        f"{done.yours:,} {'has' if done.yours == 1 else 'have'} yours.",
        icon=":material/check:",
    )
    if told := told_absent(voting.absent):
        st.caption(told)
    if done.cases and done.done == done.cases and not done.yours:
        st.caption(
            "Votes that were cast in other queues or imported count too. For further opinions on "
            "these pairs, make a queue that wants more votes a case."
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        if done.skipped:
            it = "it" if done.skipped == 1 else "them"
            st.button(
                f"You skipped {amount(done.skipped, 'case')}: see {it} again",
                key="vote-skipped",
                icon=":material/undo:",
                on_click=return_to_skipped,
                args=(voting,),
            )
        if voting.trail:
            _undo(voting)
        st.page_link(
            RELEASES,
            label="Agreement & releases",
            icon=":material/how_to_vote:",
            query_params={"benchmark": voting.benchmark},
        )
