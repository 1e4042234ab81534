"""Which pairs of a benchmark judges may be asked about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from core.benchmarks import registry
from core.benchmarks.curating.labelling import disputed_pairs
from core.benchmarks.judging.running import chosen_pairs, queue_pairs
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.labels import current_votes, queues
from core.labels.types import Kind, Pair
from core.store import Workspace

T = TypeVar("T")


class Source(StrEnum):
    """Where cases come from."""

    DISPUTED = "disputed"
    """Pairs that all of some runs and the ground truth disagree about."""
    VOTED = "voted"
    """Pairs that people voted on: what a judge's reliability is measured on."""
    LABELLED = "labelled"
    """Every labelled pair of the ground truth."""
    QUEUE = "queue"
    """The cases of a queue."""


_ALL = (Source.VOTED, Source.LABELLED)
_EVERY = 2**62


@dataclass(frozen=True)
class CaseChoice:
    """Cases chosen for judges.

    Parameters
    ----------
    queue
        Name of the queue, for `Source.QUEUE`.
    runs, k
        Runs that must all disagree with the ground truth, and their cut-off, for
        `Source.DISPUTED`.
    most
        How many at most; if there are more, as many are drawn at random, 1 or more.
    seed
        Of the drawing.
    """

    source: Source
    queue: str = ""
    runs: tuple[str, ...] = ()
    k: int = 10
    most: int = 100
    seed: int = 0

    def told(self) -> dict[str, Any]:
        """Say how the cases were chosen, as a run keeps it."""
        known: dict[Source, dict[str, Any]] = {
            Source.QUEUE: {"queue": self.queue},
            Source.DISPUTED: {"disputed by": list(self.runs), "k": self.k},
            Source.VOTED: {"pairs": "that people voted on"},
            Source.LABELLED: {"pairs": "labelled"},
        }
        return {**known[self.source], "at most": self.most, "seed": self.seed}


def choices(workspace: Workspace, info: BenchmarkInfo, runs: Sequence[str]) -> list[CaseChoice]:
    """List the sources that have cases to judge, queues first.

    Parameters
    ----------
    runs
        What the disputed pairs are found by; none without any.
    """
    found = [CaseChoice(Source.QUEUE, one.name) for one in queues(workspace, info.key)]
    if runs:
        found.append(CaseChoice(Source.DISPUTED, runs=tuple(runs)))
    if not current_votes(workspace, info.key, kinds=[Kind.HUMAN]).is_empty():
        found.append(CaseChoice(Source.VOTED))
    return [*found, CaseChoice(Source.LABELLED)]


def cases_of(workspace: Workspace, info: BenchmarkInfo, choice: CaseChoice) -> list[Pair]:
    """Return the pairs of a choice; of more than it wants, a random part in the same order.

    Raises
    ------
    InputError
        If it wants less than one.
    QueueNotFoundError, RunNotFoundError
        If there is no such queue or run.
    """
    if choice.most < 1:
        raise InputError(f"A judge is asked about at least one case. Got {choice.most}.")
    if choice.source is Source.QUEUE:
        return _drawn(queue_pairs(workspace, info, choice.queue), choice)
    if choice.source is Source.DISPUTED:
        return _drawn(disputed_pairs(workspace, info, list(choice.runs), choice.k), choice)
    if choice.source is Source.VOTED:
        votes = current_votes(workspace, info.key, kinds=[Kind.HUMAN])
        pairs = votes.select("query", "table").unique(maintain_order=True)
    else:
        pairs = registry.qrels(workspace, info).frame.select("query", "table")
    tasks = registry.tasks(workspace, info)
    known = pairs.filter(pl.col("query").is_in(list(tasks)))
    # Of a million labels some are drawn, and only these become pairs.
    chosen = known[_drawn(range(len(known)), choice)]
    return [Pair(query, table, tasks[query]) for query, table in chosen.iter_rows()]


def named_cases(
    workspace: Workspace, info: BenchmarkInfo, named: str
) -> tuple[list[Pair], dict[str, Any]]:
    """Return the pairs that a command names, and how they were chosen.

    Parameters
    ----------
    named
        A file or a queue as in `core.benchmarks.judging.running.chosen_pairs`; else ``voted`` or
        ``labelled``, all pairs of that `Source`.

    Raises
    ------
    InputError
        If it is none of these, or people have not voted on any pair.
    UnknownColumnsError, UnknownPairsError
        As `chosen_pairs`.
    """
    known = {one.name for one in queues(workspace, info.key)}
    if named not in _ALL or named in known or Path(named).is_file():
        return chosen_pairs(workspace, info, named)
    choice = CaseChoice(Source(named), most=_EVERY)
    found = cases_of(workspace, info, choice)
    if not found:
        raise InputError(f"Nobody has voted on a pair of {info.name!r} yet. Got --cases {named}.")
    return found, {"pairs": choice.told()["pairs"]}


def _drawn(found: Sequence[T], choice: CaseChoice) -> list[T]:
    if len(found) <= choice.most:
        return list(found)
    draw = random.Random(choice.seed)  # noqa: S311  # a sample, not a secret
    return [found[i] for i in sorted(draw.sample(range(len(found)), choice.most))]
