"""Parts of a condition that are made of a text's words, and what stands between these."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.conditions.tagging.cutting import Word
from core.conditions.tagging.likely_parts import LikelyPart
from core.conditions.types import Condition

_LAST = 10_000
"""The place of what has no words of its own."""
OR = re.compile(
    r"\bor\b(?! (?:more|less|fewer|higher|greater|over|above|below|under|later|earlier|longer|"
    r"newer|older|lower|better|so|after|before|larger|smaller|beyond|up|thereabouts)\b(?! than))",
    re.IGNORECASE,
)
"""What joins two alternatives, and goes on with no number: "or more", "or later"."""


class UnclearError(Exception):
    """The labels don't say how the parts belong together."""


@dataclass(frozen=True)
class Wording:
    """A text and its words, as `core.conditions.tagging.cutting.cut` makes them of it."""

    text: str
    words: Sequence[Word]

    def extent(self, part: LikelyPart) -> tuple[int, int]:
        """Where a part begins and ends in the text."""
        return self.words[part.first].start, self.words[part.last - 1].end

    def between(self, one: int, other: int) -> str:
        """Give the text between two words: behind the first, up to the second."""
        start = self.words[one - 1].end if one else 0
        end = self.words[other].start if other < len(self.words) else len(self.text)
        return self.text[start:end]


@dataclass(frozen=True)
class Placed:
    """A part of a condition, and the words it was made of."""

    condition: Condition
    parts: tuple[LikelyPart, ...]

    @property
    def first(self) -> int:
        """Where its words begin; behind all others if it has none."""
        return min((part.first for part in self.parts), default=_LAST)

    @property
    def last(self) -> int:
        """Where its words end; behind all others if it has none."""
        return max((part.last for part in self.parts), default=_LAST)
