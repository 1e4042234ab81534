"""What a judge's answers come to on a case, and the vote that is cast for it."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.judges.judge import Judge
from core.judges.protocol import Protocol
from core.judges.records.answers import answers
from core.judges.types import Answer, JudgeRun, Outcome, Purpose
from core.labels.types import MAX_TEXT, Ballot
from core.labels.voting.casting import GivenVote, cast
from core.store import Workspace

_CAST = "SELECT 1 FROM judge_votes WHERE run_key = ? AND voter = ? AND case_key = ? AND digest = ?"


_WORDS = {2: "yes", 1: "partly", 0: "no"}


class Said(NamedTuple):
    """The label of one answer, and whether the tables had changed places in its question."""

    label: int
    swapped: bool


@dataclass(frozen=True)
class Conclusion:
    """The majority of one judge's answers to one case.

    Parameters
    ----------
    voted
        Whether more than half of the runs gave a verdict; otherwise there is no vote.
    label
        The most frequent label; None for "can't tell" if two are equally frequent.
    agreeing, verdicts, runs
        Verdicts with that label, verdicts in all, and runs that were to give one.
    orders
        The majorities as given and with the tables swapped, where they contradict.
    """

    voted: bool
    label: int | None
    agreeing: int
    verdicts: int
    runs: int
    orders: tuple[int, int] | None = field(default=None, repr=False)


def conclude(labels: Sequence[int], runs: int, swapped: Sequence[bool] = ()) -> Conclusion:
    """Conclude from the verdicts of independent runs (fishy-tus, section 5.2).

    Where both orders of the tables were asked and say something else, none of it is a verdict on
    the tables: "can't tell" (Zheng et al. 2023, Judging LLM-as-a-Judge with MT-Bench and Chatbot
    Arena, section 3.4).

    Parameters
    ----------
    labels
        Of the answers that are verdicts; an answer that is none has no part in it.
    runs
        How many answers were to come.
    swapped
        Of each label, whether the tables had changed places; none where that has no part in it.

    Examples
    --------
    >>> conclude([2, 2, 0, 2, 2], 5)
    Conclusion(voted=True, label=2, agreeing=4, verdicts=5, runs=5)
    >>> conclude([2, 2, 0, 0], 5).label is None, conclude([2, 2], 5).voted
    (True, False)
    >>> conclude([2, 0, 2, 0, 2], 5, [False, True, False, True, False]).label is None
    True
    """
    if 2 * len(labels) <= runs:
        return Conclusion(False, None, 0, len(labels), runs)
    label, agreeing = _majority(labels)
    given, turned = _by_order(labels, swapped)
    if given is not None and turned is not None and given != turned:
        return Conclusion(True, None, agreeing, len(labels), runs, (given, turned))
    return Conclusion(True, label, agreeing, len(labels), runs)


def concluded(said: Sequence[Said], protocol: Protocol, runs: int) -> Conclusion:
    """Conclude from what was said on a case as a protocol wants it; as `conclude`."""
    swapped = [one.swapped for one in said] if protocol.orders_must_agree else []
    return conclude([one.label for one in said], runs, swapped)


def _by_order(labels: Sequence[int], swapped: Sequence[bool]) -> tuple[int | None, int | None]:
    """Return the majorities as given and with the tables swapped; none of an order not asked."""
    by_order: dict[bool, list[int]] = {False: [], True: []}
    for label, turned in zip(labels, swapped, strict=bool(swapped)):
        by_order[turned].append(label)
    return _majority(by_order[False])[0], _majority(by_order[True])[0]


def _majority(labels: Sequence[int]) -> tuple[int | None, int]:
    """Return the most frequent label and how often it is; none if two are, or there is none."""
    counts = Counter(labels).most_common(2)
    if not counts:
        return None, 0
    label, often = counts[0]
    return (None if len(counts) > 1 and counts[1][1] == often else label), often


def without_vote(runs: Iterable[JudgeRun], given: Iterable[Answer]) -> dict[int, str]:
    """Return, by case, the query of those of which a run has asked everything, to no vote.

    Parameters
    ----------
    runs
        Of which those for an audit are passed over, as they want no vote.
    given
        What came of the questions of one judge, failures too, each question once.
    """
    wanted = {run.key: run.protocol.runs for run in runs if run.purpose is Purpose.VOTE}
    asked: dict[tuple[int, int], list[Answer]] = defaultdict(list)
    for one in given:
        if one.run_key in wanted and not one.variant:
            asked[one.run_key, one.case].append(one)
    return {
        case: its[0].query
        for (key, case), its in asked.items()
        if len(its) == wanted[key]
        and not conclude([one.verdict.label for one in its if one.verdict], wanted[key]).voted
    }


def label_of(workspace: Workspace, run: JudgeRun, voter: str, case: int) -> int | None:
    """Return what a judge's verdicts on a case, as its tables are, come to; None if to nothing."""
    found = answers(workspace, run.benchmark_key, run.key, voter, case, failures=False)
    said = [Said(one.verdict.label, one.swapped) for one in found if one.verdict is not None]
    return concluded(said, run.protocol, run.protocol.runs).label


def vote_on(workspace: Workspace, run: JudgeRun, judge: Judge, case: int, runs: int) -> Conclusion:
    """Conclude from the stored answers to a case, and cast the judge's vote.

    The vote is one however often this is called with the same answers. It is the judge's current
    vote on the case from then on, and known as the run's; its key is its own in all workspaces.
    """
    found = [
        one
        for one in answers(workspace, run.benchmark_key, run.key, judge.voter, case)
        if one.outcome is Outcome.OK and one.verdict is not None
    ]
    said = [Said(one.verdict.label, one.swapped) for one in found if one.verdict]
    conclusion = concluded(said, run.protocol, runs)
    if not conclusion.voted:
        return conclusion
    digest = hashlib.sha256(" ".join(str(one.key) for one in found).encode()).hexdigest()[:16]
    place = [run.key, judge.voter, case, digest]
    with workspace.writing() as db:
        if db.execute(_CAST, place).fetchone() is None:
            given = GivenVote(judge.as_voter(), case, _ballot(found, conclusion))
            vote, _ = cast(db, given)
            db.execute("INSERT INTO judge_votes VALUES (?, ?, ?, ?, ?)", [*place, vote.key])
    return conclusion


def _ballot(found: Sequence[Answer], conclusion: Conclusion) -> Ballot:
    """Say what the majority says, in the words of its first answer, with their mean confidence."""
    said = [one.verdict for one in found if one.verdict and one.verdict.label == conclusion.label]
    split = f"{conclusion.agreeing} of {conclusion.verdicts} answers"
    seconds = sum(one.seconds for one in found)
    shown = found[0].request_hash
    if not said:
        reason = f"No majority: {split} for each of several."
        if conclusion.orders is not None:
            given, swapped = (_WORDS[label] for label in conclusion.orders)
            reason = (
                "The order of the tables decides: most answers are "
                f"{given} as given, and {swapped} with the tables swapped."
            )
        return Ballot(None, reason=reason, seconds=seconds, shown=shown)
    sure = [verdict.confidence for verdict in said if verdict.confidence is not None]
    reason = said[0].reason if conclusion.runs == 1 else f"({split}) {said[0].reason}"
    return Ballot(
        conclusion.label,
        said[0].facets,
        sum(sure) / len(sure) if sure else None,
        reason[:MAX_TEXT],
        seconds=seconds,
        shown=shown,
    )
