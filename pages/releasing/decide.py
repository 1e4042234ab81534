"""The cases that the votes leave open: a curator looks at both tables and decides."""

from __future__ import annotations

import time

import polars as pl
import streamlit as st

from core import labels
from core import lake as lakes
from core.benchmarks.curating.settling import Conclusions
from core.benchmarks.presence import absent_among, require_pair, told_undecided
from core.benchmarks.types import BenchmarkInfo
from core.benchmarks.voting import adjudicate
from core.labels.settling.rules import Rule
from core.labels.types import Ballot, Case, Vote, Voter
from core.labels.voting.questions import Question, question
from core.labels.voting.votes import decision_reasons
from pages.benchmarking.choice import audit_of
from pages.lakes.encoding import encoder_for
from pages.releasing.rules import rule_fields
from pages.releasing.warned import show_warning
from pages.shared.abreast import abreast
from pages.shared.address import Address
from pages.shared.audits import pair_of
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import download_buttons
from pages.shared.failures import shown_plainly
from pages.shared.label_cache import Kinds, Labels, conclusions_of
from pages.shared.links import PAIR, pair_address
from pages.shared.query_names import query_names
from pages.shared.row_choice import ANYWHERE, clicked_row, tick_row
from pages.shared.words import amount, plain
from pages.voting.note_keys import guard_keys
from pages.voting.notes import Noted, forget_note, keep_note, kept_note
from pages.voting.pair_tables import show_columns, show_tables

_MOST_CASES = 2_000
_GRADES = (2, 1, 0)
SEEN_AFTER = 0.3
"""Seconds from when a case is drawn in which a key is taken for one that meant the case before."""
_DRAWN = "case drawn to be decided, and when"
"""Of the case with both tables, or why they cannot be shown: its buttons are there before these."""
_BUTTON = "decide "
_EARLY = "keys of decisions that came too early"
_BEFORE = "case that is before the curator"
"""It stays until they decide it or take another, though the list may begin with another by now."""


def show_open_cases(
    address: Address, of: Labels, info: BenchmarkInfo, kinds: Kinds, curator: Voter
) -> None:
    """List the cases that wait for a curator, and let one be decided."""
    _tell_early_keys()
    terms = rule_fields(address, of, kinds, curator, with_rule=True)
    found = conclusions_of(of, curator, Rule(address["rule"]), terms, kinds, address["base"])
    show_warning(address, of, curator, terms, found)
    absent = absent_among(workspace(), info, found.open.select("case", "query", "table").rows())
    waiting = found.open.filter(~pl.col("case").is_in(absent))
    chosen = _chosen(address, found, waiting)
    if told := told_undecided(absent):
        st.caption(f":material/warning: {told}")
    if chosen is None:
        st.success(_nothing_waits(found))
    else:
        votes = labels.history(workspace(), curator, chosen.key)
        listed, decided = abreast("cases", 2, "list")
        with listed:
            waits, voted = abreast("waiting", 2, "form")
            with waits:
                _list(address, of, info, waiting, chosen)
            with voted:
                _votes(votes, question(chosen.task))
        with decided:
            _panel(address, info, chosen, votes, found, curator)
        st.session_state[_BEFORE] = chosen.key
    _decided(of, info, found, curator)


def _nothing_waits(found: Conclusions) -> str:
    if not len(found.frame):
        return "No case has a vote yet."
    if len(found.open):
        return "Nothing waits for you now."
    return f"Nothing waits for you: all {amount(len(found.frame), 'case')} with votes are settled."


def _chosen(address: Address, found: Conclusions, waiting: pl.DataFrame) -> Case | None:
    """Take the case of the address if it has votes, else the one that is before the curator.

    That one stays until they decide it or take another, though others may have settled it or
    decided it meanwhile: the first that waits takes no place of a case that is being read.
    """
    wanted = address["case"] or st.session_state.get(_BEFORE, 0)
    row = found.frame.filter(pl.col("case") == wanted)
    if not len(row):
        row = waiting.head(1)
    if not len(row):
        address.set("case", None)
        return None
    return labels.case(workspace(), row["case"][0])


def _take_next(address: Address) -> None:
    """Leave the case to what others have decided."""
    address.set("case", None)
    st.session_state.pop(_BEFORE, None)


