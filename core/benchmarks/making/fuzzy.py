"""Write names and values of a made table otherwise: as a model says, else by rule."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.benchmarks.making.fuzzy_ways import Way, abbreviated, ways

BY_RULE, BY_MODEL = "rule", "model"

_VOWELS = re.compile(r"(?<=\w)[aeiou]", re.IGNORECASE)
_NAME_WORDS = re.compile(r"[^\W\d_]+|\d+")
_SIGNS = re.compile(r"[^\w\s.-]")
_LONG_NAME = 8
_INITIALS = 3
_LEFT_AS_IT_IS = 0.25


@dataclass(frozen=True)
class ColumnForms:
    """Other ways to write a column that a model gave, checked.

    Parameters
    ----------
    names
        Other names; none keep to the rule.
    values
        Each different value of the source to another that means the same; none keep to the rule.
    """

    names: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class WrittenColumn:
    """What was made of a column.

    Parameters
    ----------
    name_by, way
        Who gave the name, `BY_RULE` or `BY_MODEL`, and what was done to the values; empty for
        nothing.
    written
        Each different value to what is written for it; empty if they are as they were.
    """

    name: str
    written_name: str
    name_by: str
    way: str
    written: Mapping[str, str]


def fuzzy_label(label: str, dice: random.Random) -> str:
    """Write a column's name another way.

    Examples
    --------
    >>> sorted({fuzzy_label("Population", random.Random(seed)) for seed in range(30)})
    ['Pop.', 'Popltn', 'Population', 'population']
    >>> sorted({fuzzy_label("gross domestic product", random.Random(seed)) for seed in range(30)})
    ['GDP', 'Gross Domestic Product', 'gross domestic prod.', 'gross_domestic_product']
    >>> sorted({fuzzy_label("Größe (m²)", random.Random(seed)) for seed in range(30)})
    ['GRÖSSE (M²)', 'größe (m²)']
    """
    words = _NAME_WORDS.findall(label)
    if _SIGNS.search(label) or not words:  # a unit or a sign belongs to the name
        found = [label.upper(), label.lower()]
    else:
        found = [" ".join(map(str.capitalize, words)), "_".join(map(str.lower, words))]
    if words == [label] and len(label) >= _LONG_NAME:
        found.append(label[0] + _VOWELS.sub("", label[1:]))
    if len(words) >= _INITIALS and " ".join(words) == label and label.replace(" ", "").isalpha():
        found.append("".join(word[0].upper() for word in words))
    if abbreviated(label) != label:
        found.append(abbreviated(label))
    return dice.choice(found)


def fuzzy_columns(
    labels: Sequence[str],
    rows: Sequence[Sequence[str]],
    seed: str,
    forms: Sequence[ColumnForms] = (),
) -> tuple[list[WrittenColumn], list[list[str]]]:
    """Write a table's names and values another way; each column in one way.

    Values that differ stay different, so that a label decided from the cells as they were still
    holds; `WrittenColumn.written` undoes it.

    Parameters
    ----------
    seed
        Which way; the same gives the same.
    forms
        Of each column, what a model gave; none if no model was asked.

    Returns
    -------
    columns, rows
    """
    dice = random.Random(seed)  # noqa: S311 - a choice of forms, no secret
    given = list(forms) or [ColumnForms()] * len(labels)
    columns: list[WrittenColumn] = []
    taken: set[str] = set()
    for place, (label, form) in enumerate(zip(labels, given, strict=True)):
        name = dice.choice(form.names) if form.names else fuzzy_label(label, dice)
        by = BY_MODEL if form.names else BY_RULE
        if name.casefold() in taken or name.casefold() in _others(labels, label):
            name = label
        taken.add(name.casefold())
        way = _way([row[place] for row in rows], form, dice)
        columns.append(
            WrittenColumn(
                label,
                name,
                "" if name == label else by,
                "" if way is None else way.name,
                {} if way is None else way.written,
            )
        )
    return columns, [
        [column.written.get(cell, cell) for column, cell in zip(columns, row, strict=True)]
        for row in rows
    ]


def _others(labels: Sequence[str], label: str) -> set[str]:
    return {other.casefold() for other in labels if other != label}


def _way(cells: Sequence[str], form: ColumnForms, dice: random.Random) -> Way | None:
    """Choose how the values are written; none for as they are."""
    values = {cell for cell in cells if cell}
    if form.values and values <= set(form.values):
        return Way(BY_MODEL, {value: form.values[value] for value in sorted(values)})
    found = ways(cells)
    if not found or dice.random() < _LEFT_AS_IT_IS:
        return None
    return dice.choice(found)
