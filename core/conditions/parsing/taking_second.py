"""Take the second reader's condition where the grammar's does not fit what the words likely are."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from core.conditions.alike import ask_alike
from core.conditions.notation import write_request
from core.conditions.parsing.passed_over import passed_over
from core.conditions.parsing.read_otherwise import read_otherwise
from core.conditions.parsing.surely_said import loses_what_is_said, wants_what_is_refused
from core.conditions.requests import HINT_ASIDE, HINT_NO_FORM, Request, Span
from core.conditions.tagging.assembling import SecondReading
from core.conditions.tagging.cutting import Word, cut
from core.conditions.tagging.disagreements import Doubt, Doubted
from core.conditions.tagging.labels import (
    BEYOND,
    NUMBER,
    OUTSIDE,
    REFUSED,
    Labelled,
    label_of,
    labelled,
)
from core.conditions.tagging.lines import OF_COLUMNS, Role
from core.conditions.tagging.mentions import Mention
from core.conditions.tagging.second_reading import second_reading
from core.conditions.tagging.tagger import Likely, Tagger, tagger
from core.conditions.types import (
    Condition,
    Date,
    Leaf,
    Number,
    OnColumns,
    Operation,
    Size,
    Topic,
    conjuncts,
    leaves,
)
from core.conditions.words.closings import without_closing
from core.conditions.words.of_one_operation import SIDEWAYS
from core.conditions.words.surely_asked import is_surely_asked

SURE_OF_OPERATION_ALONE = 0.999
"""How likely an operation must be that is taken without the rest of the second reading."""
_NOTHING = {OUTSIDE, BEYOND}
_SIGNS = {"=", "<", ">"}
_TRAILS_OFF = re.compile(r"\(.*(?:\.\.\.|…)\s*\)", re.DOTALL)
"""What nothing is asked for in: "(ethics board...)"."""
_ANNOUNCING = re.compile(
    r"\b(?:topics?|themes?|subjects?|keywords?|phrases?|words?|titles?|titled|info about|"
    r"information about|similar to|content to|values? of|columns? (?:named|called)|"
    r"(?:domain|area|discipline|realm)(?=:)|"
    r"(?:on|by|via|using) (?:the )?(?:columns?|keys?|fields?))\b"
    r"(?: ?[:=]| is| are| of| (?:related|relating) to| being)*\W{0,3}$",
    re.IGNORECASE,
)
_CUT = re.compile(r" (?:and|or)$", re.IGNORECASE)
"""What no topic ends with: of "both tourism and trade" it is what parts two of them."""
_SAID_OF_ONE = {
    Operation.JOIN: re.compile(
        rf"\b(?:(?:{SIDEWAYS}|each (?:one )?of) (?:my|our) (?:own )?(?:rows|records|entries)|"
        r"(?:my|our|this) (?:[\w-]+ ){1,4}(?:sideways|to the right))\b",
        re.IGNORECASE,
    ),
    Operation.UNION: re.compile(r"\b(?:my|our|this) (?:[\w-]+ ){1,4}downwards\b", re.IGNORECASE),
}
"""What is said of rows of one's own, or of one's own table, where only a join, or only a union,
is meant."""
_HINT_AS_A_WHOLE = (
    "no form that is known; the operation is the one such words usually ask for: say “union” or "
    "“join” if it is not"
)


def fitting_better(
    request: Request,
    doubted: Sequence[Doubt],
    bare: bool,
    columns: Collection[str],
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
    if second is None:
        return request if bare else _asking(request, likely)
    if _says_no_more(request, second, doubted, bare):
        return passed_over(request, second, words, likely)
    if not (request.unknown or doubted):
        return replace(request, unknown=tuple(read_otherwise(request, second, columns)))
    reading = _Reading(request, labelled(text, words, write_request(request)), words, doubted)
    if not reading.may_give_way(second, columns, likely):
        return _asking(request, likely)
    parts = [place for part in second.places for place in part]
    return replace(
        request,
        operation=second.operation,
        condition=second.condition,
        unknown=_told(request, doubted, second, parts),
        read=_spans(request.text, parts),
        of_parts=tuple(_spans(request.text, part) for part in second.places),
    )


def _asking(request: Request, likely: Likely) -> Request:
    """Take the operation that words surely ask for where the grammar left some and found none.

    A column that is called so leaves that open: "in which the union is Unison".
    """
    columns = {str(getattr(leaf, "column", "")).lower() for leaf in leaves(request.condition)}
    operation = max(likely.operations, key=lambda one: likely.operations[one])
    asks = request.operation is Operation.NONE and request.condition is not None
    surely = likely.operations[operation] >= SURE_OF_OPERATION_ALONE
    if not (asks and surely and request.unknown) or operation == Operation.NONE:
        return request
    if columns & {"union", "join"}:
        return request
    whole = Span(0, len(request.text), request.text, _HINT_AS_A_WHOLE, kept=True)
    others = (span for span in request.unknown if span.text != request.text)
    return replace(request, operation=Operation(operation), unknown=(whole, *others))


@dataclass(frozen=True)
class _Reading:
    """The grammar's reading, and what is doubted of it."""

    request: Request
    taken: Labelled
    words: Sequence[Word]
    doubted: Sequence[Doubt]

    def may_give_way(self, second: SecondReading, columns: Collection[str], likely: Likely) -> bool:
        """Whether the second reading loses nothing that this one surely has, nor reads asides.

        What is refused here is not wanted there: of "not (at least half of the rows …)" no label
        tells. "I am preparing a talk on labour history" asks for no tables on that, "I print on
        A4" for no key; what is brought beside rows of one's own is joined.
        """
        parts = zip(conjuncts(second.condition), second.places, strict=False)
        told = [
            place
            for part, places in parts
            if any(isinstance(leaf, Topic | OnColumns) for leaf in leaves(part))
            for place in places
        ]
        asides = [span for span in self.request.unknown if span.is_aside]
        trailing = [span for span in asides if _TRAILS_OFF.fullmatch(span.text)]
        every = [place for places in second.places for place in places]
        if _any_touches(asides, told) or _any_touches(trailing, every):
            return False
        other = second.operation not in {Operation.NONE, self.request.operation}
        if other and _is_said_of_one(self.request):
            return False
        if any(_CUT.search(name) for name in _topics(second.condition)):
            return False
        own = self.request.condition
        if loses_what_is_said(second.condition, own, self.request.text):
            return False
        if wants_what_is_refused(second.condition, own):
            return False
        return not self._loses(likely) and self._keeps_sure_names(columns, likely)

    def _loses(self, likely: Likely) -> bool:
        """Whether a number that is compared, or a name that is not doubted, likely is nothing."""
        best = likely.best()
        labels = enumerate(self.taken.labels)
        return any(best[i] in _NOTHING for i, label in labels if label.startswith(NUMBER)) or any(
            _NOTHING.issuperset(best[one.first : one.last]) and not self._is_doubted(one)
            for one in self.taken.mentions
            if one.role is not Role.TOPIC
        )

    def _keeps_sure_names(self, columns: Collection[str], likely: Likely) -> bool:
        """Whether names that are known, or that the words before them announce, are read alike.

        "With the topic related to Oscar winners, 1929 to 2018" leaves no doubt about where it
        begins; where it ends may be doubted.
        """
        known = {name.casefold() for name in columns}
        best = ["", *map(_sort_of, likely.best()), ""]
        for one in self.taken.mentions:
            start, end = self._extent(one)
            begun, going_on = (
                _sort_of(label_of(one.role, one.refused, at)) for at in (True, False)
            )
            likely_labels = best[one.first + 1 : one.last + 2]
            alike = likely_labels[:-1] == [begun, *[going_on] * (one.last - one.first - 1)]
            if alike and likely_labels[-1] != going_on:
                continue
            announced = _ANNOUNCING.search(self.request.text[:start])
            ends_before = likely_labels[0] == begun and self._is_doubted(one)
            if self.request.text[start:end].casefold() in known or (announced and not ends_before):
                return False
        return True

    def _extent(self, mention: Mention) -> tuple[int, int]:
        return self.words[mention.first].start, self.words[mention.last - 1].end

    def _is_doubted(self, mention: Mention) -> bool:
        """Whether it is doubted, or another word of the part of the condition that has it."""
        place = [self._extent(mention)]
        names = [one for one in self.doubted if one.of is Doubted.NAME]
        part = next((one for one in self.request.of_parts if _any_touches(one, place)), ())
        places = [(span.start, span.end) for span in part]
        return _any_touches(names, place) or _any_touches([*names, *self.request.unknown], places)


