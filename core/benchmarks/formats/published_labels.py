"""How the published formats read their files of labels and write them, pairs in CSV apart."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

from core.benchmarks.formats import nlctables, own_form, pickles, target, target_files, trec
from core.benchmarks.formats.labels import LabelRow
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.truth_form import Labelled, TruthForm
from core.evaluation.qrels_files import read_qrels_rows
from core.store.safe_pickle import BEGINNINGS, SUFFIXES

_PROTOCOL = 4
"""Of pickles: the published ones are read by Python 3.4 and later."""


def _read_qrels(path: Path, root: Path) -> list[LabelRow]:
    del root
    return [LabelRow(*row) for row in read_qrels_rows(path)]


def _trec(labelled: Labelled) -> bytes:
    return labelled.lines("\t0\t")


def _read_pickle(path: Path, root: Path) -> list[LabelRow]:
    del root
    return pickles.labels_of_pickle(path)


def _pickle(labelled: Labelled) -> bytes:
    graded: dict[str, dict[str, int]] = {}
    for query, table, grade in labelled.labels:
        graded.setdefault(query, {})[table] = grade
    content: dict[str, dict[str, int]] | dict[str, list[str]] = graded
    if labelled.cut:
        positive = {q: [t for t, grade in tables.items() if grade] for q, tables in graded.items()}
        content = {query: tables for query, tables in positive.items() if tables}
    return pickle.dumps(content, protocol=_PROTOCOL)


def _read_target(path: Path, root: Path) -> list[LabelRow]:
    return target.labels_of(path, target.published_ids(root))


def _target(labelled: Labelled) -> bytes:
    """Write the queries with their tables; grades stand beside, where they are not all 1."""
    source = labelled.source
    ids = {path: key for key, path in target.published_ids(labelled.published).items()}
    names = TableNames(source.tables, source.lake_folders)
    tables: dict[str, list[tuple[str, int]]] = {}
    for query, name, grade in labelled.labels:
        if grade or not labelled.cut:
            tables.setdefault(query, []).append((names.find(name) or name, grade))
    lines = []
    texts = {query.query_id: query.text for query in source.queries}
    for query, graded in tables.items():
        if query not in texts:
            continue
        database = next((ids[table][0] for table, _ in graded if table in ids), "")
        entry: dict[str, object] = {"query_id": query, "query": texts[query]}
        entry |= {"database_id": database} if database else {}
        # A table of another database is named by its file: an entry has one database.
        inside = [ids.get(table, ("", "")) for table, _ in graded]
        entry["table_id"] = [
            name if of == database and name else table
            for (table, _), (of, name) in zip(graded, inside, strict=True)
        ]
        if not labelled.cut:
            entry["relevance"] = [grade for _, grade in graded]
        lines.append(json.dumps(entry, ensure_ascii=False) + "\n")
    return "".join(lines).encode()


def _objects(head: bytes) -> bool:
    return head.decode("utf-8-sig", errors="replace").lstrip().startswith("{")


OWN = TruthForm(find=lambda root: root / own_form.QRELS, labels=_read_qrels)
NLCTABLES = TruthForm("qtrel-test.txt", nlctables.find_labels, _trec, _read_qrels)
TREC = TruthForm("qrels.txt", trec.find_qrels, _trec, _read_qrels)
PICKLE = TruthForm(
    "benchmark.pkl",
    pickles.find_pickle,
    _pickle,
    _read_pickle,
    endings=SUFFIXES,
    begins=lambda head: head.startswith(BEGINNINGS),
)
TARGET = TruthForm(
    "queries.jsonl",
    target_files.find_queries,
    _target,
    _read_target,
    endings=(".jsonl",),
    begins=_objects,
)
