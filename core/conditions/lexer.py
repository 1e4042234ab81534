"""Cut the words of a condition into tokens of the grammar."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.kinds import Kind
from core.conditions.lexicon import MULTIPLIERS, NUMBER_WORDS, longest_phrase, phrases
from core.conditions.moments import read_decade, read_moment
from core.conditions.simplifying import simplified

MOST_CHARACTERS = 1_000
"""A longer text is no condition that somebody typed."""

_QUOTES = {'"': '"', "“": "”", "”": "”", "„": "“", "'": "'", "‘": "’", "`": "`", "«": "»"}
_OPERATOR = re.compile(r">=|<=|=>|=<|==|!=|[<>=≥≤≠~]")
_NUMBER = re.compile(
    r"(?P<sign>[-+−])?(?P<currency>[$€£])?(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
    r"|\.\d+)(?P<exponent>[eE][-+]?\d{1,3})?(?P<times>k|K|M|mn|bn)?"
    r"(?:kg|km|cm|mm|m|g|°[CF])?(?P<percent>%)?(?P<plus>\+)?"
)
_WORD = re.compile(r"\S+")
_OPENING, _CLOSING = "([{", ")]}"
_END = ",;:?!"
_SHORTEST_KNOWN = 3
_TIMES = {word for word in MULTIPLIERS if len(word) > 2}  # noqa: PLR2004 - "m" is also metres
_STARTS = ".?!:;"
_BEYOND = {"OR_MORE", "OR_LESS"}
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
    return simplified(_merged(_pieces(text, _known(text, columns))))


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
    decade = read_decade(text, place)
    if decade is not None:
        return _token("DECADE", f"{decade[0]} {decade[1]}", place, decade[2])
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
        abbreviation = re.fullmatch(r"(\w\.)+\w?", word) is not None
        return not abbreviation and (ends_text or (bare,) in phrases() or _is_number(bare))
    if last in "”\"'’":
        return word.count(last) == 1 and len(word) > 1 and ends_text
    return last in _END


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _merged(pieces: list[Token]) -> list[Token]:
    """Turn runs of pieces into the longest phrases, numbers in words into numbers."""
    found: list[Token] = []
    place = 0
    while place < len(pieces):
        token, used = _phrase(pieces, place)
        number, words = _number(pieces, place)
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
        if token.type == "ARTICLE" and found and _is_word(pieces, place):
            token = _retyped(token, "WORD")
        if token.type != "ARTICLE":
            found.append(token)
        place += used
    return found


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
    inside_title = str(first)[:1].isupper() and place > 0 and str(pieces[place - 1]) not in _STARTS
    for piece in pieces[place : place + longest_phrase()]:
        if piece.type != "PIECE":
            break
        words.append(str(piece).lower().replace("’", "'"))
        terminal = phrases().get(tuple(words))
        if terminal in _BEYOND and _at(pieces, place + len(words)) == "than":
            continue  # "or fewer than 5" begins anew
        if len(words) == 1 and inside_title and (not str(first).isupper() or len(first) == 1):
            continue  # "Fall 2018" and "Some" are names and values, unlike "AND"
        if terminal is not None:
            start, end = first.start_pos or 0, piece.end_pos or 0
            best = (_token(terminal, " ".join(words), start, end), len(words))
    return best


def _number(pieces: list[Token], place: int) -> tuple[list[Token] | None, int]:
    """Read "1,200", "$5k", "80%", "2 million", "five hundred", "a dozen" and "300+"."""
    piece = pieces[place]
    if piece.type != "PIECE":
        return None, 0
    word = str(piece).lower()
    used, plus, percent = 1, False, False
    if word in {"a", "an"} and _at(pieces, place + 1) in _TIMES:
        value: float = 1
    elif word in {"hundred", "thousand", "dozen", "million"}:
        value, used = 1, 0
    elif word in NUMBER_WORDS:
        value = NUMBER_WORDS[word]
    elif "-" in word and all(part in NUMBER_WORDS for part in word.split("-", 1)):
        value = sum(NUMBER_WORDS[part] for part in word.split("-", 1))
    elif (match := _NUMBER.fullmatch(str(piece))) is not None:
        value = _value(match)
        plus, percent = bool(match["plus"]), bool(match["percent"])
        if _is_year(match):
            return [_token("YEAR", match["digits"], piece.start_pos, piece.end_pos)], 1
    else:
        return None, 0
    while not plus and not percent and _at(pieces, place + used) in _TIMES:
        value *= MULTIPLIERS[_at(pieces, place + used)]
        used += 1
    end = pieces[place + used - 1].end_pos
    if not percent and _at(pieces, place + used) in {"percent", "%"}:
        percent, end, used = True, pieces[place + used].end_pos, used + 1
    made = [_token("PERCENT" if percent else "NUMBER", repr(value), piece.start_pos, end)]
    if made[0].type == "NUMBER" and value == int(value):
        made = [_token("NUMBER", str(int(value)), piece.start_pos, end)]
    if plus:
        made.append(_token("OR_MORE", "+", end, end))
    return made, used


def _at(pieces: list[Token], place: int) -> str:
    inside = place < len(pieces) and pieces[place].type == "PIECE"
    return str(pieces[place]).lower() if inside else ""


def _value(match: re.Match[str]) -> float:
    value = float(match["digits"].replace(",", "") + (match["exponent"] or ""))
    value *= MULTIPLIERS.get((match["times"] or "").lower(), 1)
    return -value if match["sign"] in {"-", "−"} else value


def _is_year(match: re.Match[str]) -> bool:
    bare = match[0] == match["digits"]
    return bare and re.fullmatch(r"1[0-9]{3}|20[0-9]{2}|21[0-9]{2}", match["digits"]) is not None


def _token(kind: str, value: str, start: int | None, end: int | None) -> Token:
    return Token(Kind(kind), value, start_pos=start, end_pos=end)


def _retyped(token: Token, kind: str) -> Token:
    return _token(kind, str(token), token.start_pos, token.end_pos)
