"""TARGET's form: a corpus file that holds the tables themselves, and a queries file.

Ji et al., section 3: "corpus" entries have ``database_id``, ``table_id``, ``table`` (rows, the
first being the header) and ``context``; "queries" entries have ``query_id``, ``query`` and the
``table_id`` (one or a list) that answers it. They are JSON Lines, Parquet, JSON or CSV (with what
is nested as JSON), in one or several files a split. The corpora of Spider and BIRD are JSON of
columns, as the publisher's ``Text2SQLDatasetLoader`` reads them (``spider-corpus-test.json``).
Releases that we write have a ``relevance`` for each ``table_id`` besides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from math import isnan
from pathlib import Path
from typing import Any
from unicodedata import normalize

from core.benchmarks.formats.errors import DuplicateTableError, no_truth
from core.benchmarks.formats.folders import Layout
from core.benchmarks.formats.inline_names import CSV, file_name
from core.benchmarks.formats.json_lines import require_text, text_of, texts_of
from core.benchmarks.formats.labels import LabelRow, Published, QueryRow, assemble
from core.benchmarks.formats.source import BenchmarkSource, Caption, Mode, Rows
from core.benchmarks.formats.spelling import guess_spelling
from core.benchmarks.formats.target_entries import TABLE, entries
from core.benchmarks.formats.target_files import files_of_kind, one_split
from core.errors import MalformedFileError, UnknownColumnsError
from core.evaluation.qrels_files import parse_relevance
from core.store.text_files import require_unicode

NAME = "target"
FOLDER = "tables"
"""Where the tables stand once they are written as files."""
_FORMS = "JSON Lines, JSON, CSV or Parquet"


def detect(root: Path) -> str | None:
    """Return the format's name if a folder has a corpus and a queries file, else None."""
    fits = bool(files_of_kind(root, "corpus")) and bool(files_of_kind(root, "queries"))
    return NAME if fits else None


def read(root: Path, truth: Path | None = None) -> BenchmarkSource:
    """Read a TARGET folder with one split, or the one file of queries that is named.

    Table ids are those that the tables get once `write` has made files of them:
    ``tables/<table_id>.csv``, under the database's id if a table id occurs in several.
    """
    every = files_of_kind(root, "queries")
    corpus, queries = one_split(
        root, files_of_kind(root, "corpus"), every if truth is None else [truth]
    )
    if not corpus or not queries:
        raise no_truth(root, f"a corpus and a queries file ({_FORMS})")
    tables = CorpusTables(tuple(corpus))
    ids, captions = tables.identify()
    layout = Layout(root, (FOLDER,), None, tuple(sorted(ids.values())), (), ())
    rows, labels = _queries(queries, ids)
    notes = [f"The {len(ids):,} tables stand inside {corpus[0].name} and become files in writing."]
    if len(every) > len(queries):
        notes.append(f"Queries are those of {queries[0].name}, as it was named, and of no other.")
    published = Published(
        NAME,
        queries[0],
        labels,
        rows,
        queries[0],
        captions=captions,
        notes=notes,
        inline=tables,
    )
    # Labels are looked up by file already, so the spelling is that of the corpus.
    spelling = guess_spelling(((_quoted(key, path), path) for key, path in ids.items()), [FOLDER])
    return replace(assemble(layout, published), spelling=spelling)


@dataclass(frozen=True)
class CorpusTables:
    """The tables inside corpus files."""

    files: tuple[Path, ...]

    def identify(self) -> tuple[dict[tuple[str, str], str], dict[str, Caption]]:
        """Return (database, table) to table id, and captions by table id; read once.

        Raises
        ------
        DuplicateTableError
            If a database has a table twice, or two names become one file.
        """
        return self._identified

    @cached_property
    def _identified(self) -> tuple[dict[tuple[str, str], str], dict[str, Caption]]:
        keys: dict[tuple[str, str], Caption | None] = {}
        for path, line, value in entries(self.files, cells=False):
            key = _key(value, path, line)
            if key in keys:
                raise DuplicateTableError(
                    f"A table's id must be its own in its database. Got {key[1]!r} again.",
                    path,
                    line,
                )
            keys[key] = _caption(value, path, line)
        several = len({table for _, table in keys}) < len(keys)
        ids: dict[tuple[str, str], str] = {}
        taken: dict[str, str] = {}
        for key in keys:
            name = _file_name(key, several)
            alike = normalize("NFC", name).casefold()  # as some file systems compare names
            if taken.setdefault(alike, key[1]) != key[1]:
                raise DuplicateTableError(
                    f"Two tables must not become one file. Got {taken[alike]!r} and {key[1]!r}.",
                    self.files[0],
                )
            ids[key] = name
        return ids, {ids[key]: caption for key, caption in keys.items() if caption}

    def tables(self) -> Iterator[tuple[str, Sequence[str], Rows]]:
        """Give table id, header and rows of each table."""
        ids, _ = self.identify()
        for path, line, value in entries(self.files):
            header, rows = _grid(value.get(TABLE), path, line)
            yield ids[_key(value, path, line)], header, rows


