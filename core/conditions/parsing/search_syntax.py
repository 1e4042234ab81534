"""Spell out what is written as search boxes take it: ``topic:chess -topic:checkers price:5..10``.

People bring that syntax from search engines, trackers and shops, and mix it with words. What is
written so is exact: each clause is put into the words of a condition, names and values in quotation
marks, and the grammar reads the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from core.conditions.parsing.capital_links import linked_words
from core.conditions.requests import Request, Span

_AMOUNT = r"[-+]?\d(?:[\d.,]*\d)?[kKmM]?%?"
_DAY = r"\d{4}-\d{2}(?:-\d{2})?"
_POINT = rf"(?:{_DAY}|{_AMOUNT}(?![-\w]))"
_PLAIN = r"[^\s,;()|\"'/=<>~*][^\s,;()|\"'=<>]*"
_ITEM = rf"(?:\"[^\"]*\"|'[^']*'|{_PLAIN})"
_CLAUSE = re.compile(
    r"(?<![\w:.\"'/@#-])(?P<no>[-!]|NOT\s+)?"
    r"(?P<key>[^\W\d][\w.]*):(?:"
    rf"(?P<sign>>=|<=|>|<|=|~)(?P<than>{_POINT})"
    rf"|(?P<low>{_DAY})\.\.(?P<high>{_DAY})|(?P<least>[-+]?\d[\d,]*(?:\.\d+)?[kKmM]?)(?:\.\.|-)"
    r"(?P<most>\d[\d,]*(?:\.\d+)?[kKmM]?)(?![-\w])"
    r"|\[(?P<first>[^\s\]]+) TO (?P<last>[^\s\]]+)\]"
    rf"|(?P<point>{_POINT})(?=[\s,;)|]|$)"
    r"|\*(?P<part>[^\s*,;()|\"']+)\*"
    rf"|\((?P<group>{_ITEM}(?:\s*(?:\||\bOR\b)\s*{_ITEM})*)\)"
    rf"|(?P<items>{_ITEM}(?:\|{_ITEM})*)"
    r")(?=[\s,;)|]|$)"
)
"""One clause; times of day, addresses of the web and ranges of a spreadsheet are none."""
_AVERAGE = re.compile(
    r"(?:(?<=[,;(&|])|(?<=where)|(?<=having)|(?<=with)|(?<=and)|(?<=or)|(?<=not)|^)(?P<gap>\s*)"
    r"(?:avg|average|mean)\s*\(\s*(?P<name>[\w .]*\w)\s*\)"
    r"(?=\s*(?:[<>=~]|between|is|over|under|above|below|about|around|at))",
    re.IGNORECASE,
)
"""An average that is compared, and is no part of a formula."""
_LENGTH = re.compile(
    r"(?<![\w.\"'`“‘«(])(?:(?P<rows>nrows?|n_rows|num_rows)|ncols?|n_cols|num_cols)(?:\(\))?"
    r"(?=\s*[<>=≤≥]|\s+(?:is|exactly|at (?:least|most)|over|under|above|below|between|about|around|"
    r"more|less|fewer|equals?|must|should)\b)",
    re.IGNORECASE,
)
"""What R and pandas call the number of rows, or of columns, where it is compared."""
_LIST = re.compile(r"(?<==)\s*(?P<list>[^=<>,;:()|\"']+(?:\|[^=<>,;:()|\"']+)+)")
"""Values that are parted by bars: ``genre = jazz|blues``."""
_TAG = re.compile(r"(?<![\w#&])#(?P<tag>[^\W\d][\w-]*)(?=\s*(?P<end>[,;)#]|$)?)")
_ITEMS = re.compile(rf"\s*(?:\||\bOR\b)\s*(?={_ITEM})|({_ITEM})")
_GOES_ON = re.compile(r"\s+(?!(?:AND|OR|NOT|and|or|not)\b)[^\W\d]\w*(?![\w.]*:\S)")
"""A word behind a value that may be a part of it: ``topic:wind farms``. The grammar decides."""
_TOPICS = frozenset({"topic", "topics", "about", "subject", "theme", "tag"})
_ROWS = frozenset({"rows", "n_rows", "nrows", "num_rows", "row_count", "rowcount"})
_COLUMNS = frozenset({"columns", "cols", "n_cols", "ncols", "num_columns", "column_count"})
_ANYWHERE = frozenset({"anywhere", "any", "contains", "cell", "cells"})
_NAMED = frozenset({"column", "col", "column_name", "has_column", "has"})
_KEYS = frozenset({"on", "key", "join_on"})
_OPERATIONS = frozenset({"op", "operation", "mode"})
_ASKED = frozenset({"union", "append", "stack", "concat", "join", "merge"})
_NO_CLAUSE = frozenset({"http", "https", "ftp", "mailto", "file", "note", "ps", "re"})
_DATED = {">=": "since", ">": "after", "<": "before", "<=": "until", "=": "in", "~": "about"}
_NUMBERED = {">=": ">=", ">": ">", "<": "<", "<=": "<=", "=": "=", "~": "about"}
_BEFORE_ALL = re.compile(r"(?:^|[,;:(\[|&+]|\b(?:and|or|where|with|having|not|that))\s*$", re.I)


@dataclass(frozen=True)
class _Piece:
    """A part of the text that was spelled out, and where its clause stands in the text given."""

    text: str
    start: int
    end: int
    is_said: bool = False
    """Whether it stands in the text given just so."""


@dataclass(frozen=True)
class _Clause:
    """Where a clause stands, what it is in words, and whether a sign before it refuses it."""

    start: int
    end: int
    said: str
    refused: bool = False


@dataclass(frozen=True)
class SpelledOut:
    """A text in which clauses of search boxes stand in words, beside the text given."""

    given: str
    text: str
    starts: Sequence[int]
    """Of each character, where what it was made of begins in the text given."""
    ends: Sequence[int]
    said: Sequence[bool]
    """Of each character, whether it stands in the text given just so."""

    def of_given(self, request: Request) -> Request:
        """Put what was read of the words into terms of the text given."""
        return replace(
            request,
            text=self.given,
            unknown=tuple(map(self._span, request.unknown)),
            read=tuple(map(self._span, request.read)),
            of_parts=tuple(tuple(map(self._span, part)) for part in request.of_parts),
        )

    def _span(self, span: Span) -> Span:
        start, end = self.starts[span.start], self.ends[max(span.start, span.end - 1)]
        said = all(self.said[span.start : span.end])
        instead = span.instead if said else ""
        return replace(span, start=start, end=end, text=self.given[start:end], instead=instead)


def spelled_out(text: str, columns: Collection[str] = ()) -> SpelledOut | None:
    """Put clauses of search boxes into words; None if a text has none.

    ``key:value`` with or without a minus or NOT before it, where the value is a word, some in
    quotation marks or in brackets, values parted by bars, a number behind a sign or a range; also
    ``avg(x)``, ``nrow > 9``, ``#topic`` and ``key = a|b``; and words that AND, OR and NOT link in
    capital letters (`linked_words`).

    Parameters
    ----------
    columns
        Names of the query's columns: one that is called "rows" is compared.

    Examples
    --------
    >>> spelled_out("append topic:chess -topic:checkers price:5..10").text
    'append topic "chess" and not (topic "checkers") and "price" between 5 and 10'
    >>> spelled_out("trains at 10:30") is None
    True
    """
    pieces: list[_Piece] = []
    last = 0
    for found in _clauses(text, columns):
        between = text[last : found.start]
        behind = bool(pieces) and pieces[-1].text.strip() != "" and last > 0
        pieces += _between(between, last, behind, found)
        pieces.append(_Piece(found.said, found.start, found.end))
        last = found.end
    if not pieces:
        return None
    pieces.append(_Piece(text[last:], last, len(text), is_said=True))
    starts: list[int] = []
    ends: list[int] = []
    kept: list[bool] = []
    for piece in pieces:
        count = len(piece.text)
        if piece.is_said:
            starts += range(piece.start, piece.end)
            ends += range(piece.start + 1, piece.end + 1)
        else:
            starts += [piece.start] * count
            ends += [piece.end] * count
        kept += [piece.is_said] * count
    return SpelledOut(text, "".join(piece.text for piece in pieces), starts, ends, kept)


def has_clauses(text: str) -> bool:
    """Whether a text has a ``key:value``, as search boxes take it.

    Examples
    --------
    >>> has_clauses("topic:chess -topic:checkers"), has_clauses("at 10:30, see note:7 a|b")
    (True, False)
    """
    return any(_clause(found, ()) for found in _CLAUSE.finditer(text))


def _between(text: str, start: int, behind: bool, found: _Clause) -> list[_Piece]:
    """Give what stands before a clause, linked with the one before it where nothing links them."""
    end = start + len(text)
    if behind and not text.strip():
        return [_Piece(" and ", start, end)]
    if behind and text.strip() == "|":
        return [_Piece(" or ", start, end)]
    given = [_Piece(text, start, end, is_said=True)]
    if found.refused and _BEFORE_ALL.search(text) is None:
        given.append(_Piece("and ", end, found.end))
    return given


def _clauses(text: str, columns: Collection[str]) -> list[_Clause]:
    """Give what is to be put into words, in its order, with the words."""
    known = {name.casefold() for name in columns}
    found: list[_Clause] = []
    makers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
        (_CLAUSE, lambda one: _clause(one, known)),
        (_AVERAGE, lambda one: f'{one["gap"]}average "{one["name"]}"'),
        (_LENGTH, lambda one: _length(one, known)),
        (_LIST, lambda one: " " + " or ".join(f'"{item.strip()}"' for item in one[1].split("|"))),
        (_TAG, lambda one: _tag(one, text)),
    )
    for pattern, make in makers:
        for one in pattern.finditer(text):
            refused = bool(one.groupdict().get("no"))
            _put(_Clause(one.start(), one.end(), make(one), refused), found)
    for linked in linked_words(text, columns):
        _put(_Clause(linked.start, linked.end, linked.said), found)
    return sorted(found, key=lambda clause: clause.start)


def _put(clause: _Clause, found: list[_Clause]) -> None:
    """Add a clause where no other stands."""
    apart = all(clause.end <= one.start or one.end <= clause.start for one in found)
    if clause.said and apart:
        found.append(clause)


def _length(found: re.Match[str], known: Collection[str]) -> str:
    """Say what is counted; empty if a column of the query is called so."""
    if found[0].casefold() in known:
        return ""
    return "rows" if found["rows"] else "columns"


def _tag(found: re.Match[str], text: str) -> str:
    """Say a topic that is written as a tag; empty if it may be the name of a column."""
    before = text[: found.start()].split()
    if found["tag"].casefold() in _TOPICS:
        return found["tag"]
    if before and before[-1].strip(":(").casefold() in _TOPICS | {"on"}:
        return f'"{found["tag"]}"'
    return f'topic "{found["tag"]}"' if found["end"] is not None else ""


def _clause(found: re.Match[str], known: Collection[str]) -> str:
    key = found["key"]
    if key.casefold() in _NO_CLAUSE or found["items"] == key:
        return ""
    if key.casefold() in _OPERATIONS - set(known) and found["items"] in _ASKED:
        return "" if found["no"] else found["items"]
    said = _said(found, key, "" if key.casefold() in known else key.casefold())
    return f"not ({said})" if said and found["no"] else said


def _said(found: re.Match[str], key: str, word: str) -> str:
    extent = "rows" if word in _ROWS else "columns" if word in _COLUMNS else ""
    of = extent or f'"{key}"'
    ends = (
        (found["low"], found["high"])
        if found["low"]
        else (found["least"], found["most"])
        if found["least"]
        else (found["first"], found["last"])
    )
    if ends[0]:
        return f"{of} between {ends[0]} and {ends[1]}"
    point = found["than"] or found["point"]
    if point and word not in _TOPICS | _ANYWHERE | _NAMED | _KEYS:
        told = _DATED if re.fullmatch(_DAY, point) and not extent else _NUMBERED
        return f"{of} {told[found['sign'] or '=']} {point}"
    if found["part"]:
        return f'{of} contains "{found["part"]}"' if not extent else ""
    listed = found["group"] or found["items"] or found["point"]
    if not listed or extent:
        return ""
    goes_on = found["items"] and listed.isalnum() and _GOES_ON.match(found.string, found.end())
    return _of_items([listed] if goes_on else _items(listed), of, word)


def _items(listed: str) -> list[str]:
    return [f'"{one[1].strip(chr(34) + chr(39))}"' for one in _ITEMS.finditer(listed) if one[1]]


def _of_items(items: Sequence[str], of: str, word: str) -> str:
    for words, before in (
        (_TOPICS, "topic"),
        (_ANYWHERE, "contains"),
        (_NAMED, "column named"),
        (_KEYS, "join on"),
    ):
        if word in words:
            said = " or ".join(f"{before} {item}" for item in items)
            return f"({said})" if len(items) > 1 else said
    return f"{of} is {' or '.join(items)}"
