"""Columns made to differ in form from what they were, on purpose and from a seed."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Sequence

Fuzz = Callable[[str, random.Random], str]

_SUFFIXES = (" Inc.", " Ltd", " (disambiguation)", " - official", ", the", " Group", " *")


def case(value: str, seed: random.Random) -> str:
    """Other letter case and spacing."""
    changed = seed.choice([value.upper(), value.title(), value.lower()])
    return changed.replace(" ", "  ")


def suffix(value: str, seed: random.Random) -> str:
    """Words behind it, as names of firms, pages and lists have them."""
    return value + seed.choice(_SUFFIXES)


def typos(value: str, seed: random.Random) -> str:
    """One letter dropped, doubled, changed, or swapped with the next."""
    letters = [place for place, letter in enumerate(value) if letter.isalpha()]
    if len(letters) < 4:  # noqa: PLR2004
        return value
    at = seed.choice(letters[1:-1])
    kind = seed.randrange(4)
    if kind == 0:
        return value[:at] + value[at + 1 :]
    if kind == 1:
        return value[:at] + value[at] + value[at:]
    if kind == 2:  # noqa: PLR2004
        return value[:at] + seed.choice(string.ascii_lowercase) + value[at + 1 :]
    return value[:at] + value[at + 1 : at + 2] + value[at] + value[at + 2 :]


def abbreviations(value: str, seed: random.Random) -> str:
    """All words but the last as initials, or a single word cut short with a dot."""
    words = value.split()
    if len(words) > 1:
        cut = [word[0] + "." if word[0].isalpha() else word for word in words[:-1]]
        return " ".join([*cut, words[-1]])
    return value[: max(3, len(value) * 2 // 3)] + "." if len(value) > 4 else value  # noqa: PLR2004


FUZZ: dict[str, Fuzz] = {
    "case": case,
    "suffixes": suffix,
    "typos": typos,
    "abbreviations": abbreviations,
}


def country_codes() -> dict[str, str]:
    """Map 142 countries' names, folded, to their ISO 3166 alpha-3 codes."""
    import plotly.data

    frame = plotly.data.gapminder(return_type="polars")
    pairs = frame.select("country", "iso_alpha").unique().rows()
    return {country.casefold(): code for country, code in pairs}


def fuzzed(values: Sequence[str], fuzz: Fuzz, seed: int) -> list[str]:
    """Change every value; equal ones alike."""
    source = random.Random(seed)  # noqa: S311 - reproducible, not secret
    changed = {value: fuzz(value, source) for value in dict.fromkeys(values)}
    return [changed[value] for value in values]


def is_name(value: str) -> bool:
    """Whether a value has letters enough to be written in another way."""
    return len(re.findall(r"[^\W\d_]", value)) >= 4  # noqa: PLR2004
