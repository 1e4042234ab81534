"""Releases as files: with their votes, as qrels, and in the form that the benchmark has."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from core.benchmarks import formats, registry
from core.benchmarks.curating.known_votes import BETWEEN, vote_word
from core.benchmarks.curating.provenance import COLUMNS, Provenance, write_beside
from core.benchmarks.curating.released import released_source
from core.benchmarks.formats import TruthFile, written_names
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import write_qrels
from core.labels import current_votes
from core.labels.settling import releases
from core.labels.types import Role, Voter
from core.store import Workspace
from core.store.formulas import mark_formula
from core.store.streams import ending_of
from core.store.text_files import write_whole


@dataclass(frozen=True)
class Form:
    """One way to write a release.

    Parameters
    ----------
    positive_from
        The least grade that is written as positive where a form knows 0 and 1 only; none where
        grades stay.
    tells_votes
        Whether it says who voted what, which is for curators.
    """

    words: str
    ending: str = ""
    positive_from: int | None = None
    tells_votes: bool = False


FORMS = {
    "votes": Form("CSV with the votes", ".csv", tells_votes=True),
    "qrels": Form("TREC qrels", ".qrels"),
    "published": Form("as the benchmark publishes it, with grades"),
    "published-2": Form("as it publishes it, unionable as 1", positive_from=2),
    "published-1": Form("as it publishes it, partly too as 1", positive_from=1),
}
"""The forms by name."""


def forms_for(reader: Voter) -> list[str]:
    """Name the forms in which somebody may have a release."""
    curates = reader.may(Role.CURATOR)
    return [name for name, form in FORMS.items() if curates or not form.tells_votes]


def file_name(info: BenchmarkInfo, name: str, form: str) -> str:
    """Name the file of a release; a published form ends in the name of the file it replaces."""
    ending = FORMS[form].ending or f" {formats.truth_form_of(info.format).usual}"
    return f"{info.name} {name}{ending}"


def packed(workspace: Workspace, reader: Voter, info: BenchmarkInfo, name: str, form: str) -> bytes:
    """Return a release as the bytes of one file; raises as `export_release`, `published_truth`."""
    how = FORMS[form]
    if not how.ending:
        return published_truth(workspace, info, name, how.positive_from).content
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"release{how.ending}"
        export_release(workspace, reader, info, name, path)
        return path.read_bytes()


def published_truth(
    workspace: Workspace, info: BenchmarkInfo, name: str, positive_from: int | None = None
) -> TruthFile:
    """Write a release as the file of labels that the benchmark publishes, to take its place.

    Raises
    ------
    ReleaseNotFoundError
        If there is no such release.
    UnwritableNameError, InputError
        As `core.benchmarks.formats.truth_writing`.
    """
    released = released_source(workspace, info, name)
    return formats.truth_file(released, Path(info.root), positive_from=positive_from)


def without_positives(
    workspace: Workspace, info: BenchmarkInfo, name: str, positive_from: int
) -> list[str]:
    """Name the queries that have no positive label left under a release, tables there or not.

    Raises
    ------
    ReleaseNotFoundError
        If there is no such release.
    """
    released = released_source(workspace, info, name)
    labels = [] if released.qrels is None else list(released.qrels.frame.iter_rows())
    labels += [(pair.query, pair.table, pair.relevance) for pair in released.missing]
    positive = {query for query, _, grade in labels if grade >= positive_from}
    return [query.query_id for query in released.queries if query.query_id not in positive]


def export_release(
    workspace: Workspace, reader: Voter, info: BenchmarkInfo, name: str, path: Path
) -> None:
    """Write a release: CSV with votes, TREC qrels, or a benchmark's folder, by the path's ending.

    ``.csv`` has a line a label: query, table, label, label before, what settled it and the votes
    (``voter=label``, a curator's with an asterisk), and on the lines of settled labels where the
    release comes from (`core.benchmarks.curating.provenance`); a stream whose name has no ending
    takes it. ``.qrels``, ``.trec``, ``.tsv`` and ``.txt`` are qrels. Anything else is a new folder
    in our own form, without the tables, whose labels `bench add` reads as they are, with
    ``release.json`` beside them, which says the same. In each, tables have the names of
    `runs.export_run`.

    Raises
    ------
    RoleError
        If votes are asked for by somebody else than a curator.
    ReleaseNotFoundError
        If there is no such release.
    InputError, ExportError
        If the place cannot be written, or its disk is full.
    """
    truth = registry.qrels(workspace, info, name)
    ending = ending_of(path, of_stream=".csv")
    if ending == ".csv":
        reader.require(Role.CURATOR, "open the votes of others")
        write_whole(path, _csv(workspace, info, name))
    elif ending in {".qrels", ".trec", ".tsv", ".txt"}:
        write_qrels(truth, path, written_names(registry.source(workspace, info)))
    else:
        formats.write(released_source(workspace, info, name), path, tables=False)
        if name != BASE:
            write_beside(releases.release(workspace, info.key, name), path)


def _csv(workspace: Workspace, info: BenchmarkInfo, name: str) -> str:
    release = releases.release(workspace, info.key, name)
    said: dict[tuple[str, str], list[str]] = {}
    for final in (False, True):
        found = current_votes(workspace, info.key, final, release.last_vote)
        for query, table, voter, label in found.select("query", "table", "voter", "label").rows():
            said.setdefault((query, table), []).append(vote_word(voter, label, final))
    settled = {
        (row["query"], row["table"]): row
        for row in releases.settled_labels(workspace, info.key, name).iter_rows(named=True)
    }
    names = written_names(registry.source(workspace, info))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["query", "table", "label", "before", "settled_by", "votes", *COLUMNS])
    settled_here = Provenance.of(release).cells
    for query, table, label in registry.qrels(workspace, info, name).frame.iter_rows():
        row = settled.get((query, table))
        writer.writerow(
            [
                mark_formula(query),
                mark_formula(names.get(table, table)),
                label,
                label if row is None else row["before"],
                "" if row is None else row["settled_by"],
                BETWEEN.join(said.get((query, table), [])),
                *([""] * len(COLUMNS) if row is None else settled_here),
            ]
        )
    return text.getvalue()
