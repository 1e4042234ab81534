"""Read the rankings of a run file, every fault with its line."""

from __future__ import annotations

import json
import math
import re
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from core.errors import LocatedError, MalformedFileError, UnknownColumnsError
from core.evaluation.errors import BadScoreError, DuplicateCandidateError, EmptyRunError
from core.evaluation.joined_queries import QUERY_COLUMN_COLUMNS, query_id
from core.evaluation.text_lines import fields_of, from_trec, parse_score
from core.store.formulas import unmark_formula
from core.store.text_files import (
    column_of,
    columns_got,
    csv_rows,
    full_rows,
    require_one_line,
    require_unicode,
    split_lines,
)

QUERY_COLUMNS = (
    *("query", "query_id", "query-id", "qid"),
    *("query_table", "query_table_name", "query table"),
)
TABLE_COLUMNS = (
    "table",
    "table_id",
    "candidate",
    "candidate_table",
    "data_lake_table",
    "lake_table",
    "data lake table",
    "docid",
    "docno",
    "corpus-id",
)
RANK_COLUMNS = ("rank",)
SCORE_COLUMNS = ("score", "similarity")
_COLUMNS = (QUERY_COLUMNS, TABLE_COLUMNS, RANK_COLUMNS, SCORE_COLUMNS, QUERY_COLUMN_COLUMNS)
TREC_COLUMNS = 6

INDEX = re.compile(r"|unnamed: \d+(\.\d+)*")
"""Names of the column that pandas numbers the lines in, which it may have written several times."""


@dataclass
class Ranking:
    """The candidates of one query as they stand in the file: its items are table and score."""

    tables: dict[str, int | None] = field(default_factory=dict)
    """Each with its line, where the file has lines."""
    scores: array[float] = field(default_factory=lambda: array("d"))
    """Of each table; NaN where it has none."""

    def __len__(self) -> int:
        return len(self.tables)

    def __iter__(self) -> Iterator[tuple[str, float | None]]:
        for table, score in zip(self.tables, self.scores, strict=True):
            yield table, None if math.isnan(score) else score

    def best_first(self) -> Ranking:
        """Return them by score, the highest first, then by table."""
        ordered = sorted(zip(self.tables, self.scores, strict=True), key=lambda of: (-of[1], of[0]))
        tables = {table: self.tables[table] for table, _ in ordered}
        return Ranking(tables, array("d", (score for _, score in ordered)))


@dataclass
class Entries:
    """Rankings while they are read, of which a large file has millions of candidates."""

    tag: str = ""
    scored: bool = True
    rankings: dict[str, Ranking] = field(default_factory=dict)
    ranks: dict[str, array[float]] = field(default_factory=dict)
    """Ranks that stand beside scores, in the order of `rankings`; NaN for what is no number."""
    notes: list[str] = field(default_factory=list)
    """A sentence on each thing of the file that was not read, or does not count."""
    _names: dict[str, str] = field(default_factory=dict, repr=False)
    """Tables by themselves: one text for all places at which one stands."""

    def add(
        self, query: str, table: str, score: float | None, path: Path, line: int | None
    ) -> None:
        """Take one candidate.

        Raises
        ------
        DuplicateCandidateError
            If the query has it already.
        MalformedFileError
            If a name is empty, or has half a character.
        """
        if not query or not table:
            raise MalformedFileError(
                f"A query and a table must have names. Got {query!r} and {table!r}.", path, line
            )
        ranking = self.rankings.get(query)
        if ranking is None:
            require_unicode(query, path, line)
            ranking = self.rankings[query] = Ranking()
        if table in ranking.tables:
            first = ranking.tables[table]
            before = f" on line {first}" if first else ""
            raise DuplicateCandidateError(
                f"A query must rank a table once. Got {table!r} again for query {query!r}, after "
                f"its first place{before}; keep its best score.",
                path,
                line,
            )
        if table not in self._names:
            require_unicode(table, path, line)
        ranking.tables[self._names.setdefault(table, table)] = line
        ranking.scores.append(math.nan if score is None else score or 0.0)

    def add_rank(self, query: str, rank: str) -> None:
        """Take the rank that stands beside the score of a candidate, behind `add`."""
        self.ranks.setdefault(query, array("d")).append(_number(rank))


