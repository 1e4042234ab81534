"""Label the words of a text by what was learned from wordings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.conditions.tagging.cutting import Word
from core.conditions.tagging.labels import OPERATIONS, OUTSIDE

if TYPE_CHECKING:
    from core.conditions.tagging.network import Network

LEARNED = Path(__file__).with_name("wordings.safetensors")
"""What was learned from the project's wordings, but for those kept to measure it."""
_REMEMBERED = 64
_OF_PROGRAMS = {
    **dict.fromkeys(("cbind", "bind_cols", "hstack", "hconcat", "cbinding"), "merge"),
    **dict.fromkeys(("rbind", "bind_rows", "vstack", "vconcat", "rbinding"), "append"),
    **dict.fromkeys(("cbind-able", "hstackable"), "joinable"),
    **dict.fromkeys(("rbind-able", "vstackable"), "unionable"),
}
"""What programs call a join or a union, which few wordings have, in a word that many have."""


@dataclass(frozen=True)
class Likely:
    """How likely labels of words are, and what a text asks for."""

    labels: tuple[str, ...]
    shares: NDArray[np.float32]
    """Words x labels, 0 to 1; 0 throughout for a word that the network has no place for."""
    operations: dict[str, float]
    """How likely each of `OPERATIONS` is, 0 to 1."""

    def best(self) -> list[str]:
        """Give each word's likeliest label; `OUTSIDE` of one that the network has no place for."""
        likeliest = [self.labels[i] for i in self.shares.argmax(axis=1)]
        seen: list[bool] = (self.shares.max(axis=1, initial=0) > 0).tolist()
        return [label if has else OUTSIDE for label, has in zip(likeliest, seen, strict=True)]


class Tagger:
    """How likely each label is for each word of a text; may be shared by threads.

    Parameters
    ----------
    path
        What `learn` wrote. It is read at the first text.
    """

    def __init__(self, path: Path = LEARNED) -> None:
        self._path = path
        self._network: Network | None = None
        self._remembered = lru_cache(_REMEMBERED)(self._likely)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, in the order of the shares."""
        return self._opened().labels

    def likely(self, words: Sequence[Word]) -> Likely:
        """Give how likely each label is for each word of a text, in the order of the words."""
        return self._remembered(tuple(words))

    def _likely(self, words: tuple[Word, ...]) -> Likely:
        import torch

        from core.conditions.tagging.network import pieces_of

        network = self._opened()
        if not words:
            none = np.zeros((0, len(network.labels)), dtype=np.float32)
            return Likely(network.labels, none, dict.fromkeys(OPERATIONS, 0.0))
        pieces, first = pieces_of([_in_common_words(word) for word in words])
        absent = torch.zeros(1, len(pieces), dtype=torch.bool)
        with torch.inference_mode():
            of_words, of_text = network(torch.tensor([pieces]), absent)
            shares = of_words[0].softmax(dim=1).numpy()[first]
            asked = of_text[0].softmax(dim=0).tolist()
        shares[np.asarray(first) == 0] = 0.0
        return Likely(network.labels, shares, dict(zip(OPERATIONS, asked, strict=True)))

    def _opened(self) -> Network:
        if self._network is None:
            from core.conditions.tagging.network import Network

            self._network = Network.read(self._path)
        return self._network


def _in_common_words(word: Word) -> Word:
    return word if word.quoted else replace(word, text=_OF_PROGRAMS.get(word.text, word.text))


@cache
def tagger() -> Tagger:
    """Give the tagger of the project's wordings."""
    return Tagger()
