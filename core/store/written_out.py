"""How much a loaded pickle is where what it shares is written out: a label for each pair."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import RefusedPickleError
from core.store.safe_pickle import GROUND_TRUTH, PickleOf

MAX_VALUES = 5_000_000
"""As labels they take 0.6 GB."""
MAX_CHARACTERS = 256_000_000


def check_written_out(value: Any, path: Path, wanted: PickleOf = GROUND_TRUTH) -> None:
    """Refuse what a small file holds once and uses very often, before anything writes it out.

    Each value counts wherever it is used, and a key for each value behind it, as in a line a pair.

    Parameters
    ----------
    value
        As `core.store.safe_pickle.load_plain` gives it: nothing lies in itself.

    Raises
    ------
    RefusedPickleError
        If it comes to more than 5,000,000 values or 256,000,000 characters.
    """
    _Extents(path, wanted).of(value)


class _Extents:
    """Values and characters of each container, which is looked at once."""

    def __init__(self, path: Path, wanted: PickleOf) -> None:
        self._path = path
        self._wanted = wanted
        self._known: dict[int, tuple[int, int]] = {}

    def of(self, value: Any) -> tuple[int, int]:
        if isinstance(value, str):
            return 1, len(value)
        if isinstance(value, int | float):
            return 1, 1
        if (known := self._known.get(id(value))) is None:
            known = self._known[id(value)] = self._of_parts(value)
        return known

    def _of_parts(self, container: Any) -> tuple[int, int]:
        values = characters = 0
        for part in container:
            more, text = self.of(part)
            if isinstance(container, dict):
                behind, its_text = self.of(container[part])
                more, text = more + behind, text * max(behind, 1) + its_text
            values, characters = values + more, characters + text
            if values > MAX_VALUES or characters > MAX_CHARACTERS:
                raise RefusedPickleError(
                    f"A pickle must hold at most {MAX_VALUES:,} names, and {MAX_CHARACTERS:,} "
                    "characters, each counted for every query that it is used for. Got more; ask "
                    f"its author for {self._wanted.what} as CSV.",
                    self._path,
                )
        return values, characters
