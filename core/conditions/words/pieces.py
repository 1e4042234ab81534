"""Cut a text into pieces: words, signs, and what is found before words are looked up."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from lark import Token

from core.conditions.moments import read_moment, read_period
from core.conditions.words.acceptances import read_acceptance
from core.conditions.words.cell_properties import read_cell_property
from core.conditions.words.closings import read_closing
from core.conditions.words.courtesies import read_courtesy
from core.conditions.words.item_headings import HEADING, read_heading
from core.conditions.words.kind_sets import REQUESTING
from core.conditions.words.lexicon import GOING_ON, NUMBER_WORDS, REQUIRING, TITLES, phrases
from core.conditions.words.listed_items import CHOICE, item_marks
from core.conditions.words.missing_cells import read_missing_cells
from core.conditions.words.numbers import is_number
from core.conditions.words.once_combined import read_once_combined
from core.conditions.words.operations import read_operation
from core.conditions.words.own_table import read_own_sheet
from core.conditions.words.people_refusing import read_meaning_yes, read_unwilling
from core.conditions.words.performed import read_performed
from core.conditions.words.prefixed_dates import read_prefixed_date
from core.conditions.words.said_phrases import read_said_phrase
from core.conditions.words.spelling import letters_swapped_back
from core.conditions.words.tokens import token
from core.conditions.words.unnamed_keys import read_unnamed_key

_QUOTES = {'"': '"', "“": "”", "”": "”", "„": "“", "'": "'", "‘": "’", "`": "`", "«": "»"}
_OPERATOR = re.compile(r"<>|>=|<=|=>|=<|==|!=|[<>=≥≤≠~≈]")
_DASHES = re.compile(r"--+(?=\s)")
_WORD = re.compile(r"\S+")
_OPENING, _CLOSING = "([{", ")]}"
_END = ",;:?!…"
_SHORTEST_KNOWN = 3
_CONTRACTED = re.compile(r"([^\W\d_][\w-]*)['’](?:s|ve|d|ll|re)[,;:.?!]*", re.IGNORECASE)
"""A word with a shortened verb: "the score's above 85", "tables that've got"."""
_COUNTED = re.compile(r"(\w+(?:,\d{3})*)-((?:column|row)s?)", re.IGNORECASE)
"""A number and what it counts: "two-column tables"."""
_PASTED = re.compile(r"\d[\d.]*(?:,\d{3})*%?(?=,[^\W\d])")
"""A number and, behind a comma without a blank, a word: "price>90,stock<10"."""
_BAR, _STROKE = r"\s([|·•→⇒])\s", r"\s(/)\s"
_STROKE_BEFORE_SIZE = (
    r"\s(/)\s(?=(?:(?:over|above|under|below|about|around|exactly|only|at (?:least|most)|"
    r"max\.?|min\.?|(?:no )?(?:more|less|fewer) than|up to|[<>=≥≤~]+) ?)?"
    r"\d[\d.,]*k?\+?[ -](?:rows|columns|cols|records|lines|entries)\b)"
)
_ELLIPSIS = len("...")
_LONGEST_ABBREVIATION = 3
_COUNT_ROWS = re.compile(r"(?<!\w)count ?\( ?\* ?\)", re.IGNORECASE)
_NEXT_SENTENCE = re.compile(r"(?<=\.)\s+([\w'’]+)")
_PAIR = re.compile(r"(?:^|[.;!?,]\s+)(?:[^\W\d]\w*\s+){0,2}[^\W\d]\w*(?::|\s+is)\s+[^.:;]*$")
_NEXT_PAIR = re.compile(r"[A-Z][a-z]+(?: [a-z]+)?(?::| is| are| contains)\s")
"""A column and its value, and another pair: "Discipline: Astronomy. Country is Chile"."""
_SIZE_NEXT = re.compile(r"(?<=[a-z]{3}\.)\s+\d[\d.,]*k?\+? (?:rows|columns|cols|records)\b")
"""What a sentence begins with that asks for a size: "failed. 1000+ rows"."""
_BY_VALUE = re.compile(r"\bvalues? of (?:the )?$", re.IGNORECASE)
_OF_CELLS = re.compile(r"\b(?:where|whose|in which) (?:the )?$", re.IGNORECASE)
_HAVING = re.compile(
    r"\b(?:with|ha(?:ve|s|ving)|includ(?:e|es|ing)|showing) (?:an? |the )?$", re.IGNORECASE
)
_SAID = re.compile(
    r" (?:is|are|was|were|being|set to|equals?|exceed(?:s|ing)?|above|below|under|between|before"
    r"|after|prior to|(?:that )?comes|(?:great|larg|high|bigg|lat|small|low|earli)er than|less than"
    r"|values? (?:above|below)|dates? (?:before|after|following))\b| ?[<>=]",
    re.IGNORECASE,
)
"""What is said of a column right behind its name."""
_SIGNED = re.compile(r" ?(?:[<>=!]=|[<>=]|≥|≤|≠)")
"""What compares cells: with "subject = maths" the query's column is meant, if it has such a one."""
_OF_TABLES = {"ROWS", "COLUMNS", "COLUMN", "TABLES", "TOPIC"}
"""What a table has, too: "with rows above 5" is no column "rows", whatever the query's are."""
_OF_REQUESTS = {
    *(*_OF_TABLES, "UNION", "JOIN", "NOT", "GIVES", "CONTAINS", "KEYWORD", "VALUES", "ARTICLE"),
}
_ABBREVIATIONS = {"no.", "nr.", "num.", "approx.", "avg.", "min.", "max.", "ca."}


