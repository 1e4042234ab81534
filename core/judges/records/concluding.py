"""What a judge's answers come to on a case, and the vote that is cast for it."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.judges.judge import Judge
from core.judges.records.answers import answers
from core.judges.types import Answer, JudgeRun, Outcome, Purpose
from core.labels.types import MAX_TEXT, Ballot
from core.labels.voting.casting import GivenVote, cast
from core.store import Workspace

_CAST = "SELECT 1 FROM judge_votes WHERE run_key = ? AND voter = ? AND case_key = ? AND digest = ?"


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
    """

    voted: bool
    label: int | None
    agreeing: int
    verdicts: int
    runs: int


def conclude(labels: Sequence[int], runs: int) -> Conclusion:
    """Conclude from the verdicts of independent runs (fishy-tus, section 5.2).

    Parameters
    ----------
    labels
        Of the answers that are verdicts; an answer that is none has no part in it.
    runs
        How many answers were to come.

    Examples
    --------
    >>> conclude([2, 2, 0, 2, 2], 5)
    Conclusion(voted=True, label=2, agreeing=4, verdicts=5, runs=5)
    >>> conclude([2, 2, 0, 0], 5).label is None, conclude([2, 2], 5).voted
    (True, False)
    """
    counts = Counter(labels).most_common(2)
    if 2 * len(labels) <= runs:
        return Conclusion(False, None, 0, len(labels), runs)
    label, agreeing = counts[0]
    if len(counts) > 1 and counts[1][1] == agreeing:
        return Conclusion(True, None, agreeing, len(labels), runs)
    return Conclusion(True, label, agreeing, len(labels), runs)


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


def labels_of(workspace: Workspace, run: JudgeRun, voter: str, case: int) -> list[int]:
    """Return the labels of a judge's verdicts on a case, as its tables are."""
    found = answers(workspace, run.benchmark_key, run.key, voter, case, failures=False)
    return [one.verdict.label for one in found if one.verdict is not None]


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
    conclusion = conclude([one.verdict.label for one in found if one.verdict], runs)
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
