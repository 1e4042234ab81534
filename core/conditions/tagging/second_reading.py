"""Put the likely labels of a text's words together as a condition: a second reading.

The grammar needs a sentence of a form that it knows. What each word likely is tells a condition
without one, as long as it is clear which name goes with which number or value and how the parts are
joined; where it is not there is no second reading.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.conditions.errors import ConditionError
from core.conditions.notation import write_condition
from core.conditions.tagging.assembling import Assembly, SecondReading
from core.conditions.tagging.cutting import Word
from core.conditions.tagging.labels import BEYOND, NUMBER, OUTSIDE, Labelled, labelled
from core.conditions.tagging.likely_parts import likely_parts, stretches
from core.conditions.tagging.placed import UnclearError, Wording
from core.conditions.tagging.tagger import Likely
from core.conditions.types import Condition, Operation

SURE = 0.7
"""How likely the label of each word must be; less does where the first reading takes it so."""
SURE_OF_NUMBERS = 0.9
SURE_OF_OPERATION = 0.9


def second_reading(
    text: str, words: Sequence[Word], likely: Likely, first: Condition | None = None
) -> SecondReading | None:
    """Read a condition from what its words likely are.

    Parameters
    ----------
    text, words
        A text, and what `cut` makes of it.
    likely
        What a tagger says of the words.
    first
        Another reading of the text. Properties of columns, of which no label tells, are taken from
        it; if it has none where words may ask for some there is no second reading.

    Returns
    -------
    SecondReading or None
        None where a label is not sure, or the parts could belong together in several ways.

    Examples
    --------
    >>> from core.conditions.tagging.tagger import tagger
    >>> from core.conditions.tagging.cutting import cut
    >>> text = "row-concat candidates, subject: boss fights"
    >>> second_reading(text, cut(text), tagger().likely(cut(text))).condition
    Topic(text='boss fights')
    """
    labels = _sure_labels(text, words, likely, first)
    operation = max(likely.operations, key=lambda one: likely.operations[one])
    if labels is None or likely.operations[operation] < SURE_OF_OPERATION:
        return None
    wording = Wording(text, words)
    try:
        return Assembly(wording, likely_parts(text, words, labels)).reading(
            Operation(operation), first
        )
    except (UnclearError, ConditionError):
        return None


def _sure_labels(
    text: str, words: Sequence[Word], likely: Likely, first: Condition | None
) -> list[str] | None:
    """Give the likeliest labels; none if one of a word that tells is not sure.

    A word that asks for nothing, or for what no condition can say, is no part of one either way.
    """
    labels = likely.best()
    sure = likely.shares.max(axis=1, initial=0.0)
    nothing = [i for i, label in enumerate(likely.labels) if label in {OUTSIDE, BEYOND}]
    left_out = likely.shares[:, nothing].sum(axis=1)
    alike = (
        set() if first is None else _alike(labels, labelled(text, words, write_condition(first)))
    )
    for place, (word, label) in enumerate(zip(words, labels, strict=True)):
        if not word.text[0].isalnum() or place in alike:
            continue
        share = left_out[place] if label in {OUTSIDE, BEYOND} else sure[place]
        if share < (SURE_OF_NUMBERS if label.startswith(NUMBER) else SURE):
            return None
    return labels


def _alike(labels: Sequence[str], taken: Labelled) -> set[int]:
    """Give the places of names and numbers that begin, end and are labelled as in a reading."""
    return {
        place
        for first, last in {*stretches(labels)} & {*stretches(taken.labels)}
        if labels[first] == taken.labels[first]
        for place in range(first, last)
    }
