"""How likely words of a text are what its tables are about."""

from __future__ import annotations

from core.conditions.tagging.cutting import cut
from core.conditions.tagging.labels import label_of
from core.conditions.tagging.lines import Role
from core.conditions.tagging.tagger import Tagger, tagger

SURELY_TOPIC = 0.85
"""From here on bare words are a topic, whatever else the text says."""

_TOPIC = {label_of(Role.TOPIC, no, begins) for no in (False, True) for begins in (False, True)}


def topic_share(text: str, start: int, end: int, by: Tagger | None = None) -> float:
    """Give how likely the least likely word of a stretch is one of a topic, 0 to 1.

    Parameters
    ----------
    text
        The whole of it: what a word is depends on those around.
    start, end
        The stretch; 0 if no word that is neither a number nor a sign begins in it.
    by
        What was learned; from the project's wordings if left out.

    Examples
    --------
    >>> text = "broadband speeds where latency is under 30, no tables below 500 rows"
    >>> topic_share(text, 0, 16) > 0.5, topic_share(text, 23, 30) > 0.5
    (True, False)
    """
    words = cut(text)
    likely = (by or tagger()).likely(words)
    topics = [i for i, label in enumerate(likely.labels) if label in _TOPIC]
    shares = [
        float(share)
        for word, share in zip(words, likely.shares[:, topics].sum(axis=1), strict=True)
        if start <= word.start < end and word.is_name
    ]
    return min(shares, default=0.0)
