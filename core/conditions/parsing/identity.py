"""Let an Earley parser of Lark's compare symbols and rules by identity.

It compares them by name, in Python, some ten thousand times a text. One object for each name makes
that a comparison of addresses, and parsing nearly twice as fast, to the same tree.
"""

from __future__ import annotations

from lark.grammar import NonTerminal, Rule, Symbol, Terminal
from lark.parsers.earley import Parser


class _OneNonTerminal(NonTerminal):
    __slots__ = ()
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__


class _OneTerminal(Terminal):
    __slots__ = ()
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__


class _OneRule(Rule):
    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def compare_by_identity(parser: Parser, start: str) -> None:
    """Give a parser one object for each symbol, and rules that are equal to themselves only.

    Parameters
    ----------
    parser
        It is changed in place, and must not have parsed yet.
    start
        What it starts with: Lark asks for that by name.
    """
    symbols = _Symbols()
    rules = parser.parser_conf.rules
    callbacks = list(parser.callbacks.items())
    predictions = list(parser.predictions.items())
    for rule in rules:
        rule.origin = symbols.non_terminal(rule.origin)
        rule.expansion = [symbols.one(symbol) for symbol in rule.expansion]
    for rule in rules:
        rule.__class__ = _OneRule
    parser.callbacks = dict(callbacks)
    parser.predictions = {symbols.non_terminal(symbol): found for symbol, found in predictions}
    begins = NonTerminal(start)
    parser.predictions[begins] = parser.predictions[symbols.non_terminal(begins)]
    parser.FIRST = {
        symbols.one(symbol): symbols.each(terminals) for symbol, terminals in parser.FIRST.items()
    }
    parser.NULLABLE = symbols.each(parser.NULLABLE)
    parser.TERMINALS = symbols.each(parser.TERMINALS)
    parser.NON_TERMINALS = symbols.each(parser.NON_TERMINALS)


class _Symbols:
    """One object for each name."""

    def __init__(self) -> None:
        self._terminals: dict[str, _OneTerminal] = {}
        self._others: dict[str, _OneNonTerminal] = {}

    def one(self, symbol: Symbol) -> Symbol:
        if not isinstance(symbol, Terminal):
            return self.non_terminal(symbol)
        name = str(symbol.name)
        return self._terminals.setdefault(name, _OneTerminal(name, symbol.filter_out))

    def non_terminal(self, symbol: Symbol) -> NonTerminal:
        name = str(symbol.name)
        return self._others.setdefault(name, _OneNonTerminal(name))

    def each(self, symbols: set[Symbol]) -> set[Symbol]:
        return {self.one(symbol) for symbol in symbols}
