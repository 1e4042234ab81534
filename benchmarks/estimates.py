"""How often intervals of a share from a judge's many votes and people's few hold the truth."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from ppi_py import ppi_mean_ci

from benchmarks.measure import keep
from core.judges.reliability import Reading, estimate_share

DRAWS = 400
CASES = 1_000
SHARES, RIGHT, VOTES = (0.05, 0.1, 0.3), (0.7, 0.9, 0.97), (10, 20, 50, 100)
QUERIES = (20, 40, 100)
ALIKE = 0.3
"""Correlation of two cases of one query, in what they are and in whether the judge has it right."""

Drawn = tuple[NDArray[np.bool_], NDArray[np.bool_], list[str]]


def run(folder: Path) -> None:
    """Draw samples whose truth is known, of independent cases and of cases that share queries."""
    keep("estimates", [*_rows(None), *(row for queries in QUERIES for row in _rows(queries))])


def _rows(queries: int | None) -> Iterator[dict[str, object]]:
    rng = np.random.default_rng(1)
    for share, right, votes in itertools.product(SHARES, RIGHT, VOTES):
        held = np.zeros(3)
        half = np.zeros(3)
        enough = wrong = 0
        for _ in range(DRAWS):
            truth, judge, of = _draw(rng, queries, share, right)
            found = estimate_share(
                "yes", truth[:votes], judge[:votes], judge[votes:], of[:votes], of[votes:]
            )
            gold, said = (one.astype(float) for one in (truth, judge))
            normal = ppi_mean_ci(gold[:votes], said[:votes], said[votes:], alpha=0.05)
            ends = np.array([[float(end) for end in map(np.squeeze, normal)], _ends(found.people)])
            ends = np.vstack([_ends(found.powered), ends])
            holds = (ends[:, 0] <= share) & (share <= ends[:, 1])
            held += holds
            half += (ends[:, 1] - ends[:, 0]) / 2
            if found.advice.startswith("No more"):
                enough += 1
                wrong += not holds[0]
        yield {
            "queries": queries or "one a case",
            "share": share,
            "judge is right": right,
            "human votes": votes,
            "holds": held[0] / DRAWS,
            "±": half[0] / DRAWS,
            "by the normal distribution holds": held[1] / DRAWS,
            "by the normal distribution ±": half[1] / DRAWS,
            "people alone holds": held[2] / DRAWS,
            "people alone ±": half[2] / DRAWS,
            "no more votes needed": enough,
            "of these wrong": wrong,
        }


def _ends(reading: Reading) -> tuple[float, float]:
    return reading.low or 0.0, 1.0 if reading.high is None else reading.high


def _draw(rng: np.random.Generator, queries: int | None, share: float, right: float) -> Drawn:
    if queries is None:
        truth, hits = rng.random(CASES) < share, rng.random(CASES) < right
        return truth, truth == hits, [f"q{case}" for case in range(CASES)]
    of = rng.integers(queries, size=CASES)
    spread = (1 - ALIKE) / ALIKE
    yes, good = (rng.beta(one * spread, (1 - one) * spread, queries) for one in (share, right))
    truth, hits = rng.random(CASES) < yes[of], rng.random(CASES) < good[of]
    return truth, truth == hits, [f"q{query}" for query in of]
