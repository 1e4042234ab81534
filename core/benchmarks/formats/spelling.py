"""How a benchmark writes its tables' names, so that results can be given in its own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from core.benchmarks.formats.names import stem


class Spelling(StrEnum):
    """Which part of a table's id a benchmark publishes."""

    ID = "id"
    """All of it: ``datalake/sub/x.csv``."""
    INSIDE = "inside"
    """The path inside its folder: ``sub/x.csv``."""
    STEM = "stem"
    """That without the extension: ``sub/x``."""


def spelled(table_id: str, spelling: Spelling, folders: Sequence[str]) -> str:
    """Write a table's name as the benchmark does.

    Examples
    --------
    >>> spelled("datalake/t01.csv", Spelling.STEM, ["datalake", "query"])
    't01'
    """
    if spelling is Spelling.ID:
        return table_id
    start = next((f"{f}/" for f in folders if table_id.startswith(f"{f}/")), "")
    inside = table_id.removeprefix(start)
    return inside if spelling is Spelling.INSIDE else stem(inside)


def guess_spelling(pairs: Iterable[tuple[str, str]], folders: Sequence[str]) -> Spelling:
    """Find the spelling that fits most published names.

    Parameters
    ----------
    pairs
        Published name and the id of the table that it means.
    folders
        Folders of the tables, as they begin the ids.
    """
    votes = Counter[Spelling]()
    for name, table_id in pairs:
        for spelling in Spelling:
            if spelled(table_id, spelling, folders) == name:
                votes[spelling] += 1
                break
    return votes.most_common(1)[0][0] if votes else Spelling.INSIDE
