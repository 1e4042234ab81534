"""The words of a condition: phrases that mean one thing, by the terminal of the grammar."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_MUST = "{must}"
_MODALS = (
    *("must", "should", "ought to", "oughta", "shall", "has to", "have to", "needs to", "need to"),
    *("will have to", "has got to", "have got to"),
)
_FILE = Path(__file__).with_name("phrases.txt")


def _read_phrases() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    terminal = ""
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("[") and line[1:-1].replace("_", "").isupper():
            terminal = line[1:-1]
            continue
        for phrase in filter(None, map(str.strip, line.split("|"))):
            found.setdefault(terminal, []).extend(_spelled(phrase))
    found.pop("", None)
    return {terminal: tuple(listed) for terminal, listed in found.items()}


def _spelled(phrase: str) -> list[str]:
    """Give each way to say "{must}": "must have", "should have", "has to have"."""
    return [phrase.replace(_MUST, verb) for verb in _MODALS] if _MUST in phrase else [phrase]


PHRASES = _read_phrases()
"""Terminal to the phrases that it stands for, in lower case (phrases.txt)."""

REQUIRING = {"must", "should"}
"""What a sentence begins with without a capital: "over 9 rows. must mention tea"."""

GOING_ON = {
    *("at", "over", "under", "above", "below", "more", "fewer", "less", "between", "exactly"),
    *("around", "about", "roughly", "up", "with", "without", "where", "whose", "no", "not"),
    *("mentions", "mention", "contains", "contain", "includes", "include", "has", "have"),
    *("also", "and", "but", "or", "either", "neither", "if", "must", "should", "max", "min"),
    *("maximum", "minimum", "preferably", "ideally", "average", "column", "columns", "rows"),
    *("only", "never", "nothing", "none", "the", "a", "an", "it", "its", "they", "there", "that"),
    *("which", "each", "every", "any", "these", "those"),
}
"""What a sentence without a capital begins with where conditions are noted down."""

TITLES = {
    *("dr", "mr", "mrs", "ms", "st", "jr", "sr", "vs", "inc", "ltd", "co", "corp", "prof", "ft"),
    *("fig", "vol", "ed", "eds", "est", "univ", "assoc", "bros", "sq", "al", "etc", "resp"),
    *("mt", "dept", "no", "nr", "approx", "avg", "min", "max", "ca", "incl", "cf"),
    *("col", "cols", "ref", "temp"),
}
"""What has a full stop before a capital and no sentence ends with."""

DASHES = {"-", "–", "—"}

LISTING = {"list", "lists", "listing", "showing", "naming", "names"}
"""What names several values: "listing Oslo or Rome in the city column"."""

READ_BY_ONE = {"reads", "finds", "sees", "encounters"}
"""What anybody does with cells: "a column in which one reads 'late'"."""

NUMBER_WORDS = {
    word: value
    for value, word in enumerate(
        [
            *("zero", "_", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
            *("eighteen", "nineteen", "twenty"),
        ]
    )
} | {
    word: 10 * value
    for value, word in enumerate(
        ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 3
    )
}

MULTIPLIERS = {
    "dozen": 12,
    "hundred": 100,
    "thousand": 1_000,
    "k": 1_000,
    "million": 1_000_000,
    "mm": 1_000_000,
    "m": 1_000_000,
    "mn": 1_000_000,
    "mio": 1_000_000,
    "lakh": 100_000,
    "lakhs": 100_000,
    "crore": 10_000_000,
    "crores": 10_000_000,
    "billion": 1_000_000_000,
    "bn": 1_000_000_000,
    "trillion": 1_000_000_000_000,
    "tn": 1_000_000_000_000,
}


@cache
def phrases() -> dict[tuple[str, ...], str]:
    """Return each phrase, as its words, with its terminal."""
    found: dict[tuple[str, ...], str] = {}
    for terminal, listed in PHRASES.items():
        for phrase in listed:
            found.setdefault(tuple(phrase.split()), terminal)
    return found


@cache
def longest_phrase() -> int:
    """Words of the longest phrase."""
    return max(map(len, phrases()))