def pieces(text: str, columns: Sequence[str]) -> list[Token]:
    """Cut at blanks, quotes and punctuation; find names, quotations, dates and operations."""
    known = _known(text, columns)
    marks = {mark.start: mark for mark in item_marks(text, known.items())}
    cuts = {*known, *marks}
    spelled = letters_swapped_back(text)
    parting = _parting_signs(text)
    choices = {start for start, mark in marks.items() if mark.alternative and not mark.parts}
    found: list[Token] = []
    place = 0
    while place < len(text):
        mark = marks.get(place)
        if mark is not None:
            place = mark.end
            if mark.parts:
                kind, sign = ("COMMA", ",") if mark.alternative else ("STOP", "-")
                found.append(token(kind, sign, mark.start, mark.end))
            continue
        if text[place].isspace():
            place += 1
            continue
        choice = CHOICE.match(text, place)
        if choice is not None and choice.end() in choices:
            found.append(token("ANY_OF", "one of", place, choice.end()))
            place = choice.end()
            continue
        heading = read_heading(text, place, len(marks))
        if heading:
            found.append(token("FILL", HEADING, place, heading))
            place = heading
            continue
        if place in parting:
            found.append(token("PIECE", ";", place, place + 1))
            place += 1
            continue
        special = _special(text, spelled, place, known)
        for piece in [special] if special is not None else _word(text, place, cuts):
            found.append(piece)
            place = piece.end_pos or place + 1
    return found


def _parting_signs(text: str) -> set[int]:
    """Where bars, arrows and strokes part what is asked for: "tea | price < 9 | 50+ rows".

    A single stroke may be inside a name, "food / drink", but not before a size: "tea / 50+ rows".
    """
    bars, strokes, sized = (
        [one.start(1) for one in re.finditer(sign, text)]
        for sign in (_BAR, _STROKE, _STROKE_BEFORE_SIZE)
    )
    return {*bars, *(strokes if len(strokes) > 1 else sized)}


def _known(text: str, columns: Sequence[str]) -> dict[int, int]:
    """Where the names of columns stand: start to end, longer names first.

    Names that are words with another meaning, or very short, only where a column is spoken of.
    """
    found: dict[int, int] = {}
    taken = [False] * len(text)
    names = {name.strip() for name in columns} - {""}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        kind = phrases().get(tuple(name.lower().split()), "")
        alone = len(name) >= _SHORTEST_KNOWN and not kind
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
            start, end = match.span()
            if not any(taken[start:end]) and (alone or _is_spoken_of(text, start, end, kind)):
                found[start] = end
                taken[start:end] = [True] * (end - start)
    return found


def _is_spoken_of(text: str, start: int, end: int, kind: str) -> bool:
    """Whether a word is the name of a column where it stands: "where since is after 2004".

    Parameters
    ----------
    kind
        What it is elsewhere; empty if nothing.
    """
    before = text[:start]
    if _BY_VALUE.search(before) or (kind == "TOPIC" and _SIGNED.match(text, end)):
        return True
    if not _SAID.match(text, end):
        return False
    return (kind not in _OF_TABLES and _OF_CELLS.search(before) is not None) or (
        kind not in _OF_REQUESTS and _HAVING.search(before) is not None
    )


def _special(text: str, spelled: str, place: int, known: dict[int, int]) -> Token | None:
    """Find what is read before words are looked up, the first kind that stands at a place."""
    if place in known:
        return token("KNOWN", text[place : known[place]], place, known[place])
    return (
        _quotation(text, place)
        or read_said_phrase(text, place)
        or read_cell_property(text, place)
        or read_missing_cells(text, place)
        or _until(text, place, _ends_of_words_around(text, place))
        or read_unwilling(text, place)
        or read_prefixed_date(text, place)
        or read_unnamed_key(text, place)
        or read_performed(text, place)
        or read_once_combined(text, place)
        or _operation(spelled, place)
        or _until(text, place, read_own_sheet(text, place))
        or _moment(text, place)
        or _counted(text, place)
        or _sign(text, place)
    )


def _until(text: str, place: int, end: int) -> Token | None:
    """Give what asks for nothing, as far as it goes."""
    return token("FILL", text[place:end].lower(), place, end) if end else None


def _ends_of_words_around(text: str, place: int) -> int:
    """Return where words end that are said around what is asked for; 0 if none begin at a place."""
    return (
        read_closing(text, place)
        or read_courtesy(text, place)
        or read_acceptance(text, place)
        or read_meaning_yes(text, place)
    )


