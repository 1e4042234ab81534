"""Pairs on which runs and ground truth agree, drawn at random: errors that nobody disputes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from core.benchmarks import registry
from core.benchmarks.auditing import audit
from core.benchmarks.curating.labelling import top_pairs
from core.benchmarks.curating.pair_names import PairNames
from core.benchmarks.types import BASE, BenchmarkInfo
from core.errors import InputError
from core.evaluation.run import check_k
from core.labels.types import Origin, Pair
from core.store import Workspace

DRAWN_FROM = "of"
"""Where a queue's source says of how many pairs each half was drawn, by origin."""
RELEASE = "release"
"""Where a queue's source says under which release its pairs were chosen."""
POSITIVE_FROM = "positive_from"
"""Where a queue's source says from which relevance its pairs were taken for positives."""


@dataclass(frozen=True)
class Agreements:
    """A sample of pairs on which runs and ground truth agree, and what it was drawn from."""

    pairs: tuple[Pair, ...]
    drawn_from: dict[str, int]
    """How many such pairs there are, by `Origin`: those that the sample stands for."""


def agreements(
    workspace: Workspace,
    info: BenchmarkInfo,
    runs: Sequence[str],
    k: int,
    size: int,
    seed: int = 0,
    release: str = BASE,
) -> Agreements:
    """Draw pairs on which runs and ground truth agree, so that errors of both can be estimated.

    Half of them are positives that every run ranks within k; half are pairs that are not positive
    and that none ranks there: labelled negatives if there are enough, and else of all such pairs,
    labelled or not. Each half is a simple random sample. Where one has fewer, it gives what it
    has. Pairs to ignore are in neither, nor are those that some of the runs rank and some do not,
    nor those of which a table is not in the lake, nor a query with its own table: where that
    counts as found, it is labelled and ranked by construction.

    Parameters
    ----------
    size
        How many, at least 1.
    seed
        Of the drawing; the same gives the same.

    Raises
    ------
    InputError
        If `size` is below 1.
    RunNotFoundError, ReleaseNotFoundError, CutoffError
        As `core.benchmarks.auditing.audit`.
    """
    check_k(k)
    if size < 1:
        raise InputError(f"A sample has at least one pair. Got {size}.")
    judged = audit.judged(workspace, info, runs, release)
    tops = [top_pairs(run.frame, k) for run in judged.runs.values()]
    ranked_by_all, ranked_by_any = set.intersection(*tops), set.union(*tops)
    grades = {(q, t): grade for q, t, grade in judged.qrels.frame.iter_rows()}
    positive = {pair for pair, grade in grades.items() if grade >= info.positive_from}
    draw = random.Random(seed)  # noqa: S311  # a sample, not a secret
    own = set(registry.own_candidates(workspace, info).items())
    found = (positive & ranked_by_all) - own
    agreed = sorted(pair for pair in found if judged.there.has(*pair))
    ignored = set(registry.ignored_pairs(workspace, info))
    negatively = set(grades) - positive - ranked_by_any - ignored - own
    refused = sorted(pair for pair in negatively if judged.there.has(*pair))
    names = PairNames(workspace, info)
    wanted = size // 2
    if len(refused) >= wanted:
        negative, negatives = draw.sample(refused, wanted), len(refused)
    else:
        asked = [query for query in judged.qrels.queries if query not in judged.there.gone]
        out = positive | ranked_by_any | ignored | own
        negative, negatives = _unranked(asked, names.candidates, out, wanted, draw)
    kept = draw.sample(agreed, min(size - wanted, len(agreed)))
    halves = ((Origin.AGREED_POSITIVE, kept), (Origin.AGREED_NEGATIVE, negative))
    pairs = tuple(
        Pair(query, table, names.task(query), origin)
        for origin, half in halves
        for query, table in half
    )
    counts = {Origin.AGREED_POSITIVE: len(agreed), Origin.AGREED_NEGATIVE: negatives}
    return Agreements(pairs, {origin.value: count for origin, count in counts.items()})


def _unranked(
    queries: Sequence[str],
    tables: Sequence[str],
    out: set[tuple[str, str]],
    wanted: int,
    draw: random.Random,
) -> tuple[list[tuple[str, str]], int]:
    """Draw pairs of a query and a table that are not among some, and count all of those."""
    known, there = set(queries), set(tables)
    taken = {(query, table) for query, table in out if query in known and table in there}
    every = len(known) * len(there) - len(taken)
    chosen: list[tuple[str, str]] = []
    while len(chosen) < min(wanted, every):
        pair = draw.choice(queries), draw.choice(tables)
        if pair not in taken:
            taken.add(pair)
            chosen.append(pair)
    return chosen, every