def published_ids(root: Path) -> dict[tuple[str, str], str]:
    """Return (database, table) as published to table id.

    Raises
    ------
    UnknownFormatError
        If there is no corpus.
    """
    corpus, _ = one_split(root, files_of_kind(root, "corpus"), files_of_kind(root, "queries"))
    if not corpus:
        raise no_truth(root, f"a corpus ({_FORMS})")
    return CorpusTables(tuple(corpus)).identify()[0]


def labels_of(queries: Path, ids: dict[tuple[str, str], str]) -> list[LabelRow]:
    """Return the labels in a file of queries; `ids` is `published_ids` of the benchmark."""
    return _queries([queries], ids)[1]


def _key(value: dict[str, Any], path: Path, line: int) -> tuple[str, str]:
    database = text_of(value, ("database_id",), path, line) or ""
    return database, require_text(value, ("table_id",), path, line)


def _file_name(key: tuple[str, str], several: bool) -> str:
    """Return a path that stays inside the folder, and is none too long, whatever the ids are."""
    database, table = file_name(key[0]), file_name(key[1], CSV)
    return "/".join([FOLDER, database, table] if several and database else [FOLDER, table])


def _quoted(key: tuple[str, str], table_id: str) -> str:
    """Write a published id as the table's file does, with the database where the file has it."""
    parts = key[-table_id.count("/") :]
    return "/".join(map(file_name, parts))


def _caption(value: dict[str, Any], path: Path, line: int) -> Caption | None:
    context = value.get("context")
    if isinstance(context, str):
        try:
            context = json.loads(context)
        except (ValueError, RecursionError):
            return Caption(context) if context.strip() else None
        require_unicode(context, path, line)
    if not isinstance(context, dict):
        return None
    title, section, url = (
        next((str(context[key]) for key in keys if context.get(key)), "")
        for keys in (
            ("title", "table_page_title", "page_title", "caption"),
            ("section", "table_section_title", "section_title"),
            ("url", "page_wikipedia_url"),
        )
    )
    return Caption(title, section, url) if title or section else None


def _grid(table: Any, path: Path, line: int) -> tuple[Sequence[str], Rows]:
    if isinstance(table, str):
        try:
            table = json.loads(table)
        except (ValueError, RecursionError):
            table = None
        require_unicode(table, path, line)
    match table:
        case []:
            return [], iter(())
        case [[*header], *rows] if all(isinstance(row, list) for row in rows):
            return _cells(header), map(_cells, rows)
        case {"header": [*header], "rows": [*rows]} if all(isinstance(row, list) for row in rows):
            return _cells(header), map(_cells, rows)
        case dict() if all(isinstance(column, list) for column in table.values()):
            return list(table), map(_cells, zip_longest(*table.values()))
    raise MalformedFileError(
        "A corpus entry's table must be a list of rows, the first being the header. "
        f"Got {type(table).__name__}.",
        path,
        line,
    )


def _cells(values: Iterable[Any]) -> list[str]:
    return [_cell(value) for value in values]


def _cell(value: Any) -> str:
    """Write a value as a lake reads it in JSON: no name and no value are empty, nested is JSON."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if isinstance(value, bool | dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def _queries(
    files: Sequence[Path], ids: dict[tuple[str, str], str]
) -> tuple[list[QueryRow], list[LabelRow]]:
    rows: list[QueryRow] = []
    labels: list[LabelRow] = []
    for path, line, value in entries(files):
        query = require_text(value, ("query_id",), path, line)
        text = require_text(value, ("query",), path, line)
        rows.append(QueryRow(line, query, text=text, mode=Mode.NL))
        key = "table_id" if "table_id" in value else "table_ids"
        names = texts_of(value, key, path, line)
        if not names:
            raise UnknownColumnsError(
                f"A query must name its table in 'table_id'. Got {value.get(key)!r}.", path, line
            )
        database = text_of(value, ("database_id",), path, line) or ""
        grades = _grades(value, len(names), path, line)
        for name, grade in zip(names, grades, strict=True):
            labels.append(LabelRow(line, query, ids.get((database, name), name), grade))
    return rows, labels


def _grades(value: dict[str, Any], tables: int, path: Path, line: int) -> list[int]:
    """Return a grade a table: those that a release was written with, or 1 as published."""
    given = value.get("relevance")
    if given is None:
        return [1] * tables
    if not isinstance(given, list) or len(given) != tables:
        raise MalformedFileError(
            f"A query must have a relevance for each of its {tables:,} tables. Got {given!r}.",
            path,
            line,
        )
    return [parse_relevance(str(grade), path, line) for grade in given]