def _list(
    address: Address, of: Labels, info: BenchmarkInfo, waiting: pl.DataFrame, chosen: Case
) -> None:
    st.markdown(f"**{amount(len(waiting), 'case')} for you to decide**")
    if not len(waiting):
        st.caption("None; the one on the right is settled and can be decided anew.")
        return
    shown = waiting.head(_MOST_CASES)
    key = f"open cases of {of.name} {of.votes}"
    ticked = shown["case"].index_of(chosen.key)

    def choose() -> None:
        row = clicked_row(key, ticked)
        if row is not None:
            address.set("case", int(shown["case"][row]))

    tick_row(key, ticked)
    st.dataframe(
        shown.select(
            query_names(info, shown["query"]),
            pl.Series("table", [info.published(table) for table in shown["table"]]),
            "why",
        ),
        key=key,
        alt="Cases that wait for a decision",
        hide_index=True,
        height=min(len(shown), 8) * 35 + 38,
        on_select=choose,
        selection_mode=ANYWHERE,
        column_config={
            "query": st.column_config.TextColumn("Query", width=95),
            "table": st.column_config.TextColumn("Candidate", width=105),
            "why": st.column_config.TextColumn("Why it is open", width=165),
        },
    )
    st.caption("The least certain first. Click one to decide it.")


def _panel(
    address: Address,
    info: BenchmarkInfo,
    case: Case,
    votes: list[Vote],
    found: Conclusions,
    curator: Voter,
) -> None:
    (row,) = found.frame.filter(pl.col("case") == case.key).iter_rows(named=True)
    asked = question(case.task)
    st.markdown(f"**{plain(asked.asks)}**  {plain(row['why'])}")
    if row["decided"] is not None:
        st.info(
            f"Decided as {row['decided']} ({plain(asked.grades[row['decided']])}) by "
            f"{plain(row['decided_by'])}. A new decision stands above it.",
            icon=":material/gavel:",
        )
    elif case.key not in found.open["case"]:
        st.info("Its votes settle it by now. A decision stands above them.", icon=":material/done:")
    if row["decided"] is not None or case.key not in found.open["case"]:
        st.button("Leave it so", on_click=_take_next, args=(address,))
    if _drawn()[0] != case.key:
        st.session_state.pop(_DRAWN, None)
    with shown_plainly():
        require_pair(workspace(), info, case.query, case.table)
        newest = max((vote.key for vote in votes), default=0)
        _deciding(address, info, case, asked, row["label"], newest, curator)
        encoder = encoder_for(lakes.lake(workspace(), info.name))
        view = pair_of(audit_of(info), case.query, case.table, encoder)
        if view.query_side is None:
            st.markdown(f"The query: {plain(view.query.text or '')}")
        show_tables(info, view)
        show_columns(view)
    # Also where that failed: the curator has been told why, and nothing more is on its way.
    if _drawn()[0] != case.key:
        st.session_state[_DRAWN] = case.key, time.monotonic()


def _drawn() -> tuple[int | None, float]:
    """Return the case that can be seen as a whole, and since when."""
    found: tuple[int | None, float] = st.session_state.get(_DRAWN, (None, 0.0))
    return found


def _deciding(
    address: Address,
    info: BenchmarkInfo,
    case: Case,
    asked: Question,
    by_rule: int | None,
    newest: int,
    curator: Voter,
) -> None:
    """Offer a decision by each grade, that of the rule first to the eye; the tables are there."""
    _reason_field(case, curator)
    with st.container(horizontal=True, vertical_alignment="center"):
        for label in _GRADES:
            st.button(
                f"{label} {asked.grades[label]}",
                # Of this case alone: a key that comes late finds no button of the next one.
                key=f"{_BUTTON}{label} on {case.key}",
                type="primary" if label == by_rule else "secondary",
                shortcut=str(label),
                on_click=_decide,
                args=(address, info, curator, case.key, label, newest),
                help="Final: it stands above every vote, marked as your decision.",
            )
        st.page_link(
            PAIR,
            label="Open the pair",
            icon=":material/open_in_new:",
            query_params=pair_address(info.name, case.query, case.table),
        )


def _reason_field(case: Case, curator: Voter) -> None:
    """Ask for a reason; what was written of this case before stands in it."""
    reason = _reason_of(case.key)
    noted = Noted(case.key, "decision", curator.name)
    # Not an empty text, which the browser would put in the place of what is typed and not sent yet.
    if reason not in st.session_state and (note := kept_note(noted)):
        st.session_state[reason] = note
    st.text_input(
        "Why (kept with the decision)",
        key=reason,
        placeholder="same kind of rows",
        on_change=_keep_reason,
        args=(noted,),
    )
    guard_keys("reason-of-the-decision", [str(label) for label in _GRADES])


