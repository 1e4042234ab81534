"""Why a judge run ended, and the sentence that tells it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from core.judges.answers import spent_so_far
from core.judges.tallies import commonest_failure, commonest_fault, tallies, tally, told_of
from core.judges.types import JudgeRun, Purpose, RunState, Tally
from core.store import Workspace


@dataclass
class Stop:
    """Whether and how the run is to end before it is done."""

    event: asyncio.Event = field(default_factory=asyncio.Event)
    state: RunState | None = None
    message: str = ""

    def now(self, state: RunState, message: str) -> None:
        """End with a state; the first one counts."""
        if self.state is None:
            self.state, self.message = state, message
        self.event.set()


def how_it_ended(workspace: Workspace, run: JudgeRun, stop: Stop) -> tuple[RunState, str]:
    """Say how a run ended; one in which no question at all got an answer has failed."""
    counts = tally(workspace, run)
    state, words = stop.state or RunState.DONE, [stop.message, told_of(counts)]
    if counts.failed:
        words.append(f"What failed most: {ended_sentence(commonest_failure(workspace, run.key))}")
        if stop.state is None and not counts.answered:
            state, words[0] = RunState.FAILED, "No question got an answer."
    if counts.answered > counts.ok:
        why = ended_sentence(commonest_fault(workspace, run.key))
        words.append(f"What was most wrong with answers that are no verdict: {why}")
    words.append(_uncounted(workspace, run, counts, state))
    return state, " ".join(word for word in words if word)


def over_budget(budget: float | None, spent: float) -> str:
    """Say that a budget does not allow for the next question, or never did.

    Examples
    --------
    >>> over_budget(2.0, 1.99), over_budget(0.5, 0.8986)
    ... # doctest: +NORMALIZE_WHITESPACE
    ('Stopped before the budget of $2.00 was passed.',
     'The budget of $0.50 is less than the $0.8986 that were spent before.')
    """
    limit = budget or 0.0
    if spent > limit:
        return f"The budget of ${limit:,.2f} is less than the ${spent:,.4f} that were spent before."
    return f"Stopped before the budget of ${limit:,.2f} was passed."


def _uncounted(workspace: Workspace, run: JudgeRun, counts: Tally, state: RunState) -> str:
    """Say what an audit left out, and what a budget is charged beside what is known to be spent."""
    told = []
    if state is RunState.OVER_BUDGET and counts.unpriced:
        told.append(
            "An answer of unknown cost is charged with the most that it can cost: "
            f"${spent_so_far(workspace, run.key):,.4f} of the budget in all."
        )
    left = counts.questions - counts.answered - counts.failed
    if state is RunState.DONE and run.purpose is Purpose.INJECTION and left > 0:
        told.append(
            f"{left:,} questions were not asked: on those cases the judge has no majority with "
            "nothing planted, which an instruction could flip."
        )
    return " ".join(told)


def never_understood(workspace: Workspace, run: JudgeRun) -> str:
    """Say which judges of a run have answered without any verdict, and why; empty if none has."""
    told = []
    for voter, counts in tallies(workspace, run).items():
        if counts.answered and not counts.ok:
            why = ended_sentence(commonest_fault(workspace, run.key, voter))
            told.append(f"None of {voter}'s {counts.answered:,} answers is a verdict. {why}")
    return " ".join(told)


def ended_sentence(text: str) -> str:
    """End a text of another's as a sentence ends.

    Examples
    --------
    >>> ended_sentence("HTTP 401: no such key"), ended_sentence("Wait!")
    ('HTTP 401: no such key.', 'Wait!')
    """
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
