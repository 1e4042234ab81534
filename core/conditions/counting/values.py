"""Which cells are a value that is asked for, as SQL: as written, with a remark, as yes or no.

What a cell is may hang on its column: "1" is a yes where all cells are 1 or 0, and "W 28 - 13" may
be a W where no cell is one. `of_column` tells the first from the cells, `begins` the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_WORDS = {True: ("yes", "true"), False: ("no", "false")}
_LETTERS = {True: ("y", "t"), False: ("n", "f")}
_DIGITS = {True: ("1", "1.0"), False: ("0", "0.0")}
_REMARKS = r"(?:\s*[:,]?\s*[(\[][^()\[\]]*[)\]])+$"
"""Behind a value: "Germany (EUA)", "Paris [1][2]"."""
_BEHIND_A_WORD = (" ", "\u00a0", ",", ";", ":", "/", "(", "[", "|", "&")
"""What ends a word that a cell begins with. Not "+", "-" and "'": an "A-" is another grade."""


def truth(value: str) -> bool | None:
    """Say whether a value is a yes or a no; none if it is neither.

    Examples
    --------
    >>> truth("true"), truth("N"), truth("0"), truth("maybe")
    (True, False, False, None)
    """
    for is_yes in (True, False):
        if value.lower() in _all(is_yes):
            return is_yes
    return None


def is_truth(cells: str, is_yes: bool) -> str:
    """Make SQL of whether a cell is a yes, or a no, in a column of these."""
    return f"lower({cells}) IN ({_listed(_all(is_yes))})"


def of_truths(cells: str) -> str:
    """Make SQL of whether a group of cells is yes and no in some writing, empty cells aside.

    Digits and letters alone are only where both stand: a column of ones may be counts, one of "F"
    a sex.
    """

    def of(*some: Mapping[bool, tuple[str, ...]]) -> str:
        return (
            f"lower({cells}) IN ({_listed(word for by in some for w in by.values() for word in w)})"
        )

    def both(some: Mapping[bool, tuple[str, ...]]) -> str:
        sides = (f"bool_or(lower({cells}) IN ({_listed(some[side])}))" for side in (True, False))
        return " AND ".join(sides)

    return (
        f"coalesce((bool_and({of(_WORDS, _LETTERS)}) AND (bool_or({of(_WORDS)}) OR "
        f"({both(_LETTERS)}))) OR (bool_and({of(_DIGITS)}) AND {both(_DIGITS)}), false)"
    )


def without_remarks(value: str) -> str:
    """Take what is remarked in brackets behind a value away.

    Examples
    --------
    >>> without_remarks("Germany (EUA) [3]"), without_remarks("(none)")
    ('Germany', '')
    """
    return re.sub(_REMARKS, "", value)


def remarked(cells: str, among: str) -> str:
    """Make SQL of whether cells with a remark in brackets behind them are one of some values."""
    bare = f"regexp_replace({cells}, '{_REMARKS}', '')"
    return f"(right({cells}, 1) IN (')', ']') AND {bare} IN ({among}))"


def begins(cells: str, value: str) -> str:
    """Make SQL of whether cells begin with a value as a word of its own, and go on."""
    next_sign = f"substr({cells}, length({value}) + 1, 1)"
    return f"(starts_with({cells}, {value}) AND {next_sign} IN ({_listed(_BEHIND_A_WORD)}))"


def _all(is_yes: bool) -> tuple[str, ...]:
    return (*_WORDS[is_yes], *_LETTERS[is_yes], *_DIGITS[is_yes])


def _listed(values: Iterable[str]) -> str:
    return ", ".join(f"'{value}'" for value in values)
