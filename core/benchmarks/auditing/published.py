"""Figures that were published for a benchmark, to stand beside our own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.formats import Mode
from core.benchmarks.types import BenchmarkInfo
from core.store import Workspace

_FILE = Path(__file__).with_name("published.toml")

_NEARLY = 0.05
"""Of the queries, and of the tables, may be gone or more: files that cannot be read, or copies."""


@dataclass(frozen=True)
class PublishedRun:
    """One method's line as it was published.

    Parameters
    ----------
    precision, recall
        At the publication's cut-off, 0 to 1, with two decimals.
    offline_seconds, online_seconds
        None if not reported.
    """

    method: str
    precision: float
    recall: float
    offline_seconds: float | None
    online_seconds: float | None


@dataclass(frozen=True)
class Published:
    """What was published for one benchmark."""

    title: str
    """The benchmark as the publication calls it."""
    source: str
    k: int
    ideal_precision: float
    ideal_recall: float
    runs: tuple[PublishedRun, ...]


@dataclass(frozen=True)
class Figures:
    """What there is to stand beside a benchmark's own scores.

    Parameters
    ----------
    published
        None if nothing was published of it.
    told
        Why nothing stands there although it has the name of a benchmark of which something was;
        else empty.
    """

    published: Published | None
    told: str = ""


def figures_of(workspace: Workspace, info: BenchmarkInfo) -> Figures:
    """Find the published figures of a benchmark, as `published_for`."""
    asked = registry.queries(workspace, info)
    unions = all(query.mode is Mode.UNION and query.table is not None for query in asked)
    tables = len(registry.candidate_tables(workspace, info))
    return published_for(info.name, len(asked), tables, unions=unions)


def published_for(name: str, queries: int, tables: int, *, unions: bool = True) -> Figures:
    """Find the published figures of a benchmark by its name and nearly its shape, else its shape.

    Names are compared without regard to case, blanks, hyphens and underscores. Two benchmarks of
    one shape (UGEN V1 and V2) are told apart by name only.

    Parameters
    ----------
    queries, tables
        Queries and candidate tables of the benchmark; with its name, 5% more or fewer will do.
    unions
        Whether all queries are tables to unite, as those of the publication.

    Examples
    --------
    >>> published_for("UGEN-v1", 50, 998).published.title
    'UGEN V1'
    >>> published_for("mine", 125, 1401).published.title
    'TUS Small'
    >>> published_for("mine", 50, 1000)
    Figures(published=None, told='')
    >>> published_for("tus", 7, 20).told
    'Figures are published of TUS Small, with 125 queries and 1,401 or 1,526 tables; not shown.'
    """
    known = _read(_FILE)
    flat = _flat(name)
    for entry in known:
        if flat in {_flat(one) for one in entry["names"]}:
            if unions and _fits(entry, queries, tables):
                return Figures(_published(entry))
            return Figures(None, _not_shown(entry, unions))
    alike = [entry for entry in known if entry["queries"] == queries and tables in entry["tables"]]
    return Figures(_published(alike[0]) if unions and len(alike) == 1 else None)


def _fits(entry: Mapping[str, Any], queries: int, tables: int) -> bool:
    return _near(queries, entry["queries"]) and any(_near(tables, n) for n in entry["tables"])


def _near(count: int, published: int) -> bool:
    return abs(count - published) <= _NEARLY * published


def _not_shown(entry: Mapping[str, Any], unions: bool) -> str:
    if not unions:
        return f"Figures are published of {entry['title']}, for tables to unite; not shown."
    tables = " or ".join(f"{count:,}" for count in entry["tables"])
    shape = f"{amount(entry['queries'], 'query')} and {tables} tables"
    return f"Figures are published of {entry['title']}, with {shape}; not shown."


def _flat(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


@lru_cache
def _read(file: Path) -> tuple[Mapping[str, Any], ...]:
    document = tomllib.loads(file.read_text("utf-8"))
    source = document.pop("source")
    return tuple({**entry, "source": source} for entry in document.values())


def _published(entry: Mapping[str, Any]) -> Published:
    return Published(
        title=entry["title"],
        source=entry["source"],
        k=entry["k"],
        ideal_precision=entry["ideal"][0],
        ideal_recall=entry["ideal"][1],
        runs=tuple(
            PublishedRun(
                method,
                precision,
                entry["recall"][method],
                entry["offline"].get(method),
                entry["online"].get(method),
            )
            for method, precision in entry["precision"].items()
        ),
    )
