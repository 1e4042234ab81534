"""Why a judge run ended, and the sentence that tells it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

from core.amounts import amount, listed
from core.judges.asking.budgets import OverBudgetError
from core.judges.records.answers import Question
from core.judges.records.spending import spent_so_far
from core.judges.records.tallies import commonest_failure, commonest_fault, tallies, tally, told_of
from core.judges.running.asking_again import what_came_of_it
from core.judges.types import JudgeRun, Outcome, Purpose, RunState, Tally
from core.store import Workspace

MOST_FAILED_IN_A_ROW = 20
"""After so many questions without an answer, one after the other, a model is asked no more."""

MOST_WITHOUT_VERDICT = 20
"""After so many answers that are no verdict, one after the other, too: most are paid for."""


_CASES_NAMED = 10


class Stop:
    """Whether and how the run, or one model of it, is to end before it is done.

    Parameters
    ----------
    voters
        The models that are asked; when all of them are left out the run is at its end.

    Attributes
    ----------
    event
        Set once nobody is to be asked any more.
    left_out
        Why, by model that is asked no more while the others go on.
    skipped
        Questions that may cost more than is left of the budget, with the most that each can cost.
    hopeless
        Models of which no question fits any more.
    """

    def __init__(self, voters: Iterable[str]) -> None:
        self.event = asyncio.Event()
        self.state: RunState | None = None
        self.message = ""
        self.left_out: dict[str, str] = {}
        self.skipped: list[tuple[Question, float]] = []
        self.hopeless: set[str] = set()
        self._events = {voter: asyncio.Event() for voter in voters}
        self._failed_in_a_row: Counter[str] = Counter()
        self._lost_in_a_row: Counter[str] = Counter()

    def of(self, voter: str) -> asyncio.Event:
        """Return what is set once a model is not to be asked any more."""
        return self._events[voter]

    def now(self, state: RunState, message: str) -> None:
        """End the run with a state; the first one counts."""
        if self.state is None:
            self.state, self.message = state, message
        for event in (self.event, *self._events.values()):
            event.set()

    def leave_out(self, voter: str, why: str) -> None:
        """Ask one model no more; the others go on."""
        self.left_out.setdefault(voter, why)
        self._ask_no_more(voter)

    def skip(self, question: Question, error: OverBudgetError) -> None:
        """Pass a question over that does not fit in the budget; others of the model may."""
        self.skipped.append((question, error.most))
        if error.hopeless:
            self.hopeless.add(question.voter)
            self._ask_no_more(question.voter)

    def _ask_no_more(self, voter: str) -> None:
        self._events[voter].set()
        if all(event.is_set() for event in self._events.values()):
            self.event.set()

    def count(self, question: Question, outcome: Outcome) -> None:
        """Count what came of a question that was sent; a model that gives nothing is left out."""
        voter = question.voter
        failed, lost = self._failed_in_a_row, self._lost_in_a_row
        failed[voter] = failed[voter] + 1 if outcome is Outcome.FAILED else 0
        if outcome is Outcome.OK:
            lost[voter] = 0
        elif outcome is not Outcome.FAILED and not question.variant:
            lost[voter] += 1
        if failed[voter] >= MOST_FAILED_IN_A_ROW:
            self.leave_out(
                voter,
                f"{MOST_FAILED_IN_A_ROW} questions to {voter} in a row got no answer; see to its "
                "endpoint and resume.",
            )
        if lost[voter] >= MOST_WITHOUT_VERDICT:
            self.leave_out(
                voter,
                f"{MOST_WITHOUT_VERDICT} answers of {voter} in a row are no verdict, so it is "
                "asked no more; try another model, or ask it in another way.",
            )


def how_it_ended(workspace: Workspace, run: JudgeRun, stop: Stop) -> tuple[RunState, str]:
    """Say how a run ended; one in which no question at all got an answer has failed."""
    counts = tally(workspace, run)
    ended = RunState.FAILED if stop.left_out else RunState.DONE
    state = stop.state or (RunState.OVER_BUDGET if stop.skipped else ended)
    words = [stop.message]
    if stop.skipped:
        spent = spent_so_far(workspace, run.key)
        words += [over_budget(run.budget, spent), _skipped(stop, (run.budget or 0.0) - spent)]
    words += [*_left_out(run, stop), told_of(counts)]
    if counts.failed:
        words.append(f"What failed most: {ended_sentence(commonest_failure(workspace, run.key))}")
        if state is RunState.DONE and not counts.answered:
            state, words[0] = RunState.FAILED, "No question got an answer."
    if counts.answered > counts.ok:
        why = ended_sentence(commonest_fault(workspace, run.key))
        words.append(f"What was most wrong with answers that are no verdict: {why}")
    words.append(what_came_of_it(workspace, run))
    words.append(_not_asked(run, counts, state))
    return state, " ".join(word for word in words if word)


def _left_out(run: JudgeRun, stop: Stop) -> list[str]:
    """Say which models were asked no more and why, and that the others were asked on."""
    others = len(run.judges) - len(stop.left_out)
    if not stop.left_out or not others:
        return list(stop.left_out.values())
    told = "judge was asked" if others == 1 else f"{others} judges were asked"
    whom = "it" if len(stop.left_out) == 1 else "them"
    return [*stop.left_out.values(), f"The other {told} on without {whom}."]


def _skipped(stop: Stop, left: float) -> str:
    """Say which questions were not asked, as each may cost more than is left; empty if none fits.

    Where no question of a model fits the others were not looked at.
    """
    skipped = [one for one in stop.skipped if one[0].voter not in stop.hopeless]
    if not skipped:
        return ""
    costs = [most for _, most in skipped]
    cases = sorted({question.case for question, _ in skipped})
    named = listed([f"{case:,}" for case in cases], _CASES_NAMED)
    each = f"${min(costs):,.4f}"
    if max(costs) > min(costs):
        each += f" to ${max(costs):,.4f} each"
    return (
        f"{amount(len(costs), 'question', 'was', 'were')} not asked, for which the "
        f"${max(0.0, left):,.4f} that are left may not do ({each}): of "
        f"{'case' if len(cases) == 1 else 'cases'} {named}."
    )


def over_budget(budget: float | None, spent: float) -> str:
    """Say that a budget does not allow for what is left to ask, or never did.

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


def _not_asked(run: JudgeRun, counts: Tally, state: RunState) -> str:
    """Say what an audit left out; empty if nothing."""
    left = counts.questions - counts.answered - counts.failed
    if state is not RunState.DONE or run.purpose is not Purpose.INJECTION or left <= 0:
        return ""
    return (
        f"{left:,} questions were not asked: on those cases the judge has no majority with "
        "nothing planted, which an instruction could flip."
    )


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
