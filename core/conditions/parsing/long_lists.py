"""Long lists of values, as of a pasted column: parsed as lists of three, as parsing takes its time.

What is left out of a row of tokens is put back into the tree where it belongs, so that whoever
reads the tree sees the whole list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lark import Token, Tree

from core.conditions.reading.nodes import Node, every_token

_LONG = 5
"""Items of a list from which on it is parsed as a short one."""
_VALUES = {"WORD", "NUMBER", "YEAR", "PERCENT", "QUOTED", "KNOWN"}


@dataclass(frozen=True)
class LeftOut:
    """What of a list is not parsed.

    Parameters
    ----------
    item, comma
        The token behind which it stood, and the comma behind that, which are parsed.
    tokens
        Commas and items by turns, as they stood behind the two.
    """

    item: Token
    comma: Token
    tokens: tuple[Token, ...]


def shortened(row: Sequence[Token]) -> tuple[list[Token], list[LeftOut]]:
    """Leave out of each long list all but its first two values and its last.

    Examples
    --------
    >>> from core.conditions.lexing.lexer import tokens
    >>> row, left_out = shortened(tokens("code is one of a1, b2, c3, d4, e5, f6, g7, h8 or i9"))
    >>> " ".join(row), len(left_out[0].tokens)
    ('code one of a1 , b2 , h8 or i9', 10)
    """
    kept: list[Token] = []
    left_out: list[LeftOut] = []
    place = 0
    while place < len(row):
        end = _end_of_list(row, place)
        if (end - place + 1) // 2 < _LONG:
            kept.append(row[place])
            place += 1
            continue
        # Value, comma, value, comma ... comma, value: the commas kept are the first and the last.
        kept += [*row[place : place + 3], row[end - 2], row[end - 1]]
        left_out.append(LeftOut(row[place + 2], row[end - 2], tuple(row[place + 3 : end - 2])))
        place = end
    return kept, left_out


def _end_of_list(row: Sequence[Token], place: int) -> int:
    """Return where a list that begins at a place ends; the place itself if none does."""
    end = place
    while end < len(row) and str(row[end].type) in _VALUES:
        end += 1
        if end >= len(row) or str(row[end]) != ",":
            return end
        end += 1
    return place


def put_back(tree: Node, left_out: Sequence[LeftOut]) -> None:
    """Put what was left out where it belongs in the tree of the rest, if that has the place."""
    for one in left_out:
        _put_back(tree, one)


def _put_back(node: Node, left_out: LeftOut) -> None:
    places = list(_children_with(node, (left_out.item, left_out.comma)))
    if not places:
        return
    if len(places) == 1:
        inner = node.children[places[0]]
        if isinstance(inner, Tree):
            _put_back(inner, left_out)
        return
    item, comma = (node.children[place] for place in places)
    made = [
        _like(item if number % 2 else comma, token) for number, token in enumerate(left_out.tokens)
    ]
    node.children[places[0] + 1 : places[0] + 1] = made


def _children_with(node: Node, tokens: Sequence[Token]) -> Iterator[int]:
    """Give the places of the children that hold one of some tokens."""
    for place, inner in enumerate(node.children):
        if any(one is token for one in every_token(inner) for token in tokens):
            yield place


def _like(example: Node | Token, token: Token) -> Node | Token:
    """Wrap a token as another one is."""
    if isinstance(example, Token):
        return token
    return Tree(example.data, [_like(example.children[0], token)])
