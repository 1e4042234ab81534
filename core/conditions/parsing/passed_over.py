"""Words around a request that both readers pass over, reading the same from the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.conditions.alike import ask_alike
from core.conditions.requests import Request, Span
from core.conditions.tagging.assembling import SecondReading
from core.conditions.tagging.cutting import Word
from core.conditions.tagging.labels import OUTSIDE
from core.conditions.tagging.numerals import numerals
from core.conditions.tagging.tagger import Likely
from core.conditions.types import Operation
from core.conditions.words.asks_nothing import Asking, asking
from core.conditions.words.purposes_in_front import is_occasion

SURE = 0.9
"""How likely each of some words must be to ask for nothing."""

_ASKS = re.compile(
    r"\b(?:no|none|never|without|except|excluded|excluding|only|must|avoid|skip|anti)\b|^\W+$",
    re.IGNORECASE,
)
"""What refuses or demands something, or is but a unit, if neither reader knows what: "no overlap",
"an anti-join", "in $"."""
_CLAUSE = re.compile(
    r"\b(?:i|we|you|he|she|they|it|me|us|my|mine|our|ours|your|his|her|their|am|is|are|was|were|be|"
    r"been|have|has|had|can|could|may|might|will|would|do|does|did)\b|\w[’']\w",
    re.IGNORECASE,
)
"""What tells of somebody, or of something, is a clause of its own; a bare word may be wanted:
"sizable", "Acme"."""
_OWNED = re.compile(r"\b(?:my|our) $", re.IGNORECASE)
"""What stands before words of one's own: "my | orchards lack rootstock data"."""
_ENDS = re.compile(r"[.,](?!\w)|[;:?!()\n–—]|\s-\s")
_GOES_ON = re.compile(
    rf"{_ENDS.pattern}|\b(?:and|so|but) (?=(?:i|we|would|want|need|wish|hope|plan)\b)|"
    r"(?<=\w) (?=(?:i|we) \w)",
    re.IGNORECASE,
)
"""What stands before the request: "I am compiling shelters | and wish to append"."""
_PREPARING = (
    r"(?:collecting|gathering|compiling|assembling|piling up|putting together|pooling|preparing|"
    r"writing|drafting|editing|annotating|cataloguing|cataloging|indexing|digiti[sz]ing|"
    r"transcribing|building|making|rebuilding|tidying|finishing)"
)
"""What somebody does with things of one's own: "I am compiling shelters"."""
_OF_US = re.compile(
    rf"(?:so,? )?(?:i|we)(?: (?:am|are)|['’](?:m|re)) (?:\w+ly )?{_PREPARING}\b", re.IGNORECASE
)
"""What a sentence begins with that tells of whoever asks: "We are | pooling evidence"."""


def passed_over(
    request: Request, second: SecondReading, words: Sequence[Word], likely: Likely
) -> Request:
    """Say which of the words that the grammar did not understand surely ask for nothing.

    They are those that the second reader, which does not know what the grammar made of a text,
    takes for none of it, where it reads the same union or join. Where tables are wanted by
    themselves, they may ask for another search ("our data should grow with …"); a number, a
    quotation, a refusal or a bare word may always ask for something.

    Parameters
    ----------
    request
        The grammar's reading.
    second
        The second reader's of the same text.
    words, likely
        The words of the text, and what they likely are.
    """
    same = second.operation is request.operation and ask_alike(second.condition, request.condition)
    if request.operation is Operation.NONE or not same:
        return request
    sure = likely.shares[:, likely.labels.index(OUTSIDE)] >= SURE
    said = numerals(request.text)

    def asks_for_nothing(span: Span) -> bool:
        inside = [i for i, word in enumerate(words) if span.start <= word.start < span.end]
        return (
            not (span.kept or _ASKS.search(span.text))
            and _is_told(request, span)
            and all(sure[i] and not words[i].quoted for i in inside if words[i].text[0].isalnum())
            and not any(one.start < span.end and span.start < one.end for one in said)
        )

    unknown = (replace(span, passed=asks_for_nothing(span)) for span in request.unknown)
    return replace(request, unknown=tuple(unknown))


def _is_told(request: Request, span: Span) -> bool:
    """Whether words tell something of somebody, or of something."""
    told = _CLAUSE.search(span.text) or _OWNED.search(request.text[: span.start])
    return told is not None or _tells_something(request, span)


def _tells_something(request: Request, span: Span) -> bool:
    """Whether words are of a sentence in front of a request that asks for nothing.

    "We are | pooling evidence, so union ours with tables over 9 rows"; bare words by themselves, or
    in a sentence that wishes something, may be wanted: "our ward needs | sizable ones".
    """
    text = request.text
    starts = max((end.end() for end in _ENDS.finditer(text, 0, span.start)), default=0)
    behind = _GOES_ON.search(text, span.end)
    if behind is None or any(
        one.start < behind.start() and starts < one.end for one in request.read
    ):
        return False
    said = text[starts : behind.start()].strip()
    begins = _OF_US.match(said) is not None or is_occasion(said)
    return begins and asking(said) is Asking.NOTHING
