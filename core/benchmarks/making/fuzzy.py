"""Write names and values of a made table otherwise, by rule: abbreviations, forms, formats."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import date

_VOWELS = re.compile(r"(?<=\w)[aeiou]", re.IGNORECASE)
_LONG_NAME = 8
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_NUMBER = re.compile(r"-?\d{4,}(\.\d+)?")


def fuzzy_label(label: str, dice: random.Random) -> str:
    """Write a column's name another way.

    Examples
    --------
    >>> sorted({fuzzy_label("Population", random.Random(seed)) for seed in range(20)})
    ['Popltn', 'Population', 'population']
    """
    words = re.findall(r"[A-Za-z]+|\d+", label) or [label]
    ways = [" ".join(word.capitalize() for word in words), "_".join(word.lower() for word in words)]
    if len(words) == 1 and len(label) >= _LONG_NAME:
        ways.append(label[0] + _VOWELS.sub("", label[1:]))
    return dice.choice(ways)


def fuzzy_columns(
    labels: Sequence[str], rows: Sequence[Sequence[str]], seed: str
) -> tuple[list[str], list[list[str]]]:
    """Write a table's names, numbers and dates another way; each column in one way.

    Parameters
    ----------
    seed
        Which way; the same gives the same.
    """
    dice = random.Random(seed)  # noqa: S311 - a choice of forms, no secret
    new: list[str] = []
    for label in labels:
        other = fuzzy_label(label, dice)
        new.append(other if other.casefold() not in {name.casefold() for name in new} else label)
    columns = [_fuzzy_values([row[place] for row in rows], dice) for place in range(len(labels))]
    return new, [list(row) for row in zip(*columns, strict=True)] if columns else []


def _fuzzy_values(cells: list[str], dice: random.Random) -> list[str]:
    filled = [cell for cell in cells if cell]
    if filled and all(_DATE.fullmatch(cell) for cell in filled):
        form = dice.choice(("%d %B %Y", "%B %d, %Y", "%Y/%m/%d"))
        return [_other_date(cell, form) for cell in cells]
    if filled and all(_NUMBER.fullmatch(cell) for cell in filled) and dice.random() < 0.5:  # noqa: PLR2004
        return [_separated(cell) for cell in cells]
    return cells


def _other_date(cell: str, form: str) -> str:
    try:
        return date.fromisoformat(cell).strftime(form) if cell else cell
    except ValueError:
        return cell


def _separated(cell: str) -> str:
    whole, point, rest = cell.partition(".")
    return f"{int(whole):,}{point}{rest}" if whole else cell
