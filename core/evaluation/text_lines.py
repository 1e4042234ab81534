"""Lines of TREC files, and the scores in them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from core.evaluation.errors import BadScoreError, UnwritableNameError


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
        if not name.strip() or name != name.strip() or any(mark in name for mark in "\t\n\r"):
            raise UnwritableNameError(
                f"{path}: A name in a TREC file must be without tabs, line ends and outer blanks. "
                f"Got {name!r}; write CSV or JSON instead."
            )
