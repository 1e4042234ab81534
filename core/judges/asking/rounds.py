"""Which of the answers to a question counts, and under which hash it is asked if none does.

A question that was answered without a verdict may be asked again, and again: its rounds are the
same request under other hashes, one after the other. A question may be known by several requests,
one for each form of an answer: each has rounds of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from core.judges.judge import Judge
from core.judges.prompting.requests import request_hash
from core.judges.records.answers import Question, answered_outcomes
from core.judges.types import Outcome
from core.llm.endpoints.base import Request
from core.store import Workspace


@dataclass(frozen=True)
class Round:
    """One time of asking a question."""

    request_hash: str
    outcome: Outcome | None
    """What came of it then, where that counts and nothing is sent."""

    @property
    def is_answered(self) -> bool:
        """Whether nothing is sent."""
        return self.outcome is not None


def rounds(
    workspace: Workspace, judge: Judge, asked: Sequence[tuple[Question, Sequence[Request]]]
) -> list[Round]:
    """Return of each question the round that counts, whichever run it was answered in.

    That is the last one with a verdict. If none has one it is the last one that was answered, but
    for a question that is asked again for want of a verdict (`Question.again`): that is the first
    round without an answer, as for a question that was never asked.

    Parameters
    ----------
    asked
        Questions with the requests by which they are known. Of those the first counts that has a
        verdict, or else that has an answer; if none has it is asked by the first.
    """
    each = [(question, request) for question, requests in asked for request in requests]
    of_each = iter(_rounds(workspace, judge, each))
    return [min(itertools.islice(of_each, len(requests)), key=_precedence) for _, requests in asked]


def _precedence(one: Round) -> int:
    return 2 if one.outcome is None else int(one.outcome is not Outcome.OK)


def _rounds(
    workspace: Workspace, judge: Judge, asked: Sequence[tuple[Question, Request]]
) -> list[Round]:
    found: dict[int, Round] = {}
    said: dict[int, tuple[str, Outcome]] = {}
    free: dict[int, str] = {}
    for again in itertools.count():
        open_ones = {at: one for at, one in enumerate(asked) if at not in found}
        if not open_ones:
            break
        hashes = {
            at: request_hash(judge, request, question.number, again)
            for at, (question, request) in open_ones.items()
        }
        outcomes = answered_outcomes(workspace, list(hashes.values()))
        for at, digest in hashes.items():
            question, outcome = asked[at][0], outcomes.get(digest)
            if outcome is None:
                free.setdefault(at, digest)
                if again >= question.again:
                    found[at] = _round(question, said.get(at), free[at])
            elif outcome is Outcome.OK or at not in said or said[at][1] is not Outcome.OK:
                said[at] = digest, outcome
    return [found[at] for at in range(len(asked))]


def _round(question: Question, said: tuple[str, Outcome] | None, free: str) -> Round:
    if said is None or (question.again and said[1] is not Outcome.OK):
        return Round(free, None)
    return Round(*said)
