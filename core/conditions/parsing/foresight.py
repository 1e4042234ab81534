"""Let an Earley parser predict only what the next two tokens can begin.

Without that, each token meets every rule that a grammar allows at its place, nearly all of which
the very next step throws away; with it a condition is parsed several times as fast, to the same
tree.
"""

from __future__ import annotations

import functools
import itertools
import operator
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lark import Lark, Token
from lark.grammar import NonTerminal, Rule, Symbol
from lark.parsers.earley import Parser

from core.conditions.parsing.identity import compare_by_identity
from core.conditions.words.kinds import CLASSES

_END = ""
_ANY = -1
"""Every set of terminals."""


class Foresight(dict[NonTerminal, list[Rule]]):
    """The rules that a non-terminal can begin with, of those that fit the next two tokens.

    Stands in for the table of predictions of a parser of Lark's. Threads don't meet: each has its
    own next tokens.
    """

    def __init__(self, parser: Parser) -> None:
        super().__init__(parser.predictions)
        self._places = {name: 1 << place for place, name in enumerate([_END, *_terminals(parser)])}
        self._begins = _begins(parser, self._places)
        self._fitting: dict[tuple[NonTerminal, str], list[tuple[Rule, int]]] = {}
        self._next = threading.local()

    def announced(self, row: Sequence[Token]) -> Iterator[Token]:
        """Hand on tokens, each known before the parser predicts what it may be."""
        kinds = [*(str(token.type) for token in row), _END]
        for token, (kind, following) in zip(row, itertools.pairwise(kinds), strict=True):
            self._next.kinds, self._next.predicted = (kind, self._taken_for(following)), set()
            yield token
        self._next.kinds, self._next.predicted = (_END, _ANY), set()

    def begin(self) -> None:
        """Know of no next token, as before a text."""
        self._next.kinds = None

    def __getitem__(self, symbol: NonTerminal) -> list[Rule]:
        """Return the rules to predict; all of them before the first token.

        At each token a symbol's rules are given once: the parser asks for them at every item that
        expects the symbol, and throws away what it has already.
        """
        kinds = getattr(self._next, "kinds", None)
        if kinds is None:
            return super().__getitem__(symbol)
        if symbol in self._next.predicted:
            return []
        self._next.predicted.add(symbol)
        kind, following = kinds
        fitting = self._fitting.get((symbol, kind))
        if fitting is None:
            fitting = self._fitting[symbol, kind] = list(self._beginning(symbol, kind))
        return [rule for rule, behind in fitting if behind & following]

    def _beginning(self, symbol: NonTerminal, kind: str) -> Iterator[tuple[Rule, int]]:
        """Give the rules that a kind of token can begin, with what can stand behind it."""
        names = _names(kind)
        for rule in super().__getitem__(symbol):
            begins = self._begins[rule]
            if begins is None:
                yield rule, _ANY
            elif behind := _union(begins[name] for name in names & begins.keys()):
                yield rule, behind

    def _taken_for(self, kind: str) -> int:
        """Return the terminals that a token of a kind is taken for, and `_END`."""
        return _union(self._places.get(name, 0) for name in {_END, *_names(kind)})


def _names(kind: str) -> set[str]:
    """Return the terminals that a token of a kind is taken for."""
    return {kind, *(name for name, kinds in CLASSES.items() if kind in kinds)}


def _union(sets: Iterable[int]) -> int:
    return functools.reduce(operator.or_, sets, 0)


def _terminals(parser: Parser) -> set[str]:
    return {terminal.name for terminals in parser.FIRST.values() for terminal in terminals}


def _begins(parser: Parser, places: Mapping[str, int]) -> dict[Rule, dict[str, int] | None]:
    """Return the terminals that each rule can begin with, and what can stand behind each of them.

    What can be a single token has `_END` behind it: whatever comes then is not the rule's. A rule
    that can be empty has none.

    Parameters
    ----------
    places
        A bit for each terminal and for `_END`; sets of terminals are numbers.
    """
    end = places[_END]
    rules = list(dict.fromkeys(rule for rules in parser.predictions.values() for rule in rules))
    leading = {rule: _leading(rule, parser, places) for rule in rules}
    of_rules: dict[Rule, dict[str, int]] = {rule: {} for rule in rules}
    of_symbols: dict[Symbol, dict[str, int]] = {
        symbol: {symbol.name: end} if symbol.is_term else {} for symbol in parser.FIRST
    }
    growing = True
    while growing:
        growing = False
        for rule, parts in leading.items():
            for symbol, behind in parts:
                for name, follows in list(of_symbols[symbol].items()):
                    more = follows & ~end | behind if follows & end else follows
                    for known in (of_rules[rule], of_symbols[rule.origin]):
                        if more & ~known.get(name, 0):
                            known[name] = known.get(name, 0) | more
                            growing = True
    return {rule: None if _is_nullable(rule, parser) else of_rules[rule] for rule in rules}


def _is_nullable(rule: Rule, parser: Parser) -> bool:
    return all(symbol in parser.NULLABLE for symbol in rule.expansion)


def _leading(rule: Rule, parser: Parser, places: Mapping[str, int]) -> list[tuple[Symbol, int]]:
    """Return the symbols that a rule may begin with, and the terminals that may stand behind."""
    found: list[tuple[Symbol, int]] = []
    behind = places[_END]
    for symbol in reversed(rule.expansion):
        nullable = symbol in parser.NULLABLE
        found = [(symbol, behind), *(found if nullable else ())]
        first = _union(places[terminal.name] for terminal in parser.FIRST[symbol])
        behind = first | (behind if nullable else 0)
    return found


def foreseeing(lark: Lark) -> Foresight:
    """Give a parser its foresight."""
    parser = lark.parser.parser
    compare_by_identity(parser, lark.options.start[0])
    parser.predictions = found = Foresight(parser)
    return found
