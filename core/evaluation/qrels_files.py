"""Qrels in and out: TREC qrels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from core.errors import MalformedFileError
from core.evaluation.errors import (
    BadRelevanceError,
    DuplicateLabelError,
    EmptyQrelsError,
)
from core.evaluation.qrels import MAX_RELEVANCE, Qrels
from core.evaluation.text_lines import check_names, fields_of, in_trec
from core.store.text_files import read_text, split_lines, write_whole

LabelRow = tuple[int, str, str, int]
"""Line, query, table, relevance."""

HEADERS = {
    ("query", "table", "relevance"),
    ("query", "table_id", "relevance"),
    ("query_id", "table", "relevance"),
    ("query_id", "table_id", "relevance"),
    ("query-id", "corpus-id", "score"),
}


_WHOLE = re.compile(r"([+-]?[0-9]{1,9})(?:\.0+)?")


def parse_relevance(text: str, path: Path, line: int) -> int:
    """Return a whole number between -1,000 and 1,000, which may be written like ``1.0``.

    Raises
    ------
    BadRelevanceError
        If it is none.

    Examples
    --------
    >>> parse_relevance("2", Path("qrels.txt"), 1), parse_relevance("-1.0", Path("qrels.txt"), 2)
    (2, -1)
    """
    whole = _WHOLE.fullmatch(text.strip())
    relevance = int(whole[1]) if whole else MAX_RELEVANCE + 1
    if abs(relevance) > MAX_RELEVANCE:
        raise BadRelevanceError(
            f"A relevance must be a whole number between -1,000 and 1,000. Got {text!r}.",
            path,
            line,
        )
    return relevance


def read_qrels_rows(path: Path | str) -> list[LabelRow]:
    """Read the lines of a qrels file as they stand: line, query, table, relevance.

    Four columns (``query 0 table relevance``, TREC) or three (``query table relevance``), the
    same in every line. If the first line holds a tab, tabs separate the columns and names may hold
    blanks; otherwise blanks do. A header of known names is passed over. A judgement that is
    there again is among the rows again; whoever reads them tells it.

    Raises
    ------
    MalformedFileError, BadRelevanceError, DuplicateLabelError, EmptyQrelsError
        With file and line.
    """
    path = Path(path)
    rows: list[LabelRow] = []
    seen: dict[tuple[str, str], tuple[int, int]] = {}
    tabbed, width = False, 0
    for line, content in split_lines(read_text(path)):
        first = not width
        if first:
            tabbed = "\t" in content
        columns = fields_of(content, tabbed)
        if first:
            width = len(columns)
        if len(columns) != width or width not in {3, 4}:
            between = "tabs" if tabbed else "blanks (names with blanks need tabs)"
            raise MalformedFileError(
                "Every line of qrels must have 4 columns (query, 0, table, relevance), or every "
                f"line 3 (query, table, relevance), between {between}. Got {len(columns)}.",
                path,
                line,
            )
        query, table, grade = columns[0], columns[-2], columns[-1]
        if first and (query.casefold(), table.casefold(), grade.casefold()) in HEADERS:
            continue
        if not query or not table:
            raise MalformedFileError("A query and a table must have names.", path, line)
        relevance = parse_relevance(grade, path, line)
        before, judged = seen.setdefault((query, table), (line, relevance))
        if judged != relevance:
            raise DuplicateLabelError(
                f"A pair must have one judgement. Got {relevance} for query {query!r} and table "
                f"{table!r}, and {judged} on line {before}; keep one of them.",
                path,
                line,
            )
        rows.append((line, query, table, relevance))
    if not rows:
        raise EmptyQrelsError("Qrels must judge at least one pair. Got none.", path, 1)
    return rows


def write_qrels(qrels: Qrels, path: Path | str, names: Mapping[str, str] | None = None) -> None:
    """Write TREC qrels, tab-separated; queries without a judged pair are not in the file.

    Blanks in names are written as in addresses (``a%20b.csv``): trec_eval parts columns at any.

    Parameters
    ----------
    names
        What to write for a table, by its id; ids that are not in it are written as they are.

    Raises
    ------
    UnwritableNameError
        If a name holds a tab or a line end.
    """
    path, names = Path(path), names or {}
    rows = [(query, names.get(table, table), grade) for query, table, grade in qrels.frame.rows()]
    check_names(sorted({name for row in rows for name in row[:2]}), path)
    lines = (f"{in_trec(query)}\t0\t{in_trec(table)}\t{grade}\n" for query, table, grade in rows)
    write_whole(path, "".join(lines))
