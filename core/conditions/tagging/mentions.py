"""Where in a text the names, topics and values of its condition stand, and what each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.conditions.tagging.cutting import Word, cut
from core.conditions.tagging.lines import Role, named


@dataclass(frozen=True)
class Mention:
    """Words of a text that a condition has: ``words[first:last]``."""

    first: int
    last: int
    role: Role
    refused: bool = False
    """Whether it is under a "not"."""


def mentions(words: Sequence[Word], line: str) -> tuple[list[Mention], bool]:
    """Find what a condition names in the words of its text, the longest first.

    Returns
    -------
    tuple
        The mentions in the order of the text, and whether all were found: a name that is spelled
        otherwise is none. One that the line has twice and the text once counts as found.
    """
    low = [word.text.casefold() for word in words]
    wanted = [(one, [word.text for word in cut(one.text)]) for one in named(line)]
    taken = [False] * len(low)
    found: list[Mention] = []
    spelled: list[list[str]] = []
    whole = True
    for one, said in sorted(wanted, key=lambda pair: -len(pair[1])):
        folded = [word.casefold() for word in said]
        places = [
            i
            for i in range(len(low) - len(said) + 1)
            if low[i : i + len(said)] == folded and not any(taken[i : i + len(said)])
        ]
        first = min(places, key=lambda i: _farther(words[i : i + len(said)], said), default=None)
        if first is None or not said:
            whole &= said in spelled
            continue
        last = first + len(said)
        taken[first:last] = [True] * len(said)
        spelled.append(said)
        found.append(Mention(first, last, one.role, one.refused))
    return sorted(found, key=lambda mention: mention.first), whole


def _farther(words: Sequence[Word], said: Sequence[str]) -> tuple[bool, bool]:
    """Tell places apart: what is quoted comes before others, then what is spelled alike."""
    quoted = all(word.quoted for word in words)
    return (not quoted, [word.text for word in words] != list(said))
