"""Point out topics that may be a value, two of them, or said aside: "the subject is Geography"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from core.conditions.doubting.around import Around
from core.conditions.doubting.leaf_words import HINT_NOT_ABOUT, spelled, unquoted
from core.conditions.requests import Span
from core.conditions.types import Condition, HasColumn, Topic, conjuncts, leaves
from core.conditions.words.purposes_in_front import OF_OWN_TABLE, WORKS

_SUBJECT_IS = Around(
    "", r"\b(?:where|in which) (?:the )?", r"((subject|theme|category) (?:is|equals|=) {})(?!\w)"
)
_TOLD_AS = Around(
    r"\b(",
    r"(topic|subject|theme|title|category)(?: is| of| equals|:)? [\"'“]?",
    r"{}[\"'”]?)(?!\w)",
    re.IGNORECASE,
)
_BOTH = r"\bboth {0}(?!\w)|(?<!\w){0},? \(?both of (?:them|these|those)\b"
_NOT_ONLY = Around(
    "(",
    r"(?:\bnot|n['’]t) (?:only|just|merely|solely|exclusively|necessarily|always) "
    r"(?:about|on|of|concern\w*|deal\w* with|cover\w*)",
    r") (?:the )?{}(?!\w)",
    re.IGNORECASE,
)
_ADDED = r"(?:add|append|stack|put|place|hang|concatenat)\w*\b"
_ADDING = (
    r"(?:to|for|(?:that |which |we |I |they )*(?:can|could|may|might|should|to)(?: be)?|I can|"
    rf"we can) {_ADDED}"
)
_APPENDED = Around(
    r"(?:\b(?:more|further|additional|need|needs?|want|wants?|find|get|some|any|what|which|other|"
    r"new|extra|are there|do we have|have you got) {0}|"
    r"^\W*(?!(?:more|further|additional|extra)\b){0}),? ",
    _ADDING,
    "",
    re.IGNORECASE,
)
"""What is to be appended: "more pupils to add below mine", "what bills could be appended"."""
_HINT_ROWS = "it was taken for what tables are about; leave it out if rows of any table will do"
_HINT_ONLY = "such tables were left out; leave the words out if they may be about more than this"
_NEEDING = Around(
    r"(?<!\w){},?", r" and (?:I |we )?(?:need|want|require|looking for|am after)\b", ""
)
_ONLY_THEM = Around("", r"^\W*(?:only|just|solely) (?:the )?", r"{} ?[:;]", re.IGNORECASE)
"""What rows are wanted of, maybe: "Only league games: append tables with …"."""
_BESIDE_COLUMN = Around(r"(?<!\w){} and (", r"(?:on|about) ", r"{})(?!\w)")
_HINT_COLUMN = "it was taken for what tables are about; say {} if that is meant"
_HINT_VALUE = "it was taken for what tables are about; say {} if it is a value"
_HINT_BOTH = "it was taken for one topic; say {} if tables have to be about both"
_BOTH_TOPICS = Around("", r"\bboth (?:the )?[\"“]?", r"{}[\"”]? and (?:the )?[\"“]?{}(?!\w)[\"”]?")
_HINT_TWO = "two topics were taken for it; say {} if it is one"
_OF_OWN_TABLE = Around("", OF_OWN_TABLE, r" (?:the )?{}(?!\w)", re.IGNORECASE)
_OF_WORK = Around(
    "",
    rf"\bfor (?:an?|the|this|my|our|his|her|their) (?:[\w-]+ ){{0,2}}?"
    rf"(?:{'|'.join(sorted(WORKS))}) (?:on|about|of|into) (?:the )?",
    r"{}(?!\w)",
    re.IGNORECASE,
)
_PARTS_WANTED = re.compile(
    r"\b(?:more|extra|further|additional|other|new|any|some|find|want|need) (?:rows|records|lines|"
    r"entries|columns)\b|\b(?:rows|records|columns) (?:from|out of|to (?:add|append|attach))\b",
    re.IGNORECASE,
)
"""What is wanted for one's own table, whatever the tables are about that it is taken from."""