def read_trec(text: str, path: Path) -> Entries:
    """Read ``query Q0 table rank score tag`` lines."""
    entries = Entries()
    tabbed: bool | None = None
    for line, content in split_lines(text):
        tabbed = "\t" in content if tabbed is None else tabbed
        columns = fields_of(content, tabbed)
        if len(columns) != TREC_COLUMNS:
            between = "tabs" if tabbed else "blanks (names with blanks need tabs)"
            raise MalformedFileError(
                "A line of a TREC run must have 6 columns (query, Q0, table, rank, score, tag) "
                f"between {between}. Got {len(columns)}.",
                path,
                line,
            )
        rank, score = columns[3:5]
        query, table, tag = (from_trec(columns[place]) for place in (0, 2, 5))
        if not rank.lstrip("-").isdecimal():
            raise MalformedFileError(
                f"The fourth column of a TREC run must be a rank. Got {rank!r}; check the order "
                "of the columns (query, Q0, table, rank, score, tag).",
                path,
                line,
            )
        if entries.tag and tag != entries.tag:
            raise MalformedFileError(
                f"A file must hold one run. Got the tag {tag!r} after {entries.tag!r}; split it.",
                path,
                line,
            )
        entries.tag = tag
        entries.add(query, table, parse_score(score, path, line), path, line)
        entries.add_rank(query, rank)
    return entries


def read_csv(text: str, path: Path) -> Entries:
    """Read a CSV with a header.

    Without a score and a rank the order of the lines counts, unless another column holds numbers:
    which way they go, only who made the file knows. Of the names that a column may have the first
    that is there counts, and must stand there once.
    """
    rows = csv_rows(text, path)
    header_line, header = next(rows, (1, []))
    names = [name.strip().casefold() for name in header]
    query, table, rank, score, column = (
        column_of(names, wanted, path, header_line) for wanted in _COLUMNS
    )
    if query is None or table is None:
        raise UnknownColumnsError(
            "A run in CSV must have a query column (query, query_id or query_table), a table "
            "column (table, candidate or candidate_table) and may have score and rank. "
            + columns_got(header),
            path,
            header_line,
        )
    entries = Entries(scored=score is not None or rank is not None)
    unread = [at for at in range(len(names)) if at not in {query, table, score, rank, column}]
    numbers = [] if entries.scored else [at for at in unread if not INDEX.fullmatch(names[at])]
    for line, row in full_rows(rows, len(header), path):
        value: float | None = None
        if score is not None:
            value = parse_score(row[score], path, line)
        elif rank is not None:
            value = -parse_score(row[rank], path, line)
        asked, ranked = (unmark_formula(row[at].strip()) for at in (query, table))
        if column is not None and (on := unmark_formula(row[column].strip())):
            asked = query_id(asked, on)
        require_one_line((asked, ranked), path, line)
        entries.add(asked, ranked, value, path, line)
        if score is not None and rank is not None:
            entries.add_rank(asked, row[rank])
        numbers = [at for at in numbers if _is_number(row[at])]
    if not entries.rankings:
        raise EmptyRunError(
            "A run must rank at least one candidate. Got a header only.", path, header_line
        )
    if numbers:
        raise _unnamed_numbers(path, header_line, header[numbers[0]].strip())
    entries.notes += _unread(header, unread, entries.scored)
    if score is None and rank is not None:
        entries.rankings = {asked: one.best_first() for asked, one in entries.rankings.items()}
        entries.scored = False
    return entries


def _unnamed_numbers(path: Path, line: int, name: str) -> UnknownColumnsError:
    return UnknownColumnsError(
        "A run in CSV must call its scores 'score' or 'similarity' (more is better) and its ranks "
        f"'rank' (1 is best). Got numbers under {name!r} and neither of these: name it 'score', or "
        "'rank' if less is better; or take it out if the lines of each query stand in their order.",
        path,
        line,
    )


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _number(cell: str) -> float:
    return float(cell) if _is_number(cell) else math.nan


def _unread(header: list[str], unread: list[int], ordered: bool) -> list[str]:
    if not unread:
        return []
    named = ", ".join(header[at].strip() or "one without a name" for at in unread)
    if ordered:
        return [f"Columns that are not read: {named}."]
    return [
        "The order of the lines is taken, as there is neither a score nor a rank. Columns that are "
        f"not read: {named}."
    ]


