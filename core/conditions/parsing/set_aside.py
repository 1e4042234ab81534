"""Set aside what is said around a request: reasons, purposes in front, remarks in passing.

Nothing of them is asked for, and their words look like parts of conditions: "as the subsidy covers
just that range" has a column and a value. They are blanked, so that neither reader sees them and
all other words keep their places.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from core.conditions.requests import HINT_ASIDE, Request, Span
from core.conditions.words.asks_nothing import Asking, asking
from core.conditions.words.column_said_again import read_column_said_again
from core.conditions.words.kinds_noted import read_kind_noted
from core.conditions.words.own_table_told import (
    is_plainly_own_table,
    read_no_table_told,
    read_own_table_told,
)
from core.conditions.words.passing_remarks import (
    read_idle_words,
    read_passing_remark,
    says_how_written,
    says_what_is_meant,
)
from core.conditions.words.past_statements import read_past_statement
from core.conditions.words.purposes_in_front import (
    is_of_own_table,
    is_perhaps_subject,
    read_purpose,
    without_about,
)
from core.conditions.words.reasons import is_short_statement, read_reason

_STARTS = re.compile(r"(?<![\w'’-])[^\W\d_]")
_JOINING = re.compile(
    r"\b(?:and|or|but|that|which|who|where|whose|with|must|should|is|are|has|have|be|of|a|an|the)$",
    re.IGNORECASE,
)
"""What a remark between two commas may interrupt: "and, as we sell none, …"."""
_SAYING = re.compile(
    r"\s*(?:is|are|was|were|must|should|has to|have to|ought to|needs? to|shall|lies?|falls?|"
    r"exceeds?|equals?)\b",
    re.IGNORECASE,
)
"""What stands behind how cells are written: "the date, given as dd/mm/yyyy, is before …"."""
_OPENS = re.compile(r"(?:\s+[-–—]|[,;:])?\s*$")
_OF_OTHERS = re.compile(r"\b(?:tables?|data ?sets?|files?|sheets?|lists?)\b", re.IGNORECASE)
"""What is asked for behind a table of one's own; of "anything to append?" it tells the topic."""
_REFERRING = re.compile(
    r"\b(?:same|such an?|this|that|very|said) (?:\w+ )?(?:subject|topic|theme|matter)\b", re.I
)
"""What a reason may have named: "as I study tea, find tables on that subject"."""


@dataclass(frozen=True)
class SetAside:
    """A text without what is said around the request.

    Parameters
    ----------
    given
        As it was typed.
    text
        The same with blanks instead; every other word stands where it stood.
    told
        What may ask for something all the same.
    """

    given: str
    text: str
    told: tuple[Span, ...] = ()

    def of_given(self, request: Request) -> Request:
        """Put what was read of the text into terms of the one given, and tell what is doubtful."""
        unknown = [*map(self._span, request.unknown), *self.told]
        return replace(
            request,
            text=self.given,
            unknown=tuple(sorted(unknown, key=lambda span: span.start)),
            read=tuple(map(self._span, request.read)),
            of_parts=tuple(tuple(map(self._span, part)) for part in request.of_parts),
        )

    def _span(self, span: Span) -> Span:
        return replace(span, text=self.given[span.start : span.end])


def set_aside(text: str, columns: Collection[str] = ()) -> SetAside:
    """Blank what is said around a request and asks for nothing.

    A reason in which something may be asked for is left as it is, and so is a text of nothing else.

    Parameters
    ----------
    columns
        Names of the query's columns: what names one is no aside.

    Examples
    --------
    >>> set_aside("over 9 rows, as our form is full, about tea").text
    'over 9 rows,                      about tea'
    >>> set_aside("because we moved").text
    'because we moved'
    """
    blanked, told = text, []
    for start, end, idle in _asides(text):
        said = text[start:end]
        if _is_of_name(text, start, end, columns):
            continue
        sure = Asking.NOTHING if idle else _asked(said, columns)
        if not idle and read_past_statement(text, start) and not _names(said, columns):
            sure = Asking.PERHAPS
        if not idle and _tells_of_table(text, start):
            others = is_plainly_own_table(said) and _OF_OTHERS.search(text, end)
            sure = Asking.NOTHING if others else Asking.PERHAPS
        if not idle and is_of_own_table(said) and not _names(said, columns):
            sure = Asking.PERHAPS
        if sure is Asking.NOTHING and read_purpose(text, start) and is_perhaps_subject(text, end):
            sure = Asking.PERHAPS
        if sure is Asking.SOMETHING:
            continue
        if sure is Asking.PERHAPS:
            told.append(Span(start, end, said, HINT_ASIDE))
        blanked = _without(blanked, start, end)
    if blanked == text or not re.search(r"\w", blanked) or _REFERRING.search(text):
        return SetAside(text, text)
    return SetAside(text, blanked, tuple(told))


