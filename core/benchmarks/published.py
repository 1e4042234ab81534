"""Figures that were published for a benchmark, to stand beside our own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("published.toml")


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


def published_for(name: str, queries: int, tables: int) -> Published | None:
    """Find the published figures of a benchmark, by its name, else by its shape.

    Names are compared without regard to case, blanks, hyphens and underscores. Two benchmarks of
    one shape (UGEN V1 and V2) are told apart by name only.

    Parameters
    ----------
    queries, tables
        Queries and candidate tables of the benchmark.

    Examples
    --------
    >>> published_for("UGEN-v1", 50, 1000).title, published_for("mine", 125, 1401).title
    ('UGEN V1', 'TUS Small')
    >>> published_for("mine", 50, 1000) is None
    True
    """
    known = _read()
    flat = _flat(name)
    for entry in known:
        if flat in {_flat(one) for one in entry["names"]}:
            return _published(entry)
    alike = [
        entry
        for entry in known
        if entry.get("queries") == queries and tables in entry.get("tables", ())
    ]
    return _published(alike[0]) if len(alike) == 1 else None


def _flat(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


@lru_cache(maxsize=1)
def _read() -> tuple[Mapping[str, Any], ...]:
    document = tomllib.loads(_FILE.read_text("utf-8"))
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