def read_json(text: str, path: Path) -> Entries:
    """Read ``{query: candidates}``."""
    try:
        content = json.loads(text, object_pairs_hook=Pairs)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        if _is_json_lines(text):
            raise MalformedFileError(
                "A run in JSON must be one object {query: candidates}. Got JSON Lines; write one "
                "object, or a CSV with the columns query, table and score.",
                path,
                line,
            ) from None
        raise MalformedFileError(f"The file must be JSON. Got: {error}.", path, line) from None
    if not isinstance(content, Pairs):
        raise MalformedFileError(
            f"A run in JSON must be an object {{query: candidates}}. Got {_kind(content)}.", path, 1
        )
    return entries_of(content, path, text)


def entries_of(content: Pairs, path: Path, text: str = "") -> Entries:
    """Take ``{query: candidates}`` as rankings.

    Parameters
    ----------
    content
        Queries with a list of tables, a list of ``[table, score]``, or `Pairs` of these.
    text
        The JSON that it was read from, in which the lines of faults are looked for.

    Raises
    ------
    MalformedFileError, BadScoreError, DuplicateCandidateError
        If it has another form, or what it says is no run.
    """
    entries = Entries()
    kinds: set[bool] = set()
    for query, candidates in content:
        try:
            if query in entries.rankings:
                raise DuplicateCandidateError(
                    f"A query must stand once in a run. Got {query!r} again.", path
                )
            require_unicode(query, path)
            entries.rankings[query] = Ranking()
            for table, score in _candidates(query, candidates, path):
                kinds.add(score is not None)
                entries.add(query, table, score, path, None)
        except LocatedError as error:
            # Lines are looked for once there is something to say about one.
            line = _line_of(text, query) if text else None
            raise type(error)(error.message, path, line) from None
    if len(kinds) > 1:
        raise MalformedFileError(
            "Either every candidate of a run has a score or none has. Got both.",
            path,
            1 if text else None,
        )
    entries.scored = kinds != {False}
    return entries


def _is_json_lines(text: str) -> bool:
    """Whether each of the first two lines is a value by itself."""
    first = [content for _, content in islice(split_lines(text), 2)]
    try:
        values = [json.loads(content) for content in first]
    except (ValueError, RecursionError):
        return False
    return len(values) > 1


class Pairs(list[tuple[str, Any]]):
    """An object with its keys as they stand, so that a repeated one is seen."""


def _candidates(query: str, given: Any, path: Path) -> list[tuple[str, float | None]]:
    if isinstance(given, Pairs) and all(isinstance(table, str) for table, _ in given):
        return [(table, _score(score, path)) for table, score in given]
    if isinstance(given, list) and not isinstance(given, Pairs):
        found: list[tuple[str, float | None]] = []
        for candidate in given:
            if isinstance(candidate, str):
                found.append((candidate, None))
                continue
            match candidate:
                case [str(table), score] if not isinstance(candidate, Pairs):
                    found.append((table, _score(score, path)))
                case _:
                    break
        else:
            return found
    raise MalformedFileError(
        "The candidates of a query must be a list of tables, a list of [table, score] or an "
        f"object {{table: score}}. Got something else for query {query!r}.",
        path,
    )


def _score(value: Any, path: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadScoreError(
            f"A score must be a finite number. Got {_kind(value)}; leave out what was not scored.",
            path,
        )
    if isinstance(value, int) and value.bit_length() > sys.float_info.max_exp:
        raise BadScoreError(
            f"A score must be a finite number. Got one of {value.bit_length():,} bits.", path
        )
    return parse_score(str(value), path, None)


def _line_of(text: str, query: str) -> int | None:
    """Return the last line of a query's key in a JSON text, if it stands there as it is written."""
    for written in (json.dumps(query, ensure_ascii=False), json.dumps(query)):
        place = text.rfind(written)
        if place >= 0:
            return text.count("\n", 0, place) + 1
    return None


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    words = {Pairs: "an object", list: "a list", str: "a text", type(None): "null"}
    return words.get(type(value), "a number")
