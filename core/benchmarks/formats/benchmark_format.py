"""The formats of benchmarks, one entry a format: all that is told apart by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from core.benchmarks.formats import (
    folders,
    nlctables,
    own_form,
    pair_csv,
    pair_truth,
    pickles,
    published_labels,
    target,
    target_files,
    trec,
)
from core.benchmarks.formats.source import BenchmarkSource, Mode
from core.benchmarks.formats.truth_form import OURS, LabelsReader, TruthForm
from core.store.safe_pickle import is_pickle

Reader: TypeAlias = Callable[[Path, Path | None, Mode | None], BenchmarkSource]
"""Reads a folder, with the ground truth if another than the usual one is meant, and what queries
ask for if that is said."""


def _no_file(path: Path) -> bool:
    del path
    return False


def _nowhere(path: Path) -> Path | None:
    del path
    return None


@dataclass(frozen=True)
class BenchmarkFormat:
    """A format and what is known of its benchmarks.

    Parameters
    ----------
    name
        As users choose it.
    known_by
        What its folders are known by, as somebody is told who gave another folder.
    detect
        Return the name of the format that a folder is in, or None; formats that one look tells
        apart share it.
    read
        Reads a benchmark. Tables that are files are listed and left to the lake, unless what is
        said of them stands inside: tables in JSON are parsed for their captions, and again with
        the lake.
    says_what_for
        Whether it says of each query whether tables to unite or to join are searched for; `read`
        is given no mode then.
    is_truth
        Whether a file that is given by its path is a ground truth of this format, as its name or
        its content says.
    may_be_truth
        The same, asked if no format is sure: whether the file may be one.
    root_of
        Return the folder of the benchmark that such a file is of; None if it is none of this
        format, or lies where ground truths of any format do (`core.benchmarks.formats.folders`).
    truth
        How its file of labels is read and written again.
    """

    name: str
    known_by: str
    detect: Callable[[Path], str | None]
    read: Reader
    says_what_for: bool = True
    is_truth: Callable[[Path], bool] = _no_file
    may_be_truth: Callable[[Path], bool] = _no_file
    root_of: Callable[[Path], Path | None] = _nowhere
    truth: TruthForm = OURS


def _telling(read: Callable[[Path, Path | None], BenchmarkSource]) -> Reader:
    """Make a reader of one that needs no mode, as the files say it."""
    return lambda root, truth, mode: read(root, truth)


def _csv_of(kind: str) -> Callable[[Path], bool]:
    """Make a test of whether a file is a CSV of pairs of one kind."""
    return lambda path: path.suffix == ".csv" and pair_csv.kind_of(path) == kind


BENCHMARK_FORMATS: tuple[BenchmarkFormat, ...] = (
    BenchmarkFormat(
        own_form.NAME,
        "queries.jsonl",
        own_form.detect,
        _telling(own_form.read),
        may_be_truth=lambda path: own_form.detect(folders.root_of(path)) is not None,
        truth=published_labels.OWN,
    ),
    BenchmarkFormat(
        nlctables.NAME,
        "queries-test.txt with qtrels-test.txt",
        nlctables.detect,
        nlctables.read,
        says_what_for=False,
        is_truth=nlctables.is_labels,
        truth=published_labels.NLCTABLES,
    ),
    BenchmarkFormat(
        target.NAME,
        "queries.jsonl",
        target.detect,
        _telling(target.read),
        is_truth=lambda path: path.suffix == ".csv" and target_files.is_queries(path),
        may_be_truth=target_files.is_queries,
        root_of=target_files.root_of,
        truth=published_labels.TARGET,
    ),
    BenchmarkFormat(
        pair_csv.LABELLED,
        "groundtruth.csv",
        pair_csv.detect,
        pair_csv.read_labelled,
        says_what_for=False,
        is_truth=_csv_of(pair_csv.LABELLED),
        truth=pair_truth.LABELLED,
    ),
    BenchmarkFormat(
        pair_csv.PAIRS,
        "groundtruth.csv",
        pair_csv.detect,
        pair_csv.read_pairs,
        says_what_for=False,
        is_truth=_csv_of(pair_csv.PAIRS),
        truth=pair_truth.POSITIVES,
    ),
    BenchmarkFormat(
        pickles.NAME,
        "benchmark.pkl",
        pickles.detect,
        pickles.read,
        says_what_for=False,
        is_truth=is_pickle,
        truth=published_labels.PICKLE,
    ),
    BenchmarkFormat(
        trec.NAME,
        "qrels.txt",
        trec.detect,
        trec.read,
        says_what_for=False,
        may_be_truth=lambda path: True,
        truth=published_labels.TREC,
    ),
)
"""Most telling first: where several fit, the first is meant."""


def root_of(path: Path) -> Path:
    """Return the folder of a benchmark that is given by it, or by a file of its labels."""
    if not path.is_file():
        return path
    found = (one.root_of(path) for one in BENCHMARK_FORMATS)
    return next(filter(None, found), folders.root_of(path))


def format_named(name: str) -> BenchmarkFormat | None:
    """Return the format of a name, or None if there is none."""
    return next((one for one in BENCHMARK_FORMATS if one.name == name), None)


def truth_form_of(name: str) -> TruthForm:
    """Return how a format's labels are written: as ours for a lake, which has no format."""
    found = format_named(name)
    return OURS if found is None else found.truth


def labels_reader(name: str, ending: str, head: bytes | None) -> LabelsReader | None:
    """Return what reads the labels of a file that a release is brought in from.

    Parameters
    ----------
    name
        Format of the benchmark, which goes before the others.
    ending
        Of the file, in lower case.
    head
        How it begins; none if the ending is that of CSV or qrels, as which it is read then unless
        the benchmark's own format has that ending.

    Returns
    -------
    callable
        None if the file is CSV or qrels, in which every release is written.
    """
    forms = [truth_form_of(name)]
    if head is not None:
        forms += [one.truth for one in BENCHMARK_FORMATS]
    told = (one for one in forms if ending in one.endings)
    begun = (one for one in forms if head is not None and one.begins(head))
    found = next(chain(told, begun), OURS)
    return found.labels
