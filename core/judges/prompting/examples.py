"""Settled cases, of which the examples for judges are chosen."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.labels.settling.settled import settled_by_people
from core.labels.types import Pair, Task
from core.labels.voting.votes import reasoned_votes
from core.store import Workspace

AGREEING = 2
"""People whose votes must agree, where no curator has decided."""


@dataclass(frozen=True)
class Settled:
    """A case whose label people have settled.

    Parameters
    ----------
    reason
        The decision's own, even if it has none; else the longest that one of them gave.
    """

    case: int
    query: str
    table: str
    task: Task
    label: int
    reason: str


def settled_cases(workspace: Workspace, benchmark_key: int) -> list[Settled]:
    """List the settled cases that may be examples, by number.

    Those of `core.labels.settling.settled.settled_by_people` that a curator has decided, or on
    which two people or more gave a label and nobody another. "Can't tell" is neither agreement nor
    disagreement.
    """
    tasks: dict[int, Task] = {}
    reasons: dict[tuple[int, int, bool], str] = {}
    for one in reasoned_votes(workspace, benchmark_key):
        tasks[one.case] = one.task
        reasons[one.case, one.label, one.final] = one.reason  # the longest comes last
    settled = settled_by_people(workspace, benchmark_key, unanimous_from=AGREEING)
    return [
        Settled(case, query, table, tasks[case], label, reasons[case, label, decided])
        for case, query, table, label, decided in settled.iter_rows()
        if (case, label, decided) in reasons
    ]


def suggest_examples(
    workspace: Workspace,
    benchmark_key: int,
    count: int,
    pairs: Collection[Pair] = (),
    graded: bool = False,
    seed: int = 0,
) -> list[Settled]:
    """Draw settled cases as examples, as many that are yes as that are no where there are enough.

    Parameters
    ----------
    count
        How many of each task that is judged.
    pairs
        Those that are to be judged; none of them is drawn, and no case of a task that none of them
        is of.
    graded
        Whether cases that are settled as "partly" may be drawn.
    seed
        Which ones; those with a reason come before those without.
    """
    taken = {(pair.query, pair.table) for pair in pairs}
    free = [
        one
        for one in settled_cases(workspace, benchmark_key)
        if (one.query, one.table) not in taken and (graded or one.label != 1)
    ]
    tasks = {pair.task for pair in pairs} or {one.task for one in free}
    return [
        one
        for task in sorted(tasks)
        for one in _drawn([one for one in free if one.task is task], count, seed)
    ]


def _drawn(free: Sequence[Settled], count: int, seed: int) -> list[Settled]:
    draw = random.Random(seed)  # noqa: S311  # a sample, not a secret
    by_label: dict[int, list[Settled]] = {2: [], 0: [], 1: []}
    for one in free:
        by_label[one.label].append(one)
    for cases in by_label.values():
        draw.shuffle(cases)
        cases.sort(key=lambda one: not one.reason)
    found: list[Settled] = []
    while len(found) < count and any(by_label.values()):
        for cases in by_label.values():
            if cases and len(found) < count:
                found.append(cases.pop(0))
    return found
