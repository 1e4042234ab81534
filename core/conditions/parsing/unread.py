"""Say which words of a condition were not read, and what to write instead."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from lark import Token

from core.conditions.reading.nodes import Node, every_token
from core.conditions.requests import HINT_ASIDE, Span
from core.conditions.types import Condition, OnColumns, Size, leaves
from core.conditions.words.kind_sets import OPERATIONS, QUANTITIES, UNQUOTED_NAMES

_HINTS = {
    "VAGUE": 'say how large, as in "more than 500 rows"',
    "NUMBER": "say what the number is compared with",
    "YEAR": 'say which column the year is of, as in "year after 1990"',
    "DATE": 'say which column the date is of, as in "date after 2015-03-01"',
    "ASIDE": HINT_ASIDE,
    "WORD": "put the words of a name or a value in quotation marks, or leave them out",
}
_NO_HINT = 'say it as "COLUMN is VALUE", "COLUMN above NUMBER" or "about TOPIC"'

_VALUED = re.compile(
    r"((?:either |or |and )?)([a-z]\w*(?: [a-z]\w*)?) ([A-Z][\w.'-]*(?: [A-Z][\w.'-]*)*)((?: or)?)"
)
"""What may be a column and its value: "brand Makita"."""
_HINT_VALUED = 'say "{}" if it is the value of a column'
_HINT_IN_TOPIC = (
    'it is looked for as a part of the topic; say "where COLUMN is above NUMBER" to compare cells'
)
_HINT_COUNTED = 'say "rows" beside the comparison, as in "more than 500 rows"'
_TOPIC_WORDS = {"topic", "topics", "subject", "theme"}
_NOUNS_TOO = {"CONTAINS", "GIVES", "VALUES", "INFO"}
_OWN = re.compile(r"\b(?:(?:my|our|this)(?: \w+)? (?:table|sheet|file|list|data ?set)|mine|ours)\b")
_COMBINING = re.compile(
    r"(?:to )?(?:add|append|combine|combined|combining|extend|extending|expand|augment|enhance|"
    r"complement)"
)
"""What is done to one's own table with another."""
_ADDING = re.compile(
    r"\s*(?:please |pls )?((?:add|augment|extend|complement)\b)(?!.*\b(?:my|our|mine|ours|this)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""How a text begins that tells to combine, and not with what: "add population by city"."""
_SAID = {"FILL", "GIVES"}
_HINT_OPERATION = 'say "unionable" or "joinable" if tables are to be combined with it'
_HINT_ONE = "say one of union and join: a search is for either"
_HINT_CLAUSE = "it was taken for a part of a topic or a value; say it at the beginning"
_LIKE_NUMBER = re.compile(r"\d|^(?:today|yesterday|tomorrow|now)$", re.IGNORECASE)


def left_over(tree: Node, text: str, condition: Condition | None) -> Iterator[Span]:
    """Give the stretches of words that no condition has taken."""
    tokens_left = [
        t
        for name in ("unknown", "remark")
        for gap in tree.find_data(name)
        for t in every_token(gap)
    ]
    if not any(isinstance(leaf, Size) for leaf in leaves(condition)):
        tokens_left += [t for gap in tree.find_data("vague") for t in every_token(gap)]
    tokens_left.sort(key=lambda token: token.start_pos or 0)
    run: list[Token] = []
    for token in tokens_left:
        if run and text[run[-1].end_pos or 0 : token.start_pos].strip():
            yield _span(run, text)
            run = []
        run.append(token)
    if run:
        yield _span(run, text)


def lost_nouns(tree: Node, text: str, row: Sequence[Token]) -> Iterator[Span]:
    """Give nouns between conditions that belong to a word before them.

    They were taken for verbs and may end a name ("bond yields"), or are what a number counts
    though the number was read as another's ("it runs from 20 to 30 rows").
    """
    before = {later.start_pos: str(one.type) for one, later in itertools.pairwise(row)}
    for rows in tree.find_data("counted_rows"):
        yield _span(list(every_token(rows)), text, _HINT_COUNTED)
    for gap in tree.find_data("gap"):
        for token in every_token(gap):
            plural = str(token).endswith("s") and " " not in str(token)
            if not plural or str(token.type) not in _NOUNS_TOO:
                continue
            if before.get(token.start_pos) in UNQUOTED_NAMES:
                yield _span([token], text, _HINTS["WORD"])


def lost_operation(tree: Node, text: str) -> Iterator[Span]:
    """Give what is said of one's own table where neither a union nor a join was understood."""
    begun = _ADDING.match(text)
    if begun is not None:
        yield Span(*begun.span(1), begun[1], _HINT_OPERATION)
    for gap in tree.find_data("gap"):
        for token in every_token(gap):
            start, end = token.start_pos or 0, token.end_pos or 0
            own = _OWN.search(text, start, end) if str(token.type) == "FILL" else None
            verb = _COMBINING.fullmatch(token) if str(token.type) in _SAID else None
            if own is not None:
                yield Span(*own.span(), own[0], _HINT_OPERATION)
            elif verb is not None:
                yield Span(start, end, text[start:end], _HINT_OPERATION)


def operations_in_names(tree: Node, text: str) -> Iterator[Span]:
    """Give the clauses about a union or a join that became a part of a topic or a value."""
    for name in ("phrase", "value", "lead"):
        for node in tree.find_data(name):
            for token in every_token(node):
                if str(token.type) in OPERATIONS and " " in token:
                    start, end = token.start_pos or 0, token.end_pos or 0
                    yield Span(start, end, text[start:end], _HINT_CLAUSE, kept=True)


def two_operations(tree: Node, text: str, condition: Condition | None) -> Iterator[Span]:
    """Give the words that speak of a union and of a join where both are spoken of.

    Not where each has its keys: "joinable on A, unionable on B and C".
    """
    between = [token for gap in tree.find_data("gap") for token in every_token(gap)]
    named = [one for one in between if str(one.type) in OPERATIONS]
    on_keys = {leaf.operation.name for leaf in leaves(condition) if isinstance(leaf, OnColumns)}
    without_keys = {str(one.type) for one in named} - on_keys
    if len(without_keys) > 1 or (without_keys and on_keys):
        for one in named:
            yield _span([one], text, _HINT_ONE)


def compared_in_topics(tree: Node, text: str) -> Iterator[Span]:
    """Give the comparisons that became a part of what a table or a column is about."""
    named = {id(phrase) for topic in tree.find_data("topic") for phrase in _called_topic(topic)}
    for phrase in [*tree.find_data("phrase"), *tree.find_data("lead")]:
        words = list(every_token(phrase))
        if id(phrase) in named and words[0].type != "AMOUNT":
            continue
        for first, second in itertools.pairwise(words):
            number = str(second.type) in QUANTITIES or _LIKE_NUMBER.search(second)
            if first.type == "AMOUNT" and number:
                start, end = first.start_pos or 0, second.end_pos or 0
                yield Span(start, end, text[start:end], _HINT_IN_TOPIC, kept=True)


def _called_topic(topic: Node) -> Iterator[Node]:
    """Give the words of "on the topic of …", which leaves no doubt that they are one."""
    words = {word for child in topic.children if isinstance(child, Token) for word in child.split()}
    if words & _TOPIC_WORDS:
        yield from topic.find_data("phrase")


def _span(run: list[Token], text: str, hint: str = "") -> Span:
    start, end = run[0].start_pos or 0, run[-1].end_pos or 0
    valued = None if hint else _VALUED.fullmatch(text, start, end)
    if valued is not None:
        instead = "{}{} is {}{}".format(*valued.groups())
        return Span(start, end, text[start:end], _HINT_VALUED.format(instead), instead=instead)
    hint = hint or next((_HINTS[str(t.type)] for t in run if str(t.type) in _HINTS), _NO_HINT)
    return Span(start, end, text[start:end], hint)
