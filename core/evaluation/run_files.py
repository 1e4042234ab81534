"""Runs in and out: TREC run, CSV, JSON; in only: pickles."""

from __future__ import annotations

import csv
import io
import json
import re
from array import array
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import numpy as np
import polars as pl

from core.evaluation.errors import EmptyRunError, UnknownRunFormatError, UnwritableNameError
from core.evaluation.pickled_runs import read_pickle
from core.evaluation.run import SCHEMA, Run
from core.evaluation.run_readers import TREC_COLUMNS, Entries, read_csv, read_json, read_trec
from core.evaluation.stated_order import order_notes
from core.evaluation.text_lines import check_names, fields_of, in_csv, in_trec
from core.store.safe_pickle import SUFFIXES, is_pickle
from core.store.text_files import read_text, write_whole


class RunFormat(StrEnum):
    """The forms that a run is read from and written to."""

    TREC = "trec"
    CSV = "csv"
    JSON = "json"


ORDER = "order"
"""The parameter of a run with the `order_notes` of its file as one text, if there are any."""

READERS = {RunFormat.TREC: read_trec, RunFormat.CSV: read_csv, RunFormat.JSON: read_json}

_NUMBER = re.compile(r"[-+]?[\d.]+(?:e[-+]?\d+)?", re.IGNORECASE)


def detect_run_format(path: Path, text: str) -> RunFormat:
    """Return the form of a run file, by its name, else by its first line.

    Examples
    --------
    >>> detect_run_format(Path("run.txt"), '{"q1": ["a.csv"]}').value
    'json'
    >>> detect_run_format(Path("run.txt"), "q1 Q0 a.csv 1 0.5 tfidf").value
    'trec'
    """
    suffix = path.suffix.lower()
    first = text.lstrip().split("\n", 1)[0]
    # A name may begin with a bracket: "[2019] towns.csv".
    if suffix not in {".json", ".csv"} and _is_trec(first):
        return RunFormat.TREC
    if suffix == ".json" or first[:1] in {"{", "["}:
        return RunFormat.JSON
    if suffix == ".csv":
        return RunFormat.CSV
    looks_csv = "\t" not in first and "," in first and "query" in first.casefold()
    return RunFormat.CSV if looks_csv else RunFormat.TREC


def _is_trec(line: str) -> bool:
    columns = fields_of(line, "\t" in line)
    return len(columns) == TREC_COLUMNS and all(map(_NUMBER.fullmatch, columns[3:5]))


def read_run(
    path: Path | str,
    *,
    method: str = "",
    format: str | None = None,  # noqa: A002 - the word of the field
) -> tuple[Run, tuple[str, ...]]:
    """Read one run, and say what of the file was not read or does not count.

    What its own order says against its scores is among the run's parameters too, so that it can be
    told of the run later on.

    - **TREC**: ``query Q0 table rank score tag`` a line. If the first line holds a tab, tabs
      separate the columns of every line and names may hold blanks; otherwise blanks separate
      them. The rank column must be a number but does not decide: score does, as in trec_eval.
    - **CSV**: a header with a query and a table column, and a score column, a rank column, both or
      neither (then the order of the lines counts, and no other column may hold numbers throughout).
      With both, the score decides.
    - **JSON**: ``{query: [table, ...]}``, ``{query: [[table, score], ...]}`` or
      ``{query: {table: score}}``.
    - **Pickle**: the same in dicts, lists and tuples, as methods for union search publish it. It is
      known by its name or beginning, and nothing in it runs.

    Parameters
    ----------
    path
        The file; a text is UTF-8.
    method
        Label of the method; without it the tag of a TREC run, else the file's name.
    format
        ``trec``, ``csv`` or ``json``; without it by the file's name and beginning.

    Raises
    ------
    MalformedFileError, UnknownColumnsError
        If the file does not have the form.
    RefusedPickleError
        If a pickle holds more than plain values.
    UnknownRunFormatError
        If there is no such form.
    BadScoreError, DuplicateCandidateError, EmptyRunError
        If what it says is no run. All of them name file and line; nothing is read half.
    """
    path = Path(path)
    pickled = not format and is_pickle(path)
    entries = read_pickle(path) if pickled else _read_text(path, format)
    if not any(entries.rankings.values()):
        raise EmptyRunError(
            "A run must rank at least one candidate. Got queries without any; check that the "
            "method found the lake.",
            path,
            None if pickled else 1,
        )
    label = method or entries.tag or path.stem
    order = order_notes(entries.rankings, entries.ranks) if entries.scored else []
    return _to_run(entries, label, " ".join(order)), (*entries.notes, *order)


