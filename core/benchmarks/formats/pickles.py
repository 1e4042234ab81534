"""The pickle form of SANTOS, TUS, PYLON, UGEN and the paper's LakeBench: {query: [candidates]}."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.benchmarks.formats.errors import AmbiguousSourceError, no_truth
from core.benchmarks.formats.folders import survey
from core.benchmarks.formats.json_captions import json_captions
from core.benchmarks.formats.labels import LabelRow, Published, assemble, queries_of_labels
from core.benchmarks.formats.query_spelling import one_spelling
from core.benchmarks.formats.source import BenchmarkSource, Mode
from core.errors import RefusedPickleError
from core.evaluation.errors import BadRelevanceError, NoPositivesError
from core.evaluation.qrels import MAX_RELEVANCE
from core.store.safe_pickle import SUFFIXES, is_pickle, load_plain
from core.store.written_out import check_written_out

NAME = "pickle"
_LONG = 64
"""Bits of a number that is not told in digits: of more than 4,300 Python writes none."""
PREFERRED = ("benchmark.pkl", "groundtruth.pkl", "groundtruth.pickle")


def find_pickle(root: Path) -> Path | None:
    """Return the ground-truth pickle of a folder or of its ``groundtruth`` folder.

    One without an ending, such as TUS' ``tusLabeledtusUnionBenchmark``, is known by how it begins,
    where there is none with one.

    Raises
    ------
    AmbiguousSourceError
        If there are several and none has the usual name.
    """
    for folder in (root, root / "groundtruth"):
        files = sorted(path for path in folder.glob("*") if path.is_file())
        found = [path for path in files if path.suffix.lower() in SUFFIXES]
        found = found or [path for path in files if not path.suffix and is_pickle(path)]
        usual = [path for path in found if path.name in PREFERRED]
        chosen = usual or found
        if len(chosen) > 1:
            raise AmbiguousSourceError(
                f"A benchmark must have one ground truth. Got {chosen[0].name!r} and "
                f"{chosen[1].name!r} in {folder}; name the file instead of the folder."
            )
        if chosen:
            return chosen[0]
    return None


def detect(root: Path) -> str | None:
    """Return the format's name if a folder holds a ground-truth pickle, else None."""
    fits = find_pickle(root) is not None
    return NAME if fits else None


def read(root: Path, truth: Path | None = None, mode: Mode | None = None) -> BenchmarkSource:
    """Read a folder with a ground-truth pickle, every pair of it positive.

    ``{query: list, set or tuple of candidates}``, or ``{query: {candidate: relevance}}``.
    Its tables are searched for tables to unite, unless `mode` says to join.
    """
    path = truth or find_pickle(root)
    if path is None:
        raise no_truth(root, "a ground-truth pickle (benchmark.pkl)")
    layout = survey(root)
    labels, notes = one_spelling(labels_of_pickle(path), layout, path)
    queries = queries_of_labels(labels, mode or Mode.UNION)
    captions, _ = json_captions(layout)
    published = Published(NAME, path, labels, queries, path, captions=captions, notes=notes)
    return assemble(layout, published)


def labels_of_pickle(path: Path) -> list[LabelRow]:
    """Return the labels of a pickle, queries and candidates in its order (sets sorted).

    Raises
    ------
    RefusedPickleError
        If it is not such a mapping, or is too large where what it shares is written out
        (`core.store.written_out`).
    BadRelevanceError
        If a relevance is out of range.
    NoPositivesError
        If it is empty, or a query has no candidate.
    """
    content = load_plain(path)
    check_written_out(content, path)
    if not isinstance(content, dict):
        raise _form(path, f"a {type(content).__name__}")
    if not content:
        raise NoPositivesError("A ground truth must name at least one query. Got none.", path)
    labels = []
    for query, candidates in content.items():
        graded = _graded(query, candidates, path)
        if not graded:
            raise NoPositivesError(
                f"Every query must have at least one candidate. Got none for {query!r}; take the "
                "query out.",
                path,
            )
        labels += [LabelRow(None, query, table, grade) for table, grade in graded]
    return labels


def _graded(query: Any, candidates: Any, path: Path) -> list[tuple[str, int]]:
    if not isinstance(query, str):
        raise _form(path, f"the query {query!r}")
    if isinstance(candidates, dict):
        graded = list(candidates.items())
    elif isinstance(candidates, str | int):
        raise _form(path, f"{candidates!r} for query {query!r}")
    else:
        ordered = (
            sorted(candidates, key=str) if isinstance(candidates, set | frozenset) else candidates
        )
        graded = [(table, 1) for table in ordered]
    for table, grade in graded:
        if not isinstance(table, str) or not isinstance(grade, int):
            raise _form(path, f"{table!r}: {grade!r} for query {query!r}")
        if abs(grade) > MAX_RELEVANCE:
            bits = grade.bit_length()
            got = grade if bits < _LONG else f"one of {bits:,} bits"
            raise BadRelevanceError(
                f"A relevance must be a whole number between -1,000 and 1,000. Got {got} for "
                f"query {query!r} and table {table!r}.",
                path,
            )
    return graded


def _form(path: Path, got: str) -> RefusedPickleError:
    return RefusedPickleError(
        "A ground-truth pickle must be {query: [candidate, ...]} or "
        f"{{query: {{candidate: relevance}}}}. Got {got}.",
        path,
    )
