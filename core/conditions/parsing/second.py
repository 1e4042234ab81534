"""Take the second reader's condition where the grammar's does not fit what the words likely are."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from core.conditions.notation import write_request
from core.conditions.tagging.assembling import SecondReading
from core.conditions.tagging.disagreements import Doubt, Doubted
from core.conditions.tagging.labels import (
    BEYOND,
    NUMBER,
    OUTSIDE,
    Labelled,
    label_of,
    labelled,
)
from core.conditions.tagging.lines import Role
from core.conditions.tagging.second_reading import second_reading
from core.conditions.tagging.tagger import Likely, Tagger, tagger
from core.conditions.tagging.words import Word, cut
from core.conditions.types import (
    HINT_ASIDE,
    HINT_NO_FORM,
    OnColumns,
    Operation,
    Request,
    Span,
    Topic,
    conjuncts,
    leaves,
)
from core.conditions.words.closings import without_closing

_MISREAD = {Doubted.NAME, Doubted.OPERATION}
"""What the second reader is more often right of than the grammar (`benchmarks tagging`)."""
_NOTHING = {OUTSIDE, BEYOND}
_ANNOUNCING = re.compile(
    r"\b(?:topics?|themes?|subjects?|keywords?|phrases?|words?|titles?|titled|info about|"
    r"information about|similar to|content to|values? of|columns? (?:named|called)|"
    r"(?:on|by|via|using) (?:the )?(?:columns?|keys?|fields?))\b"
    r"(?: ?[:=]| is| are| of| (?:related|relating) to| being)*\W{0,3}$",
    re.IGNORECASE,
)
_HINT_AS_A_WHOLE = (
    "no form that is known; the operation is the one such words usually ask for: say “union” or "
    "“join” if it is not"
)


def fitting_better(
    request: Request,
    doubted: Sequence[Doubt],
    bare: bool,
    columns: Collection[str] = (),
    by: Tagger | None = None,
) -> Request:
    """Read a text by what each of its words likely is, if the grammar's reading does not fit that.

    What the grammar did not understand, or took for something else, stays told.

    Parameters
    ----------
    request
        The grammar's reading.
    doubted
        Where it disagrees with what the words likely are.
    bare
        Whether the grammar took the whole text for a topic.
    columns
        Names that are known; the grammar is right of these.
    by
        What was learned; from the project's wordings if left out.

    Returns
    -------
    Request
        The grammar's if that fits, or if the words don't say how they belong together.
    """
    text = without_closing(request.text)
    words = cut(text)
    if not words:
        return request
    likely = (by or tagger()).likely(words)
    second = second_reading(text, words, likely, request.condition)
    if second is None or _is_same(request, second):
        return request
    parts = [place for part in second.places for place in part]
    keywords = _is_topic(second) and (bare or _is_topic(request))
    if keywords or not _is_misread(request, doubted, second, parts):
        return request
    taken = labelled(text, words, write_request(request))
    if _loses(taken, likely) or not _keeps_sure_names(text, words, taken, columns, likely):
        return request
    return replace(
        request,
        operation=second.operation,
        condition=second.condition,
        unknown=_told(request, doubted, second, parts),
        read=_spans(request.text, parts),
        of_parts=tuple(_spans(request.text, part) for part in second.places),
    )


def _is_misread(
    request: Request,
    doubted: Sequence[Doubt],
    second: SecondReading,
    parts: Sequence[tuple[int, int]],
) -> bool:
    """Whether the grammar likely read something wrongly, and left no part of the second aside."""
    asides = [span for span in request.unknown if span.is_aside]
    unread = [span for span in request.unknown if not span.kept and not span.is_aside]
    lost = any(_touches(span, parts) for span in unread)
    lost |= bool(unread) and _tells_operation(request, second)
    misread = any(one.of in _MISREAD for one in doubted)
    return (lost or misread) and not any(_touches(span, parts) for span in asides)


def _loses(taken: Labelled, likely: Likely) -> bool:
    """Whether a number that the grammar compares, or a column or value of it, likely is nothing."""
    best = likely.best()
    numbers = (i for i, label in enumerate(taken.labels) if label.startswith(NUMBER))
    return any(best[i] in _NOTHING for i in numbers) or any(
        _NOTHING.issuperset(best[one.first : one.last])
        for one in taken.mentions
        if one.role is not Role.TOPIC
    )


def _keeps_sure_names(
    text: str, words: Sequence[Word], taken: Labelled, columns: Collection[str], likely: Likely
) -> bool:
    """Whether names that are known, or that the words before them announce, are read alike.

    "With the topic related to Oscar winners, 1929 to 2018" leaves no doubt about where it begins.
    """
    known = {name.casefold() for name in columns}
    best = ["", *likely.best(), ""]
    for one in taken.mentions:
        start, end = words[one.first].start, words[one.last - 1].end
        if text[start:end].casefold() in known or _ANNOUNCING.search(text[:start]):
            labels = [label_of(one.role, one.refused, begins=True)]
            labels += [label_of(one.role, one.refused, begins=False)] * (one.last - one.first - 1)
            inside = best[one.first + 1 : one.last + 1]
            if inside != labels or best[one.last + 1] == label_of(one.role, one.refused, False):
                return False
    return True


def _tells_operation(request: Request, second: SecondReading) -> bool:
    """Whether only the second reading says which search is asked for, by words or by keys."""
    keys = any(isinstance(leaf, OnColumns) for leaf in leaves(request.condition))
    return request.operation is Operation.NONE is not second.operation and not keys


def _is_same(request: Request, second: SecondReading) -> bool:
    return request.operation is second.operation and set(conjuncts(request.condition)) == set(
        conjuncts(second.condition)
    )


def _is_topic(reading: Request | SecondReading) -> bool:
    """Whether a reading is of topics alone: keywords are one as a whole."""
    return reading.operation is Operation.NONE and all(
        isinstance(leaf, Topic) for leaf in leaves(reading.condition)
    )


def _told(
    request: Request,
    doubted: Sequence[Doubt],
    second: SecondReading,
    parts: Sequence[tuple[int, int]],
) -> tuple[Span, ...]:
    """Say of what the grammar did not read as its words likely are that it knew no form."""
    every = {*request.unknown, *doubted}
    specific = {span for span in every if len(span.text) < len(without_closing(request.text))}
    told: list[Span] = []
    for span in sorted(specific or every, key=lambda one: (one.start, -one.end)):
        if told and span.start < told[-1].end:
            continue
        read = _touches(span, parts)
        hint = HINT_NO_FORM if read else HINT_ASIDE
        told.append(Span(span.start, span.end, span.text, hint, kept=read))
    if second.operation is not request.operation and not any(span.kept for span in told):
        whole = Span(0, len(request.text), request.text, _HINT_AS_A_WHOLE, kept=True)
        return (whole, *told)
    return tuple(told)


def _spans(text: str, places: Sequence[tuple[int, int]]) -> tuple[Span, ...]:
    return tuple(Span(start, end, text[start:end]) for start, end in sorted(set(places)))


def _touches(span: Span, parts: Sequence[tuple[int, int]]) -> bool:
    return any(span.start < end and start < span.end for start, end in parts)
