"""Let an Earley parser predict only what the next token can begin.

Without that, each token meets every rule that a grammar allows at its place, nearly all of which
the very next step throws away; with it a condition is parsed several times as fast, to the same
tree.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

from lark import Lark, Token
from lark.grammar import NonTerminal, Rule
from lark.parsers.earley import Parser

from core.conditions.parsing.identity import compare_by_identity
from core.conditions.words.kinds import CLASSES

_END = ""


class Foresight(dict[NonTerminal, list[Rule]]):
    """The rules that a non-terminal can begin with, of those that fit the next token.

    Stands in for the table of predictions of a parser of Lark's. Threads don't meet: each has its
    own next token.
    """

    def __init__(self, parser: Parser) -> None:
        super().__init__(parser.predictions)
        self._begins = {rule: _begins(rule, parser) for rules in self.values() for rule in rules}
        self._fitting: dict[tuple[NonTerminal, str], list[Rule]] = {}
        self._next = threading.local()

    def announced(self, row: Sequence[Token]) -> Iterator[Token]:
        """Hand on tokens, each known before the parser predicts what it may be."""
        for token in row:
            self._next.kind, self._next.predicted = str(token.type), set()
            yield token
        self._next.kind, self._next.predicted = _END, set()

    def begin(self) -> None:
        """Know of no next token, as before a text."""
        self._next.kind = None

    def __getitem__(self, symbol: NonTerminal) -> list[Rule]:
        """Return the rules to predict; all of them before the first token.

        At each token a symbol's rules are given once: the parser asks for them at every item that
        expects the symbol, and throws away what it has already.
        """
        kind = getattr(self._next, "kind", None)
        if kind is None:
            return super().__getitem__(symbol)
        if symbol in self._next.predicted:
            return []
        self._next.predicted.add(symbol)
        found = self._fitting.get((symbol, kind))
        if found is None:
            names = {kind, *(name for name, kinds in CLASSES.items() if kind in kinds)}
            found = [rule for rule in super().__getitem__(symbol) if self._fits(rule, names)]
            self._fitting[symbol, kind] = found
        return found

    def _fits(self, rule: Rule, names: set[str]) -> bool:
        begins = self._begins[rule]
        return begins is None or not begins.isdisjoint(names)


def _begins(rule: Rule, parser: Parser) -> frozenset[str] | None:
    """Return the terminals that a rule can begin with; none if it can be empty."""
    found: set[str] = set()
    for symbol in rule.expansion:
        found |= {terminal.name for terminal in parser.FIRST[symbol]}
        if symbol not in parser.NULLABLE:
            return frozenset(found)
    return None


def foreseeing(lark: Lark) -> Foresight:
    """Give a parser its foresight."""
    parser = lark.parser.parser
    compare_by_identity(parser, lark.options.start[0])
    parser.predictions = found = Foresight(parser)
    return found
