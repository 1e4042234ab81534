"""TREC qrels beside a folder of tables."""

from __future__ import annotations

from pathlib import Path

from core.amounts import amount
from core.benchmarks.formats.errors import AmbiguousSourceError, no_truth
from core.benchmarks.formats.folders import survey
from core.benchmarks.formats.json_captions import json_captions
from core.benchmarks.formats.labels import (
    LabelRow,
    Published,
    QueryRow,
    assemble,
    queries_of_labels,
)
from core.benchmarks.formats.query_spelling import one_spelling
from core.benchmarks.formats.source import BenchmarkSource, Mode
from core.errors import InputError, MalformedFileError
from core.evaluation.qrels_files import read_qrels_rows
from core.store.text_files import read_text, split_lines

NAME = "trec"
QRELS = ("qrels", "qrels.txt", "qrels.tsv", "qrels.trec")
TOPICS = ("queries.tsv", "topics.tsv", "queries.txt", "topics.txt")


def find_qrels(root: Path) -> Path | None:
    """Return the qrels file of a folder.

    Raises
    ------
    AmbiguousSourceError
        If there are several.
    """
    found = {root / name for name in QRELS if (root / name).is_file()}
    found |= {path for path in root.glob("*.qrels") if path.is_file()}
    if len(found) > 1:
        first, second = sorted(path.name for path in found)[:2]
        raise AmbiguousSourceError(
            f"A benchmark must have one ground truth. Got {first!r} and {second!r} in {root}; "
            "name the file instead of the folder."
        )
    return next(iter(found), None)


def detect(root: Path) -> str | None:
    """Return the format's name if a folder has qrels, else None."""
    fits = find_qrels(root) is not None
    return NAME if fits else None


def read(root: Path, truth: Path | None = None, mode: Mode | None = None) -> BenchmarkSource:
    """Read a folder with qrels and tables.

    Query texts come from ``queries.tsv`` or ``topics.tsv``: id, tab and text, or with a blank
    between where the file has no tab. Those without a judgement are left out, as by trec_eval.
    Without such a file each query id is the name of a query table, to be united unless `mode` says
    to be joined.
    """
    path = truth or find_qrels(root)
    if path is None:
        raise no_truth(root, "TREC qrels (qrels.txt)")
    labels = [LabelRow(*row) for row in read_qrels_rows(path)]
    topics = next((root / name for name in TOPICS if (root / name).is_file()), None)
    layout = survey(root)
    if topics:
        if mode is not None:
            raise InputError(
                f"Whether tables are united or joined is said of query tables. Got {mode.value!r} "
                f"for queries in words, which {topics.name} has."
            )
        asked, notes = _judged(_topics(topics), labels, path)
        published = Published(
            NAME, path, labels, asked, topics, captions=json_captions(layout)[0], notes=notes
        )
        return assemble(layout, published)
    labels, notes = one_spelling(labels, layout, path)
    queries = queries_of_labels(labels, mode or Mode.UNION)
    captions, _ = json_captions(layout)
    published = Published(NAME, path, labels, queries, path, captions=captions, notes=notes)
    return assemble(layout, published)


def _topics(path: Path) -> list[QueryRow]:
    rows = []
    content = read_text(path)
    between, said = ("\t", "a tab") if "\t" in content else (" ", "a tab or a blank")
    for line, topic in split_lines(content):
        name, _, text = topic.strip().partition(between)
        if not name.strip() or not text.strip():
            raise MalformedFileError(
                f"A query must be an id, {said} and a text. Got {topic[:60]!r}.", path, line
            )
        rows.append(QueryRow(line, name.strip(), text=text.strip(), mode=Mode.NL))
    return rows


def _judged(
    topics: list[QueryRow], labels: list[LabelRow], path: Path
) -> tuple[list[QueryRow], list[str]]:
    judged = {label.query for label in labels}
    left_out = [topic.query_id for topic in topics if topic.query_id not in judged]
    if not left_out:
        return topics, []
    has = ("has no judgement in {} and is", "have no judgement in {} and are")[len(left_out) > 1]
    note = (
        f"{len(left_out):,} of {amount(len(topics), 'query')} {has.format(path.name)} not asked, "
        f"first {left_out[0]!r}."
    )
    return [topic for topic in topics if topic.query_id in judged], [note]