def _votes(votes: list[Vote], asked: Question) -> None:
    current = [vote for vote in votes if vote.current and not vote.final]
    st.markdown("**The votes on this one**")
    if not current:
        st.caption("No vote; it was put here to be decided.")
        return
    st.dataframe(
        pl.DataFrame(
            {
                "voter": [vote.voter for vote in current],
                "said": [
                    f"{'?' if vote.ballot.label is None else vote.ballot.label} "
                    f"{asked.grades[vote.ballot.label]}"
                    for vote in current
                ],
                "sure": [vote.ballot.confidence for vote in current],
                "reason": [vote.ballot.reason for vote in current],
                "seconds": [vote.ballot.seconds for vote in current],
                "kind": [vote.kind.value for vote in current],
            },
            schema_overrides={"sure": pl.Float64, "seconds": pl.Float64},
        ),
        alt="The votes on this case",
        hide_index=True,
        placeholder="",
        height=min(len(current), 6) * 35 + 38,
        column_config={
            "voter": st.column_config.TextColumn("Voter", width=80),
            "said": st.column_config.TextColumn("Said", width=115),
            "sure": st.column_config.NumberColumn("Sure", format="%.2f", width=50),
            "reason": st.column_config.TextColumn("Reason", width=240),
            "seconds": st.column_config.NumberColumn("Seconds", format="%.0f", width=70),
            "kind": st.column_config.TextColumn("Kind", width=70),
        },
    )


def _decide(
    address: Address, info: BenchmarkInfo, curator: Voter, case: int, label: int, last: int
) -> None:
    shown, since = _drawn()
    if shown != case:
        # A browser has the buttons of the case before for a while, and one key presses both: what
        # comes of the other is too early as well.
        st.session_state.pop(_DRAWN, None)
    if shown != case or time.monotonic() - since < SEEN_AFTER or _several_pressed():
        st.session_state[_EARLY] = {*st.session_state.get(_EARLY, ()), label}
        return
    # One key for one click: what was on the screen, and what was said of it.
    key = f"decision of {curator.name} on {case} after {last}: {label}"
    address.set("case", case)  # it stays, should somebody have decided it meanwhile
    with shown_plainly():
        ballot = Ballot(label, reason=st.session_state.get(_reason_of(case), "").strip())
        adjudicate(workspace(), info, curator, case, ballot, key, seen=last)
        forget_note(Noted(case, "decision", curator.name))
        st.session_state.pop(_reason_of(case), None)
        st.session_state.pop(_DRAWN, None)
        _take_next(address)


def _several_pressed() -> bool:
    """Whether more than one button came at once, of which none is known to be meant."""
    ours = [key for key in st.session_state if str(key).startswith(_BUTTON)]
    return sum(bool(st.session_state[key]) for key in ours) > 1


def _tell_early_keys() -> None:
    """Name the keys that decided nothing, as what they would decide was not seen yet."""
    early = st.session_state.pop(_EARLY, ())
    if early:
        keys = ", ".join(map(str, sorted(early, reverse=True)))
        st.toast(f"Not taken, as it came too early: {keys}. Press it again if you still mean it.")


def _keep_reason(of: Noted) -> None:
    reason = st.session_state.get(_reason_of(of.case))
    if reason is not None:  # gone with the decision, where a key was pressed twice
        keep_note(of, reason)


def _reason_of(case: int) -> str:
    return f"reason of the decision on {case}"


def _decided(of: Labels, info: BenchmarkInfo, found: Conclusions, curator: Voter) -> None:
    frame = found.frame.drop_nulls("decided")
    if not len(frame):
        return
    reasons = decision_reasons(workspace(), curator, info.key)
    told = frame.select(
        "case",
        query_names(info, frame["query"]),
        pl.Series("table", [info.published(table) for table in frame["table"]]),
        "decided",
        "decided_by",
        pl.Series("why", [reasons.get(case, "") for case in frame["case"]], pl.String),
        pl.col("label").alias("votes say"),
        "before",
    )
    with st.expander(
        f"{amount(len(frame), 'case')} decided so far, marked as final",
        icon=":material/gavel:",
        key=f"decided so far in {info.name}",
    ):
        st.dataframe(told, hide_index=True, placeholder="", alt="Cases that a curator decided")
        with st.container(horizontal=True):
            download_buttons(lambda: told, f"{of.name} decisions", "decisions")
