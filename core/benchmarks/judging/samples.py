"""Whether people's votes on a judge's cases stand for all of them, and a sample that does."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.judges.reliability import JudgeRecord
from core.judges.reliability.prediction_powered import LEAST_PEOPLE
from core.labels import QueueTerms, create_queue, queues
from core.labels.queueing.queued import cases_by_queue, queued_cases, queued_pairs
from core.labels.queueing.queues import SAMPLE, extend_sample, random_order
from core.labels.settling.settled import left_to_curators
from core.labels.types import Order, Origin, Pair, Queue, Task, Voter
from core.labels.voting.vote_counts import cases_with_votes
from core.store import Workspace


@dataclass(frozen=True)
class Sampling:
    """Which of the votes of people may stand for all cases of a judge.

    Parameters
    ----------
    cases
        The judge's cases that people settled and that count for an estimate.
    random
        Whether they are a random sample of the judge's cases.
    told
        How they were drawn, in a few sentences.
    unsettled
        Cases of the same random sample that people voted on and did not settle. They are no
        random part of it: cases that are hard to tell remain.
    """

    cases: frozenset[int]
    random: bool
    told: str
    unsettled: frozenset[int] = frozenset()


def sampling(workspace: Workspace, info: BenchmarkInfo, record: JudgeRecord) -> Sampling:
    """Find out how the cases that people settled were drawn from those of a judge.

    They are a random sample if they come from a queue drawn for it (`send_sample`), or from one in
    random order that holds all of the judge's cases and that nothing was added to: what is added
    later stands behind the others, however it was chosen. Of such a queue the cases count from its
    beginning up to the first that nobody has voted on: those after it were voted on for another
    reason, which may have to do with what they are. From ten settled ones on other votes are left
    out of an estimate; with fewer, all count, and it is told that they may not stand for the rest.
    Those among them that are voted on and not settled are told, and an estimate is of cases that
    people settle.
    """
    every = frozenset(record.cases["case"].to_list())
    settled = frozenset(record.settled["case"].to_list())
    if not settled:
        return Sampling(settled, False, "People have settled none of its cases.")
    if settled == every:
        return Sampling(settled, True, "People have settled all of its cases.")
    there = {queue.key: queue for queue in queues(workspace, info.key)}
    held = cases_by_queue(workspace, info.key)
    voted = cases_with_votes(workspace, info.key)
    samples = {key: _sampled(workspace, there[key], held[key], record) for key in there}
    samples = {key: cases for key, cases in samples.items() if cases}
    drawn = {
        key: every.intersection(takewhile(voted.__contains__, cases))
        for key, cases in samples.items()
    }
    names = ", ".join(repr(there[key].name) for key in drawn)
    sampled = frozenset[int]().union(*drawn.values())
    counted, unsettled = sampled & settled, sampled - settled
    if len(counted) >= LEAST_PEOPLE:
        without = len(settled) - len(counted)
        left = f" What people say of {without:,} others is left out." if without else ""
        left += _behind(samples.values(), settled - counted, voted)
        told = (
            f"People settled {len(counted):,} of its {len(every):,} cases in a random sample of "
            f"them (queue {names}), so the intervals hold for {_held_by(unsettled)}{left}"
        )
        return Sampling(counted, True, told, unsettled)
    told = (
        f"People settled {len(settled):,} of its {len(every):,} cases, which are no random sample "
        f"of them as far as is known ({_where(settled, held, there)}): what is told here of all "
        "its cases holds only if the others are like these. "
    )
    told += (
        f"Of the random sample in the queue {names}, {len(counted):,} are settled from its "
        f"beginning on; from {LEAST_PEOPLE} on those alone count."
        f"{_behind(samples.values(), settled - counted, voted)}"
        if drawn
        else "Send a random sample to people."
    )
    told += _for_curators(len(left_to_curators(workspace, info.key) & every))
    return Sampling(settled, False, told)


def send_sample(
    workspace: Workspace,
    curator: Voter,
    info: BenchmarkInfo,
    record: JudgeRecord,
    name: str,
    *,
    size: int,
    wanted: int = 1,
    seed: int = 0,
) -> int:
    """Put a random sample of a judge's cases into a queue for people, made if there is none.

    Whether people have voted on a case plays no part in the drawing, so that the sample stands for
    all of the judge's cases. Sent again with the same seed and a larger size it grows.

    Parameters
    ----------
    size
        Cases of the sample, at least 1; all cases if there are no more.

    Returns
    -------
    int
        How many cases are new in the queue.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    InputError
        If `size` is below 1, or the queue of that name is of something else.
    BadQueueError
        If the judge has no case, or the queue cannot be called that.
    """
    if size < 1:
        raise InputError(f"A sample has at least one case. Got {size}.")
    pairs = [(query, table) for _, query, table in _drawing(record, seed)]
    tasks = registry.tasks(workspace, info)
    chosen = [Pair(q, t, tasks.get(q, Task.UNION), Origin.UPLOAD) for q, t in pairs[:size]]
    found = {queue.name: queue for queue in queues(workspace, info.key)}
    if name not in found:
        source = _source(record, seed)
        create_queue(
            workspace,
            curator,
            info.key,
            name,
            chosen,
            QueueTerms(wanted=wanted, order=Order.RANDOM, seed=seed, source=source),
        )
        return len(chosen)
    if other := _other(workspace, found[name], record, seed):
        raise InputError(f"{other} Got {name!r}; choose another name.")
    return extend_sample(workspace, curator, found[name], chosen)


def sample_queue(
    workspace: Workspace, info: BenchmarkInfo, record: JudgeRecord, seed: int = 0
) -> str:
    """Name the queue that a random sample of a judge's cases goes to unless another is named.

    It is the one in which a sample of these cases and this seed grows. Once the judge has voted on
    more of them it is a new one: what was drawn of fewer stands for those alone.
    """
    found = {queue.name: queue for queue in queues(workspace, info.key)}
    name = first = f"random sample of {record.voter}"
    for number in itertools.count(2):
        if name not in found or not _other(workspace, found[name], record, seed):
            break
        name = f"{first} ({number})"
    return name


def _source(record: JudgeRecord, seed: int) -> dict[str, object]:
    return {SAMPLE: record.voter, "of": len(record.cases), "seed": seed}


def _other(workspace: Workspace, queue: Queue, record: JudgeRecord, seed: int) -> str:
    """Say why a judge's sample cannot grow in a queue, if it cannot."""
    if queue.source != _source(record, seed):
        return (
            "A sample grows in the queue that it began, while the judge's cases and the seed stay."
        )
    held = queued_cases(workspace, queue)
    if _as_drawn(held, [case for case, _, _ in _drawing(record, seed)]) < len(held):
        return "A sample grows while its queue holds nothing but its cases."
    return ""