def doubtful_topics(
    text: str, condition: Condition | None, columns: Sequence[str] = ()
) -> Iterator[Span]:
    """Give topics that may be asked for otherwise.

    Parameters
    ----------
    columns
        Names of the query's columns, one of which may be what is spoken of: "subject is maths".

    Examples
    --------
    >>> found = doubtful_topics("tables where the subject is Geography", Topic("Geography"))
    >>> [span.instead for span in found]
    ['"subject" is "Geography"']
    >>> found = doubtful_topics("on both tea and wine", Topic("tea and wine"))
    >>> [span.instead for span in found]
    ['about tea and about wine']
    """
    topics = [one for one in conjuncts(condition) if isinstance(one, Topic)]
    for one, other in itertools.pairwise(topics):
        said = _BOTH_TOPICS.search(text, one.text, other.text)
        if said is not None and not _are_apart(one.text, other.text):
            instead = f"about {one.text} and {other.text}"
            yield Span(*said.span(), said[0], _HINT_TWO.format(instead), kept=True, instead=instead)
    held = [leaf.about for leaf in leaves(condition) if isinstance(leaf, HasColumn) and leaf.about]
    known = {name.lower() for name in columns}
    for leaf in leaves(condition):
        if not isinstance(leaf, Topic):
            continue
        for about in held:
            beside = _BESIDE_COLUMN.search(text, about, leaf.text)
            if beside is not None:
                instead = f"a column about {leaf.text}"
                hint = _HINT_COLUMN.format(instead)
                yield Span(*beside.span(1), beside[1], hint, kept=True, instead=instead)
        of_query = _TOLD_AS.search(text, leaf.text) if known else None
        if of_query is not None and of_query[2].lower() in known:
            instead = f'"{of_query[2]}" is "{leaf.text}"'
            hint = _HINT_VALUE.format(instead)
            yield Span(*of_query.span(1), of_query[1], hint, kept=True, instead=instead)
            continue
        said = _SUBJECT_IS.search(text, leaf.text)
        if said is not None and leaf.text[:1].isupper():
            instead = f'"{said[2]}" is "{leaf.text}"'
            hint = _HINT_VALUE.format(instead)
            yield Span(*said.span(1), said[1], hint, kept=True, instead=instead)
        only = _NOT_ONLY.search(text, leaf.text)
        if only is not None:
            yield Span(*only.span(1), only[1], _HINT_ONLY, kept=True)
        if any(form.search(text, leaf.text) for form in (_APPENDED, _ONLY_THEM)):
            yield from unquoted(text, leaf.text, _HINT_ROWS)
        parts = re.split(r" (?:and|&) ", leaf.text)
        both = re.search(_BOTH.format(spelled(leaf.text)), text) if "both" in text else None
        if both is not None and len(parts) > 1:
            instead = " and ".join(f"about {part}" for part in parts)
            hint = _HINT_BOTH.format(instead)
            yield Span(*both.span(), both[0], hint, kept=True, instead=instead)
        aside = _NEEDING.search(text, leaf.text)
        if aside is not None:
            end = aside.start() + len(leaf.text)
            yield Span(aside.start(), end, text[aside.start() : end], HINT_NOT_ABOUT, kept=True)


def _are_apart(first: str, second: str) -> bool:
    """Whether two topics share no word: of "both male and female authors" they may.

    "Both bus fares and subway delays" are whole by themselves; "both bus driver and tram driver
    wages" may not be.
    """
    whole = 1 < len(first.split()) >= len(second.split()) > 1
    several = [re.search(r"[^\Ws]s$", one) is not None for one in (first, second)]
    return whole and several[0] == several[1]  # "both New York and Boston rents" share theirs


def doubtful_purposes(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give topics that may be what rows are wanted for, and not what their tables are about.

    Examples
    --------
    >>> text = "for a story on bridges I need more rows over 5"
    >>> [span.text for span in doubtful_purposes(text, Topic("bridges"))]
    ['bridges']
    >>> list(doubtful_purposes("for a story on bridges I need tables", Topic("bridges")))
    []
    """
    parts = _PARTS_WANTED.search(text) is not None
    forms = (_OF_OWN_TABLE, _OF_WORK) if parts else (_OF_OWN_TABLE,)
    for leaf in leaves(condition):
        if isinstance(leaf, Topic) and any(form.search(text, leaf.text) for form in forms):
            yield from unquoted(text, leaf.text, HINT_NOT_ABOUT)
