"""Labels that are given rather than learned."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.conditions.tagging.cutting import Word, cut
from core.conditions.tagging.labels import OPERATIONS, labelled
from core.conditions.tagging.tagger import Likely, Tagger


def likely(
    labels: str, operation: str = "none", share: float = 1.0, others: Sequence[str] = ()
) -> Likely:
    """Give every word its label with the same share; labels are parted by blanks, "_" is none.

    Labels that no word has are `others`.
    """
    row = [label.replace("~", " ") for label in labels.replace("_", "O").split()]
    names = tuple(dict.fromkeys([*row, "O", *others]))
    shares = np.zeros((len(row), len(names)), dtype=np.float32)
    for i, label in enumerate(row):
        shares[i, names.index(label)] = share
    asked = {one: float(one == operation) for one in OPERATIONS}
    return Likely(names, shares, asked)


class Given(Tagger):
    """Says the same of every text."""

    def __init__(self, labels: str, operation: str = "none", others: Sequence[str] = ()) -> None:
        super().__init__()
        self._given = likely(labels, operation, others=others)

    def likely(self, words: Sequence[Word]) -> Likely:
        assert len(words) == len(self._given.shares)
        return self._given


def given(text: str, meant: str, read: str) -> Given:
    """Say what each word is to the line that a text means; what it was read as is known, too."""
    found = labelled(text, cut(text), meant)
    labels = " ".join(label.replace(" ", "~") for label in found.labels)
    return Given(labels, found.operation or "none", labelled(text, cut(text), read).labels)