def _topics(condition: Condition | None) -> list[str]:
    return [leaf.text for leaf in leaves(condition) if isinstance(leaf, Topic)]


def _is_said_of_one(request: Request) -> bool:
    """Whether the words leave no doubt which of union and join is meant."""
    said = _SAID_OF_ONE.get(request.operation)
    return said is not None and (
        said.search(request.text) is not None
        or is_surely_asked(request.text, request.operation.name)
    )


def _sort_of(label: str) -> str:
    """Tell labels of names of columns apart no further: what is asked of them says the rest."""
    if label in _NOTHING or label.startswith(NUMBER):
        return label
    role = Role(label[2:].removesuffix(REFUSED))
    return label.replace(role.value, "column") if role in OF_COLUMNS else label


def _says_no_more(
    request: Request, second: SecondReading, doubted: Sequence[Doubt], bare: bool
) -> bool:
    """Whether the second reading asks for the same, or for keywords, or joins the same parts.

    Of how parts belong together the grammar knows more: the order of "and" and "or".
    """
    if _is_topic(second) and (bare or _is_topic(request)):
        return True
    if request.operation is not second.operation:
        return False
    every_word = all(span.kept for span in request.unknown)
    same_parts = set(leaves(request.condition)) == set(leaves(second.condition))
    told = bool(doubted) and _has_no_other_part(request.condition, second.condition, doubted)
    return ask_alike(request.condition, second.condition) or (every_word and (same_parts or told))


def _has_no_other_part(
    first: Condition | None, second: Condition | None, doubted: Sequence[Doubt]
) -> bool:
    """Whether a second reading has the parts of the first, which may be compared otherwise.

    It may lack some where all that is doubted is compared by a sign, which nothing said aside is:
    "pos = GK" may ask for more than a condition can say, and is read as far as it goes.
    """
    parts, others = ({_uncompared(leaf) for leaf in leaves(one)} for one in (first, second))
    signed = all(_SIGNS & set(doubt.text) for doubt in doubted)
    return others <= parts if signed else others == parts


def _uncompared(leaf: Leaf) -> object:
    """Give a part without how it is compared, which the grammar knows from the words for it."""
    match leaf:
        case Size(extent=of, quantity=quantity) | Number(column=of, quantity=quantity):
            return type(leaf), of, quantity.value
        case Date(column=column, first=first):
            return Date, column, first
    return leaf


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


def _any_touches(spans: Iterable[Span], parts: Sequence[tuple[int, int]]) -> bool:
    return any(_touches(span, parts) for span in spans)


def _touches(span: Span, parts: Sequence[tuple[int, int]]) -> bool:
    return any(span.start < end and start < span.end for start, end in parts)
