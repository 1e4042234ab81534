"""Walk the tree of a parsed text; the order that counts is the one of the text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from lark import Token, Tree

Node: TypeAlias = Tree[Token]


def child(node: Node, name: str) -> Node:
    """Return the first node of a name below a node, in the order of the text."""
    return min(node.find_data(name), key=extent_of)


def every_token(node: Node | Token) -> Iterator[Token]:
    """Give the tokens below a node in the order of the text."""
    if isinstance(node, Token):
        yield node
        return
    for one in node.children:
        yield from every_token(one)


def extent_of(node: Node | Token) -> tuple[int, int]:
    """Where a node's words begin and end in the text."""
    found = list(every_token(node))
    return found[0].start_pos or 0, found[-1].end_pos or 0


def below(node: Node) -> Iterator[Node]:
    """Give a node and all nodes below it."""
    yield node
    for one in node.children:
        if isinstance(one, Tree):
            yield from below(one)
