"""The frozen values of a benchmark in the workspace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.amounts import amount
from core.benchmarks.formats import Spelling, published_name
from core.evaluation import SelfCandidate
from core.evaluation.run_files import ORDER

FILE = "file"
"""The parameter that an imported run has and no other: the file that it came from."""

CUT = "texts_cut"
"""The parameter that says of how many queries a method has read only the beginning of the text."""

OWN_WORDS = "asked_in_own_words"
"""The parameter of a run whose method reads the wordings that the benchmark was made with."""

BASE = "base"
"""Name of the release that holds the ground truth as it was published."""

_REASONS_TOLD = 3

BEST = "IDEAL"
"""The best possible ranking where runs are listed; no run is called so."""


@dataclass(frozen=True)
class BenchmarkInfo:
    """One benchmark of the workspace.

    Its tables are the lake of the same name. A table's id is its path inside the benchmark's
    folder; `published` gives the name that the benchmark itself writes.
    """

    key: int
    name: str
    root: str
    format: str
    lake_key: int
    lake_folders: tuple[str, ...]
    """Folders of the candidate tables."""
    query_folder: str | None
    self_candidate: SelfCandidate
    """Whether a query's own table is a candidate of it."""
    spelling: Spelling
    positive_from: int
    """The smallest relevance that is a positive."""
    queries: int
    positives: int
    negatives: int
    """Pairs that are labelled and not positive."""
    missing: int
    """Labelled pairs whose tables are not all there."""
    notes: tuple[str, ...]
    added_at: str

    def is_candidate(self, table_id: str) -> bool:
        """Whether a table lies in a folder of candidates; all do where none is named."""
        return not self.lake_folders or any(
            table_id.startswith(f"{folder}/") for folder in self.lake_folders
        )

    def published(self, table_id: str) -> str:
        """Write a table's name as the benchmark does."""
        folders = [*self.lake_folders, *([self.query_folder] if self.query_folder else [])]
        return published_name(table_id, self.format, self.spelling, folders)


@dataclass(frozen=True)
class QueryFailure:
    """A query that a method failed on: it has no ranking, and why."""

    query: str
    reason: str


@dataclass(frozen=True)
class RunInfo:
    """One stored run and what it cost.

    Parameters
    ----------
    method
        Its label, unique in its benchmark.
    offline_seconds
        Wall time of making the vectors and the index of the whole lake, its libraries and its model
        loaded; none if it was imported, or if part of these was at hand.
    online_seconds
        Wall time of answering all queries; none if it was imported.
    peak_megabytes
        Largest resident memory of the process that ran it until then, with all that it did before;
        none if it was imported.
    depth
        Candidates a query, at most.
    stale
        Whether the lake has changed since.
    asked
        Queries that the method was to answer; none if that is not known, as of an imported run.
    failures
        Those of them that it failed on, by query.
    """

    key: int
    method: str
    parameters: Mapping[str, Any]
    versions: Mapping[str, str]
    offline_seconds: float | None
    online_seconds: float | None
    peak_megabytes: float | None
    depth: int
    created_at: str
    stale: bool
    asked: int | None = None
    failures: tuple[QueryFailure, ...] = ()

    @property
    def imported(self) -> bool:
        """Whether another system made it."""
        return FILE in self.parameters

    @property
    def notes(self) -> tuple[str, ...]:
        """What was not done as asked, may not be as meant, or keeps its scores from others'."""
        told = []
        if order := self.parameters.get(ORDER):
            file = self.parameters[FILE]
            told.append(f"{self.method}, from {file}: {order[0].lower()}{order[1:]}")
        if cut := int(self.parameters.get(CUT, 0)):
            texts = "a query's text that is" if cut == 1 else f"{cut:,} queries' texts that are"
            told.append(f"{self.method} has read only the beginning of {texts} too long for it.")
        if self.parameters.get(OWN_WORDS):
            told.append(
                f"{self.method} cannot be compared here: `bench make nlctd` has made this "
                "benchmark, in wordings that the method reads and by what it takes to satisfy them."
            )
        if self.failures:
            reasons = [f"{one.query}: {one.reason}" for one in self.failures[:_REASONS_TOLD]]
            if left := len(self.failures) - len(reasons):
                reasons.append(f"And {left:,} more.")
            asked = amount(self.asked or len(self.failures), "query")
            told.append(
                f"{self.method} failed on {len(self.failures):,} of {asked}, which have no "
                f"ranking. {' '.join(reasons)}"
            )
        return tuple(told)
