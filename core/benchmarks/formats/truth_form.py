"""The file of a benchmark's labels: where it stands, how it is read and how written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from core.benchmarks.formats import own_form
from core.benchmarks.formats.labels import LabelRow
from core.benchmarks.formats.source import BenchmarkSource
from core.evaluation.text_lines import check_names

Label: TypeAlias = tuple[str, str, int]
"""Query id, table as it is published, relevance."""
LabelsReader: TypeAlias = Callable[[Path, Path], list[LabelRow]]
"""Reads a file of labels, of the benchmark in a folder."""


@dataclass(frozen=True)
class Labelled:
    """Labels of a benchmark that are to be written.

    Parameters
    ----------
    source
        Whose queries and tables they are of.
    published
        Folder that it was read from.
    path
        Where in the folder the file is to stand; errors name it.
    labels
        In the order in which they are to be written.
    cut
        Whether grades were cut to 0 and 1: a form that knows positives alone has no others then.
    """

    source: BenchmarkSource
    published: Path
    path: str
    labels: Sequence[Label]
    cut: bool

    def lines(self, between: str) -> bytes:
        """Write a line a label: query, table, tab, grade.

        Raises
        ------
        UnwritableNameError
            If a name cannot be written so that it is read again.
        """
        check_names([name for label in self.labels for name in label[:2]], Path(self.path))
        return "".join(
            f"{query}{between}{table}\t{grade}\n" for query, table, grade in self.labels
        ).encode()


def _ours(labelled: Labelled) -> bytes:
    return labelled.lines("\t")


def _nowhere(root: Path) -> Path | None:
    del root
    return None


def _never(head: bytes) -> bool:
    del head
    return False


@dataclass(frozen=True)
class TruthForm:
    """What is known of a format's file of labels; as it is, that of our own form.

    Parameters
    ----------
    usual
        What the file is called.
    find
        Return the file in a published folder, to be written in its place; None if it is not one
        file. May raise `InputError`.
    write
        Give the bytes of the file.
    labels
        Reads the file; labels are written again in its order. None if `write` sees to that itself.
    endings
        Of files that `labels` reads when a release is brought in, in lower case, with the dot; CSV
        and qrels are read without it. Those of CSV and qrels are told of benchmarks of this format
        alone, which then know no other files of that ending.
    begins
        Whether a file begins so that `labels` reads it, if its ending is no known one.
    """

    usual: str = own_form.QRELS
    find: Callable[[Path], Path | None] = _nowhere
    write: Callable[[Labelled], bytes] = _ours
    labels: LabelsReader | None = None
    endings: tuple[str, ...] = ()
    begins: Callable[[bytes], bool] = _never


OURS = TruthForm()
"""For what has no form of its own."""
