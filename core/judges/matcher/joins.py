"""What `rule:matcher` looks at in two tables that may be joined: figures of the likeliest key."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.judges.matcher.tables import header_words
from core.lake.stored.heads import TableHead

_LEAST = 1e-9


class JoinFeature(StrEnum):
    """One figure of a pair, from 0 to 1, as it is called on screens."""

    CONTAINMENT = "values of the key that are found"
    COVERED = "values of the other key that are found"
    NAMES = "similarity of the keys' names"
    DISTINCT = "distinct values of the other key"
    GAINED = "columns that would be gained"

    @property
    def meaning(self) -> str:
        """What it measures, in one sentence."""
        return _MEANINGS[self]


_MEANINGS = {
    JoinFeature.CONTAINMENT: (
        "Share of the different values of the query's key, in its first 1,000 rows, that the "
        "candidate's key has in its own."
    ),
    JoinFeature.COVERED: "The same share of the candidate's key.",
    JoinFeature.NAMES: "Similarity of the letters of the two keys' names.",
    JoinFeature.DISTINCT: "Different values of the candidate's key over the rows read.",
    JoinFeature.GAINED: "Share of the candidate's columns whose name the query lacks.",
}


@dataclass(frozen=True)
class Key:
    """Two columns that two tables could be joined on.

    Parameters
    ----------
    query, candidate
        Their names.
    found, values
        Different values of the query's column that the other has, and all of them.
    """

    query: str
    candidate: str
    found: int
    values: int


def join_figures(
    query: TableHead, candidate: TableHead, column: str | None, rows_read: int
) -> tuple[list[float], Key] | str:
    """Compute the figures of the two columns that are the likeliest key.

    That is the pair whose containment and likeness of names are largest together; of equal ones
    the first.

    Parameters
    ----------
    column
        Column of the query that it is to be; any that has values if None.
    rows_read
        Of each table at most.

    Returns
    -------
    tuple or str
        In the order of `JoinFeature`, with the key; or a sentence that says why there is none.
    """
    from rapidfuzz import fuzz

    names, others = _names(query), _names(candidate)
    wanted = range(len(names)) if column is None else _places(query, column)
    if column is not None and not wanted:
        return f"{query.table_id!r} has no column {column!r}, on which the join was wanted."
    values = [_folded(one) for one in query.values]
    theirs = [_folded(one) for one in candidate.values]
    likeliest: tuple[float, int, int] | None = None
    for i in wanted:
        if not values[i]:
            continue
        for j, have in enumerate(theirs):
            likeness = fuzz.token_sort_ratio(names[i], others[j]) / 100
            worth = len(values[i] & have) / len(values[i]) + likeness
            if likeliest is None or worth > likeliest[0] + _LEAST:
                likeliest = worth, i, j
    if likeliest is None:
        return f"No column of {query.table_id!r} that could be a key has a value."
    _, i, j = likeliest
    shared = len(values[i] & theirs[j])
    known = set(names)
    figures = {
        JoinFeature.CONTAINMENT: shared / len(values[i]),
        JoinFeature.COVERED: shared / len(theirs[j]) if theirs[j] else 0.0,
        JoinFeature.NAMES: fuzz.token_sort_ratio(names[i], others[j]) / 100,
        JoinFeature.DISTINCT: len(theirs[j]) / max(1, min(candidate.rows, rows_read)),
        JoinFeature.GAINED: sum(name not in known for name in others) / len(others),
    }
    key = Key(query.names[i], candidate.names[j], shared, len(values[i]))
    return [min(1.0, figures[feature]) for feature in JoinFeature], key


def _names(head: TableHead) -> list[str]:
    return [header_words(name) for name in head.names]


def _places(head: TableHead, column: str) -> list[int]:
    """Find a column by its name as it stands, or else by its words."""
    exact = [place for place, name in enumerate(head.names) if name == column]
    words = header_words(column)
    return exact or [p for p, name in enumerate(_names(head)) if words and name == words]


def _folded(values: frozenset[str]) -> frozenset[str]:
    return frozenset(value.casefold() for value in values)
