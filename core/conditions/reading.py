"""Read the tree of a parsed text into a typed condition."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator

from lark import Token, Tree

from core.conditions.errors import ConditionError
from core.conditions.nodes import Node, child, every_token, extent_of
from core.conditions.quantities import COMPARISONS, as_share, moments, portion, quantity, when
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Date,
    Extent,
    HasColumn,
    Kind,
    Measure,
    Not,
    Number,
    OnColumns,
    Operation,
    Or,
    Quantity,
    Result,
    RowCondition,
    Share,
    Size,
    Text,
    Topic,
    When,
    conjunction,
)

_DATE_NAME = re.compile(
    r"(?i)(?<![a-z])(date|dates|year|years|yr|time|timestamp|day|month|born|birth|founded|published|"
    r"released|created|premiered?|season|since|opened|joined|died|departure|arrival)(?![a-z])"
    r"|(_|\b)(yr|year|date)|(date|year|yr)(_|\b|$)"
)
_HOLDING_COLUMN = {"K_DATES": Kind.DATES, "DATES": Kind.DATES, "VALUES": Kind.NUMBERS}
_QUOTES = "\"'“”‘’„«»`"
_NOT_TELLING = {
    *("IS", "OF", "FOR", "IN", "ON", "AT", "TO", "FROM", "AS", "WITH", "AND", "OR"),
}


class Reader:
    """Turn a tree over one text into a condition.

    Parameters
    ----------
    text
        What was parsed: names and values are cut out of it as they stand.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def condition(self, node: Node) -> Condition:
        """Read the condition that a node stands for.

        Raises
        ------
        ConditionError
            If its numbers or dates cannot be meant.
        """
        if node.data in {"conjunction", "disjunction", "neither"}:
            return self._joined(node)
        if node.data in {"negated", "group"}:
            inner = next(self._conditions(node))
            return inner if node.data == "group" else negation(inner)
        read: Callable[[Node], Condition] = getattr(self, f"_{node.data}")
        return read(node)

    def _conditions(self, node: Node) -> Iterator[Condition]:
        for part in node.children:
            if isinstance(part, Tree) and part.data not in {"gap", "unknown"}:
                yield self.condition(part)

    def _joined(self, node: Node) -> Condition:
        parts = list(self._conditions(node))
        if node.data == "disjunction":
            return Or(_flat(parts, Or))
        if node.data == "neither":
            parts = [negation(part) for part in parts]
        joined = conjunction(_flat(parts, And))
        if joined is None:
            raise ConditionError("Nothing is joined.")
        return joined

    def _words(self, node: Node | Token) -> str:
        start, end = extent_of(node)
        return clean(self._text[start:end])

    def _part(self, node: Node, name: str) -> str:
        found = child(node, name)
        if name == "value":
            _require_telling(every_token(found))
        return self._words(found)

    def _lead(self, node: Node) -> Condition:
        return Topic(self._words(node))

    def _topic(self, node: Node) -> Condition:
        found = next(iter(node.find_data("phrase")), None)
        if found is None:
            words = list(node.find_data("modifier"))
            start, end = extent_of(words[0])[0], extent_of(words[-1])[1]
            return Topic(clean(self._text[start:end]))
        return Topic(self._words(found))

    def _size(self, node: Node) -> Condition:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        return Size(_EXTENTS[str(noun.type)], quantity(node))

    _size_beyond = _size

    def _column_about(self, node: Node) -> Condition:
        (inner, *_) = node.find_pred(lambda below: below.data in {"phrase", "short"})
        return HasColumn(about=self._words(inner))

    def _column_named(self, node: Node) -> Condition:
        return HasColumn(named=self._part(node, "value"))

    def _column_of(self, node: Node) -> Condition:
        types = [str(token.type) for token in node.children if isinstance(token, Token)]
        kind = next(
            (Kind[t.removeprefix("K_")] for t in types if t.startswith("K_")), None
        ) or next((_HOLDING_COLUMN[t] for t in types if t in _HOLDING_COLUMN), None)
        about = [self._words(found) for found in node.find_data("phrase")]
        return HasColumn(about="".join(about), kind=kind)

    def _column_of_text(self, node: Node) -> Condition:
        about = [self._words(found) for found in node.find_data("phrase")]
        return HasColumn(about="".join(about), kind=Kind.TEXT)

    def _contains_text(self, node: Node) -> Condition:
        bare = next(iter(node.find_data("value")), None)
        if bare is None:
            return Text(str(next(t for t in every_token(node) if str(t.type) == "QUOTED")))
        return _either([Text(word) for word in self._alternatives(bare)])

    def _contains_each(self, node: Node) -> Condition:
        words = [str(t) for t in every_token(node) if str(t.type) == "QUOTED"]
        return And(tuple(Text(word) for word in words))

    def _contains_in(self, node: Node) -> Condition:
        return Text(self._part(node, "value"), self._part(node, "name"))

    _contains_column = _contains_in

    def _contains_not(self, node: Node) -> Condition:
        return Not(Text(self._part(node, "value"), self._part(node, "name")))

    def _alternatives(self, node: Node) -> list[str]:
        """Cut a value at each "or" between words, and at commas where it ends a list.

        "Rome, Oslo or Bern" are three; "Saitama, Saitama, Japan" is one value, and "Paris, Texas or
        Salem, Oregon" are two.
        """
        tokens = list(every_token(node))
        _require_telling(tokens)
        cuts = [i for i, token in enumerate(tokens) if str(token.type) == "OR"]
        if 0 in cuts or len(tokens) - 1 in cuts:
            return [self._words(node)]
        commas = [i for i, token in enumerate(tokens) if str(token.type) == "COMMA"]
        if len(cuts) == 1 and all(comma < cuts[0] for comma in commas):
            cuts = sorted([*commas, *cuts])
        edges = [-1, *cuts, len(tokens)]
        return [
            clean(self._text[extent_of(tokens[a + 1])[0] : extent_of(tokens[b - 1])[1]])
            for a, b in itertools.pairwise(edges)
            if b > a + 1
        ]

    def _category(self, node: Node) -> Condition:
        lists = list(node.find_data("values")) or list(node.find_data("value"))
        values = tuple(word for found in lists for word in self._alternatives(found))
        return Category(self._part(node, "name"), _in_order(values, self._text))

    _category_as = _category

    def _category_not(self, node: Node) -> Condition:
        return Not(self._category(node))

    def _number_is(self, node: Node) -> Condition:
        found = quantity(node)
        about = found.comparison is Comparison.ABOUT
        name = self._part(node, "name")
        years = [t for t in every_token(node) if str(t.type) == "YEAR"]
        if years and found.comparison is Comparison.BETWEEN and _DATE_NAME.search(name):
            return Date(name, When.BETWEEN, str(years[0]), str(years[-1]))
        return Number(name, found, average=about)

    def _average_is(self, node: Node) -> Condition:
        found = quantity(node)
        if found.comparison is Comparison.EQUAL:
            found = Quantity(Comparison.ABOUT, found.value)
        return Number(self._part(node, "name"), found, average=True)

    def _date_is(self, node: Node) -> Condition:
        found = when(node)
        name = self._part(node, "name")
        years_only = all(str(t.type) == "YEAR" for t in moments(node))
        comparison = next((str(t.type) for t in every_token(node) if str(t.type) in _BY_SIZE), "")
        if years_only and comparison and not _DATE_NAME.search(name):
            return Number(name, Quantity(COMPARISONS[comparison], float(found[1])))
        return Date(name, *found)

    def _any_date(self, node: Node) -> Condition:
        return Date("", *when(node))

    def _on_columns(self, node: Node) -> Condition:
        operation = Operation(str(node.children[0].type).lower())  # type: ignore[union-attr]
        names = tuple(self._words(found) for found in child(node, "name_list").find_data("name"))
        return OnColumns(operation, _in_order(names, self._text))

    def _result_size(self, node: Node) -> Condition:
        return Result(Measure(self._measured(node)), quantity(node))

    def _result_new(self, node: Node) -> Condition:
        return Result(Measure(f"new {self._measured(node)}"), quantity(node))

    def _result_matched(self, node: Node) -> Condition:
        return Result(Measure.MATCHED_SHARE, as_share(quantity(node)))

    def _measured(self, node: Node) -> str:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        return str(_EXTENTS[str(noun.type)])

    def _share(self, node: Node) -> Condition:
        share, rows = [n for n in node.children if isinstance(n, Tree)][:2]
        part = self.condition(rows)
        if not isinstance(part, RowCondition):
            raise ConditionError("A share of the rows takes one condition on rows.")
        return Share(part, portion(share))


