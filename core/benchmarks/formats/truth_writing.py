"""Write a ground truth in the form that a benchmark publishes it in, to be put in its place.

Labels keep their grades, so that `read` gives the same ones back. Programs of others know only 0
and 1, or positives alone: `positive_from` cuts the grades for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.formats.benchmark_format import truth_form_of
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.names_written import means, meant, written_names
from core.benchmarks.formats.published_order import Pair, published_pairs
from core.benchmarks.formats.source import BenchmarkSource
from core.benchmarks.formats.truth_form import Label, Labelled, TruthForm
from core.errors import InputError
from core.evaluation.errors import UnwritableNameError


@dataclass(frozen=True)
class TruthFile:
    """A file of labels, and where it stands in the benchmark's folder."""

    path: str
    content: bytes


def truth_file(
    source: BenchmarkSource, published: Path, *, positive_from: int | None = None
) -> TruthFile:
    """Write the labels of a benchmark as it publishes them, as our own form does if it has none.

    Labels of missing tables are among them, so that they are missed again. Labels stand in the
    order of the published file, those of pairs that it does not have behind them, by query and
    table.

    Parameters
    ----------
    source
        With the labels to write.
    published
        Folder that the benchmark was read from: its file names are kept.
    positive_from
        Write 1 for this relevance or more and 0 for less, and where a form knows positives alone
        only those; the grades as they are if none.

    Raises
    ------
    UnwritableNameError
        If a name cannot be written so that it is read again.
    InputError
        If the form needs the published files (TARGET's, whose labels stand with its queries) and
        they are not there.
    """
    form = truth_form_of(source.format)
    labels = _in_published_order(source, published_pairs(form, published), list(_labels(source)))
    if positive_from is not None:
        labels = [(query, table, int(grade >= positive_from)) for query, table, grade in labels]
    path = _place(form, published)
    cut = positive_from is not None
    return TruthFile(path, form.write(Labelled(source, published, path, labels, cut)))


def _place(form: TruthForm, published: Path) -> str:
    """Return where the labels stand in the published folder, or the usual place."""
    try:
        found = form.find(published)
    except InputError:  # several, or it is gone
        return form.usual
    return found.relative_to(published).as_posix() if found else form.usual


def _labels(source: BenchmarkSource) -> Iterable[Label]:
    names, written = TableNames(source.tables, source.lake_folders), written_names(source)
    for query, table, grade in () if source.qrels is None else source.qrels.frame.iter_rows():
        name = written.get(table, table)
        if not means(names, name, table):
            raise UnwritableNameError(
                f"A table's name must be read again as it is written. Got {table!r}; rename the "
                "file."
            )
        yield query, name, grade
    for pair in source.missing:
        yield pair.query, pair.table, pair.relevance


def _in_published_order(
    source: BenchmarkSource, published: Iterable[Pair], labels: list[Label]
) -> list[Label]:
    lake = TableNames(source.tables, source.lake_folders)
    places: dict[Pair, int] = {}
    for query, table in published:
        places.setdefault((query, meant(lake, table) or table), len(places))
    if not places:
        return labels
    last = len(places)
    return sorted(
        labels, key=lambda label: places.get((label[0], meant(lake, label[1]) or label[1]), last)
    )
