"""Lines of TREC files, and the scores in them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

from core.evaluation.errors import BadScoreError, UnwritableNameError
from core.store.formulas import mark_formula, unmark_formula

_BLANK = re.compile(r"\s")
_ASCII = " \t\r\x0b\x0c"
_BLANKS = re.compile(f"[{_ASCII}]+")


def in_trec(name: str) -> str:
    """Return a name as TREC tools take it, who part columns at blanks: with blanks as in addresses.

    No two names are written alike: one that shows a blank, however often it is encoded, has its
    blanks and percent signs encoded once more, and so is still one of these.

    Examples
    --------
    >>> in_trec("World Geography 5%.csv"), in_trec("growth_5%.csv")
    ('World%20Geography%205%25.csv', 'growth_5%.csv')
    >>> in_trec("open%20data.csv")  # would be read as one with a blank
    'open%2520data.csv'
    """
    if not _BLANK.search(_decoded(name)):
        return name
    return re.sub(r"[\s%]", lambda found: quote(found[0]), name)


def _decoded(name: str) -> str:
    """Take back encoding as in addresses until none is left."""
    while (plain := unquote(name)) != name:
        name = plain
    return name


def from_trec(name: str) -> str:
    """Return the name that `in_trec` wrote; other names as they are.

    Examples
    --------
    >>> from_trec("World%20Geography%205%25.csv"), from_trec("growth_5%25.csv")
    ('World Geography 5%.csv', 'growth_5%25.csv')
    """
    if "%" not in name:  # of a million lines hardly a name has one
        return name
    found = unquote(name)
    return found if in_trec(found) == name else name


def has_blank(names: Iterable[str]) -> bool:
    """Whether a name has a blank, as none has that `in_trec` wrote."""
    return any(map(_BLANK.search, names))


def fields_of(line: str, tabbed: bool) -> list[str]:
    """Split one TREC line at tabs, or else at runs of blanks, as trec_eval does: of ASCII's."""
    if tabbed:
        return [field.strip() for field in line.split("\t")]
    return _BLANKS.split(line.strip(_ASCII))


def parse_score(text: str, path: Path, line: int | None) -> float:
    """Return a finite number.

    Raises
    ------
    BadScoreError
        If it is none.
    """
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise BadScoreError(f"A score must be a finite number. Got {text!r}.", path, line)
    return score


def check_names(names: Sequence[str], path: Path) -> None:
    r"""Raise `UnwritableNameError` if a name cannot stand between tabs.

    Examples
    --------
    >>> check_names(["World Geography.csv"], Path("run.txt"))
    >>> check_names(["a\tb"], Path("run.txt"))
    Traceback (most recent call last):
    core.evaluation.errors.UnwritableNameError: run.txt: A name in a TREC file must be without ...
    """
    for name in names:
        bare = name.strip() and name == name.strip() and not name.startswith("\ufeff")
        if not bare or any(mark in name for mark in "\t\n\r"):
            raise UnwritableNameError(
                f"{path}: A name in a TREC file must be without tabs, line ends, outer blanks and "
                f"byte order marks. Got {name!r}; write CSV or JSON instead."
            )


def in_csv(name: str, path: Path) -> str:
    """Return a name as it stands in CSV: no formula, and read again as it was.

    Raises
    ------
    UnwritableNameError
        If a reader, who takes blanks at the ends for the file's, would read another name.

    Examples
    --------
    >>> in_csv("World Geography.csv", Path("run.csv")), in_csv("=1", Path("run.csv"))
    ('World Geography.csv', "'=1")
    >>> in_csv("a ", Path("run.csv"))
    Traceback (most recent call last):
    core.evaluation.errors.UnwritableNameError: run.csv: A name in CSV must be read again as ...
    """
    marked = mark_formula(name)
    one_line = not set("\r\n") & {*name}
    if unmark_formula(marked.strip()) != name or not name.strip() or not one_line:
        raise UnwritableNameError(
            f"{path}: A name in CSV must be read again as it is written. Got {name!r}; rename it, "
            "or write JSON instead."
        )
    return marked
