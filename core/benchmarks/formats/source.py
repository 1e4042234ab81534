"""A benchmark as it was read, before any of its tables is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Protocol, TypeAlias

from core.benchmarks.formats.spelling import Spelling
from core.evaluation import Qrels

Rows: TypeAlias = Iterator[Sequence[object]]


OF_LAKE = "lake"
"""Format of a benchmark that was begun on a lake: it was never published in any other."""


class Mode(StrEnum):
    """What a query asks for."""

    UNION = "union"
    JOIN = "join"
    NL = "nl"
    """Words alone, without a query table."""


@dataclass(frozen=True)
class Query:
    """One query: a table, a text, or both."""

    query_id: str
    table: str | None = None
    """Id of the query table: its path inside the benchmark's folder."""
    text: str | None = None
    mode: Mode = Mode.UNION
    category: str | None = None
    join_on: tuple[str, ...] = ()
    """Labels of the columns that are its key together; empty if none is named."""


@dataclass(frozen=True)
class MissingPair:
    """A labelled pair whose tables are not all there; kept apart from the qrels."""

    query: str
    table: str
    """The candidate's name as published."""
    relevance: int
    reason: str
    line: int | None = None
    """Line of the ground truth, if it has lines."""


@dataclass(frozen=True)
class Caption:
    """What the benchmark says of a table besides its cells."""

    title: str
    section: str = ""
    url: str = ""


class InlineTables(Protocol):
    """Tables that stand inside the benchmark's own files and not in files of their own."""

    def tables(self) -> Iterator[tuple[str, Sequence[str], Rows]]:
        """Give table id, header and rows of each; of one without rows neither."""


@dataclass(frozen=True)
class BenchmarkSource:
    """Everything that a benchmark's folder says, with every table by its id.

    A table's id is its path inside `root`, extension included, with forward slashes
    (``datalake/x.csv``, ``query/y.csv``).
    """

    name: str
    """Suggestion for a name: the folder's."""
    root: Path
    format: str
    lake_folders: tuple[str, ...]
    """Folders of candidate tables, inside `root`; empty if there are none."""
    query_folder: str | None
    """Folder of query tables, inside `root`."""
    tables: tuple[str, ...]
    """Ids of the candidate tables, sorted."""
    query_tables: tuple[str, ...]
    """Ids of the tables in `query_folder`, sorted."""
    queries: tuple[Query, ...]
    """Queries whose table is there, or which have a text; in the order of the benchmark."""
    qrels: Qrels | None
    """Labelled pairs of those queries; None if no query is left."""
    ignore: tuple[tuple[str, str], ...] = ()
    """Pairs (query id, table id) to take out of a ranking before it is scored."""
    unasked: tuple[Query, ...] = ()
    """Queries whose table is not there, and its name as published for its id; their labels are
    `missing`."""
    missing: tuple[MissingPair, ...] = ()
    """Labelled pairs that name a table which is not there, each with the reason."""
    captions: Mapping[str, Caption] = field(default_factory=dict)
    """By table id."""
    spelling: Spelling = Spelling.INSIDE
    """How the ground truth writes the tables' names."""
    notes: tuple[str, ...] = ()
    """Whatever else there is to say about the reading, a sentence each."""
    inline: InlineTables | None = None
    """Tables that have to be written as files (`write`) before a lake can be read."""

    def judged_by(self, truth: Qrels) -> BenchmarkSource:
        """Put another ground truth in the place of this one, with the queries that it has.

        Pairs to ignore that it labels are no longer ignored.
        """
        asked = set(truth.queries)
        kept = tuple(query for query in self.queries if query.query_id in asked)
        ignore = tuple(truth.unlabelled(self.ignore))
        return replace(self, queries=kept, qrels=truth, ignore=ignore)

    def own_tables(self) -> dict[str, str]:
        """Return query id to the candidate that is the query's own table, where there is one.

        That is the query table itself if it lies in the lake, or the candidate of the same path
        in its folder: SANTOS and TUS publish each query table in both folders. It is what
        `core.evaluation.self_candidates.treat_run` takes as ``own``.
        """
        lake = set(self.tables)
        own = {}
        for query in self.queries:
            if query.table is None:
                continue
            if query.table in lake:
                own[query.query_id] = query.table
                continue
            inside = PurePosixPath(query.table).relative_to(self.query_folder or ".")
            for folder in self.lake_folders:
                candidate = str(PurePosixPath(folder) / inside)
                if candidate in lake:
                    own[query.query_id] = candidate
        return own
