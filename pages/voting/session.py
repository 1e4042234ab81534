"""One person voting in one session: the case before them, what comes next, what they did."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import streamlit as st

from core import labels
from core.benchmarks import registry
from core.benchmarks.one_pair.blind import BlindView, Pairs, look_blindly
from core.benchmarks.presence import absent_cases, told_absent
from core.benchmarks.voting import cast_vote
from core.errors import InputError, SoundingsError
from core.labels import Ballot, Case, Queue, Vote, Voter
from core.labels.queueing.handing import skipped_cases, upcoming, voted_cases
from core.labels.voting.questions import FACETS
from core.store import Workspace, settings_of
from pages.shared.catalog_cache import workspace
from pages.voting.notes import Noted, forget_note, keep_note, kept_note
from pages.voting.telling import tell_besides, told_when_drawn

AHEAD = 4
"""Cases that are made ready before they are asked for."""
BREATH = 20
"""Votes after which there is a breath."""
SURE = {0.5: "A guess", 0.75: "Likely", 1.0: "Sure"}
"""How sure a voter may say they are, in words."""
REASON, CONFIDENCE = "reason of the vote", "confidence of the vote"
FACET_KEYS = tuple(f"facet of the vote: {name}" for name in FACETS)
_STATE = "voting"
_ASKED = "cases to be shown first of queue "
_MOST_TAKEN_BACK = 100
"""Votes of before the page was loaded that can be taken back."""


@dataclass
class Voting:
    """What a session knows of its voting in one queue.

    Parameters
    ----------
    lake
        Fingerprint of the benchmark's tables; it stands for their content.
    encoder
        What proposes alignments.
    case
        The one on the screen; none if nothing is left.
    key
        Names the vote to come, so that sent twice it is one.
    since
        When the case came on the screen, on the monotonic clock; none before it did.
    asked_for
        Cases to show before the queue's own: opened by a link, or taken back.
    trail
        Cases that were left by a vote or by passing them, the latest last.
    corrected
        The voter's own alignment of the case.
    choices
        While it is corrected: columns of A to the keys of the fields that say what belongs below.
    votes
        How many were cast in this session.
    seconds
        Spent on those of them of which it is known.
    before
        Key of the voter's own vote on the case when it came on the screen; 0 if there was none.
    resumed
        Whether the case was looked at before, so that nobody knows how long it took.
    ready
        What is shown of some cases to come, by their keys.
    absent
        Keys of the queue's open cases of which a table is not in the lake.
    """

    benchmark: str
    lake: str
    queue: Queue
    voter: Voter
    encoder: str
    case: Case | None = None
    key: str = ""
    since: float | None = None
    asked_for: list[int] = field(default_factory=list)
    trail: list[int] = field(default_factory=list)
    corrected: Pairs | None = None
    corrects: bool = False
    choices: dict[str, str] = field(default_factory=dict)
    votes: int = 0
    seconds: list[float] = field(default_factory=list)
    breathes: bool = False
    before: int = 0
    resumed: bool = False
    ready: dict[int, BlindView] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()

    def advance(self) -> None:
        """Take the next case, with an empty ballot or the one that they gave before."""
        absent = [key for key in self.asked_for if key in self.absent]
        if absent:
            self.asked_for = [key for key in self.asked_for if key not in self.absent]
            tell_besides(told_absent(absent))
        if self.asked_for:
            key = self.asked_for.pop(0)
            self.case = labels.case(workspace(), key, self.queue.benchmark_key)
        else:
            self.case = labels.next_case(
                workspace(), self.queue, self.voter, without=sorted(self.absent)
            )
        self.key = uuid.uuid4().hex
        self.since = None
        self.corrects = False
        self.choices = {}
        self._begin_ballot()

    def _begin_ballot(self) -> None:
        before = self.case and labels.own_vote(workspace(), self.voter, self.case.key)
        self.before = before.key if before else 0
        ballot = before.ballot if before else Ballot(None)
        # Set, not taken away: a field that is taken away here keeps its text in the browser, which
        # then sends it along with the next vote.
        noted = kept_note(self._noted())
        self.resumed = noted is not None
        st.session_state[REASON] = ballot.reason if noted is None else noted
        st.session_state[CONFIDENCE] = ballot.confidence if ballot.confidence in SURE else None
        for name, grade in zip(FACET_KEYS, ballot.facets, strict=True):
            st.session_state[name] = grade
        self.corrected = None if ballot.alignment is None else tuple(ballot.alignment)

    def keep_note(self) -> None:
        """Keep the note on the case beyond a reload of the page, until the vote."""
        keep_note(self._noted(), st.session_state[REASON])

    def forget_note(self) -> None:
        """Forget the note that was kept: it stands with the vote."""
        forget_note(self._noted())

    def _noted(self) -> Noted:
        return Noted(-1 if self.case is None else self.case.key, "vote", self.voter.name)

    def voted_elsewhere(self) -> Vote | None:
        """Return the voter's own vote on the case if it came after the case was shown here."""
        now = self.case and labels.own_vote(workspace(), self.voter, self.case.key)
        return now if now and now.key != self.before else None

    def take_chosen(self) -> None:
        """Take the alignment as its fields stand.

        Raises
        ------
        InputError
            If a column of B is chosen twice.
        """
        if self.case is None or not all(key in st.session_state for key in self.choices.values()):
            return
        proposed = self.view(self.case).pairs
        chosen = {label: st.session_state[key] for label, key in self.choices.items()}
        pairs = tuple((left, right) for left, right in chosen.items() if right)
        taken = [right for _, right in pairs]
        twice = sorted({right for right in taken if taken.count(right) > 1})
        if twice:
            raise InputError(
                "A column of B belongs below one column of A only. Chosen more than once: "
                f"{', '.join(twice)}."
            )
        # Columns beyond those that are asked for stay as they were proposed.
        further = (pair for pair in proposed if pair[0] not in chosen and pair[1] not in taken)
        pairs = (*pairs, *further)
        if set(pairs) != set(proposed):
            self.corrected = pairs

    def view(self, case: Case) -> BlindView:
        """Return what is shown of a case, made ready before if there was time."""
        root = str(workspace().root)
        return _view(root, self.benchmark, self.lake, case, self.encoder, self.corrected)

    def make_ready(self) -> Future[None] | None:
        """Make the cases that come next ready, beside the session; nothing if none is shown."""
        if self.case is None:
            return None
        return _beside().submit(_make_ready, workspace(), self, self.case.key, AHEAD)

    def next_ready(self) -> BlindView | None:
        """Return what a vote will bring up, if that is ready and no breath comes before it."""
        if self.case is None or (self.votes + 1) % BREATH == 0:
            return None
        if self.asked_for:
            return self.ready.get(self.asked_for[0])
        if not self.ready and not self.votes:
            _make_ready(
                workspace(), self, self.case.key, 1
            )  # the first key should be answered at once too
        coming = upcoming(
            workspace(), self.queue, self.voter, self.case.key, 1, without=sorted(self.absent)
        )
        return self.ready.get(coming[0].key) if coming else None

    def ballot(self, label: int | None) -> Ballot:
        """Return the vote as it stands on the screen."""
        facets = [st.session_state.get(name) for name in FACET_KEYS]
        return Ballot(
            label,
            (facets[0], facets[1], facets[2], facets[3]),
            confidence=st.session_state.get(CONFIDENCE),
            reason=st.session_state.get(REASON, "").strip(),
            alignment=self.corrected,
            seconds=None if self.since is None or self.resumed else time.monotonic() - self.since,
            shown="" if self.case is None else self.view(self.case).shown,
        )

    @property
    def pace(self) -> float | None:
        """Seconds that half of this session's votes took at most; none if of none it is known."""
        return median(self.seconds) if self.seconds else None


