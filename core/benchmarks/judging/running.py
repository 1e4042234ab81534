"""Let judges vote on pairs of a benchmark: which pairs, as what, and with which examples."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core import labels
from core.benchmarks import registry
from core.benchmarks.curating import labelling
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.judges import Estimate, Judge, JudgeRun, Protocol, Purpose, Subject, Verdict
from core.judges.errors import ExampleError
from core.judges.prompting.examples import Settled, settled_cases
from core.judges.prompting.planting import variants
from core.judges.prompting.prompt import Example
from core.judges.records.runs import (
    cases_of,
    check_goes_on,
    check_judges,
    judge_run,
    start_run,
)
from core.judges.running.asking_again import lost_places
from core.judges.running.carrying_out import carry_out
from core.judges.running.estimating import estimate, estimate_open
from core.judges.running.readiness import check_ready
from core.labels import Pair, Voter
from core.labels.queueing.cases import cases, put
from core.labels.queueing.queued import queued_pairs
from core.labels.types import Role
from core.monitor import UNMONITORED, Monitor
from core.settings import Settings
from core.store import Workspace
from core.store.streams import is_stream


def chosen_pairs(
    workspace: Workspace, info: BenchmarkInfo, cases: str
) -> tuple[list[Pair], dict[str, Any]]:
    """Return the pairs that a file of pairs or a queue holds, and how they were chosen.

    Parameters
    ----------
    cases
        Path of a CSV of query and table, which may be a pipe, or else the name of a queue.

    Raises
    ------
    InputError
        If it is neither.
    UnknownColumnsError, UnknownPairsError
        If the file is not one of pairs of the benchmark.
    """
    path = Path(cases)
    if path.is_file() or is_stream(path):
        listed = labelling.listed_pairs(workspace, info, path)
        return list(dict.fromkeys(listed)), {"file": path.name}
    names = [queue.name for queue in labels.queues(workspace, info.key)]
    if cases not in names:
        there = f"There are the queues: {', '.join(names)}." if names else "There is no queue yet."
        raise InputError(
            f"Cases come from a CSV file or a queue. Got {cases!r}. {there} Or say voted, for all "
            "pairs that people voted on, or labelled."
        )
    return queue_pairs(workspace, info, cases), {"queue": cases}


def queue_pairs(workspace: Workspace, info: BenchmarkInfo, name: str) -> list[Pair]:
    """List the pairs of a queue in its order.

    Raises
    ------
    QueueNotFoundError
        If the benchmark has none of that name.
    """
    return queued_pairs(workspace, labels.queue(workspace, info.key, name))


def subjects_of(
    workspace: Workspace,
    info: BenchmarkInfo,
    pairs: Iterable[Pair],
    keys: Sequence[int] | None = None,
) -> list[Subject]:
    """Say of pairs what a judge has to read for them.

    Parameters
    ----------
    keys
        Of the pairs' cases, in the same order; 0 each if none.

    Raises
    ------
    InputError
        If a query is not of the benchmark any more.
    """
    known = {query.query_id: query for query in registry.queries(workspace, info)}
    found = []
    for place, pair in enumerate(pairs):
        query = known.get(pair.query)
        if query is None:
            raise InputError(
                f"A pair's query is one of the benchmark's. {info.name!r} has no query "
                f"{pair.query!r}."
            )
        found.append(
            Subject(
                0 if keys is None else keys[place],
                pair.query,
                pair.table,
                pair.task,
                info.name,
                query.table,
                query.text,
                query.join_on,
            )
        )
    return found


def examples_of(
    workspace: Workspace,
    info: BenchmarkInfo,
    protocol: Protocol,
    judged: Collection[Pair],
) -> list[Example]:
    """Return the settled cases that a protocol names as examples; a pair is shown its task's.

    Parameters
    ----------
    judged
        The pairs that are to be judged.

    Raises
    ------
    ExampleError
        If a case is not settled, is to be judged itself, asks what no pair asks, or has a grade
        that is not asked for.
    """
    if not protocol.examples:
        return []
    settled = {one.case: one for one in settled_cases(workspace, info.key)}
    taken = {(pair.query, pair.table) for pair in judged}
    tasks = {pair.task for pair in judged}
    chosen: list[Settled] = []
    for case in protocol.examples:
        one = settled.get(case)
        if one is None:
            raise ExampleError(
                "An example is a settled case: decided by a curator, or with the votes that its "
                "queues want, of at least two people who all agree. "
                f"Got case {case}, which is not."
            )
        if (one.query, one.table) in taken:
            raise ExampleError(
                f"An example is never among the cases that are judged. Got case {case}, which is; "
                "take another."
            )
        if one.task not in tasks:
            raise ExampleError(
                f"An example asks what the judged pairs ask, {' or '.join(sorted(tasks))}. "
                f"Got case {case}, which asks {one.task}."
            )
        if one.label == 1 and not protocol.graded:
            raise ExampleError(
                f'An example that is settled as "partly" needs graded verdicts. Got case {case}.'
            )
        chosen.append(one)
    pairs = [Pair(one.query, one.table, one.task) for one in chosen]
    found = subjects_of(workspace, info, pairs, [one.case for one in chosen])
    return [
        Example(subject, Verdict(one.label, one.reason))
        for subject, one in zip(found, chosen, strict=True)
    ]


def estimate_run(
    workspace: Workspace,
    info: BenchmarkInfo,
    judges: Sequence[Judge],
    protocol: Protocol,
    pairs: Sequence[Pair],
    monitor: Monitor = UNMONITORED,
    purpose: Purpose = Purpose.VOTE,
) -> list[Estimate]:
    """Estimate what a run of judges on some pairs would take; raises as `begin_run`."""
    check_judges(judges)
    protocol.check_swap()
    examples = examples_of(workspace, info, protocol, pairs)
    subjects = subjects_of(workspace, info, pairs)
    changes = len(variants()) if purpose is Purpose.INJECTION else 0
    return estimate(workspace, judges, protocol, subjects, examples, monitor, changes=changes)


def begin_run(
    workspace: Workspace,
    info: BenchmarkInfo,
    curator: Voter,
    judges: Sequence[Judge],
    protocol: Protocol,
    *,
    pairs: Sequence[Pair],
    budget: float | None = None,
    source: Mapping[str, Any] | None = None,
    purpose: Purpose = Purpose.VOTE,
) -> JudgeRun:
    """Put pairs to the vote and enter a judge run on them, or find the unfinished one.

    A judge that could not be asked leaves no run behind. A run with questions that failed is
    unfinished, also where it is done but for these.

    An audit of injections plants every instruction in every pair.

    Raises
    ------
    RoleError, JudgeError
        As `core.judges.records.runs.start_run`.
    MissingKeyError, JudgeNotFoundError, NoPriceError
        As `core.judges.running.readiness.check_ready`.
    ExampleError
        As `examples_of`.
    """
    curator.require(Role.CURATOR, "let judges vote")
    protocol.check_swap()
    examples_of(workspace, info, protocol, pairs)
    check_ready(workspace, judges, budget)
    with workspace.writing() as db:
        keys = put(db, info.key, pairs)
    told = dict(source or {})
    if purpose is Purpose.INJECTION:
        told["variants"] = variants()
    return start_run(
        workspace,
        curator,
        info.key,
        judges,
        protocol,
        cases=keys,
        budget=budget,
        source=told,
        purpose=purpose,
    )


def estimate_again(
    workspace: Workspace,
    info: BenchmarkInfo,
    key: int,
    voters: Sequence[str] = (),
    monitor: Monitor = UNMONITORED,
) -> list[Estimate]:
    """Estimate what asking again (`core.judges.running.asking_again`) and all else open would take.

    Raises
    ------
    JudgeRunNotFoundError, JudgeError
        If there is no such run, it was cancelled, or a voter is no judge of it.
    """
    run = judge_run(workspace, info.key, key)
    with workspace.reading() as db:
        check_goes_on(db, key)
    again = lost_places(workspace, run, voters)
    subjects, examples = _material(workspace, info, run)
    return estimate_open(workspace, run, subjects, examples, again, monitor)


def continue_run(
    workspace: Workspace,
    info: BenchmarkInfo,
    key: int,
    settings: Settings,
    monitor: Monitor,
) -> JudgeRun:
    """Carry out what is open of a run; raises and returns as `carrying_out.carry_out`."""
    run = judge_run(workspace, info.key, key)
    subjects, examples = _material(workspace, info, run)
    by_case = {subject.case: subject for subject in subjects}
    return carry_out(workspace, run, by_case, examples, settings, monitor)


def _material(
    workspace: Workspace, info: BenchmarkInfo, run: JudgeRun
) -> tuple[list[Subject], list[Example]]:
    """Return what a run judges, in its order, and the examples that it shows."""
    keys = cases_of(workspace, run)
    pairs = [Pair(one.query, one.table, one.task) for one in cases(workspace, keys, info.key)]
    return (
        subjects_of(workspace, info, pairs, keys),
        examples_of(workspace, info, run.protocol, pairs),
    )