def _operation(spelled: str, place: int) -> Token | None:
    found = read_operation(spelled, place)
    return token(found[0], found[1], place, found[2]) if found is not None else None


def _moment(text: str, place: int) -> Token | None:
    period = read_period(text, place)
    if period is not None:
        return token("PERIOD", f"{period[0]} {period[1]}", place, period[2])
    moment = read_moment(text, place)
    return token("DATE", moment[0], place, moment[1]) if moment is not None else None


def _counted(text: str, place: int) -> Token | None:
    """Read SQL's number of rows among other words: "count(*) < 400"."""
    rows = _COUNT_ROWS.match(text, place)
    return token("ROWS", "rows", place, rows.end()) if rows is not None else None


def _sign(text: str, place: int) -> Token | None:
    operator = _OPERATOR.match(text, place)
    if operator is not None:
        return token("PIECE", operator[0], place, operator.end())
    dashes = _DASHES.match(text, place)
    if dashes is not None:
        return token("PIECE", "–", place, dashes.end())
    if text[place] in _OPENING + _CLOSING + _END:
        return token("PIECE", text[place], place, place + 1)
    return None


def _quotation(text: str, place: int) -> Token | None:
    closing = _QUOTES.get(text[place])
    if closing is None or (text[place] == "'" and place and text[place - 1].isalnum()):
        return None  # "who's got the mayors' expenses?"
    end = text.find(closing, place + 1)
    while closing in "'’" and 0 < end < len(text) - 1 and text[end + 1].isalnum():
        end = text.find(closing, end + 1)  # an apostrophe inside
    inside = text[place + 1 : end].strip()
    if end < 0 or not inside:
        return None
    return token("QUOTED", inside, place, end + 1)


def _word(text: str, place: int, cuts: Collection[int]) -> list[Token]:
    match = _WORD.match(text, place)
    end = match.end() if match else place + 1
    # A name or a quotation may begin inside what stands together, and an item of a list.
    end = min([at for at in cuts if place < at < end], default=end)
    word = text[place:end]
    operator = _OPERATOR.search(word)
    if operator and operator.start() > 0:
        word = word[: operator.start()]
    pasted = _PASTED.match(word)
    if pasted is not None:
        word = pasted[0]
    counted = _COUNTED.fullmatch(word)
    if counted is not None and (is_number(counted[1]) or counted[1].lower() in NUMBER_WORDS):
        cut = place + counted.end(1)
        noun = token("PIECE", counted[2], cut + 1, place + len(word))
        return [token("PIECE", counted[1], place, cut), noun]
    short = _CONTRACTED.fullmatch(word)
    if short is not None and (word.lower().replace("’", "'"),) not in phrases():
        word = short[1]
    if word.endswith("...") and len(word) > _ELLIPSIS:
        word = word[:-_ELLIPSIS]
    ends_text = place + len(word) == len(text.rstrip()) or _ends_sentence(text, place, word)
    while len(word) > 1 and _is_end(word, ends_text):
        word = word[:-1]
    return [token("PIECE", word, place, place + len(word))]


def _ends_sentence(text: str, place: int, word: str) -> bool:
    """Whether a full stop ends a sentence here, before another one, and not an abbreviation."""
    if _SIZE_NEXT.match(text, place + len(word)) and not _is_abbreviated(word):
        return True
    behind = _NEXT_SENTENCE.match(text, place + len(word))
    if behind is not None and read_closing(text, behind.start(1)):
        return True
    bare = word.rstrip(".")
    if behind is None or bare.lower() in TITLES or "." in bare or len(bare) == 1:
        return False
    kind = phrases().get((behind[1].lower(),))
    if not behind[1][0].isupper():
        return (
            kind in REQUESTING
            or behind[1] in REQUIRING
            or (bare.replace("_", "").isalpha() and behind[1] in GOING_ON)
        )
    if len(bare) <= _LONGEST_ABBREVIATION:
        return kind is not None
    paired = _PAIR.search(text[:place]) and _NEXT_PAIR.match(text, behind.start(1))
    return kind is not None or bare.islower() or paired is not None


def _is_abbreviated(word: str) -> bool:
    """Whether a full stop belongs to a word: "max. 10 rows"."""
    known = word.lower() in _ABBREVIATIONS or (word.lower(),) in phrases()
    return known or word.rstrip(".").lower() in TITLES


def _is_end(word: str, ends_text: bool) -> bool:
    last = word[-1]
    if last in _CLOSING:
        return word.count(last) > word.count(_OPENING[_CLOSING.index(last)])
    if last == ".":
        bare = word[:-1].lower()
        abbreviation = re.fullmatch(r"([^\W\d]\.)+\w?", word) is not None
        if ends_text and (len(bare) == 1 or is_number(bare)):
            return True
        abbreviated = word.lower() in _ABBREVIATIONS or (word.lower(),) in phrases()
        if abbreviated and not ends_text:
            return False
        return not abbreviation and (ends_text or (bare,) in phrases() or is_number(bare))
    if last in "”\"'’":
        return word.count(last) == 1 and len(word) > 1 and ends_text
    return last in _END
