"""Read the parts of a parsed text that are about rows: categories, words, numbers, dates."""

from __future__ import annotations

from core.conditions.reading.dates import DateReader
from core.conditions.reading.mentions import MentionReader
from core.conditions.reading.numbers import NumberReader


class RowReader(MentionReader, NumberReader, DateReader):
    """Turn the parts of a tree that are about rows into conditions."""
