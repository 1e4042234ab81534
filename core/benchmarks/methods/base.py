"""What every search method of a benchmark offers: it prepares a lake, then ranks query by query."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from core import lake as lakes
from core.benchmarks.formats import Mode, Query
from core.benchmarks.types import BenchmarkInfo
from core.monitor import UNMONITORED, Monitor
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace

Ranked = list[tuple[str, float]]
"""Table ids with their scores, best first by the one tie rule."""


class Takes(StrEnum):
    """What a method reads of a query."""

    TABLES = "tables"
    """The query's table."""
    JOINS = "tables to join"
    """The query's table and the column to join on, of queries whose mode is "join"."""
    TEXTS = "texts"
    """The query's words."""


@dataclass(frozen=True)
class Subject:
    """The benchmark that a method works on."""

    workspace: Workspace
    info: BenchmarkInfo
    settings: Settings

    def lake(self, monitor: Monitor = UNMONITORED) -> SearchedLake:
        """Open its lake for searches."""
        found = lakes.lake(self.workspace, self.info.name)
        return SearchedLake(self.workspace, found, self.settings, monitor)


class Prepared(ABC):
    """A method that is ready to rank the candidates of one benchmark.

    Parameters
    ----------
    lake_fingerprint
        Of the tables that it ranks, as they were when it was prepared.
    offline_seconds
        Wall time of building what it needs on the whole lake, as measured when it was built; none
        if part of that was at hand (`core.indexes.timing.making_seconds`).
    parameters
        What a stored run says of how it was made.
    versions
        Of the libraries that made it.
    """

    def __init__(
        self,
        lake_fingerprint: str,
        offline_seconds: float | None,
        parameters: Mapping[str, str | int | float],
        versions: Mapping[str, str],
    ) -> None:
        self.lake_fingerprint = lake_fingerprint
        self.offline_seconds = offline_seconds
        self.parameters = dict(parameters)
        self.versions = dict(versions)

    @abstractmethod
    def rank(self, query: Query, depth: int, without: str | None) -> Ranked:
        """Rank the benchmark's candidates for one query.

        Parameters
        ----------
        query
            One that the method answers; if it has a table, that is in the lake.
        depth
            Candidates wanted; fewer are given if there are fewer.
        without
            Id of a candidate to leave out, the query's own table; none if all count.

        Returns
        -------
        list
            Candidates only (`BenchmarkInfo.is_candidate`), score descending, then table id.
        """


class Method(ABC):
    """A search method of a benchmark.

    Attributes
    ----------
    label
        What its run is called, and the name by which it is found again.
    takes
        What it reads of a query; a query that has one of these is answered.
    """

    label: str
    takes: ClassVar[frozenset[Takes]]

    def answers(self, query: Query) -> bool:
        """Whether a query has something that the method takes."""
        return bool(self.takes & taken(query))

    @abstractmethod
    def prepare(self, subject: Subject, monitor: Monitor) -> Prepared:
        """Build what is missing on the benchmark's lake and open it.

        Raises
        ------
        CancelledError
            If `monitor` says so.
        BusyError
            If the lake is refreshed meanwhile.
        """


@dataclass(frozen=True)
class Family:
    """Methods that live in one file.

    Parameters
    ----------
    names
        Each method's name, in the order in which they are listed.
    find
        Give the method of a name under some settings, none if it is of another family.
    offered
        What a form offers of them, each with plain words; other spellings than `names` may be
        among them.
    spelling
        Further names that `find` knows, as an error tells them ("columns:ENCODER").
    """

    names: tuple[str, ...]
    find: Callable[[str, Settings], Method | None]
    offered: Mapping[str, str]
    spelling: str = ""


def taken(query: Query) -> frozenset[Takes]:
    """Say what a query has for a method to take.

    Examples
    --------
    >>> sorted(taken(Query("q", table="a.csv", mode=Mode.JOIN, join_on=("city",))))
    [<Takes.TABLES: 'tables'>, <Takes.JOINS: 'tables to join'>]
    """
    has = {
        Takes.TABLES: query.table is not None,
        Takes.JOINS: query.table is not None and query.mode is Mode.JOIN,
        Takes.TEXTS: bool(query.text),
    }
    return frozenset(kind for kind, there in has.items() if there)
