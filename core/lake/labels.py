"""Headers made usable, and their names as they are given in one line."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterable, Sequence

from core.errors import InputError


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


def listed(labels: Iterable[str]) -> str:
    """List labels as they are given in one line, so that one with a comma is one: in double quotes.

    Examples
    --------
    >>> listed(["item", "town, city", '5" pipe'])
    'item, "town, city", 5" pipe'
    """
    return ", ".join(map(_quoted, labels))


def _quoted(label: str) -> str:
    if "," not in label and not label.startswith('"'):
        return label
    return '"{}"'.format(label.replace('"', '""'))


def split_labels(line: str) -> list[str]:
    r"""Split labels at commas as CSV does, so that one in quotes may hold a comma.

    White space is folded as in labels: a header of two lines is found as it stands in its file.

    Raises
    ------
    InputError
        If they are longer than a cell of CSV may be.

    Examples
    --------
    >>> split_labels('a, "b, c",,first\nand second line')
    ['a', 'b, c', 'first and second line']
    """
    try:
        rows = list(csv.reader([" ".join(line.split())], skipinitialspace=True))
    except csv.Error as error:
        raise InputError(
            f"Names of columns are given as in CSV, with commas between them. Got {line[:60]!r}, "
            f"which cannot be read so ({error})."
        ) from None
    return [name.strip() for name in itertools.chain(*rows) if name.strip()]
