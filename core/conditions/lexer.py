"""Cut the words of a condition into tokens of the grammar."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.kinds import Kind
from core.conditions.lexicon import longest_phrase, phrases
from core.conditions.moments import read_moment, read_period
from core.conditions.numbers import is_number, read_number, read_range
from core.conditions.operations import read_operation
from core.conditions.simplifying import simplified
from core.conditions.spelling import respelled

MOST_CHARACTERS = 1_000
"""A longer text is no condition that somebody typed."""

_QUOTES = {'"': '"', "“": "”", "”": "”", "„": "“", "'": "'", "‘": "’", "`": "`", "«": "»"}
_OPERATOR = re.compile(r">=|<=|=>|=<|==|!=|[<>=≥≤≠~]")
_WORD = re.compile(r"\S+")
_OPENING, _CLOSING = "([{", ")]}"
_END = ",;:?!"
_SHORTEST_KNOWN = 3
_ABBREVIATIONS = {"no.", "nr.", "num.", "approx.", "avg.", "min.", "max.", "ca."}
_BY = {"by", "using", "via", "through"}
"""What may say on which columns, behind "joinable"."""
_BEFORE_RANGE = {"BETWEEN", "FROM", "IN", "DATES", "ABOUT", "NEAR", "ROWS", "COLUMNS"}
_AFTER_RANGE = {"UNIT", "ROWS", "COLUMNS", "COLUMN"}
_EXTENTS = {"ROWS", "COLUMNS"}
_MORE_OR_LESS = {"more": ">", "fewer": "<", "less": "<"}
_STARTS = ".?!:;"
_BEYOND = {"OR_MORE", "OR_LESS", "ONWARDS", "OR_EARLIER"}
_EXTREMES = {("minimum",), ("maximum",), ("min",), ("max",), ("min.",), ("max.",)}
_ONE_AT_LEAST = [["at", "least", "one"], ["at", "least", "a"], ["one", "or", "more"]]
_KIND_OF_COLUMN = 3
_BEHIND_COLUMN = {"ABOUT", "ON", "TOPIC", "NAMED", "FOR"}
_TRUE_ARTICLES = {"a", "an", "the"}
_AFTER_NOUNS = {
    *("AND", "OR", "COMMA", "COLON", "RPAR", "AS", "IS", "EQ", "ONE_OF", "CONTAINS", "WITH", "IN"),
    *("APPEARS", "SOMEWHERE", "IN_COLUMN", "PUNCTUATION"),
}
"""What may follow a noun but not an article."""


def tokens(text: str, columns: Sequence[str] = ()) -> list[Token]:
    """Cut a text into tokens; each knows where it stands.

    Parameters
    ----------
    columns
        Names of the query's columns, which are recognised where they stand in the text.

    Examples
    --------
    >>> [(token.type, str(token)) for token in tokens("grade above 1,200")]
    [('WORD', 'grade'), ('GT', 'above'), ('NUMBER', '1200')]
    """
    return simplified(_merged(_counts_turned(_pieces(text, _known(text, columns)))))


def _known(text: str, columns: Sequence[str]) -> dict[int, int]:
    """Where the names of columns stand: start to end, longer names first."""
    found: dict[int, int] = {}
    taken = [False] * len(text)
    for name in sorted({c.strip() for c in columns}, key=lambda name: (-len(name), name)):
        if len(name) < _SHORTEST_KNOWN or tuple(name.lower().split()) in phrases():
            continue
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
            start, end = match.span()
            if not any(taken[start:end]):
                found[start] = end
                taken[start:end] = [True] * (end - start)
    return found


def _pieces(text: str, known: dict[int, int]) -> list[Token]:
    """Cut at blanks, quotes and punctuation; find names, quotations, dates and numbers."""
    found: list[Token] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        token = _special(text, place, known)
        if token is not None:
            found.append(token)
            place = token.end_pos or place + 1
            continue
        for token in _word(text, place, known):
            found.append(token)
            place = token.end_pos or place + 1
    return found


def _special(text: str, place: int, known: dict[int, int]) -> Token | None:  # noqa: PLR0911 - one for each kind
    if place in known:
        return _token("KNOWN", text[place : known[place]], place, known[place])
    quoted = _quotation(text, place)
    if quoted is not None:
        return quoted
    operation = read_operation(text, place)
    if operation is not None:
        return _token(operation[0], operation[1], place, operation[2])
    period = read_period(text, place)
    if period is not None:
        return _token("PERIOD", f"{period[0]} {period[1]}", place, period[2])
    moment = read_moment(text, place)
    if moment is not None:
        return _token("DATE", moment[0], place, moment[1])
    operator = _OPERATOR.match(text, place)
    if operator is not None:
        return _token("PIECE", operator[0], place, operator.end())
    if text[place] in _OPENING + _CLOSING + _END:
        return _token("PIECE", text[place], place, place + 1)
    return None


def _quotation(text: str, place: int) -> Token | None:
    closing = _QUOTES.get(text[place])
    if closing is None:
        return None
    end = text.find(closing, place + 1)
    while closing in "'’" and 0 < end < len(text) - 1 and text[end + 1].isalnum():
        end = text.find(closing, end + 1)  # an apostrophe inside
    inside = text[place + 1 : end].strip()
    if end < 0 or not inside:
        return None
    return _token("QUOTED", inside, place, end + 1)


def _word(text: str, place: int, known: dict[int, int]) -> list[Token]:
    match = _WORD.match(text, place)
    end = match.end() if match else place + 1
    # A name or a quotation may begin inside what stands together.
    end = min([at for at in known if place < at < end], default=end)
    word = text[place:end]
    operator = _OPERATOR.search(word)
    if operator and operator.start() > 0:
        word = word[: operator.start()]
    ends_text = place + len(word) == len(text.rstrip())
    while len(word) > 1 and _is_end(word, ends_text):
        word = word[:-1]
    return [_token("PIECE", word, place, place + len(word))]


def _is_end(word: str, ends_text: bool) -> bool:
    last = word[-1]
    if last in _CLOSING:
        return word.count(last) > word.count(_OPENING[_CLOSING.index(last)])
    if last == ".":
        bare = word[:-1].lower()
        abbreviation = re.fullmatch(r"([^\W\d]\.)+\w?", word) is not None
        if ends_text and (len(bare) == 1 or is_number(bare)):
            return True
        if word.lower() in _ABBREVIATIONS and not ends_text:
            return False
        return not abbreviation and (ends_text or (bare,) in phrases() or is_number(bare))
    if last in "”\"'’":
        return word.count(last) == 1 and len(word) > 1 and ends_text
    return last in _END


def _counts_turned(pieces: list[Token]) -> list[Token]:
    """Turn "more columns than 6" to "columns > 6"."""
    found: list[Token] = []
    for piece in pieces:
        compared = _MORE_OR_LESS.get(str(found[-2]).lower()) if len(found) > 1 else None
        if compared and str(piece) == "than" and phrases().get((str(found[-1]),)) in _EXTENTS:
            del found[-2]
            found.append(_token("PIECE", compared, piece.start_pos, piece.end_pos))
        else:
            found.append(piece)
    return found


def _merged(pieces: list[Token]) -> list[Token]:
    """Turn runs of pieces into the longest phrases, numbers in words into numbers."""
    found: list[Token] = []
    place = 0
    while place < len(pieces):
        token, used = _phrase(pieces, place)
        number, words = read_number(pieces, place, bool(found) and found[-1].type == "BETWEEN")
        if number is None and _spans_range(pieces, place, found):
            number, words = read_range(pieces, place), 1
        if number is not None and words >= used:
            found.extend(number)
            place += words
            continue
        if token is None:
            piece = pieces[place]
            token = piece if piece.type != "PIECE" else _retyped(piece, "WORD")
            used = 1
        if token.type == "PUNCTUATION":
            place += used
            continue
        if token.type == "BOTH" and not (found and found[-1].type == "CONTAINS"):
            token = _retyped(token, "ARTICLE")
        elif token.type == "ARTICLE" and found and _is_word(pieces, place):
            token = _retyped(token, "WORD")
        if _stands_for_column(pieces, place, found):
            token, used = _retyped(pieces[place], "COLUMN"), 1
        if token.type == "TABLES" and _is_content(found):
            token = _retyped(token, "WORD")
        if found and str(token) in _BY and found[-1].type in {"JOIN", "UNION"}:
            token = _retyped(token, "ON")
        if token.type != "ARTICLE":
            found.append(token)
        place += used
    return found


def _stands_for_column(pieces: list[Token], place: int, found: list[Token]) -> bool:
    """Whether "one" or "another" is a column: "a column about rent and another about heating"."""
    if _at(pieces, place) not in {"one", "another"} or not found:
        return False
    if str(found[-1].type) not in {"AND", "COMMA"}:
        return False
    if not any(str(token.type) in {"COLUMN", "COLUMNS"} for token in found):
        return False
    ahead = place + 1
    if _at(pieces, ahead) == "of" and _at(pieces, ahead + 1) in {"them", "which", "these"}:
        return False
    token, _ = _phrase(pieces, ahead)
    return token is not None and str(token.type) in _BEHIND_COLUMN


def _spans_range(pieces: list[Token], place: int, found: list[Token]) -> bool:
    """Whether "5-10" can only mean from 5 to 10: else it may be a score or a season."""
    if found and str(found[-1].type) in _BEFORE_RANGE:
        return True
    if place + 1 == len(pieces):
        return False
    token, _ = _phrase(pieces, place + 1)
    return token is not None and str(token.type) in _AFTER_RANGE


def _is_content(found: list[Token]) -> bool:
    """Whether tables are what tables are about: "tables about the periodic table"."""
    return (
        bool(found) and found[-1].type == "WORD" and any(token.type == "TABLES" for token in found)
    )


def _is_word(pieces: list[Token], place: int) -> bool:
    """Whether what looks like an article is none: "The" in a title, or "vitamin a", "n / a"."""
    if str(pieces[place])[:1].isupper():
        return True
    if str(pieces[place]) not in _TRUE_ARTICLES:
        return False
    after = pieces[place + 1 : place + 2]
    if not after or after[0].type == "PUNCTUATION":
        return True
    token, _ = _phrase(pieces, place + 1)
    return token is not None and str(token.type) in _AFTER_NOUNS


def _phrase(pieces: list[Token], place: int) -> tuple[Token | None, int]:
    first = pieces[place]
    if first.type != "PIECE":
        return None, 0
    if str(first) in "?!." and len(first) == 1:
        return _retyped(first, "PUNCTUATION"), 1
    words: list[str] = []
    best: tuple[Token | None, int] = (None, 0)
    inside_title = (
        str(first)[:1].isupper()
        and place > 0
        and str(pieces[place - 1]) not in _STARTS
        and not (str(first) == "I" and _text_at(pieces, place + 1).islower())
    )
    for piece in pieces[place : place + longest_phrase()]:
        if piece.type != "PIECE":
            break
        words.append(respelled(str(piece).lower().replace("’", "'")))
        terminal = phrases().get(tuple(words))
        after = _at(pieces, place + len(words))
        if terminal in _BEYOND and (after == "than" or after[:1].isdigit()):
            continue  # "or fewer than 5" and "or above 5" begin anew
        if tuple(words) in _EXTREMES and after and not _is_counted(pieces, place + 1):
            continue  # "minimum temperature" is a column
        if terminal == "KEYWORD" and words[-1] == "name" and after == "of":
            continue  # "the name of the club" is a column
        if words in _ONE_AT_LEAST and not _of_columns(pieces, place + len(words)):
            continue  # "at least one row" is a size
        if len(words) == 1 and inside_title and (not str(first).isupper() or len(first) == 1):
            continue  # "Fall 2018" and "Some" are names and values, unlike "AND"
        if terminal is not None:
            start, end = first.start_pos or 0, piece.end_pos or 0
            best = (_token(terminal, " ".join(words), start, end), len(words))
    return best


def _of_columns(pieces: list[Token], place: int) -> bool:
    """Whether a column is spoken of within the next three words."""
    return any(
        phrases().get((_at(pieces, place + ahead),)) == "COLUMN" for ahead in range(_KIND_OF_COLUMN)
    )


def _text_at(pieces: list[Token], place: int) -> str:
    return str(pieces[place]) if place < len(pieces) else ""


def _is_counted(pieces: list[Token], place: int) -> bool:
    """Whether a number stands at a place, or a word that has a meaning of its own."""
    return (_at(pieces, place),) in phrases() or read_number(pieces, place)[0] is not None


def _at(pieces: list[Token], place: int) -> str:
    inside = place < len(pieces) and pieces[place].type == "PIECE"
    return str(pieces[place]).lower() if inside else ""


def _token(kind: str, value: str, start: int | None, end: int | None) -> Token:
    return Token(Kind(kind), value, start_pos=start, end_pos=end)


def _retyped(token: Token, kind: str) -> Token:
    return _token(kind, str(token), token.start_pos, token.end_pos)
