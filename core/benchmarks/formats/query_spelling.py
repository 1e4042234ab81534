"""Query tables that a ground truth spells in several ways, brought to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.amounts import amount
from core.benchmarks.formats.folders import Layout
from core.benchmarks.formats.labels import LabelRow
from core.benchmarks.formats.names import TableNames, stem


def one_spelling(
    labels: Sequence[LabelRow], layout: Layout, truth: Path
) -> tuple[list[LabelRow], list[str]]:
    """Give the labels of one query table one name for it, the first that they use, and say so.

    For ground truths that name a query by its table alone: ``q.csv``, ``q`` and ``query/q.csv``
    are one query then. Names of tables that are not there stay as they are.

    Raises
    ------
    AmbiguousNameError
        If a name fits several files; with file and line.

    Examples
    --------
    >>> layout = Layout(Path(), ("lake",), None, ("lake/a.csv",), (), ())
    >>> labels = [LabelRow(1, "a.csv", "b", 1), LabelRow(2, "a", "c", 0)]
    >>> [label.query for label in one_spelling(labels, layout, Path("truth.csv"))[0]]
    ['a.csv', 'a.csv']
    """
    alike = _alike({label.query for label in labels})
    if not alike:
        return list(labels), []
    folder = layout.query_folder
    own = TableNames(layout.query_tables, [folder] if folder else [])
    lake = TableNames(layout.tables, layout.lake_folders)
    first: dict[str, str] = {}
    names: dict[str, str] = {}
    for label in labels:
        name = label.query
        if name in names or name not in alike:
            continue
        table = own.find(name, truth, label.line) or lake.find(name, truth, label.line)
        names[name] = name if table is None else first.setdefault(table, name)
    others = {name: one for name, one in names.items() if name != one}
    if not others:
        return list(labels), []
    other, one = next(iter(others.items()))
    told = amount(len(set(others.values())), "query table", "is", "are")
    return (
        [replace(label, query=others.get(label.query, label.query)) for label in labels],
        [f"{told} spelt in several ways, each one query all the same: {one!r} and {other!r}."],
    )


def _alike(names: set[str]) -> set[str]:
    """Return the names that may mean the table of another: none is looked up without need."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(_bare(name), []).append(name)
    return {name for group in groups.values() if len(group) > 1 for name in group}


def _bare(name: str) -> str:
    """Take off folders and all known extensions: every spelling of a table has this in common."""
    bare = name.strip().replace("\\", "/").rsplit("/", 1)[-1]
    while (shorter := stem(bare)) != bare:
        bare = shorter
    return bare