def voting_in(benchmark: str, lake: str, queue: Queue, voter: Voter, encoder: str) -> Voting:
    """Go on with this session's voting in a queue, or begin it."""
    now: Voting | None = st.session_state.get(_STATE)
    same = (benchmark, lake, queue.key, voter, encoder)
    if now and (now.benchmark, now.lake, now.queue.key, now.voter, now.encoder) == same:
        return now
    trail = voted_cases(workspace(), queue, voter, _MOST_TAKEN_BACK)
    absent = frozenset(absent_cases(workspace(), registry.benchmark(workspace(), benchmark), queue))
    begun = Voting(benchmark, lake, queue, voter, encoder, trail=trail, absent=absent)
    st.session_state[_STATE] = begun
    return begun


def ask_for(queue: Queue, cases: Sequence[int]) -> None:
    """Have some cases of a queue shown first when it is opened next.

    They stand in no address: that would be a step of the browser's history, and to go back over it
    would ask for cases again that have been voted on.
    """
    st.session_state[f"{_ASKED}{queue.key}"] = list(cases)


def asked_for(queue: Queue) -> list[int]:
    """Tell once which cases of a queue are to be shown first."""
    return list(st.session_state.pop(f"{_ASKED}{queue.key}", []))


def vote(voting: Voting, key: str, label: int | None) -> None:
    """Cast the vote, unless its case has left the screen meanwhile, and take the next one."""
    with told_when_drawn():
        if voting.case is None or voting.key != key:
            return
        case = voting.case.key
        if voting.corrects:
            voting.take_chosen()
        ballot = voting.ballot(label)
        elsewhere = voting.voted_elsewhere()
        info = registry.benchmark(workspace(), voting.benchmark)
        cast_vote(workspace(), info, voting.voter, case, ballot, key)
        if elsewhere is not None:
            _tell_replaced(elsewhere)
        voting.forget_note()
        voting.trail.append(case)
        voting.votes += 1
        if ballot.seconds is not None:
            voting.seconds.append(ballot.seconds)
        voting.breathes = voting.votes % BREATH == 0
        voting.advance()