def _read_text(path: Path, format: str | None) -> Entries:  # noqa: A002 - as above
    text = read_text(path)
    form = _named(format) if format else detect_run_format(path, text)
    if not text.strip():
        raise EmptyRunError("A run must rank at least one candidate. Got an empty file.", path, 1)
    return READERS[form](text, path)


def _named(name: str) -> RunFormat:
    if name not in set(RunFormat):
        raise UnknownRunFormatError(
            f"A run's form must be one of {', '.join(RunFormat)}. Got {name!r}."
        )
    return RunFormat(name)


def _to_run(entries: Entries, label: str, order: str) -> Run:
    rankings = entries.rankings
    scores, ranks = array("d"), array("i")
    for ranking in rankings.values():
        scores.extend(ranking.scores)
        ranks.extend(range(1, len(ranking) + 1))
    columns = {
        "query": [query for query, ranking in rankings.items() for _ in range(len(ranking))],
        "table": [table for ranking in rankings.values() for table in ranking.tables],
        "score": np.asarray(scores) if entries.scored else pl.repeat(None, len(ranks), eager=True),
        "rank": np.asarray(ranks),
    }
    told = {ORDER: order} if order else {}
    return Run(pl.DataFrame(columns, schema=SCHEMA), tuple(rankings), label, told)


def write_run(
    run: Run,
    path: Path | str,
    *,
    format: str | None = None,  # noqa: A002 - the word of the field
    names: Mapping[str, str] | None = None,
) -> None:
    """Write a run so that `read_run` gives the same rankings.

    A TREC run is tab-separated, with the blanks of names as in addresses (``a%20b.csv``), as
    trec_eval parts columns at any; a run without scores gets minus its ranks there. In CSV a name
    that begins like a formula gets an apostrophe, which reading takes off. Parameters are not
    written, nor are queries without candidates except in JSON.

    Parameters
    ----------
    format
        ``trec``, ``csv`` or ``json``; without it by the file's name, TREC if that says nothing.
    names
        What to call tables in the file; one that is not in it is called by its id. Order and ranks
        stay those of the run, also where ids decided between equal scores.

    Raises
    ------
    UnwritableNameError
        If a name or the method's label cannot stand in the form: in TREC and CSV no name with
        blanks or line ends outside.
    UnwritableFileError, ExportError
        If the file cannot be written, or its disk is full.
    UnknownRunFormatError
        If there is no such form, or the file is called a pickle and no form is given.
    """
    path = Path(path)
    if not format and path.suffix.lower() in SUFFIXES:
        raise UnknownRunFormatError(
            f"A run is written in one of {', '.join(RunFormat)}. Got {path.name!r}; call it by one "
            "of these, such as run.json."
        )
    form = _named(format) if format else detect_run_format(path, "")
    names = names or {}
    frame = run.frame.with_columns(pl.col("table").replace(names)) if names else run.frame
    text = {RunFormat.JSON: _json, RunFormat.CSV: _csv, RunFormat.TREC: _trec}[form]
    write_whole(path, text(run, frame, path))


def _json(run: Run, frame: pl.DataFrame, _: Path) -> str:
    rankings: dict[str, list[object]] = {query: [] for query in run.queries}
    for query, table, score, _rank in frame.iter_rows():
        rankings[query].append([table, score] if run.scored else table)
    return json.dumps(rankings, ensure_ascii=False, indent=1) + "\n"


def _csv(run: Run, frame: pl.DataFrame, path: Path) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    header = ["query", "table", "rank"] + (["score"] if run.scored else [])
    writer.writerow(header)
    for query, table, score, rank in frame.iter_rows():
        row = [in_csv(query, path), in_csv(table, path), rank]
        writer.writerow([*row, repr(score)] if run.scored else row)
    return out.getvalue()


def _trec(run: Run, frame: pl.DataFrame, path: Path) -> str:
    check_names(frame["query"].unique().to_list(), path)
    check_names(frame["table"].unique().to_list(), path)
    tag = run.method or "run"
    if any(mark in tag for mark in "\t\n\r"):
        raise UnwritableNameError(
            f"{path}: A method's label in a TREC file must be without tabs and line ends. "
            f"Got {tag!r}."
        )
    tag = in_trec(tag)
    return "".join(
        f"{in_trec(query)}\tQ0\t{in_trec(table)}\t{rank}\t"
        f"{-rank if score is None else repr(score)}\t{tag}\n"
        for query, table, score, rank in frame.iter_rows()
    )
