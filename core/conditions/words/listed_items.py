"""Find the marks of a list: "- topic tea - over 5 rows", "1) … 2) …", one condition a line.

Each item is a condition of its own, so a mark parts like the end of a sentence. Only what is surely
a mark is one: hyphens stand in ranges ("5 - 10") and names ("north - south"), too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.conditions.words.lexicon import DASHES, phrases

_QUOTED = re.compile(
    r"\"[^\"]*\"|“[^”]*”|«[^»]*»|„[^“]*“|`[^`]*`|(?<!\w)'[^']*'(?!\w)|‘[^’]*’(?!\w)"
)
_BULLET = re.compile(r"(?:^|(?<=\s)|(?<=[:;,.]))[•◦‣▪●∙■□➢✓✔]\s*|(?<=\s)·\s+")
_AT_LINE = re.compile(r"(?m)^[ \t]*(?:[-–—*+]\s+|[-*](?=[^\W\d]))")
_STAR = re.compile(r"(?<=\s)\*\s+(?!\d)")
_HYPHEN = re.compile(r"(?<=\s)[-–—]\s+")
_NUMBERED = re.compile(
    r"(?:^|(?<=[\s:;,.]))(\()?(\d{1,2}|[a-z]|[ivx]{1,4})([).])(?:\s+|(?=[^\W\d]))"
)
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_NUMERALS = (
    tuple(map(str, range(1, 21))),
    tuple("abcdefghijklmnop"),
    _ROMAN,
)
_LINES = re.compile(r"[ \t]*\n\s*")
_LONG_LINE = 60
"""A line of as many characters may have been broken inside a sentence."""
_GOING_ON = {
    *("a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "with", "by", "than", "or"),
    *("is", "are", "be", "between", "above", "below", "over", "under", "least", "most", "about"),
    *("where", "whose", "which", "that", "not", "no", "either", "neither", "nor", "both", "my"),
    *("our", "their", "its", "more", "fewer", "less", "have", "has", "into", "onto", "as", "and"),
}
"""Words that no line of a list ends with."""
_GONE_ON = {"or", "nor", "than", "of"}
"""Words that no item begins with."""
_TOGETHER = {
    *("or", "nor", "either", "neither", "both", "with", "where", "that", "which", "whose", "have"),
    *("has", "having", "if", "of", "is", "are", "be", "must", "should", "about"),
}
"""Words that a mark stands behind without parting anything: "tables with (1) a column …"."""
_TELLING = {
    *("GT", "GE", "LT", "LE", "UP_TO", "OR_MORE", "OR_LESS", "EQ", "NEAR", "BETWEEN", "IS", "NOT"),
    *("BEFORE", "AFTER", "SINCE", "UNTIL", "WITH", "WITHOUT", "CONTAINS", "COLUMN", "COLUMNS"),
    *("ROWS", "TOPIC", "ABOUT", "AVERAGE", "EXCEPT", "UNLESS", "APPEARS", "KEYWORD", "JOIN"),
    *("UNION", "TABLES", "NEITHER", "K_DATES"),
}
"""Kinds of words that a condition has, and hardly the second half of a name."""
_FEWEST = 2
CHOICE = re.compile(
    r"\b(?:at least )?(?:one|any|either)(?: one)?(?: of)?(?: (?:the|these|those|them|two|three|"
    r"four|following|conditions?|criteria|options?|things))*\s*:\s*",
    re.IGNORECASE,
)
"""What heads items of which one is enough."""


@dataclass(frozen=True)
class ItemMark:
    """What stands before an item of a list.

    Parameters
    ----------
    start, end
        Where it stands, with the comma before it.
    parts
        Whether an item ends before it.
    alternative
        Whether it is one of a list of which one is enough: "any of: - … - …".
    """

    start: int
    end: int
    parts: bool
    alternative: bool = False


def item_marks(text: str, names: Iterable[tuple[int, int]] = ()) -> list[ItemMark]:
    """Find the marks of the items of a text, in its order.

    Parameters
    ----------
    names
        Where names of columns stand, inside of which there are no marks.

    Examples
    --------
    >>> text = "Need: 1) topic tea, 2) over 5 rows"
    >>> [(text[one.start : one.end], one.parts) for one in item_marks(text)]
    [('1) ', False), (', 2) ', True)]
    >>> item_marks("depth 5 - 10, north - south")
    []
    """
    hidden = _QUOTED.sub(lambda found: "x" * len(found[0]), text)
    for start, end in names:
        hidden = hidden[:start] + "x" * (end - start) + hidden[end:]
    spans = {*_numbered(hidden), *_bullets(hidden), *_hyphens(hidden)}
    taken = [*sorted(spans)]
    taken += [span for span in _broken_lines(hidden) if not any(_meet(span, one) for one in spans)]
    return list(_parting(hidden, sorted(taken)))


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _numbered(text: str) -> Iterator[tuple[int, int]]:
    """Give the marks that count from the first on: "1) 2)", "(a) (b)", "1. 2."."""
    every = list(_NUMBERED.finditer(text))
    for numerals in _NUMERALS:
        for opened, closed in (("(", ")"), (None, ")"), (None, ".")):
            row: list[re.Match[str]] = []
            for one in every:
                shaped = one[1] == opened and one[3] == closed
                if not shaped or len(row) >= len(numerals) or one[2] != numerals[len(row)]:
                    continue
                inside = text.count("(", 0, one.start()) > text.count(")", 0, one.start())
                if not (inside and opened is None) and (row or _may_begin(text, one)):
                    row.append(one)
            ends = [*(one.start() for one in row[1:]), len(text)]
            items = [text[one.end() : end] for one, end in zip(row, ends, strict=False)]
            alone = bool(row) and closed == ")" and not text[: row[0].start()].strip()
            several = len(row) >= _FEWEST or alone
            if several and all(re.search(r"\w{3}", item) for item in items):
                yield from (one.span() for one in row)
                return


def _may_begin(text: str, one: re.Match[str]) -> bool:
    """Whether a list may begin with a mark: a full stop behind a number ends a sentence, too."""
    before = text[: one.start()].rstrip(" \t")
    return one[3] == ")" or not before or before[-1] in ":\n"


def _bullets(text: str) -> Iterator[tuple[int, int]]:
    yield from (one.span() for one in _BULLET.finditer(text))
    yield from (one.span() for one in _AT_LINE.finditer(text) if "\n" in text or one[0].strip())
    stars = list(_STAR.finditer(text))
    opened = text.lstrip().startswith("*") or any(
        text[: one.start()].rstrip().endswith(":") for one in stars
    )
    if len(stars) >= _FEWEST or opened:
        yield from (one.span() for one in stars)


def _hyphens(text: str) -> Iterator[tuple[int, int]]:
    """Give the hyphens between items of one line: each but the first item says a condition."""
    every = [one for one in _HYPHEN.finditer(text) if not _is_range(text, one)]
    opened = _AT_LINE.match(text) is not None
    opened = opened or any(text[: one.start()].rstrip().endswith(":") for one in every)
    bounds = [*(one.start() for one in every[1:]), len(text)]
    found = []
    for one, end in zip(every, bounds, strict=False):
        first = text[: one.start()].rstrip().endswith(":")
        item = text[one.end() : end]
        if first or _tells(item) or (opened and len(item.split()) >= _FEWEST):
            found.append(one.span())
    hyphens = all(text[start] == "-" for start, _ in found)
    if opened or (len(found) >= _FEWEST and hyphens and len(found) == len(every)):
        yield from found


def _is_range(text: str, one: re.Match[str]) -> bool:
    before, after = text[: one.start()].rstrip(), text[one.end() :]
    return before[-1:].isdigit() and re.match(r"[^\w\s]?\d", after) is not None


def _tells(item: str) -> bool:
    words = re.findall(r"[\w'’]+|[<>=≥≤]+", item.lower())
    told = any(phrases().get((word,)) in _TELLING or word[0] in "<>=≥≤" for word in words)
    return told and len(words) >= _FEWEST


def _broken_lines(text: str) -> Iterator[tuple[int, int]]:
    """Give the ends of lines that end an item, too."""
    for one in _LINES.finditer(text):
        before = text[: one.start()].rpartition("\n")[2].strip()
        after = text[one.end() :].partition("\n")[0].strip()
        if not before or not after:
            continue
        last, first = before.split()[-1].lower(), after.split()[0].lower()
        wrapped = len(before) >= _LONG_LINE and after[0].islower() and before[-1] not in ".;:?!"
        if last not in _GOING_ON and first not in _GONE_ON and before[-1] != "," and not wrapped:
            yield one.span()


def _parting(text: str, spans: list[tuple[int, int]]) -> Iterator[ItemMark]:
    counted = [re.search(r"\w", text[start:end]) is not None for start, end in spans]
    either = any(
        counts and place and _word_before(text, start) == "or"
        for place, ((start, _), counts) in enumerate(zip(spans, counted, strict=True))
    )
    choice = False
    for place, (start, end) in enumerate(spans):
        before = text[:start].rstrip()
        ended = before[-1:] in {",", ";", ".", "?", "!"}
        if before[-1:] == "," and either and counted[place]:
            yield ItemMark(start, end, parts=False)  # "one of: (a) X, (b) Y, or (c) Z"
            continue
        opens = place == 0 and not ended and "\n" not in text[len(before) : end]
        opens = opens and text[start:end].strip() not in DASHES
        together = (
            opens or not before or before[-1] == ":" or _word_before(text, start) in _TOGETHER
        )
        begins = len(before) - 1 if before[-1:] in {",", ";", "."} and not together else start
        chosen = choice and not _is_line_alone(text, start, end)
        choice = chosen or (together and _is_headed(before))
        yield ItemMark(begins, end, parts=not together, alternative=choice)


def _is_headed(before: str) -> bool:
    """Whether a text ends by saying that one of what follows is enough."""
    return any(one.end() == len(before) for one in CHOICE.finditer(before))


def _is_line_alone(text: str, start: int, end: int) -> bool:
    """Whether a line has no mark: behind a list it is none of its items."""
    return not text[start:end].strip(" \t\n,;.")


def _word_before(text: str, place: int) -> str:
    return (text[:place].split() or [""])[-1].lower()
