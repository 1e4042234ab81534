"""Ask a rule: verdicts of this process, stored like those of any judge."""

from __future__ import annotations

import hashlib
import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from core import lake as lakes
from core.errors import SoundingsError
from core.judges.asking.rules import RuleJudge, rule
from core.judges.judge import Judge
from core.judges.records.answers import (
    Question,
    answered_places,
    reuse_answer,
    store_answer,
)
from core.judges.types import JudgeRun, Outcome, Sent, Subject, Verdict
from core.labels.types import Task
from core.settings import Settings
from core.store import Workspace

_AT_ONCE = 250
"""Cases that are looked up before the rule judges them, so that memory stays flat."""

_Open = tuple[Question, Subject, str]


def ask_rule(
    workspace: Workspace,
    run: JudgeRun,
    judge: Judge,
    subjects: Mapping[int, Subject],
    settings: Settings,
    should_stop: Callable[[], bool],
) -> Iterator[int]:
    """Let a rule judge the cases of a run that it has not judged, one after the other.

    Parameters
    ----------
    should_stop
        Asked before and after each case.

    Yields
    ------
    int
        The case, once its verdict is stored; one that was judged before, too, for whoever was
        stopped between that and its vote has not voted.

    Raises
    ------
    JudgeNotFoundError
        If there is no such rule.
    """
    judging = rule(judge.model, workspace, settings)
    known = answered_places(workspace, run.key)
    coming = iter(subjects.items())
    while some := list(itertools.islice(coming, _AT_ONCE)):
        open_cases: list[_Open] = []
        for case, subject in some:
            if should_stop():
                return
            question = Question(run.key, judge.voter, case, 1, False)
            if question.place in known:
                yield case
                continue
            try:
                digest = _digest(workspace, judge, judging, subject)
            except SoundingsError as error:
                sent = _sent("", judging, subject.task, str(error), 0.0)
                store_answer(workspace, question, sent)
                yield case
                continue
            if reuse_answer(workspace, question, digest):
                yield case
            else:
                open_cases.append((question, subject, digest))
        yield from _judged(workspace, judging, open_cases, should_stop)


def _judged(
    workspace: Workspace,
    judging: RuleJudge,
    open_cases: Sequence[_Open],
    should_stop: Callable[[], bool],
) -> Iterator[int]:
    """Judge some cases, then store one verdict after the other.

    A rule may judge many at once: each verdict is told an equal share of the seconds of all.
    """
    began = time.monotonic()
    verdicts = list(judging.verdicts(subject for _, subject, _ in open_cases))
    seconds = (time.monotonic() - began) / max(1, len(open_cases))
    for (question, subject, digest), found in zip(open_cases, verdicts, strict=True):
        store_answer(workspace, question, _sent(digest, judging, subject.task, found, seconds))
        yield question.case
        if should_stop():
            return


def _sent(
    digest: str, judging: RuleJudge, task: Task, found: Verdict | str, seconds: float
) -> Sent:
    verdict = None if isinstance(found, str) else found
    return Sent(
        digest,
        Outcome.FAILED if verdict is None else Outcome.OK,
        "",
        False,
        verdict,
        "" if verdict is None else verdict.reason,
        str(found) if verdict is None else "",
        judging.version(task),
        dict(judging.parameters(task)),
        seconds=seconds,
        cost=0.0,
    )


def _digest(workspace: Workspace, judge: Judge, judging: RuleJudge, subject: Subject) -> str:
    """Hash what the verdict depends on: the rule's version and what the tables hold."""
    tables = (
        [subject.table] if subject.query_table is None else [subject.query_table, subject.table]
    )
    told = [
        judge.voter,
        judging.version(subject.task),
        subject.task.value,
        [lakes.table(workspace, subject.lake, table).content_hash for table in tables],
        subject.text,
        *(subject.join_on or (None,)),
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()
