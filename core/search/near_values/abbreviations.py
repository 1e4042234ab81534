"""Values that are cut short: "N. York" for "New York", "Assoc." for "Association", "NOR"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from core.features.words import words_of

LIKENESS = 0.9
"""Of a value and one that it may be cut short from."""

_SHORTEST = 3
"""Letters that must be there, if no word is whole and no dot says that letters were left out."""


def cut_short(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Find the values of two sides of which one may be the other with words cut short.

    Each word begins with its counterpart, in order, or is begun by it; one word at least is the
    same, or the shorter value has three letters, or a dot. Initials alone stand for several words
    ("us" for "united states") if there are two at least.

    Returns
    -------
    list
        Places in `left` and `right`, those of equal values not among them; ascending.

    Examples
    --------
    >>> cut_short(["n. york", "nor", "u.s."], ["new york", "north york", "norway", "united states"])
    [(0, 0), (0, 1), (1, 2), (2, 3)]
    """
    known: dict[str, list[int]] = defaultdict(list)
    words = [words_of(value) for value in right]
    for place, some in enumerate(words):
        known["".join(word[0] for word in some)].append(place)
    found = []
    for place, value in enumerate(left):
        some = words_of(value)
        initials = "".join(word[0] for word in some)
        for other in known.get(initials, ()):
            if some != words[other] and _is_cut(some, words[other], value, right[other]):
                found.append((place, other))
        if len(some) == 1 and some[0].isalpha() and len(value) > 1:
            found += [(place, at) for at in known.get(value, ()) if len(words[at]) > 1]
        if len(some) > 1:
            found += [(place, at) for at in known.get(initials[:1], ()) if words[at] == [initials]]
    return sorted(set(found))


def _is_cut(one: Sequence[str], other: Sequence[str], text: str, other_text: str) -> bool:
    if len(one) != len(other):
        return False
    if not all(a.startswith(b) or b.startswith(a) for a, b in zip(one, other, strict=True)):
        return False
    if any(a == b and len(a) > 1 for a, b in zip(one, other, strict=True)):
        return True
    short = min(text, other_text, key=len)
    return "." in short or sum(map(len, words_of(short))) >= _SHORTEST
