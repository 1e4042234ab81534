"""Find the key that "it" stands for: "I have a key called shop_code; join on it with tables"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import OPERATIONS
from core.conditions.words.tokens import token

_KEY = (
    r"(?:(?:join |joining |shared |common |primary |foreign )*(?:key|identifier|id|code)"
    r"(?: column| field)?|(?:column|field))"
)
_TOLD = re.compile(
    r"(?:(?:(?:I|we)(?:['’]ve| have)?(?: got| have)?|(?:my|our|the|this) "
    r"(?:\w+ )?(?:table|sheet|file|list|data ?set|data) (?:has(?: got)?|holds|contains))"
    rf" (?:an?|the|one|this) {_KEY}(?: (?:called|named|that is called|that['’]s called)|[:,])"
    rf"|(?:my|our|the) {_KEY}(?: (?:is|is called|is named)|['’]s called|:)) "
    r"(?P<name>[\"“'`]?\w[\w-]*[\"”'`]?)\s*(?:[;.,–—-]|\band\b)\s*",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(?:^|[.;:!?])\s*\Z")
_ON_IT = re.compile(
    r"[^.;!?]*?\b(?P<verb>joins?|joined|joining|merged?|merging|union(?:ed|ing)?|match(?:ed|ing)?|"
    r"link(?:ed|ing)?)(?: (?:up|them|these|mine|tables))? (?P<it>(?:on|by|using|via) "
    r"(?:it|this|that|this (?:key|column)|that (?:key|column)))\b",
    re.IGNORECASE,
)
_QUOTES = "\"“'`”’"


def keys_told_before(row: Sequence[Token], text: str) -> list[Token]:
    """Say "on the key" before a key that is spoken of first, where tables are joined "on it".

    Rows without such a pronoun behind are as they were.
    """
    for told in _TOLD.finditer(text):
        on_it = _ON_IT.match(text, told.end())
        if on_it is None or not _BEGINS.search(text[: told.start()]):
            continue
        start, end = told.span("name")
        before = [one for one in row if (one.end_pos or 0) <= told.start()]
        behind = [one for one in row if (one.start_pos or 0) >= told.end()]
        verbs = [one for one in behind if (one.start_pos or 0) < on_it.start("it")]
        if not any(str(one.type) in OPERATIONS for one in verbs):
            continue
        key = [
            token("ON_KEY", "on", told.start(), start),
            token("QUOTED", told["name"].strip(_QUOTES), start, end),
            token("STOP", ";", end, end + 1),
        ]
        spared = range(on_it.start("it"), on_it.end("it"))
        return [*before, *key, *(one for one in behind if (one.start_pos or 0) not in spared)]
    return list(row)
