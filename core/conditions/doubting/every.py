"""All doubts of a reading, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.conditions.doubting.augmenting import doubtful_augmenting
from core.conditions.doubting.averages import doubtful_averages
from core.conditions.doubting.combined_columns import combined_columns
from core.conditions.doubting.dates import (
    doubtful_days,
    doubtful_decades,
    doubtful_owners,
    doubtful_starts,
    doubtful_times,
    undated,
)
from core.conditions.doubting.had_values import doubtful_had_values, doubtful_titles
from core.conditions.doubting.hardly import hardly
from core.conditions.doubting.keys import doubtful_keys, doubtful_lists, doubtful_own_keys
from core.conditions.doubting.lacks import doubtful_lacks, doubtful_wishes
from core.conditions.doubting.more_than_one import doubtful
from core.conditions.doubting.odd_shapes import left_open, odd_shapes, one_sided, sizes_beside
from core.conditions.doubting.odd_topics import odd_topics
from core.conditions.doubting.pronouns import doubtful_pronouns
from core.conditions.doubting.results import doubtful_results
from core.conditions.doubting.topics import doubtful_purposes, doubtful_topics
from core.conditions.doubting.unnamed_measures import doubtful_measures
from core.conditions.doubting.unsayable import asked_of_every_column, unsayable
from core.conditions.doubting.values import (
    doubtful_columns,
    doubtful_commas,
    doubtful_exclusions,
    doubtful_numerals,
    doubtful_order,
    doubtful_pairs,
    doubtful_parts,
    doubtful_shares,
    doubtful_strokes,
)
from core.conditions.lexing.magnitudes import doubtful_numbers
from core.conditions.requests import Span
from core.conditions.types import Condition, Operation


@dataclass(frozen=True)
class Read:
    """What was made of a text.

    Parameters
    ----------
    columns
        Names of the query's columns.
    """

    text: str
    condition: Condition | None
    operation: Operation = Operation.NONE
    columns: Sequence[str] = ()

    @property
    def beside(self) -> bool:
        """Whether a union or a join is asked for, too."""
        return self.operation is not Operation.NONE


Doubting = Callable[[Read], Iterable[Span]]


def _of_words(doubt: Callable[[str, Condition | None], Iterator[Span]]) -> Doubting:
    """Make a doubt of what needs the text and its condition alone."""
    return lambda read: doubt(read.text, read.condition)


_ALWAYS: tuple[Doubting, ...] = (
    *map(
        _of_words,
        (
            # Numbers and dates
            doubtful_numbers,
            doubtful_numerals,
            doubtful_averages,
            doubtful_days,
            doubtful_starts,
            doubtful_times,
            doubtful_decades,
            doubtful_owners,
            # Values and their columns
            doubtful_order,
            doubtful_shares,
            doubtful_parts,
            doubtful_commas,
            doubtful_pairs,
            doubtful_exclusions,
            doubtful_columns,
            doubtful_had_values,
            doubtful_titles,
            combined_columns,
            doubtful_pronouns,
            # Topics and columns
            doubtful_lacks,
            doubtful_wishes,
            # Keys and results
            doubtful_lists,
            doubtful_own_keys,
            doubtful_results,
            # What no condition can say
            left_open,
            one_sided,
            sizes_beside,
            unsayable,
        ),
    ),
    lambda read: asked_of_every_column(read.text),
    lambda read: undated(read.text, read.condition, read.columns),
    lambda read: doubtful_measures(read.text, read.condition, read.columns),
    lambda read: odd_topics(read.text, read.condition, read.operation),
    lambda read: doubtful_keys(read.text, read.condition, read.operation),
    lambda read: doubtful_augmenting(read.text, read.condition, read.operation),
)
"""What is told whatever else is."""
_UNLESS_DOUBTED: tuple[Doubting, ...] = (
    lambda read: doubtful_topics(read.text, read.condition, read.columns),
    _of_words(doubtful_purposes),
    _of_words(doubtful_strokes),
)
"""What says less than a doubt of the same words' being a name, a topic or a value at all."""
_UNLESS_TOLD: tuple[Doubting, ...] = (_of_words(odd_shapes),)
"""What the reader itself may have told already."""


def every_doubt(read: Read, told: Sequence[Span]) -> list[Span]:
    """Give all that was read and may be meant otherwise, each once.

    Parameters
    ----------
    told
        What the reader has told while it read; given, too.
    """
    doubted = _doubts_of_words(read)
    found = [
        *told,
        *(span for span in doubted if not is_within(span, told)),
        *_all(_ALWAYS, read),
        *(span for span in _all(_UNLESS_DOUBTED, read) if not touches(span, doubted)),
        *(span for span in _all(_UNLESS_TOLD, read) if not touches(span, told)),
    ]
    return list(dict.fromkeys(found))


def _doubts_of_words(read: Read) -> list[Span]:
    """Give the names, topics and values that are doubted, each once."""
    told = list(doubtful(read.text, read.condition, beside=read.beside))
    for span in hardly(read.text, read.condition, beside=read.beside):
        if not touches(span, told):
            told.append(span)
    return told


def _all(doubts: Iterable[Doubting], read: Read) -> Iterator[Span]:
    for doubt in doubts:
        yield from doubt(read)


def is_within(span: Span, told: Sequence[Span]) -> bool:
    """Whether something that was told already lies within a span."""
    return any(one.start >= span.start and one.end <= span.end for one in told)


def touches(span: Span, told: Sequence[Span]) -> bool:
    """Whether something that was told already shares a place with a span."""
    return any(one.start < span.end and span.start < one.end for one in told)
