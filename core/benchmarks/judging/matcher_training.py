"""Teach `rule:matcher` from labels of benchmarks: those that people settled, or published ones."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.auditing.audit import treated_run
from core.benchmarks.formats import Query
from core.benchmarks.judging.running import subjects_of
from core.benchmarks.types import BenchmarkInfo
from core.judges.matcher.fit import check_enough, fit_matcher
from core.judges.matcher.model import FEATURES, MatcherModel
from core.judges.matcher.tasks import CaseReader
from core.labels.settling.settled import settled_by_people
from core.labels.types import Pair, Role, Task, Voter
from core.settings import Settings
from core.store import Workspace

YES = 2
"""The label that counts as yes; "partly" counts as no."""

_AMONG = 10


@dataclass(frozen=True)
class Lesson:
    """Which labels of benchmarks the rule learns from.

    Parameters
    ----------
    task
        Of the queries whose labels count.
    published
        The ground truth's labels; otherwise those that people settled, as
        `core.labels.settling.settled.settled_by_people` tells.
    negatives_of
        Label of a run, for ground truths that know no negatives: of the first ten candidates that
        it gives a query as it is scored, one without a label counts as no. Neither the query's own
        table nor a pair to ignore is one. None without.
    seed
        Of drawing that one.
    """

    task: Task = Task.UNION
    published: bool = False
    negatives_of: str | None = None
    seed: int = 0


@dataclass(frozen=True, eq=False)
class TrainingCases:
    """Labelled cases as the rule sees them.

    Parameters
    ----------
    features, positive, queries
        As `fit_matcher` takes them.
    query_hashes
        Of the queries.
    left_out
        Labelled cases that could not be read, or that the rule declines.
    """

    features: NDArray[np.float64]
    positive: NDArray[np.bool_]
    queries: NDArray[np.int64]
    query_hashes: frozenset[str]
    left_out: int


def training_cases(
    workspace: Workspace,
    curator: Voter,
    infos: Sequence[BenchmarkInfo],
    settings: Settings,
    lesson: Lesson,
) -> TrainingCases:
    """Read labelled cases of benchmarks.

    Queries with one table, and questions with one relevant table, count as one query, so that no
    fold has seen it.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    RunNotFoundError
        If there is no such run.
    TooFewLabelsError
        If there are too few labels, before a table is read.
    EncoderUnavailableError
        If the sentence model cannot be loaded.
    """
    labelled = check_lesson(workspace, curator, infos, lesson)
    reader = CaseReader(workspace, settings)
    features: list[tuple[float, ...]] = []
    positive: list[bool] = []
    groups: list[str] = []
    hashes: set[str] = set()
    for info, found in zip(infos, labelled, strict=True):
        told = _hashes(workspace, info, found)
        pairs = [Pair(query, table, lesson.task) for query, table in found]
        seen = reader.seen(subjects_of(workspace, info, pairs))
        for (query, _), label, one in zip(found, found.values(), seen, strict=True):
            if not isinstance(one, str):
                features.append(one.figures)
                positive.append(label)
                groups.append(told[query][1])
                hashes.add(told[query][0][:16])
    width = len(FEATURES[lesson.task])
    return TrainingCases(
        features=np.array(features, np.float64).reshape(-1, width),
        positive=np.array(positive, bool),
        queries=np.unique(groups, return_inverse=True)[1].reshape(-1).astype(np.int64),
        query_hashes=frozenset(hashes),
        left_out=sum(map(len, labelled)) - len(positive),
    )


def refit_matcher(
    workspace: Workspace,
    curator: Voter,
    infos: Sequence[BenchmarkInfo],
    settings: Settings,
    lesson: Lesson,
    source: str = "",
) -> MatcherModel:
    """Fit `rule:matcher` for one task to labels of benchmarks; `keep_model` puts it to use.

    Parameters
    ----------
    source
        What the labels are, in words, to be told wherever the rule is; the benchmarks' names if
        empty.

    Raises
    ------
    RoleError, RunNotFoundError, TooFewLabelsError, EncoderUnavailableError
        As `training_cases`.
    """
    found = training_cases(workspace, curator, infos, settings, lesson)
    if not source:
        whose = "published" if lesson.published else "settled"
        source = f"{whose} labels of {', '.join(info.name for info in infos)}"
    if found.left_out:
        source += f" ({found.left_out:,} could not be read)"
    return fit_matcher(
        found.features,
        found.positive,
        found.queries,
        source,
        found.query_hashes,
        task=lesson.task,
    )


def check_lesson(
    workspace: Workspace, curator: Voter, infos: Sequence[BenchmarkInfo], lesson: Lesson
) -> list[dict[tuple[str, str], bool]]:
    """Return the labels of each benchmark by query and table, without reading one.

    Raises
    ------
    RoleError, RunNotFoundError, TooFewLabelsError
        As `training_cases`.
    """
    curator.require(Role.CURATOR, "refit the rule")
    found = [labelled_cases(workspace, info, lesson) for info in infos]
    queries = [(i, query) for i, labels in enumerate(found) for query, _ in labels]
    numbers = {one: place for place, one in enumerate(dict.fromkeys(queries))}
    every = [label for labels in found for label in labels.values()]
    check_enough(np.array(every, bool), np.array([numbers[one] for one in queries], np.int64))
    return found


def query_hashes(
    workspace: Workspace, info: BenchmarkInfo, queries: Iterable[Query]
) -> dict[str, str]:
    """Return the hash by which a model knows a query again: of its table, or of its words."""
    tables = {
        table.table_id: table.content_hash for table in lakes.tables(workspace, info.lake_key)
    }
    return {
        query.query_id: tables.get(query.table or "")
        or hashlib.sha256((query.text or "").encode()).hexdigest()
        for query in queries
    }


def labelled_cases(
    workspace: Workspace, info: BenchmarkInfo, lesson: Lesson
) -> dict[tuple[str, str], bool]:
    """Return what the labels of a benchmark say of pairs of one task."""
    tasks = registry.tasks(workspace, info)
    if lesson.published:
        qrels = registry.graded_qrels(workspace, info).frame
        rows: Iterable[tuple[str, str, int]] = qrels.select("query", "table", "relevance").rows()
    else:
        settled = settled_by_people(workspace, info.key)
        rows = settled.select("query", "table", "label").iter_rows()
    found = {
        (query, table): label == YES
        for query, table, label in rows
        if tasks.get(query) is lesson.task
    }
    if lesson.negatives_of is not None:
        ranked = treated_run(workspace, info, lesson.negatives_of).frame
        # No table is a wrong answer to itself.
        known = {*found, *registry.own_candidates(workspace, info).items()}
        queries = {query for query, _ in found}
        first = ranked.filter(pl.col("rank") <= _AMONG, pl.col("query").is_in(list(queries)))
        draw = random.Random(lesson.seed)  # noqa: S311  # a sample, not a secret
        for (query,), some in first.group_by("query", maintain_order=True):
            others = [t for t in some["table"].to_list() if (query, t) not in known]
            if others:
                found[str(query), draw.choice(others)] = False
    return found


def _hashes(
    workspace: Workspace, info: BenchmarkInfo, found: Mapping[tuple[str, str], bool]
) -> dict[str, tuple[str, str]]:
    """Return the hash of each query, and of what it shares a fold by: its table or its answer."""
    asked = {query.query_id: query for query in registry.queries(workspace, info)}
    answers: dict[str, str] = {}
    for (query, table), label in found.items():
        if label:
            answers[query] = min(table, answers.get(query, table))
    known = query_hashes(workspace, info, asked.values())
    return {
        query: (
            known[query],
            known[query] if asked[query].table else answers.get(query, known[query]),
        )
        for query in {query for query, _ in found}
    }
