"""What a word of a condition is, by the words that stand around it."""

from __future__ import annotations

import re

from lark import Token

from core.conditions.lexicon import phrases
from core.conditions.phrase_lookup import phrase_at, retyped, token, word_at

_BY = {"by", "using", "via", "through"}
"""What may say on which columns, behind "joinable"."""
_AFTER_RANGE = {"UNIT", "ROWS", "COLUMNS", "COLUMN"}
_BEFORE_RANGE = {"BETWEEN", "FROM", "IN", "DATES", "ABOUT", "NEAR", "ROWS", "COLUMNS"}
_EXTENTS = {"ROWS", "COLUMNS"}
_MORE_OR_LESS = {"more": ">", "fewer": "<", "less": "<"}
_REMARKING = {"and", "but", "they", "it", "which", "that", "with", "where"}
"""What a remark in brackets begins with, unlike a list or a condition."""
_THEM = {"them", "which", "these", "those"}
_NOUNS = {
    *("use", "show", "work", "works", "content", "contents", "need", "needs", "search", "list"),
    *("falls", "fall", "stays", "lies", "ranges", "remains", "matches"),
    *("cases", "samples", "records", "entries", "observations", "numbers"),
}
"""Words with a meaning of their own that also end names: "land use", "TV show"."""
_COUNTED = re.compile(r"[a-z]{2,}s")
"""What is counted stands in the plural."""
_SHORT_MINUTES = {"min", "min."}
_NAMED = {"WORD", "KNOWN", "QUOTED", "COLUMN", "COLON"}
_COMPARED = {"GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR"}
_LINKING = {"OF", "AT", "IS"}
_AFTER_NAMES = {"WITH", "AND", "UNION", "JOIN", "IS", "IN", "FOR", "OR", "AT"}
_FEATURED = {"film", "films", "article", "articles", "length", "set", "sets"}
_BEFORE_TOPICS = {"ABOUT", "TOPIC", "ON"}
_BEHIND_COLUMN = {"ABOUT", "ON", "TOPIC", "NAMED", "FOR"}
_STARTS = {".", "?", "!", ":", ";"}
_TRUE_ARTICLES = {"a", "an", "the"}
_AFTER_NOUNS = {
    *("AND", "OR", "COMMA", "COLON", "RPAR", "AS", "IS", "EQ", "ONE_OF", "CONTAINS", "WITH", "IN"),
    *("APPEARS", "SOMEWHERE", "IN_COLUMN", "PUNCTUATION"),
}
"""What may follow a noun but not an article."""


def in_context(
    one: Token, used: int, pieces: list[Token], place: int, found: list[Token]
) -> tuple[Token, int]:
    """Give a token the kind that it has between its neighbours.

    Parameters
    ----------
    one, used
        What a phrase or a piece is by itself, and how many pieces it takes.
    pieces, place
        The pieces of the text, and where the token begins.
    found
        The tokens before it.

    Returns
    -------
    tuple
        The token, perhaps another, and how many pieces it takes.
    """
    kind = str(one.type)
    before = str(found[-1].type) if found else ""
    stands = _stands_for_column(pieces, place, found)
    if stands:
        last = pieces[place + stands - 1]
        return token("COLUMN", str(pieces[place]), one.start_pos, last.end_pos), stands
    if kind == "BOTH" and before != "CONTAINS":
        kind = "ARTICLE"
    elif kind == "LPAR" and word_at(pieces, place + used) in _REMARKING:
        kind = "COMMA"
    elif kind == "RPAR" and not _is_listed(found):
        kind = "PUNCTUATION"
    elif _is_plain(one, used, pieces, place, found):
        kind = "WORD"
    elif str(one) == "data" and _is_all_that_is_wanted(pieces, place, found):
        kind = "TABLES"
    elif _is_unit(pieces, place, one, found):
        kind = "UNIT"
    elif str(one) in _BY and before in {"JOIN", "UNION"}:
        kind = "ON"
    return (one if kind == str(one.type) else retyped(one, kind)), used


def _is_plain(one: Token, used: int, pieces: list[Token], place: int, found: list[Token]) -> bool:
    """Whether a word that has a meaning of its own is a word like others here."""
    kind = str(one.type)
    if kind == "ARTICLE":
        return bool(found) and _is_word(pieces, place)
    if str(one) == "bearing" and found and str(found[-1].type) in _BEFORE_TOPICS:
        return True
    if kind == "TABLES" and _is_content(found):
        return True
    if kind in {"UNION", "JOIN"} and _is_listed(found):
        return True
    if str(one) == "feature" and word_at(pieces, place + used) in _FEATURED:
        return True
    return _is_noun(pieces, place, used, one, found)


def _is_all_that_is_wanted(pieces: list[Token], place: int, found: list[Token]) -> bool:
    """Whether data are tables: "enrich this table with census data"."""
    kinds = [str(t.type) for t in found]
    joined = bool({"UNION", "JOIN"} & set(kinds)) and "TABLES" not in kinds
    return joined and kinds[-1] == "WORD" and _ends_part(pieces, place + 1)


