"""Runs that come from elsewhere and go there: TREC, CSV, JSON; pickles come only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core import lake as lakes
from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.formats import resolve_run, written_names
from core.benchmarks.runs.stored import load_run, require_free, store
from core.benchmarks.treatment import treatment
from core.benchmarks.types import BEST, FILE, BenchmarkInfo, RunInfo
from core.errors import InputError
from core.evaluation import read_run, write_run
from core.evaluation.run_files import ORDER
from core.store import Workspace


def import_run(
    workspace: Workspace, info: BenchmarkInfo, path: Path, label: str, force: bool = False
) -> tuple[RunInfo, tuple[str, ...]]:
    """Store another system's rankings as a run.

    Parameters
    ----------
    path
        TREC run, CSV, or JSON or a pickle ``{query: [candidates]}``.
    label
        What the run is to be called.
    force
        Whether to replace a run of that label.

    Returns
    -------
    run, notes
        The stored run, and a sentence on each thing that is not of the benchmark or was not read,
        with the notes that are kept with the run.

    Raises
    ------
    RunExistsError
        If there is a run of that label and `force` is not set.
    InputError
        If the file is faulty; names file and line. If no run can be called so.
    """
    if not label.strip() or "," in label or not label.isprintable():
        raise InputError(
            f"A run's label is a text without commas, tabs and line ends. Got {label!r}."
        )
    if label == BEST:
        raise InputError(f"{BEST} is the best possible ranking. Got it as a label; choose another.")
    with workspace.reading() as db:
        require_free(db, info, label, imported=True, force=force)
    given, unread = read_run(path, method=label)
    resolved = resolve_run(registry.source(workspace, info), given)
    kept = str(given.parameters.get(ORDER, ""))
    notes = [note for note in unread if note not in kept]
    notes += [
        f"Not in the benchmark: {len(unknown):,} {one if len(unknown) == 1 else several} of the "
        f"run, such as {unknown[0]!r}."
        for one, several, unknown in (
            ("query", "queries", resolved.unknown_queries),
            ("candidate", "candidates", resolved.unknown_tables),
        )
        if unknown
    ]
    if shared := resolved.shared_tables:
        notes.append(
            f"{amount(len(shared), 'query', 'of the run names', 'of the run name')} a table that "
            f"several queries have, such as {shared[0]!r}; name the query, or say its column in "
            "query_column."
        )
    if resolved.respelled:
        one, other = resolved.respelled[0]
        notes.append(
            f"{amount(len(resolved.respelled), 'query', 'is', 'are')} named in two ways "
            f"({one!r} and {other!r}): the candidates of both are one ranking, by their scores."
        )
    if resolved.rank_themselves:
        notes.append(
            f"{amount(resolved.rank_themselves, 'query', 'ranks its', 'rank their')} own table, "
            "which is no candidate here: it keeps its place and counts as wrong. Take own tables "
            "out of the file and import it again."
        )
    left = treatment(workspace, info).run(resolved.run).frame["query"]
    if not set(left.unique()) - set(resolved.unknown_queries):
        notes.append(
            "Nothing is left of the run to score: it ranks only queries' own tables or pairs to "
            "ignore, which are left out. Its scores are 0."
        )
    depth = int(resolved.run.frame["rank"].to_numpy().max())
    stored = store(
        workspace,
        info,
        replace(resolved.run, parameters={FILE: path.name, **given.parameters}),
        depth=depth,
        lake_fingerprint=lakes.stamp(workspace, info.name).fingerprint,
        force=force,
    )
    return stored, (*notes, *stored.notes)


def export_run(workspace: Workspace, info: BenchmarkInfo, label: str, path: Path) -> None:
    """Write a run with the benchmark's own table names: TREC (tabs), or CSV or JSON by ending.

    Raises
    ------
    RunNotFoundError
        If there is none of that label.
    """
    run = load_run(workspace, info, label)
    write_run(run, path, names=written_names(registry.source(workspace, info)))
