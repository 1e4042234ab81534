"""Which words of a text a reading was made of, as a whole and each part of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lark import Token

from core.conditions.reading.nodes import Node, below, every_token, extent_of
from core.conditions.requests import Span
from core.conditions.types import Condition, Or, conjuncts
from core.conditions.words.kind_sets import OPERATIONS

_LEFT = {"gap", "unknown"}
"""Nodes between the parts of a condition."""
_BETWEEN = re.compile(r"[\s,;:.()\"'“”‘’/-]*(?:(?:the|an?|both)[\s,]+)*", re.IGNORECASE)
"""What may stand between two words that belong together and has no token of its own."""


def words_of(
    tree: Node,
    text: str,
    read: Sequence[Node],
    asides: Sequence[Node],
    operation: bool,
    subject: str = "",
) -> tuple[Span, ...]:
    """Give the stretches of a text that became its condition and its operation, in their order.

    Parameters
    ----------
    read
        The nodes that conditions were made of.
    asides
        Nodes below these that were left out.
    operation
        Whether words about a union or a join were taken for one.
    subject
        Words of the text that were taken for its topic though no node is.
    """
    found = list(_tokens(read, _within(asides)))
    if operation:
        gaps = (token for gap in tree.find_data("gap") for token in every_token(gap))
        found += [token for token in gaps if str(token.type) in OPERATIONS]
    places = _places(found)
    if subject:
        span = found_in(text, subject)
        places = sorted([*places, (span.start, span.end)])
    return tuple(_joined(text, places))


def words_of_parts(
    condition: Condition | None,
    text: str,
    made: Sequence[tuple[Condition, Node]],
    asides: Sequence[Node],
) -> tuple[tuple[Span, ...], ...]:
    """Give for each conjunct of a condition the stretches of a text that it was made of.

    Parameters
    ----------
    made
        Conditions with the nodes they were made of; those of a conjunct are the narrowest that
        became it, alone or with others.
    asides
        Nodes below these that were left out.
    """
    without = _within(asides)
    return tuple(
        _of_alternatives(part, text, made)
        or tuple(_joined(text, _places(_tokens(_narrowest(part, made), without))))
        for part in conjuncts(condition)
    )


def _narrowest(part: Condition, made: Sequence[tuple[Condition, Node]]) -> list[Node]:
    nodes = [node for whole, node in made if part == whole or part in conjuncts(whole)]
    return [min(nodes, key=_breadth)] if nodes else []


def _of_alternatives(
    part: Condition, text: str, made: Sequence[tuple[Condition, Node]]
) -> tuple[Span, ...]:
    """Give the words from the first to the last of alternatives that no node of their own holds."""
    if not isinstance(part, Or) or any(part == whole for whole, _ in made):
        return ()
    nodes = [node for one in part.parts for node in _narrowest(one, made)]
    if not nodes:
        return ()
    start = min(extent_of(node)[0] for node in nodes)
    end = max(extent_of(node)[1] for node in nodes)
    return (Span(start, end, text[start:end]),)


def found_in(text: str, words: str) -> Span:
    """Give the first place of words that a text has."""
    start = text.index(words)
    return Span(start, start + len(words), words)


def _breadth(node: Node) -> int:
    start, end = extent_of(node)
    return end - start


def _within(nodes: Sequence[Node]) -> set[int]:
    return {id(inner) for node in nodes for inner in below(node)}


def _places(found: Iterable[Token]) -> list[tuple[int, int | None]]:
    return sorted((t.start_pos, t.end_pos) for t in found if t.start_pos is not None)


def _tokens(nodes: Iterable[Node], without: set[int]) -> Iterator[Token]:
    for node in nodes:
        if id(node) in without or node.data in _LEFT:
            continue
        for child in node.children:
            if isinstance(child, Token):
                yield child
            else:
                yield from _tokens([child], without)


def _joined(text: str, places: Iterable[tuple[int, int | None]]) -> Iterator[Span]:
    begun: tuple[int, int] | None = None
    for start, stop in places:
        end = start if stop is None else stop
        if begun is not None and _BETWEEN.fullmatch(text, begun[1], max(start, begun[1])):
            begun = begun[0], max(begun[1], end)
            continue
        if begun is not None:
            yield Span(*begun, text[slice(*begun)])
        begun = start, end
    if begun is not None:
        yield Span(*begun, text[slice(*begun)])
