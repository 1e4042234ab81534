"""Headers made usable."""

from __future__ import annotations

from collections.abc import Sequence


def column_labels(header: Sequence[str]) -> list[str]:
    """Make headers non-empty and unique, changing as little as possible.

    White space at the ends is taken off and white space inside folded to one blank; an empty
    header becomes ``column N`` (N from 1); a repeated one gets `` (2)``, `` (3)`` and so on.

    Examples
    --------
    >>> column_labels([" Name ", "", "Name", "Name (2)"])
    ['Name', 'column 2', 'Name (3)', 'Name (2)']
    """
    stripped = [" ".join(name.split()) for name in header]
    taken = set(stripped)
    seen: set[str] = set()
    numbers: dict[str, int] = {}
    labels = []
    for position, name in enumerate(stripped):
        label = name or f"column {position + 1}"
        if label in seen or (not name and label in taken):
            base, number = label, numbers.get(label, 2)
            while (label := f"{base} ({number})") in taken or label in seen:
                number += 1
            numbers[base] = number + 1
        seen.add(label)
        labels.append(label)
    return labels
