"""Read conditions that are written in SQL: ``WHERE city = 'Oslo' AND rows > 50``.

SQL has a grammar of its own (sqlglot's), so such a text is read exactly, brackets and all; what of
it no condition can say is told clause by clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.conditions.errors import ConditionError
from core.conditions.parsing.sql_parts import (
    HINT_BEYOND,
    BeyondError,
    Subject,
    comparisons,
    turned,
    value_of,
)
from core.conditions.requests import Request, Span
from core.conditions.types import And, Condition, Not, OnColumns, Operation, Or, conjunction

if TYPE_CHECKING:
    from sqlglot import exp

_SIGNS = re.compile(
    r"\bselect\b.+\b(?:from|where|having)\b|\busing\s*\(|[=<>]\s*'|[=<>]=?\s*date\s*'|\bi?like\s*'|"
    r"\bin\s*\(|\w\(\s*\)|\w\s*\([^()]*\)+\s*(?:[=<>]|between\b|in\b)|\bbetween\s*'|<>|!=",
    re.IGNORECASE | re.DOTALL,
)
"""What only SQL has, so that a text is worth parsing."""
_COMPARES = r"(?:[=<>!]|(?:(?:not\s+)?(?:i?like|in|between))\b)"
_WHERE = r"(?=(?:\s+(?:tables?|rows?|columns?|data))?\s+(?:where|having)\b)"
_HEAD = re.compile(
    r"\s*(?:(?:(?:find|show|give|get)\s+(?:me\s+)?)?tables?\s+(?:to|for)\s+)?"
    rf"(?:(?P<union>union(?:\s+all)?|(?:unionable|concat(?:enate)?|append|stack|rbind){_WHERE})|"
    rf"(?P<join>(?:(?:inner|left|right|full|outer)\s+)*join|(?:joinable|merge|attach){_WHERE}))\b"
    r"(?:\s+(?:with\s+)?(?:the\s+)?(?:tables?|candidates?|lake|rows?|columns?|data))?"
    rf"(?:\s*[;:](?=\s*\w+\s*{_COMPARES}))?"
    r"(?:\s+using\s*\((?P<keys>[^()]*)\)|\s+(?P<on>on)\b)?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[\s,;]*(?P<word>where|having|and)\b", re.IGNORECASE)
_ANY_TABLE = re.compile(r"(?:(?:any|every|all) )?(?:lake|tables?|candidates?|t)", re.IGNORECASE)
"""Behind SELECT and FROM these name no table: the lake's are searched."""
_CONJUNCT_BEGINS = re.compile(r"\b(?:and|where|having|on)\b", re.IGNORECASE)
_CONJUNCT_ENDS = re.compile(r"\b(?:and|group|having|qualify|order|limit|offset)\b|;", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
"""What is a difference of numbers to SQL, and a day to everybody else."""
_ORDERED = re.compile(r"\s+(?:asc|desc)\b", re.IGNORECASE)
_QUERY = "SELECT * FROM lake"
"""What a condition without a query is put behind, to be parsed."""
_COMMENT = re.compile(r"'[^']*'|\"[^\"]*\"|(?P<said>--[^\n]*|/\*.*?\*/)", re.DOTALL)
_HINT_COMMENT = "a comment is not read; say it in front, without the signs of one"
_HINT_FROM = "every table of the lake is searched; say “topic = 'TOPIC'” for what they are about"
_HINT_BARE = "columns are not compared with each other; put a value in quotation marks"
_HINT_NAME = "it was taken for the name of a column; put it in quotation marks if that is right"


class _NoSQLError(Exception):
    """The text only looks like SQL."""


@dataclass
class _Reading:
    """What has been read so far."""

    conditions: list[Condition] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    """Of each condition, where its words stand."""
    told: list[Span] = field(default_factory=list)


def from_sql(text: str, columns: Sequence[str] = ()) -> Request | None:
    """Read a text that is written in SQL; None if it is not.

    A whole query, its WHERE or its HAVING with or without that word, behind UNION or JOIN (with ON
    or USING) if one is meant. ``rows``, ``columns`` and ``topic`` are the table's own, unless the
    query has such a column or they stand in quotation marks. ``AVG(x)`` is an average, ``COUNT(*)``
    the number of rows, and ``LIKE '%x%'`` contains. Alternatives of which one cannot be said are
    told as a whole.

    Parameters
    ----------
    text, columns
        As for `core.conditions.parsing.parse.parse`.

    Examples
    --------
    >>> from core.conditions.notation import write_request
    >>> found = from_sql("JOIN USING (iso) WHERE avg(rating) > 4 AND MAX(age) < 9")
    >>> write_request(found), [span.text for span in found.unknown]
    ('join: join on "iso" and average "rating" > 4', ['MAX(age) < 9'])
    >>> from_sql("tables where the rating is above 4") is None
    True
    """
    if _SIGNS.search(text) is None:
        return None
    try:
        return _Reader(text, columns).request()
    except (_NoSQLError, RecursionError):  # hundreds of brackets are no condition either
        return None


class _Reader:
    def __init__(self, text: str, columns: Sequence[str]) -> None:
        self._text = text
        self._known = {name.casefold() for name in columns}
        self._shift = 0
        self._found = _Reading()

    def request(self) -> Request:
        head = _HEAD.match(self._text)
        operation, start, keys = Operation.NONE, 0, False
        read: list[tuple[int, int]] = []
        if head is not None:
            operation = Operation.UNION if head["union"] else Operation.JOIN
            start, keys = head.end(), head["on"] is not None
            read.append(head.span(operation.value))
            self._using(operation, head)
        if not (self._found.conditions and self._ends(start)):
            query = self._parsed(start)
            operation = self._select(query, operation, keys)
        if not self._found.conditions and not self._found.told:
            raise _NoSQLError
        for comment in _COMMENT.finditer(self._text):
            if comment["said"]:
                self._tell_words(*comment.span("said"), _HINT_COMMENT)
        spans = [(self._span(place),) for place in self._found.places]
        return Request(
            self._text,
            operation,
            conjunction(tuple(self._found.conditions)),
            tuple(sorted(self._found.told, key=lambda span: span.start)),
            tuple(self._span(place) for place in sorted({*read, *self._found.places})),
            tuple(spans),
        )

    def _ends(self, start: int) -> bool:
        """Whether nothing stands behind the head: "JOIN USING (iso)"."""
        return not self._text[start:].strip(" \n\t;")

    def _using(self, operation: Operation, head: re.Match[str]) -> None:
        names = [name.strip().strip('"`') for name in (head["keys"] or "").split(",")]
        if any(names):
            self._keep(OnColumns(operation, tuple(filter(None, names))), head.span("keys"))

    def _parsed(self, start: int) -> exp.Select:
        """Parse what stands behind the head, as a whole query if it is none."""
        import sqlglot
        from sqlglot import exp

        rest = self._text[start:]
        if self._ends(start):
            raise _NoSQLError
        before = " " * start
        if not re.match(r"\s*select\b", rest, re.IGNORECASE):
            clause = _CLAUSE.match(rest)
            word = clause["word"] if clause and clause["word"].lower() != "and" else "WHERE"
            gone = start + clause.end() if clause else start
            before, rest = f"{_QUERY} {word} ", self._text[gone:]
            self._shift = len(before) - gone
        try:
            found = sqlglot.parse_one(before + rest)
        except sqlglot.errors.SqlglotError:
            raise _NoSQLError from None
        if not isinstance(found, exp.Select) or (self._shift and found.args.get("joins")):
            raise _NoSQLError  # without SELECT a comma parts no tables
        return found

    def _select(self, query: exp.Select, operation: Operation, keys: bool) -> Operation:
        from sqlglot import exp

        for one in query.expressions:
            if not isinstance(one, exp.Star) and not _ANY_TABLE.fullmatch(self._said(one)):
                self._tell(one, HINT_BEYOND)
        table = query.args.get("from_")
        if table is not None and not _ANY_TABLE.fullmatch(table.this.name):
            self._tell(table.this, _HINT_FROM)
        for joined in query.args.get("joins") or ():
            operation = Operation.JOIN
            self._join(joined)
        grouped = query.args.get("group") is not None
        for clause in ("where", "having"):
            if query.args.get(clause) is not None and not (grouped and clause == "having"):
                self._all_of(query.args[clause].this, keys)
        for name, words in (
            ("distinct", r"distinct"),
            ("group", r"group\s+by"),
            *((("having", r"having"),) * grouped),
            ("qualify", r"qualify"),
            ("order", r"order\s+by"),
            ("limit", r"limit"),
            ("offset", r"offset"),
        ):
            if query.args.get(name) is not None:
                self._tell(query.args[name], HINT_BEYOND, words)
        return operation

    def _join(self, joined: exp.Join) -> None:
        from sqlglot import exp

        on = joined.args.get("on")
        names = [one.name for one in joined.args.get("using") or ()]
        if isinstance(on, exp.EQ) and isinstance(on.this, exp.Column):
            names += {on.this.name} & {on.expression.name}
        if names:
            self._keep(OnColumns(Operation.JOIN, tuple(names)), self._place(joined))
        else:
            self._tell(joined, HINT_BEYOND, r"(?:(?:inner|left|right|full|outer|cross)\s+)*join")

    def _all_of(self, node: exp.Expr, keys: bool) -> None:
        """Read what must hold together, each by itself."""
        from sqlglot import exp

        parts = [*node.flatten()] if isinstance(node, exp.And) else [node]
        named = [one for one in parts if keys and isinstance(one, exp.Column)]
        if named:
            extent = (self._place(named[0])[0], self._place(named[-1])[1])
            self._keep(OnColumns(Operation.JOIN, tuple(one.name for one in named)), extent)
        ends = [self._place(part) for part in parts]
        for i, part in enumerate(parts):
            if part in named:
                continue
            low = ends[i - 1][1] if i else 0
            high = ends[i + 1][0] if i + 1 < len(parts) else len(self._text)
            whole = self._whole(ends[i], low, high)
            try:
                ends_in_null = part.find(exp.Null) is not None
                self._keep(self._condition(part), whole if ends_in_null else ends[i])
            except (BeyondError, ConditionError) as error:
                self._tell_words(*whole, str(error))

    def _whole(self, place: tuple[int, int], low: int, high: int) -> tuple[int, int]:
        """Give a conjunct with what knows no place of its own: brackets, intervals, NULL."""
        start, end = place
        begins = [one.end() for one in _CONJUNCT_BEGINS.finditer(self._text, low, start)]
        start = begins[-1] if begins else start
        ends = _CONJUNCT_ENDS.search(self._text, end, high)
        end = ends.start() if ends else high
        said = self._text[start:end]
        return start + len(said) - len(said.lstrip()), start + len(said.rstrip())

    def _condition(self, node: exp.Expr) -> Condition:
        from sqlglot import exp

        if isinstance(node, exp.Paren):
            return self._condition(node.this)
        if isinstance(node, exp.Not):
            return Not(self._condition(node.this))
        if isinstance(node, exp.And | exp.Or):
            parts = tuple(self._condition(one) for one in node.flatten())
            return And(parts) if isinstance(node, exp.And) else Or(parts)
        if isinstance(node, exp.NEQ):
            return Not(self._compared(exp.EQ(this=node.this, expression=node.expression)))
        if isinstance(node, exp.In | exp.Between | exp.Like | exp.ILike | exp.Predicate):
            found = self._compared(node)
            return Not(found) if node.args.get("negate") else found  # so sqlglot has NOT LIKE
        if isinstance(node, exp.Column | exp.Literal | exp.Alias):
            raise _NoSQLError
        raise BeyondError(HINT_BEYOND)

    def _compared(self, node: exp.Expr) -> Condition:
        from sqlglot import exp

        left, right = node.this, node.args.get("expression")
        if isinstance(left, exp.Literal | exp.Neg) and type(node) in turned():
            left, right, node = right, left, turned()[type(node)]()
        subject = self._subject(left)
        if isinstance(node, exp.In | exp.Is):
            return self._is(subject, node)
        if isinstance(node, exp.Between):
            return subject.between(value_of(node.args["low"]), value_of(node.args["high"]))
        if isinstance(node, exp.Like | exp.ILike):
            return subject.like(value_of(right))
        comparison = comparisons().get(type(node))
        if comparison is None:
            raise BeyondError(HINT_BEYOND)
        if _DAY.fullmatch(self._said(right)):
            return subject.compared(comparison, self._said(right))
        if subject.is_of_table and isinstance(right, exp.Column):
            return subject.compared(comparison, right.name)
        if isinstance(right, exp.Column) and not right.this.quoted:
            if not self._is_surely_sql():
                raise _NoSQLError
            raise BeyondError(_HINT_BARE)
        return subject.compared(comparison, value_of(right))

    def _is_surely_sql(self) -> bool:
        """Whether words that stand bare are names, and no values: "country = Peru"."""
        return re.search(r"'|\bselect\b|\w\(", self._text, re.IGNORECASE) is not None

    def _subject(self, node: exp.Expr) -> Subject:
        from sqlglot import exp

        said = self._said(node)
        if said.casefold() in self._known:
            return Subject(said, plain=False)
        if isinstance(node, exp.Column):
            plain = not node.this.quoted and node.name.casefold() not in self._known
            return Subject(node.name, plain=plain)
        if isinstance(node, exp.Avg) and isinstance(node.this, exp.Column):
            return Subject(node.this.name, average=True)
        if isinstance(node, exp.Count) and isinstance(node.this, exp.Star | exp.Literal):
            return Subject("rows", plain=True)
        if isinstance(node, exp.Anonymous) and len(node.expressions) == 1:
            self._found.told.append(Span(*self._place(node), said, _HINT_NAME, kept=True))
            return Subject(said)
        raise BeyondError(HINT_BEYOND)

    def _is(self, subject: Subject, node: exp.In | exp.Is) -> Condition:
        """Read that it is NULL, or one of some values."""
        from sqlglot import exp

        if isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
            return subject.missing()
        if not node.expressions:
            raise BeyondError(HINT_BEYOND)  # a query stands there, or TRUE
        if all(isinstance(one, exp.Column) for one in node.expressions):
            return subject.one_of([one.name for one in node.expressions])  # country in (Peru)
        return subject.one_of([value_of(one) for one in node.expressions])

    def _keep(self, condition: Condition, place: tuple[int, int]) -> None:
        parts = condition.parts if isinstance(condition, And) else (condition,)
        self._found.conditions += parts
        self._found.places += [place] * len(parts)

    def _tell(self, node: exp.Expr, hint: str, words: str = "") -> None:
        """Tell what a clause says, from the words on that it begins with."""
        from sqlglot import exp

        start, end = self._place(node)
        if words and node.find(exp.Identifier, exp.Literal, exp.Star) is None:
            start = end = 0  # DISTINCT by itself
        before = list(re.finditer(words, self._text[: end or None], re.IGNORECASE)) if words else []
        if before:
            start, end = before[-1].start(), max(end, before[-1].end())
            ordered = _ORDERED.match(self._text, end)
            end = ordered.end() if ordered else end
        self._tell_words(start, end, hint)

    def _tell_words(self, start: int, end: int, hint: str) -> None:
        self._found.told = [one for one in self._found.told if not start <= one.start < end]
        self._found.told.append(Span(start, end, self._text[start:end], hint))

    def _place(self, node: exp.Expr) -> tuple[int, int]:
        """Give where a part of the query stands in the text, its last bracket with it."""
        places = [one.meta for one in node.walk() if "start" in one.meta]
        if not places:
            return (0, len(self._text))
        start = max(0, min(int(one["start"]) for one in places) - self._shift)
        end = max(int(one["end"]) for one in places) + 1 - self._shift
        while self._text.count("(", start, end) > self._text.count(")", start, end):
            closing = self._text.find(")", end)
            if closing < 0:
                break
            end = closing + 1
        return start, end

    def _said(self, node: exp.Expr | None) -> str:
        return self._text[slice(*self._place(node))] if node is not None else ""

    def _span(self, place: tuple[int, int]) -> Span:
        return Span(*place, self._text[slice(*place)])
