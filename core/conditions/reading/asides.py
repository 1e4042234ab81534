"""Tell words that name a topic from words that are said around a request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark import Token, Tree

from core.conditions.lexing.headings import OF_PEOPLE
from core.conditions.reading.nodes import Node, every_token, extent_of
from core.conditions.words.kind_sets import OTHER_THAN, WANTED

_REFUSED = {"negated", "adjacent_not", "lacking"}
_TOLD = {"marked_topic", "weak_topic", "topic_of"}
_NAMING = {"WORD", "OF", "IN", "AND", "FOR", "KNOWN", "QUOTED"}
_SPOKEN = {"FILL", "DATA", "FOR", "OF", "ON"}
_PARTED = ",:;-–—+"
_JOINING = {"TO", "FOR", "OF", "AS", "IS", "AND", "OR", "IN", "ON", "WITH", "AT", "FROM", "FILL"}


def is_told_topic(node: Node) -> bool:
    """Whether a node is a topic that is called so: "about coffee", "on the topic of coffee"."""
    if node.data in _TOLD:
        return True
    return node.data == "topic" and not any(node.find_data("modified"))


def wanted_subtrees(tree: Node) -> Iterator[Node]:
    """Give the nodes of a tree but for those of what is refused: "leave out tables about tea"."""
    yield tree
    for part in tree.children:
        if isinstance(part, Tree) and part.data not in _REFUSED:
            yield from wanted_subtrees(part)


def is_said_aside(node: Node, tokens: Sequence[Token], text: str, told: bool) -> bool:
    """Whether bare words that were read as a topic are more likely said around the request.

    "My colleague asked for tables about coffee" has words at its front that are no topic; "coffee
    prices, over 50 rows" has.

    Parameters
    ----------
    node
        A part of the parsed text.
    tokens, text
        The whole row of tokens, and what they were cut from.
    told
        Whether another part of the text is called its topic.
    """
    bare = node.data == "lead"
    if not bare and not (node.data == "topic" and any(node.find_data("modified"))):
        return False
    own = sorted(every_token(node), key=lambda token: token.start_pos or 0)
    start, end = extent_of(node)
    if told or OF_PEOPLE.search(text[start:end]):
        return True
    if not bare:
        return False
    kinds = [str(token.type) for token in own]
    later = [token for token in tokens if (token.start_pos or 0) >= end]
    behind = [
        str(token.type)
        for place, token in enumerate(later)
        if not _goes_back(token, text) and not _is_refused(later[:place])
    ]
    headed = behind[:1] == ["COLON"] and bool(WANTED & set(behind))
    return kinds[-1] in _JOINING or "TABLES" in kinds[:-1] or "TABLES" in behind[1:] or headed


def _goes_back(token: Token, text: str) -> bool:
    """Whether a table is spoken of that was asked for before: "and the table must have …"."""
    before = text[: token.start_pos].rstrip().lower()
    return str(token) == "table" and before.endswith((" the", " this", " that"))


def _is_refused(before: Sequence[Token]) -> bool:
    """Whether a token stands right behind what refuses: "but leave out tables about tea"."""
    return bool(before) and str(before[-1].type) in OTHER_THAN


def bare_subject(tree: Node, text: str) -> str | None:
    """Return the words of a text that asks for nothing else: they can only be its subject.

    "Road injuries: tables to union" and "joinable tables - drug shortages" have such words, beside
    which a request would be empty; none if there are more of them, or some of whoever asks.
    """
    parts = [
        node
        for node in tree.children
        if isinstance(node, Tree) and (node.data != "gap" or any(node.find_data("unknown")))
    ]
    if len(parts) != 1:
        return None
    start, end = extent_of(parts[0])
    kinds = {str(token.type) for token in every_token(parts[0])}
    told = parts[0].data in {"lead", "gap"} and kinds <= _NAMING
    before = {
        str(one.type)
        for node in tree.children
        if isinstance(node, Tree) and extent_of(node)[0] < start
        for one in every_token(node)
    }
    apart = before <= _SPOKEN or text[:start].rstrip()[-1] in _PARTED
    if not told or not apart or OF_PEOPLE.search(text[start:end]):
        return None
    return text[start:end]
