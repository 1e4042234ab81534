"""Find the words that AND, OR and NOT link in capital letters, as search boxes take them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from lark import Token

from core.conditions.lexing.lexer import tokens
from core.conditions.lexing.values_beside import OFTEN
from core.conditions.words.kind_sets import PREPOSITIONS

_CAPITALS = {"AND", "OR", "NOT"}
_LINK = re.compile(r"(?<![\w\"'])(?:AND|OR|NOT)(?![\w\"'])")
_BUT_NOT = re.compile(r"\bOR\b[^.;]*\bbut (?:not|NOT)\b[^,;.]*[,;.]\s*\w")
"""What is refused of both, and not of the last alone: "rain OR floods, but NOT hail, 9 rows"."""
_QUOTES = "\"“”'‘’`"
_NAMES = {"WORD", "QUOTED", "OF", "IN", "FOR", "UNIT", "K_DATES", "COUNT"}
_BEFORE = {"", "COMMA", "STOP", "COLON", "UNION", "JOIN", "LINK"}
_BEHIND = {"", "COMMA", "STOP", "UNION", "JOIN", "WITH", "FILL", "LINK", "AND"}
_SAYING = {"ABOUT": "topic", "TOPIC": "topic", "ON": "topic", "CONTAINS": "contains"}
_OF_OTHERS = {"COLUMN", "COLUMNS", "INFO", "NOT", "WITHOUT", "EXCEPT", "NEITHER", "LACKING"}
"""Of what "about" or "mention" is not said of tables that are wanted."""
_KEYS = re.compile(r"(?:the )?keys? ", re.IGNORECASE)
_PERHAPS_TOPIC = re.compile(
    r"(?:contain|includ|featur|cover|list|show)ing$|\b(?:cover|list|feature|show)s?$"
)
"""What is said of words in cells only where these are quoted: "tables that list ships"."""
_OF_WORDS_ALONE = {*_NAMES, "LINK", "LPAR", "RPAR", "UNION", "JOIN", "FILL", "COLON", "AND"}


@dataclass(frozen=True)
class Linked:
    """Where words stand that are one condition by themselves, and how that is said."""

    start: int
    end: int
    said: str


@dataclass(frozen=True)
class _Run:
    first: int
    last: int
    """Of the tokens."""
    saying: str
    """What words say before it what it is, or the runs linked with it: "about", "mention"."""
    links: tuple[int, ...]
    """The tokens that link it to the runs beside it."""


def linked_words(text: str, columns: Collection[str] = ()) -> list[Linked]:
    """Put words that AND, OR or NOT link in capital letters into conditions of their own.

    They are topics, or what cells contain where "mention" or the like stands before them. Words
    that are in capitals themselves link nothing so: "LAND AND WATER". Nor does NOT in a text with
    other conditions: it may stand between a column and its value.

    Examples
    --------
    >>> [one.said for one in linked_words("tables about lanes AND piracy")]
    ['"lanes"', 'topic "piracy"']
    >>> linked_words("shipping lanes and piracy"), linked_words("country = Peru AND rows > 9")
    ([], [])
    """
    if _LINK.search(text) is None or text.isupper() or _BUT_NOT.search(text):
        return []
    every = tokens(text, tuple(columns))
    row = [one for one in every if one.start_pos != one.end_pos]
    runs = _runs(_kinds(row, text))
    keyed = any(str(one.type) == "ON_KEY" for one in every)  # "join: city AND year as keys"
    if keyed or any(_is_other(row, one, text) for one in runs):
        return []
    found = []
    for run in runs:
        beside = [one for one in runs if one != run and set(one.links) & set(run.links)]
        both = [other for other in beside if not _are_loud(row, (run, other), text)]
        linking = row[run.first - 1] if run.first - 1 in run.links else None
        refusing = linking if linking is not None and str(linking.type) == "NOT" else None
        if both:
            found.append(_said(row, run, text, refusing))
    return found


def _kinds(row: Sequence[Token], text: str) -> list[str]:
    """Give the kinds of tokens, of which those in capitals link."""
    kinds = [
        "LINK" if text[one.start_pos : one.end_pos] in _CAPITALS else str(one.type) for one in row
    ]
    if set(kinds) <= _OF_WORDS_ALONE:
        return kinds
    for place, one in enumerate(row):
        if str(one.type) == "NOT" and kinds[max(place - 1, 0)] != "LINK":
            kinds[place] = "NOT"  # "city NOT Rome, over 9 rows"
    return kinds


def _runs(kinds: Sequence[str]) -> list[_Run]:
    """Find the stretches of names between what begins and ends conditions."""
    found: list[_Run] = []
    place, saying = 0, ""
    while place < len(kinds):
        if kinds[place] not in _NAMES:
            saying = kinds[place] if kinds[place] in _SAYING else saying
            saying = saying if kinds[place] in {*_SAYING, "LINK", "LPAR", "RPAR"} else ""
            place += 1
            continue
        first = place
        while place < len(kinds) and kinds[place] in _NAMES | {"AND"}:
            place += 1
        while kinds[place - 1] == "AND":
            place -= 1  # "floods but NOT droughts"
        before, behind = first - 1, place
        while before >= 0 and kinds[before] == "LPAR":
            before -= 1
        while behind < len(kinds) and kinds[behind] == "RPAR":
            behind += 1
        links = [at for at in (before, behind) if kinds[at : at + 1] == ["LINK"] and at >= 0]
        if kinds[before - 1 : before] == ["LINK"] and before in links:
            links.insert(0, before - 1)  # "AND NOT"
        told = before >= 0 and _says_of_tables(kinds, before)
        begins = told or before < 0 or kinds[before] in _BEFORE or set(kinds[:first]) == {"FILL"}
        named = kinds[before : before + 1] == ["COLON"] and kinds[before - 1] in _NAMES
        ends = behind >= len(kinds) or kinds[behind] in _BEHIND
        if begins and ends and links and not named and kinds[first] not in PREPOSITIONS:
            found.append(_Run(first, place - 1, saying, tuple(links)))
    return found


def _is_other(row: Sequence[Token], run: _Run, text: str) -> bool:
    """Whether words are keys, a column's value, or maybe no words in cells."""
    words = text[row[run.first].start_pos : row[run.last].end_pos]
    verb = row[run.first - 1] if run.first else None
    if verb is not None and str(verb.type) in _SAYING and _PERHAPS_TOPIC.search(str(verb)):
        return True
    first, _, others = words.partition(" ")
    behind = {str(row[at].type) for at in run.links if at > run.last}
    valued = first.lower() in OFTEN and ("OR" if others else "NOT") in behind
    joining = verb is not None and str(verb.type) == "JOIN"
    return valued or (joining and _KEYS.match(words) is not None)


