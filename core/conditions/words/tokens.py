"""Tokens of the grammar, and the pieces that they are made of."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kinds import Kind


def word_at(pieces: Sequence[Token], place: int) -> str:
    """Return the word at a place in lower case; nothing where none stands."""
    inside = place < len(pieces) and pieces[place].type == "PIECE"
    return str(pieces[place]).lower() if inside else ""


def kinds_of(row: Sequence[Token]) -> list[str]:
    """Give the kinds of tokens as plain strings: a `Kind` equals its classes, too."""
    return [str(one.type) for one in row]


def token(kind: str, value: str, start: int | None, end: int | None) -> Token:
    """Make a token that knows where it stands and which classes it is in."""
    return Token(Kind(kind), value, start_pos=start, end_pos=end)


def retyped(one: Token, kind: str) -> Token:
    """Make a token of another kind in the place of one."""
    return token(kind, str(one), one.start_pos, one.end_pos)