def _drawing(record: JudgeRecord, seed: int) -> list[tuple[int, str, str]]:
    """Return all cases of a judge, number, query and table, in the order of a drawing."""
    cases = record.cases.sort("case").select("case", "query", "table").rows()
    random.Random(seed).shuffle(cases)  # noqa: S311  # a sample, not a secret
    return cases


def _sampled(
    workspace: Workspace, queue: Queue, held: Sequence[int], record: JudgeRecord
) -> Sequence[int]:
    """Return the first cases of a queue, as far as they are a random sample of those judged."""
    if queue.source.get(SAMPLE) == record.voter:
        if queue.source.get("of") != len(record.cases):
            return []
        drawing = _drawing(record, int(str(queue.source["seed"])))
        return held[: _as_drawn(held, [case for case, _, _ in drawing])]
    if queue.order is not Order.RANDOM or not set(record.cases["case"]).issubset(held):
        return []
    pairs = [(pair.query, pair.table) for pair in queued_pairs(workspace, queue)]
    return held if pairs == random_order(pairs, queue.seed) else []


def _as_drawn(held: Sequence[int], drawing: Sequence[int]) -> int:
    """Count the first cases of a queue that are those drawn first, in whichever order."""
    apart: set[int] = set()
    drawn = 0
    for place, (one, other) in enumerate(zip(held, drawing, strict=False), start=1):
        apart ^= {one}
        apart ^= {other}
        if not apart:
            drawn = place
    return drawn


def _held_by(unsettled: Collection[int]) -> str:
    """Say which cases the intervals of a random sample hold for."""
    if not unsettled:
        return "all of its cases."
    return (
        "those of its cases that people settle. Of the same sample "
        f"{amount(len(unsettled), 'case', 'is', 'are')} voted on and not settled (votes that "
        'differ, fewer than are wanted, or "can\'t tell"): let people or a curator settle them, '
        "and the intervals hold for all of its cases."
    )


def _for_curators(waiting: int) -> str:
    """Say how many of a judge's cases people have voted on in vain, and what settles them."""
    if not waiting:
        return ""
    have = "has all its votes and is" if waiting == 1 else "have all their votes and are"
    return (
        f" Of its cases {waiting:,} {have} not settled; no further votes are asked for, and a "
        "curator's decision settles them (To decide, under Agreement & releases)."
    )


def _behind(
    samples: Iterable[Sequence[int]], settled: Collection[int], voted: Collection[int]
) -> str:
    """Say which votes would make those count that are settled behind a case without one."""
    told = ""
    for cases in samples:
        places = [place for place, case in enumerate(cases) if case in settled]
        if places:
            lacking = sum(case not in voted for case in cases[: places[-1]])
            told += (
                f" Of the sample {amount(len(places), 'case', 'is', 'are')} settled behind one "
                f"that nobody has voted on: let people vote on the {lacking:,} before the last of "
                "them, which the queue hands out first, and those count too."
            )
    return told


def _where(
    settled: frozenset[int], held: Mapping[int, Iterable[int]], there: Mapping[int, Queue]
) -> str:
    """Say which queues the settled cases are in; a vote does not say in which it was given."""
    of = {there[key].name: settled.intersection(cases) for key, cases in held.items()}
    told = [f"{len(cases):,} in queue {name!r}" for name, cases in sorted(of.items()) if cases]
    counts = Counter(case for cases in of.values() for case in cases)
    if len(counts) < len(settled):
        told.append(f"{len(settled) - len(counts):,} in no queue")
    several = sum(number > 1 for number in counts.values())
    if not several:
        return ", ".join(told)
    return (
        f"{', '.join(told)}; of the {several:,} in several queues it is not known in which one "
        "people voted"
    )
