"""Which tables can be unioned with a query, by rule, and the labels that are wrong on purpose.

Two tables can be unioned when a row stands for the same thing in both and they share enough
columns by meaning, whatever these are called: the test that people and judges are asked to make
(A Critical Re-evaluation of Table Union Search Benchmarks, appendix D.1).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.benchmarks.sample.plan import Plan, Recipe

HARD_NEGATIVES = 7
EASY_NEGATIVES = 2
FEWEST_POSITIVES = 4


class Verdict(StrEnum):
    """What is true of a query and a table."""

    UNIONABLE = "unionable"
    PARTLY = "partly"
    DIFFERENT = "different"


class ErrorKind(StrEnum):
    """How a planted label is wrong."""

    LABELLED_NEGATIVE = "unionable but labelled 0"
    UNLABELLED = "unionable but not labelled"
    LABELLED_POSITIVE = "not unionable but labelled 1"


@dataclass(frozen=True)
class Label:
    """One judged pair of the ground truth, 1 unionable or 0 not."""

    query_id: str
    table: str
    relevance: int


@dataclass(frozen=True)
class PlantedError:
    """One pair whose label is wrong: ``given`` is None where the label was taken out."""

    query_id: str
    table: str
    given: int | None
    true: int
    kind: ErrorKind
    reason: str


@dataclass(frozen=True)
class GroundTruth:
    """The labels as given, with the wrong ones among them and listed."""

    query_ids: dict[str, str]
    """Query table to query id."""
    labels: tuple[Label, ...]
    partly: tuple[tuple[str, str], ...]
    """Query id and table of the pairs that are neither, to be left out of rankings."""
    planted: tuple[PlantedError, ...]


def meanings(recipe: Recipe, plan: Plan) -> frozenset[str]:
    """What the columns of a table mean; a code and the name that it stands for are one."""
    same = plan.kinds[recipe.kind].same
    return frozenset(same.get(name, name) for _, name, _ in recipe.columns)


def judge(query: Recipe, table: Recipe, plan: Plan) -> Verdict:
    """Whether a table can be unioned with a query.

    Returns
    -------
    Verdict
        UNIONABLE if both have one kind of row and share at least half of the meanings of the
        narrower one, one of which is more than a key; PARTLY if they share less, but more than
        keys; DIFFERENT otherwise.
    """
    if query.kind != table.kind:
        return Verdict.DIFFERENT
    left, right = meanings(query, plan), meanings(table, plan)
    shared = left & right
    if not shared - plan.kinds[query.kind].keys:
        return Verdict.DIFFERENT
    if 2 * len(shared) >= min(len(left), len(right)):
        return Verdict.UNIONABLE
    return Verdict.PARTLY


def ground_truth(plan: Plan, seed: int) -> GroundTruth:
    """Label every unionable pair 1, some of the others 0, and make about a tenth wrong.

    Negatives of a query are tables of its own kind that share only keys, tables of contrasting
    kinds, and a few of any other kind. Every query gets one or two wrong labels, but keeps at
    least four positives.
    """
    query_ids = {query.path: f"q{place:02d}" for place, query in enumerate(plan.queries, 1)}
    labels: list[Label] = []
    partly: list[tuple[str, str]] = []
    planted: list[PlantedError] = []
    for place, query in enumerate(plan.queries):
        query_id = query_ids[query.path]
        chance = random.Random(f"{seed}/{query_id}")  # noqa: S311 - repeatable, guards nothing
        verdicts = {table.path: judge(query, table, plan) for table in plan.lake}
        positives = [path for path, verdict in verdicts.items() if verdict is Verdict.UNIONABLE]
        partly += [
            (query_id, path) for path, verdict in verdicts.items() if verdict is Verdict.PARTLY
        ]
        negatives, hard = _negatives(query, plan, verdicts, chance)
        errors = _plant(query, query_id, place, positives, hard, plan, chance)
        given = {error.table: error.given for error in errors}
        pairs = [(path, 1) for path in positives] + [(path, 0) for path in negatives]
        for path, true in pairs:
            relevance = given.get(path, true)
            if relevance is not None:
                labels.append(Label(query_id, path, relevance))
        planted += errors
    labels.sort(key=lambda label: (label.query_id, -label.relevance, label.table))
    return GroundTruth(query_ids, tuple(labels), tuple(partly), tuple(planted))


def _negatives(
    query: Recipe, plan: Plan, verdicts: dict[str, Verdict], chance: random.Random
) -> tuple[list[str], list[str]]:
    different = [table for table in plan.lake if verdicts[table.path] is Verdict.DIFFERENT]
    halves = [table.path for table in different if table.kind == query.kind]
    contrast = plan.kinds[query.kind].contrast
    near = [table.path for table in different if table.kind in contrast]
    far = [table.path for table in different if table.kind not in (query.kind, *contrast)]
    hard = _some(halves, 4, chance)
    hard += _some(near, HARD_NEGATIVES - len(hard), chance)
    return hard + _some(far, EASY_NEGATIVES, chance), hard


def _some(paths: Sequence[str], count: int, chance: random.Random) -> list[str]:
    return chance.sample(list(paths), min(count, len(paths)))


def _plant(
    query: Recipe,
    query_id: str,
    place: int,
    positives: list[str],
    negatives: list[str],
    plan: Plan,
    chance: random.Random,
) -> list[PlantedError]:
    tables = {table.path: table for table in plan.lake}
    errors: list[PlantedError] = []
    if len(positives) > FEWEST_POSITIVES:
        table = tables[chance.choice(positives)]
        dropped = place % 2 == 1
        errors.append(
            PlantedError(
                query_id,
                table.path,
                given=None if dropped else 0,
                true=1,
                kind=ErrorKind.UNLABELLED if dropped else ErrorKind.LABELLED_NEGATIVE,
                reason=_why_unionable(query, table, plan),
            )
        )
    if place % 2 == 0:
        table = tables[chance.choice(negatives)]
        errors.append(
            PlantedError(
                query_id,
                table.path,
                given=1,
                true=0,
                kind=ErrorKind.LABELLED_POSITIVE,
                reason=_why_different(query, table, plan),
            )
        )
    return errors


def _why_unionable(query: Recipe, table: Recipe, plan: Plan) -> str:
    same = plan.kinds[query.kind].same
    theirs: dict[str, str] = {}
    for header, name, _ in table.columns:
        theirs.setdefault(same.get(name, name), header)
    pairs: dict[str, str] = {}
    for header, name, _ in query.columns:
        meaning = same.get(name, name)
        if meaning in theirs:
            pairs.setdefault(meaning, f"{header.strip()} = {theirs[meaning].strip()}")
    shown = "; ".join(list(pairs.values())[:4])
    row = plan.kinds[query.kind].row
    return f"In both a row is {row}, and {len(pairs)} columns say the same, such as {shown}."


def _why_different(query: Recipe, table: Recipe, plan: Plan) -> str:
    row, other = plan.kinds[query.kind].row, plan.kinds[table.kind].row
    if query.kind != table.kind:
        return f"A row of the query is {row}; a row of the table is {other}."
    return f"In both a row is {row}, but they share only what names it: a join, not a union."