def pass_by(voting: Voting, key: str, come_back: bool) -> None:
    """Leave a case without a vote, for good or until nothing else is left."""
    with told_when_drawn():
        if voting.case is None or voting.key != key:
            return
        case = voting.case.key
        labels.set_aside(workspace(), voting.queue, voting.voter, case, come_back)
        voting.trail.append(case)
        voting.advance()


def take_back(voting: Voting) -> None:
    """Go back to the case that was left last."""
    with told_when_drawn():
        if not voting.trail:
            return
        now = [] if voting.case is None else [voting.case.key]
        voting.asked_for = [voting.trail.pop(), *now, *voting.asked_for]
        voting.breathes = False
        voting.advance()


def return_to_skipped(voting: Voting) -> None:
    """Show the cases that were skipped once more, one after another."""
    with told_when_drawn():
        voting.asked_for = skipped_cases(workspace(), voting.queue, voting.voter)
        voting.advance()


def _tell_replaced(vote: Vote) -> None:
    said = "can't tell" if vote.ballot.label is None else str(vote.ballot.label)
    tell_besides(
        f"You had said {said} on that case in another window meanwhile. The new vote took its "
        "place; press U to look at it again."
    )


@st.cache_resource(show_spinner=False, max_entries=64)
def _view(
    root: str, benchmark: str, lake: str, case: Case, encoder: str, corrected: Pairs | None
) -> BlindView:
    # The lake's fingerprint stands for the tables.
    here = Workspace(Path(root))
    info = registry.benchmark(here, benchmark)
    return look_blindly(here, info, case, settings_of(here), encoder, corrected)


@st.cache_resource(show_spinner=False)
def _beside() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="next cases")


def _make_ready(here: Workspace, voting: Voting, held: int, count: int) -> None:
    # Beside the session there is nobody signed in, whom `workspace` would ask for.
    ready = {}
    without = sorted(voting.absent)
    for case in upcoming(here, voting.queue, voting.voter, held, count, without=without):
        with suppress(SoundingsError):  # told when the case comes on the screen
            ready[case.key] = _view(
                str(here.root), voting.benchmark, voting.lake, case, voting.encoder, None
            )
    voting.ready = ready
