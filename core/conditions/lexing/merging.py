"""Tell by what tables are merged: "merged with mine by a union" is a union."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.tokens import retyped

_BY = ("by ", "through ", "via ", "using ")
_MERGING = ("merg", "combin")


def unions_told(row: Sequence[Token], text: str) -> list[Token]:
    """Take "merged" for no join where a union is named directly behind it."""
    found: list[Token] = []
    for one in row:
        if found and str(one.type) == "UNION" and _is_merging(found[-1]) and _is_means(one, text):
            found[-1] = retyped(found[-1], "FILL")
        found.append(one)
    return found


def _is_merging(one: Token) -> bool:
    return str(one.type) == "JOIN" and any(verb in str(one) for verb in _MERGING)


def _is_means(one: Token, text: str) -> bool:
    """Whether it is said by what: "by a union"."""
    return text[one.start_pos : one.end_pos].lower().startswith(_BY)
