"""What several runs share of a judge's answers, counted once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from core.judges.reliability.trials import Trial
from core.judges.types import Answer, Outcome


def asked_once(answers: Sequence[Answer], replaced: Sequence[Answer] = ()) -> list[Answer]:
    """Return each answer that counts once, however many runs it answers a question of.

    A run takes an answer that an earlier one was given to the same request: it was observed once,
    and says no more by being used again. Runs that share an answer to a case asked about it in one
    way, so all their answers to that case count as those of the first such run. A question that got
    no answer is left out where another run had it answered, and an answer whose question one run
    asked again counts in none of the runs that share it.

    Parameters
    ----------
    answers
        Of one judge.
    replaced
        Answers of the same judge whose question was asked again, by the runs that did.

    Returns
    -------
    list of Answer
        In the order given; `Answer.run_key` is the first of the runs that share.
    """
    first = _first_runs([*answers, *replaced])
    asked_again = {_request(one) for one in replaced}
    counting = [one for one in answers if _request(one) not in asked_again]
    answered = {_request(one) for one in counting if one.outcome is not Outcome.FAILED}
    kept: dict[tuple[int, str], Answer] = {}
    for one in counting:
        if one.outcome is Outcome.FAILED and _request(one) in answered:
            continue
        kept.setdefault(_request(one), replace(one, run_key=first[one.case, one.run_key]))
    return list(kept.values())


def tried_once(
    trials: Sequence[Trial], replaced: Collection[tuple[int, int]] = frozenset()
) -> list[Trial]:
    """Return the trials whose answers are not all among those of another one.

    An audit takes the answers that an earlier one was given to the same planted text. An answer
    whose question one of them asked again counts in neither.

    Parameters
    ----------
    replaced
        Cases and keys of the answers whose question was asked again.
    """
    alike: dict[tuple[int, str], list[Trial]] = defaultdict(list)
    counting = []
    for one in trials:
        left = frozenset(key for key in one.answers if (one.case, key) not in replaced)
        if left or not one.answers:
            counting.append(replace(one, answers=left))
    for one in sorted(counting, key=lambda trial: -len(trial.answers)):
        kept = alike[one.case, one.instruction]
        if not (one.answers and any(one.answers <= other.answers for other in kept)):
            kept.append(one)
    return [one for kept in alike.values() for one in kept]


def _request(answer: Answer) -> tuple[int, str]:
    return answer.case, answer.request_hash


def _first_runs(answers: Sequence[Answer]) -> dict[tuple[int, int], int]:
    """Return, by case and run, the first of the runs with which it shares an answer to the case."""
    runs: dict[tuple[int, str], set[int]] = defaultdict(set)
    for one in answers:
        runs[_request(one)].add(one.run_key)
    groups: dict[int, list[set[int]]] = defaultdict(list)
    for (case, _), sharing in runs.items():
        joined = [group for group in groups[case] if not group.isdisjoint(sharing)]
        apart = [group for group in groups[case] if group.isdisjoint(sharing)]
        groups[case] = [*apart, sharing.union(*joined)]
    return {
        (case, run): min(group) for case, some in groups.items() for group in some for run in group
    }
