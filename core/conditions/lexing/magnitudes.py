"""Tell metres from millions in "5m" and thousands from fractions in "5.000", or say the doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lark import Token

from core.conditions.requests import Span
from core.conditions.types import Condition, Number, leaves
from core.conditions.words.kind_sets import TABLE_PARTS
from core.conditions.words.lexicon import MULTIPLIERS
from core.conditions.words.numbers import multiplied_alike
from core.conditions.words.phrase_lookup import phrase_at
from core.conditions.words.tokens import token
from core.lake.written.magnitudes import MEASURED_IN_METRES

_SHORT = re.compile(r"[-+−]?\d+(?:[.,]\d+)*m")
_GROUPED = re.compile(r"[1-9]\d{0,2}\.\d{3}")
"""Thousands as they are written in most of Europe, or a fraction."""
_MULTIPLIED = re.compile(r"[\d\w] ?(thousand|million|billion|trillion)$", re.IGNORECASE)
_PLAIN = re.compile(r"\d{1,3}(?:\.\d+)?|[a-z]+", re.IGNORECASE)
_NEAR = 2
_NEARLY = 4
_IN_MILLIONS = re.compile(
    r"populations?|inhabitants|residents|users|subscribers|followers|viewers|views|visitors|"
    r"passengers|downloads|streams|copies|circulation",
    re.IGNORECASE,
)
"""What is counted, and measured in no metres: "population up to 2m"."""
_MILLION = 1_000_000
_HINT_GROUPED = 'it was taken for a fraction; write "5000" or "5,000" if thousands are meant'
_HINT = 'it was taken for metres; write "5 million" or "5M" if millions are meant'
_BYTES = re.compile(r"[-+−]?\d+(?:[.,]\d+)*b")
_HINT_BYTES = 'it was taken for bytes; write "5 billion" or "5bn" if billions are meant'


def counted_in_full(
    number: list[Token], pieces: Sequence[Token], place: int, found: Sequence[Token]
) -> list[Token]:
    """Turn "2m rows" to two million and "5.000 rows" to five thousand; others stay as they are.

    "Population up to 2m" is two million, too.

    Parameters
    ----------
    number
        The tokens of the number that was read.
    pieces, place
        The pieces of the text, and where the number stands.
    found
        The tokens before it.
    """
    written = str(pieces[place]).removesuffix("+")
    short, grouped = _SHORT.fullmatch(written), _GROUPED.fullmatch(written)
    if not (short or grouped):
        return number
    behind = phrase_at(list(pieces), place + 1)[0] if place + 1 < len(pieces) else None
    counted = behind is not None and str(behind.type) in TABLE_PARTS
    counted = counted or bool(TABLE_PARTS & {str(one.type) for one in found[-_NEAR:]})
    counted = counted or (short is not None and any(map(_IN_MILLIONS.fullmatch, found[-_NEARLY:])))
    if not counted:
        return number
    first = number[0]
    value = written.replace(".", "") if grouped else f"{round(float(str(first)) * _MILLION)}"
    return [token(str(first.type), value, first.start_pos, first.end_pos), *number[1:]]


def ranges_multiplied(row: Sequence[Token], text: str) -> list[Token]:
    """Turn "5 to 6 million" to five million to six, and "between one and two thousand" alike."""
    found = list(row)
    for place in range(len(found) - 2):
        low, joint, high = found[place : place + 3]
        between = place and str(found[place - 1].type) == "BETWEEN"
        ranged = str(joint.type) in {"TO", "UP_TO"} or (between and str(joint.type) == "AND")
        if not ranged or {str(low.type), str(high.type)} != {"NUMBER"}:
            continue
        times = _MULTIPLIED.search(text[high.start_pos : high.end_pos])
        if times is not None and _PLAIN.fullmatch(text[low.start_pos : low.end_pos]):
            found[place] = multiplied_alike(low, high, MULTIPLIERS[times[1].lower()])
    return found


def doubtful_numbers(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give the numbers that were taken for metres, bytes or fractions and may be larger.

    Metres are not doubted where the name of the column speaks of a length.

    Examples
    --------
    >>> from core.conditions.types import Comparison, Quantity
    >>> over = Quantity(Comparison.GREATER, 5)
    >>> [span.text for span in doubtful_numbers("profit over 5m", Number("profit", over))]
    ['5m']
    >>> [span.text for span in doubtful_numbers("profit over 5.000", Number("profit", over))]
    ['5.000']
    >>> list(doubtful_numbers("snow depth over 5m", Number("snow depth", over)))
    []
    """
    names = [leaf.column for leaf in leaves(condition) if isinstance(leaf, Number)]
    if not names:
        return
    told = [MEASURED_IN_METRES, _IN_MILLIONS]
    if not any(sort.search(name) for sort in told for name in names):
        for short in _found(_SHORT, text):
            millions = f"{short[0].rstrip('mM').rstrip()} million"
            yield Span(*short.span(), short[0], _HINT, kept=True, instead=millions)
    for short in _found(_BYTES, text):
        billions = f"{short[0].rstrip('b')} billion"
        yield Span(*short.span(), short[0], _HINT_BYTES, kept=True, instead=billions)
    for grouped in _found(_GROUPED, text):
        thousands = grouped[0].replace(".", ",")
        yield Span(*grouped.span(), grouped[0], _HINT_GROUPED, kept=True, instead=thousands)


def _found(sign: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    yield from re.finditer(rf"(?<![\w$£€¥.,])(?:{sign.pattern})(?![\w.,]\w)(?!\w)", text)
