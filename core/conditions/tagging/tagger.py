"""A linear-chain conditional random field over the words of a text."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

import pycrfsuite

from core.conditions.tagging.mentions import labels, mentions
from core.conditions.tagging.words import Word, cut, features

LEARNED = Path(__file__).with_name("wordings.crfsuite")
"""What was learned from the project's wordings, but for those kept to measure it."""
_SETTINGS = {"c1": 0.2, "c2": 0.1, "max_iterations": 100, "feature.minfreq": 2}
"""L1 and L2 penalties; what stands in one wording alone tells nothing."""


class Tagger:
    """How likely each label is for each word of a text.

    Parameters
    ----------
    path
        What `learn` wrote.
    """

    def __init__(self, path: Path = LEARNED) -> None:
        self._tagger = pycrfsuite.Tagger()
        self._tagger.open(str(path))
        self.labels: tuple[str, ...] = tuple(self._tagger.labels())

    def likely(self, words: Sequence[Word]) -> list[dict[str, float]]:
        """Give for each word the probability of each label, 0 to 1."""
        if not words:
            return []
        self._tagger.set(features(words))
        return [
            {label: self._tagger.marginal(label, i) for label in self.labels}
            for i in range(len(words))
        ]


class _Own(threading.local):
    """A tagger holds the text that it was asked of, so each thread has its own."""

    tagger: Tagger | None = None


_own = _Own()


def tagger() -> Tagger:
    """Give this thread's tagger, opened at the first call."""
    if _own.tagger is None:
        _own.tagger = Tagger()
    return _own.tagger


def learn(wordings: Iterable[tuple[str, str]], path: Path) -> int:
    """Learn from texts and their conditions, and write what was learned (L-BFGS, deterministic).

    Parameters
    ----------
    wordings
        Texts, and the lines that `write_request` gives for what they mean.
    path
        The file to write.

    Returns
    -------
    int
        Of how many wordings it learned. Those whose line names what does not stand in the text tell
        nothing of its words, and are passed over.
    """
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params(_SETTINGS)
    taken = 0
    for text, line in wordings:
        words = cut(text)
        found, whole = mentions(words, line)
        if words and whole:
            trainer.append(features(words), labels(words, found))
            taken += 1
    trainer.train(str(path))
    return taken
