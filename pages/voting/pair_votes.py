"""What people and judges said of one pair, opened to a curator; and the way to vote on it."""

from __future__ import annotations

import streamlit as st

from core import labels
from core.benchmarks.one_pair.pair_tables import PairTables
from core.benchmarks.types import BenchmarkInfo
from core.labels import Kind, Origin, Pair, Role, Task, Vote
from core.labels.queueing.cases import find_case
from core.labels.queueing.queues import put_in_standing_queue
from core.labels.voting.questions import question
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.identity import me_or_local
from pages.shared.words import amount, plain, since
from pages.voting.put_to_vote import vote_button
from pages.voting.queue_forms import go_to_queue


def show_votes(info: BenchmarkInfo, view: PairTables) -> None:
    """Show every vote and decision on a pair, the latest first, to a curator."""
    st.markdown("**Votes**")
    query, table = view.query.query_id, view.candidate_side.table.table_id
    task = Task(view.query.mode.value)
    if vote_button("Vote on this pair", "vote on this pair"):
        with shown_plainly():
            pair = Pair(query, table, task, Origin.SEARCH)
            queue, cases = put_in_standing_queue(workspace(), me_or_local(), info.key, [pair])
            go_to_queue(info, queue, *cases)
    reader = me_or_local()
    if reader.role is not Role.CURATOR:
        st.caption("Who votes does not see the votes of others; a curator does.")
        return
    case = find_case(workspace(), info.key, query, table)
    votes = [] if case is None else labels.history(workspace(), reader, case.key)
    if not votes:
        st.caption("Nobody has voted on it yet.")
    for vote in reversed(votes):
        _vote(vote, task)


def _vote(vote: Vote, task: Task) -> None:
    ballot = vote.ballot
    said = question(task).grades[ballot.label]
    who = plain(vote.voter) if vote.kind is Kind.HUMAN else f"{plain(vote.voter)} ({vote.kind})"
    told = f"**{said}** by {who}"
    if vote.final:
        told = f":material/gavel: decided: {told}"
    st.markdown(told if vote.current else f":gray[~~{told}~~ superseded]")
    more = [since(vote.voted_at)]
    if ballot.seconds is not None:
        more.append(f"{ballot.seconds:.0f} s")
    if ballot.confidence is not None:
        more.append(f"sure to {ballot.confidence:.0%}")
    if ballot.alignment is not None:
        more.append(f"{amount(len(ballot.alignment), 'column')} lined up by hand")
    st.caption(" \u00b7 ".join(more) + (f"  \n{plain(ballot.reason)}" if ballot.reason else ""))