def _asides(text: str) -> Iterator[tuple[int, int, bool]]:
    """Give where asides begin and end, and whether they say nothing at all."""
    ends = 0
    for start in (one.start() for one in _STARTS.finditer(text)):
        if start < ends:
            continue
        idle = (
            read_idle_words(text, start)
            or read_kind_noted(text, start)
            or read_column_said_again(text, start)
        )
        ends = (
            idle
            or read_reason(text, start)
            or read_passing_remark(text, start)
            or read_purpose(text, start)
            or read_past_statement(text, start)
            or _tells_of_table(text, start)
        )
        if ends:
            yield start, ends, bool(idle)


def _tells_of_table(text: str, place: int) -> int:
    """Return where it ends what one's own table is, or that there is none; 0 if it is not told."""
    return read_own_table_told(text, place) or read_no_table_told(text, place)


def _asked(said: str, columns: Collection[str]) -> Asking:
    """Say whether an aside asks for something: what names a column of the query does."""
    if _names(said, columns):
        return Asking.SOMETHING
    found = asking(without_about(said))
    hints = is_short_statement(said) or says_what_is_meant(said)
    return Asking.PERHAPS if found is Asking.NOTHING and hints else found


def _names(said: str, columns: Collection[str]) -> bool:
    names = (re.escape(name.strip()) for name in columns if name.strip())
    return any(re.search(rf"(?<!\w){name}(?!\w)", said, re.IGNORECASE) for name in names)


def _is_of_name(text: str, start: int, end: int, columns: Collection[str]) -> bool:
    """Whether words are a piece of a column's name: a column "seats number"."""
    return any(
        found.start() <= start and end <= found.end()
        for name in columns
        if name.strip()
        for found in re.finditer(rf"(?<!\w){re.escape(name.strip())}(?!\w)", text, re.IGNORECASE)
    )


def _without(text: str, start: int, end: int) -> str:
    """Blank an aside with one of the signs around it: the sentence goes on as if nothing was said.

    What ends the sentence behind it stands behind the last word before.
    """
    before, behind = text[:start], text[end:]
    opening = _OPENS.search(before)
    opens = opening.start() if opening is not None else start
    closing = re.match(r"\s*(?:[,;:.?!)]|[-–—](?=\s))", behind)
    closes = end + (closing.end() if closing is not None else 0)
    bracket = before.rstrip().endswith("(")
    if bracket and closing is not None and closing[0].strip() == ")":
        opens = len(before[: before.rindex("(")].rstrip())
        closing = re.match(r"[,;:.?!]", text[closes:])
        sign, closes = (closing[0], closes + 1) if closing is not None else ("", closes)
        return text[:opens] + sign.ljust(closes - opens) + text[closes:]
    if not before[:opens].strip():
        return " " * closes + text[closes:]
    sign = closing[0].strip() if closing is not None else ""
    if sign in {",", ";", ":", "-", "–", "—"} and opens < start:
        joins = _JOINING.search(before[:opens].rstrip()) is not None
        of_column = says_how_written(text[start:end]) and _SAYING.match(text, closes) is not None
        keep = "" if joins or of_column else before[opens:start]
        return text[:opens] + keep.ljust(closes - opens) + text[closes:]
    if sign == ")":
        return text[:opens] + " " * (end - opens) + text[end:]
    return text[:opens] + sign.ljust(closes - opens) + text[closes:]
