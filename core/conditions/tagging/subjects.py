"""How likely words of a text are what its tables are about."""

from __future__ import annotations

from core.conditions.tagging.mentions import Role
from core.conditions.tagging.tagger import Tagger, tagger
from core.conditions.tagging.words import cut

SURELY_TOPIC = 0.85
"""From here on bare words are a topic, whatever else the text says."""

_TOPIC = (f"B-{Role.TOPIC}", f"I-{Role.TOPIC}")


def topic_share(text: str, start: int, end: int, by: Tagger | None = None) -> float:
    """Give how likely the least likely word of a stretch is one of a topic, 0 to 1.

    Parameters
    ----------
    text
        The whole of it: what a word is depends on those around.
    start, end
        The stretch; 0 if no word begins in it.
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
    shares = [
        sum(of_word.get(label, 0.0) for label in _TOPIC)
        for word, of_word in zip(words, likely, strict=True)
        if start <= word.start < end and word.is_name
    ]
    return min(shares, default=0.0)
