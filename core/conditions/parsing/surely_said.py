"""What the grammar's condition surely says, so that another reading must not lose or want it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from core.conditions.alike import TURNED
from core.conditions.senses.keys import is_identifier
from core.conditions.types import (
    And,
    Comparison,
    Condition,
    HasColumn,
    Leaf,
    Not,
    OnColumns,
    Or,
    Share,
    Size,
    Topic,
    leaves,
)

_OTHER_END = {
    Comparison.GREATER: Comparison.AT_LEAST,
    Comparison.AT_LEAST: Comparison.GREATER,
    Comparison.LESS: Comparison.AT_MOST,
    Comparison.AT_MOST: Comparison.LESS,
}
"""A comparison and the one that differs from it at its end alone."""
_KEYS_SAID = re.compile(r"\bas (?:(?:the|my|our|a) )?(?:\w+ )?keys?\b", re.IGNORECASE)
"""What names say by which the grammar surely tells keys: "using isbn and title as the keys"."""


def loses_what_is_said(other: Condition | None, own: Condition | None, text: str) -> bool:
    """Whether a condition lacks kinds of cells, columns or keys of another, said as such in a text.

    "A column about rent holding numbers", "archery with a bow_type of recurve", "both dom_freq
    and call_rate are above 20", "about both tea and rum", "using plot and year as the keys".
    """
    return (
        _takes_kinds_for_names(other, own)
        or bool(_had(own, text) - _had(other, text))
        or bool(_said_of_both(own, text) - _columns(other))
        or (len(_both_topics(own, text)) > 1 and not _both_topics(other, text))
        or (_KEYS_SAID.search(text) is not None and bool(_keys(own) - _keys(other)))
    )


def wants_what_is_refused(other: Condition | None, own: Condition | None) -> bool:
    """Whether a condition wants what another refuses, or a size the other way round."""
    wanted = set(leaves(other)) - set(_refused(other))
    return bool(wanted & {*_refused(own), *_turned(own)})


def _refused(condition: Condition | None, refused: bool = False) -> Iterator[Leaf]:
    """Give the leaves of a condition that are refused."""
    match condition:
        case Not(part=part):
            yield from _refused(part, not refused)
        case And(parts=parts) | Or(parts=parts):
            for part in parts:
                yield from _refused(part, refused)
        case _ if condition is not None and refused:
            yield condition


def _had(condition: Condition | None, text: str) -> set[str]:
    """Give the names as only columns have them that something is had of: "with a bow_type of"."""
    parts = [leaf.part if isinstance(leaf, Share) else leaf for leaf in leaves(condition)]
    columns = {str(getattr(part, "column", "")) for part in parts}
    said = (rf"\b(?:with|having) an? {re.escape(one)} of\b" for one in columns)
    return {
        one.casefold()
        for one, words in zip(columns, said, strict=True)
        if is_identifier(one) and re.search(words, text, re.IGNORECASE)
    }


def _said_of_both(condition: Condition | None, text: str) -> set[str]:
    """Give the names as only columns have them of two columns: "both dom_freq and call_rate"."""
    pairs = re.findall(r"\bboth (\w+) and (\w+)\b", text, re.IGNORECASE)
    both = {name.casefold() for pair in pairs for name in pair if is_identifier(name)}
    return both & _columns(condition)


def _both_topics(condition: Condition | None, text: str) -> list[str]:
    """Give the topics of which it is said that tables are about both: "about both tea and rum"."""
    topics = [leaf.text for leaf in leaves(condition) if isinstance(leaf, Topic)]
    pairs = itertools.permutations(topics, 2)
    said = (
        rf"\bboth (?:the )?{re.escape(one)} and (?:the )?{re.escape(two)}\b" for one, two in pairs
    )
    return topics if any(re.search(words, text, re.IGNORECASE) for words in said) else []


def _columns(condition: Condition | None) -> set[str]:
    """Give the names of columns of which something is said."""
    parts = (leaf.part if isinstance(leaf, Share) else leaf for leaf in leaves(condition))
    return {str(getattr(part, "column", "")).casefold() for part in parts}


def _keys(condition: Condition | None) -> set[str]:
    """Give the names of columns that are joined or united on."""
    on = (leaf for leaf in leaves(condition) if isinstance(leaf, OnColumns))
    return {name.casefold() for leaf in on for name in leaf.columns}


def _takes_kinds_for_names(second: Condition | None, first: Condition | None) -> bool:
    """Whether what cells hold is taken for a part of a name: a column about "rent holding numbers".

    The grammar knows the words by which the cells of a column are said to be of a kind.
    """
    columns = [
        [one for one in leaves(condition) if isinstance(one, HasColumn)]
        for condition in (second, first)
    ]
    return any(
        mine.kinds
        and any(
            said and its.startswith(f"{said} ")
            for said, its in ((mine.about, theirs.about), (mine.named, theirs.named))
        )
        for theirs, mine in itertools.product(*columns)
    )


def _turned(condition: Condition | None) -> Iterator[Leaf]:
    """Give sizes the other way round: "none of 20 rows or more" was read as below 20 rows.

    Shares of rows, too, with their end or without: "half of the rows or fewer" as at least half.
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Size | Share) or leaf.quantity.comparison not in TURNED:
            continue
        turned = {TURNED[leaf.quantity.comparison]}
        if isinstance(leaf, Share):
            turned |= {_OTHER_END[one] for one in turned}
        for one in turned:
            yield replace(leaf, quantity=replace(leaf.quantity, comparison=one))
