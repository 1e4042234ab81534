"""Teach `rule:matcher` from the settled labels of benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.benchmarks import registry
from core.benchmarks.settling import conclude
from core.benchmarks.types import BenchmarkInfo
from core.judges.matcher_features import pair_features
from core.judges.matcher_fit import fit_matcher
from core.judges.matcher_model import MatcherModel
from core.judges.matcher_tables import MatcherTable, TableReader
from core.labels.types import Task, Voter
from core.settings import Settings
from core.store import Workspace

UNIONABLE = 2
"""The settled label that counts as unionable; "partly" counts as not."""


@dataclass(frozen=True, eq=False)
class TrainingPairs:
    """Settled union pairs as the rule sees them.

    Parameters
    ----------
    features, unionable, queries
        As `fit_matcher` takes them.
    query_hashes
        Of the query tables.
    left_out
        Settled union pairs that could not be read, or whose tables have no column names.
    """

    features: NDArray[np.float64]
    unionable: NDArray[np.bool_]
    queries: NDArray[np.int64]
    query_hashes: frozenset[str]
    left_out: int


def training_pairs(
    workspace: Workspace, curator: Voter, infos: Sequence[BenchmarkInfo], settings: Settings
) -> TrainingPairs:
    """Read the settled union pairs of benchmarks: decisions, and majorities of people's votes.

    Queries of two benchmarks with the same table count as one, so that no fold has seen it.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    EncoderUnavailableError
        If the sentence model cannot be loaded.
    """
    reader = TableReader(workspace, settings)
    pairs: list[tuple[MatcherTable, MatcherTable]] = []
    labels: list[int] = []
    left_out = 0
    for info in infos:
        query_tables = {
            query.query_id: query.table
            for query in registry.queries(workspace, info)
            if query.table is not None and Task(query.mode.value) is Task.UNION
        }
        settled = conclude(workspace, curator, info).settled
        chosen = [one for one in settled if one.query in query_tables]
        names = [((info.name, query_tables[s.query]), (info.name, s.table)) for s in chosen]
        tables = reader.read(name for pair in names for name in pair)
        for one, (query, candidate) in zip(chosen, names, strict=True):
            left, right = tables[query], tables[candidate]
            if isinstance(left, str) or isinstance(right, str):
                left_out += 1
            else:
                pairs.append((left, right))
                labels.append(one.label)
    hashes = [query.content_hash for query, _ in pairs]
    return TrainingPairs(
        features=pair_features(pairs)[0],
        unionable=np.array(labels) == UNIONABLE,
        queries=np.unique(hashes, return_inverse=True)[1].reshape(-1).astype(np.int64),
        query_hashes=frozenset(one[:16] for one in hashes),
        left_out=left_out,
    )


def refit_matcher(
    workspace: Workspace,
    curator: Voter,
    infos: Sequence[BenchmarkInfo],
    settings: Settings,
    source: str = "",
) -> MatcherModel:
    """Fit `rule:matcher` to the settled labels of benchmarks; `keep_model` puts it to use.

    Parameters
    ----------
    source
        What the labels are, in words, to be told wherever the rule is; the benchmarks' names if
        empty.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    TooFewLabelsError
        If too little is settled.
    EncoderUnavailableError
        If the sentence model cannot be loaded.
    """
    found = training_pairs(workspace, curator, infos, settings)
    source = source or f"settled labels of {', '.join(info.name for info in infos)}"
    if found.left_out:
        source += f" ({found.left_out:,} could not be read)"
    return fit_matcher(found.features, found.unionable, found.queries, source, found.query_hashes)
