"""Lines of TREC files, and the scores in them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from core.evaluation.errors import BadScoreError, UnwritableNameError
from core.store.formulas import mark_formula, unmark_formula


def fields_of(line: str, tabbed: bool) -> list[str]:
    """Split one TREC line at tabs, or else at runs of blanks."""
    return [field.strip() for field in line.split("\t")] if tabbed else line.split()


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
    if unmark_formula(marked.strip()) != name or not name.strip():
        raise UnwritableNameError(
            f"{path}: A name in CSV must be read again as it is written. Got {name!r}; rename it, "
            "or write JSON instead."
        )
    return marked