_EXTENTS = {"ROWS": Extent.ROWS, "COLUMNS": Extent.COLUMNS, "COLUMN": Extent.COLUMNS}
_BY_SIZE = {"GT", "GE", "LT", "LE", "EQ"}


def negation(condition: Condition) -> Condition:
    """Negate a condition; a comparison with a size turns round, twice is none."""
    return condition.part if isinstance(condition, Not) else Not(condition)


def clean(text: str) -> str:
    """Take quotation marks and blanks off the ends of a name or a value.

    Examples
    --------
    >>> clean(" 'New York' "), clean("auto(l5)"), clean("Rock 'n' Roll")
    ('New York', 'auto(l5)', "Rock 'n' Roll")
    """
    text = text.strip()
    while len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        text = text[1:-1].strip()
    return text


def _require_telling(tokens: Iterable[Token]) -> None:
    """Refuse a value of nothing but words such as "is" and "of": more likely misread than meant."""
    if all(str(token.type) in _NOT_TELLING for token in tokens):
        raise ConditionError("put a value such as this one in quotation marks, or leave it out")


def _flat(parts: list[Condition], kind: type[And] | type[Or]) -> tuple[Condition, ...]:
    flat: list[Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return tuple(flat)


def _either(parts: list[Text]) -> Condition:
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def _in_order(words: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Put words in the order of the text: trees are walked from below."""
    return tuple(sorted(dict.fromkeys(words), key=text.find))