def counts_turned(pieces: list[Token]) -> list[Token]:
    """Turn "more columns than 6" to "columns > 6"."""
    found: list[Token] = []
    for piece in pieces:
        compared = _MORE_OR_LESS.get(str(found[-2]).lower()) if len(found) > 1 else None
        if compared and str(piece) == "than" and phrases().get((str(found[-1]),)) in _EXTENTS:
            del found[-2]
            found.append(token("PIECE", compared, piece.start_pos, piece.end_pos))
        else:
            found.append(piece)
    return found


def spans_range(pieces: list[Token], place: int, found: list[Token]) -> bool:
    """Whether "5-10" can only mean from 5 to 10: else it may be a score or a season."""
    if found and str(found[-1].type) in _BEFORE_RANGE:
        return True
    if len(found) > 1 and str(found[-1].type) == "COLON" and str(found[-2].type) in _EXTENTS:
        return True
    if place + 1 == len(pieces):
        return False
    after, _ = phrase_at(pieces, place + 1)
    return after is not None and str(after.type) in _AFTER_RANGE


def _stands_for_column(pieces: list[Token], place: int, found: list[Token]) -> int:
    """How many words stand for a column: "a column about rent and another about heating".

    Two more in "three columns, one of which is about rent"; none where it is another thing.
    """
    if word_at(pieces, place) not in {"one", "another"} or not found:
        return 0
    if str(found[-1].type) not in {"AND", "COMMA", "OR"}:
        return 0
    if not any(str(t.type) in {"COLUMN", "COLUMNS"} for t in found):
        return 0
    of_them = word_at(pieces, place + 1) == "of" and word_at(pieces, place + 2) in _THEM
    ahead = place + (3 if of_them else 1)
    ahead += word_at(pieces, place) == "another" and word_at(pieces, ahead) == "one"
    ahead += word_at(pieces, ahead) in {"is", "being"}
    behind, _ = phrase_at(pieces, ahead) if ahead < len(pieces) else (None, 0)
    kinds = _BEHIND_COLUMN | ({"WITH", "CONTAINS"} if of_them else set())
    told = behind is not None and str(behind.type) in kinds
    return ahead - place if told else 0


def _is_noun(pieces: list[Token], place: int, used: int, one: Token, found: list[Token]) -> bool:
    """Whether a verb is the last word of a name or a topic: "land use", "hospital stays"."""
    if used > 1 or str(one) not in _NOUNS or not found or str(found[-1].type) != "WORD":
        return False
    if str(one.type) == "ROWS" and any(str(t.type) == "NUMBER" for t in found[-3:]):
        return False
    return _ends_part(pieces, place + 1)


def _is_unit(pieces: list[Token], place: int, one: Token, found: list[Token]) -> bool:
    """Whether a word is what a number counts: "the stock is at most 10 pieces", "over 15 min"."""
    if not found or str(found[-1].type) != "NUMBER":
        return False
    if str(one) in _SHORT_MINUTES:
        return True
    if str(one.type) != "WORD" or not _COUNTED.fullmatch(str(one)):
        return False
    before = [str(t.type) for t in found if str(t.type) not in _LINKING]
    named = [kind in _NAMED for kind in before[-3:-2]] == [True] and before[-2] in _COMPARED
    return named and _ends_part(pieces, place + 1)


def _ends_part(pieces: list[Token], after: int) -> bool:
    """Whether a part of the text ends before a place."""
    if after == len(pieces) or pieces[after].type != "PIECE" or str(pieces[after]) in ",;.?!:)":
        return True
    behind, _ = phrase_at(pieces, after)
    return behind is not None and str(behind.type) in _AFTER_NAMES


def _is_listed(found: list[Token]) -> bool:
    """Whether a word stands in brackets: "status in (open, merged)"."""
    kinds = [str(t.type) for t in found]
    return kinds.count("LPAR") > kinds.count("RPAR")


def _is_content(found: list[Token]) -> bool:
    """Whether tables are what tables are about: "tables about the periodic table"."""
    return bool(found) and found[-1].type == "WORD" and any(t.type == "TABLES" for t in found)


def _is_word(pieces: list[Token], place: int) -> bool:
    """Whether what looks like an article is none: "The" in a title, or "vitamin a", "n / a"."""
    begins = place > 0 and str(pieces[place - 1]) in _STARTS
    if str(pieces[place])[:1].isupper() and not begins:
        return True
    if str(pieces[place]) not in _TRUE_ARTICLES:
        return False
    after = pieces[place + 1 : place + 2]
    if not after or after[0].type == "PUNCTUATION":
        return True
    behind, _ = phrase_at(pieces, place + 1)
    return behind is not None and str(behind.type) in _AFTER_NOUNS
