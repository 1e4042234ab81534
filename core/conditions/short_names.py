"""Names that are written short: "qty" for quantity, "dept" for department, "LIFEEXP", "dob"."""

from __future__ import annotations

from collections.abc import Sequence

_VOWELS = "aeiou"
_SHORTEST = 3
_USUAL = {
    *(("dt", "date"), ("hr", "hour"), ("ht", "height"), ("mo", "month"), ("no", "number")),
    *(("ct", "count"), ("nm", "name"), ("nr", "number"), ("pt", "point"), ("rm", "room")),
    *(("pct", "percentage"), ("wk", "week"), ("wt", "weight"), ("yr", "year")),
}
"""What headers have that the rule leaves open: two letters are short for many words."""
SMALL_WORDS = {"of", "the", "and", "for", "in", "at", "on", "per", "to"}


def is_short_for(short: str, word: str) -> bool:
    """Whether a word in lower case is a usual way to write another one short.

    It begins as the other does and has only consonants behind that, in their order, up to the last
    letter or the last consonant of it. Plurals of both are one, but for those of three letters:
    "gls" is goals and "cls" class, "pts" are no presents.

    Examples
    --------
    >>> [is_short_for(*pair.split()) for pair in ("qty quantity", "dept department", "yrs years")]
    [True, True, True]
    >>> [is_short_for(*pair.split()) for pair in ("cost contest", "rate result", "st state")]
    [False, False, False]
    """
    if (_singular(short), _singular(word)) in _USUAL:
        return True
    if not _SHORTEST <= len(short) < len(word) or short[0] != word[0]:
        return False
    if len(short) > _SHORTEST:
        short, word = _singular(short), _singular(word)
    elif short.endswith("s") and len(word) > 2 * _SHORTEST:
        return False
    begun = next((i for i, (a, b) in enumerate(zip(short, word, strict=False)) if a != b), 0)
    if not begun:
        return True
    behind = short[1:] if not _has_vowel(short[1:]) else short[begun:]
    if len(behind) < len(short) - 1 and (begun < _SHORTEST or len(behind) != 1):
        return False
    rest = word[len(short) - len(behind) :]
    ends = {word[-1], next((letter for letter in reversed(word) if letter not in _VOWELS), "")}
    return not _has_vowel(behind) and behind[-1] in ends and _in_order(behind, rest)


def are_initials(short: str, words: Sequence[str]) -> bool:
    """Whether a word is made of the first letters of three or more, of small ones or not.

    Examples
    --------
    >>> are_initials("dob", ["date", "of", "birth"]), are_initials("gdp", ["gross", "profit"])
    (True, False)
    """
    every = "".join(word[0] for word in words)
    large = "".join(word[0] for word in words if word not in SMALL_WORDS)
    return len(short) >= _SHORTEST and short in {every, large}


def are_run_together(solid: str, words: Sequence[str]) -> bool:
    """Whether a word is several without blanks between, each cut to three letters or more.

    Examples
    --------
    >>> are_run_together("lifeexp", ["life", "expectancy"])
    True
    >>> are_run_together("lifetime", ["life", "expectancy"])
    False
    """
    if len(words) == 1:
        return words[0].startswith(solid) and len(solid) >= min(_SHORTEST, len(words[0]))
    if not words:
        return False
    first, rest = words[0], words[1:]
    return any(
        solid.startswith(first[:length]) and are_run_together(solid[length:], rest)
        for length in range(len(first), min(_SHORTEST, len(first)) - 1, -1)
    )


def _singular(word: str) -> str:
    return word[:-1] if len(word) > _SHORTEST - 1 and word.endswith("s") else word


def _has_vowel(letters: str) -> bool:
    return any(letter in _VOWELS for letter in letters)


def _in_order(letters: str, word: str) -> bool:
    left = iter(word)
    return all(letter in left for letter in letters)