def _says_of_tables(kinds: Sequence[str], place: int) -> bool:
    """Whether it says of tables that are wanted what they are about, or mention."""
    if kinds[place] == "ON":
        return kinds[place - 1 : place] == ["TABLES"]
    parts = [at for at in range(place) if kinds[at] in {"COMMA", "STOP", "AND", "LINK"}]
    said = kinds[parts[-1] if parts else 0 : place]
    return kinds[place] in _SAYING and not set(said) & _OF_OTHERS


def _are_loud(row: Sequence[Token], runs: Sequence[_Run], text: str) -> bool:
    """Whether all words of runs are in capitals, as what links them is."""
    return all(text[row[one.first].start_pos : row[one.last].end_pos].isupper() for one in runs)


def _said(row: Sequence[Token], run: _Run, text: str, refusing: Token | None) -> Linked:
    start, end = row[run.first].start_pos or 0, row[run.last].end_pos or 0
    start -= text[start - 1 : start] in set(_QUOTES)
    end += text[end : end + 1] in set(_QUOTES)
    named = '"' + re.sub(f"[{_QUOTES}]", "", text[start:end]) + '"'
    told = run.first > 0 and str(row[run.first - 1].type) in _SAYING
    verb = _SAYING.get(run.saying, "topic")
    if run.saying == "CONTAINS" and not told:
        verb = _verb_again(row[: run.first])
    said = named if told else f"{verb} {named}"
    if refusing is None:
        return Linked(start, end, said)
    begun = run.first > 1 and text[row[run.first - 2].start_pos :][:3] in {"AND", "OR "}
    linked = "" if begun else "and "
    return Linked(refusing.start_pos or 0, end, f"{linked}not ({said})")


def _verb_again(before: Sequence[Token]) -> str:
    """Give "contain" or "contains", as it is said before: "notes mention fog AND frost"."""
    said = [str(one) for one in before if str(one.type) == "CONTAINS"]
    return "contains" if said[-1].split()[0].endswith(("s", "ing")) else "contain"
