"""Further ground truths in a benchmark's folder, compared with the one that is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from core.amounts import amount
from core.benchmarks.formats.errors import AmbiguousSourceError
from core.benchmarks.formats.labels import LabelRow
from core.benchmarks.formats.names import stem
from core.benchmarks.formats.pickles import find_pickle, labels_of_pickle
from core.errors import LocatedError


def told_pickle(root: Path, used: Path, labels: Sequence[LabelRow]) -> tuple[str, ...]:
    """Say whether a pickle in the folder has the positives that are used, or was not compared."""
    pickled = None
    try:
        pickled = find_pickle(root)
        beside = [] if pickled is None else labels_of_pickle(pickled)
    except (AmbiguousSourceError, LocatedError) as error:  # it may be no ground truth at all
        return (told_not_compared(pickled, used, error),)
    if pickled is None:
        return ()
    mine = {(label.query, label.table) for label in labels if label.relevance > 0}
    theirs = {(label.query, label.table) for label in beside if label.relevance > 0}
    if mine == theirs:
        return (f"{pickled.name} has the same {len(mine):,} positive pairs as {used.name}.",)
    only = {pickled: theirs - mine, used: mine - theirs}
    return (_difference(pickled, used, only, "positive pair"),)


def told_labels(
    other: Path, used: Path, theirs: Sequence[LabelRow], labels: Sequence[LabelRow]
) -> str:
    """Say whether another file of labels says the same of the same pairs, or how many differ.

    One may have the endings of tables and the other not.
    """
    mine, found = (
        {(stem(query), stem(table), grade): (query, table, grade) for query, table, grade in some}
        for some in (map(_said, labels), map(_said, theirs))
    )
    if mine.keys() == found.keys():
        return f"{other.name} has the same {amount(len(mine), 'label')} as {used.name}."
    only = {
        path: {as_is for key, as_is in some.items() if key not in rest}
        for path, some, rest in ((other, found, mine), (used, mine, found))
    }
    told = _difference(other, used, only, "label")
    return f"{told} To use it, name the file instead of the folder."


def _said(label: LabelRow) -> tuple[str, str, int]:
    return label.query, label.table, label.relevance


def told_not_compared(other: Path | None, used: Path, error: Exception) -> str:
    """Say why another ground truth, None for pickles, was not compared with the one used."""
    what = "No pickle was" if other is None else f"{other.name} was not"
    reason = error.message if isinstance(error, LocatedError) else error
    return f"{what} compared with {used.name}, which is used. {reason}"


def _difference(
    other: Path,
    used: Path,
    only: Mapping[Path, set[tuple[str, str, int]] | set[tuple[str, str]]],
    what: str,
) -> str:
    parts = [
        f"{amount(len(found), what)} only in {path.name} (first {min(found)})"
        for path, found in only.items()
        if found
    ]
    return f"{other.name} differs from {used.name}, which is used: {' and '.join(parts)}."
