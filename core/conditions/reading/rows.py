"""Read what a parsed text says of rows: categories, words, numbers, dates, missing cells."""

from __future__ import annotations

from core.conditions.reading.dates import DateReader
from core.conditions.reading.mentions import MentionReader
from core.conditions.reading.missing_cells import MissingCellsReader
from core.conditions.reading.numbers import NumberReader


class RowReader(MentionReader, NumberReader, DateReader, MissingCellsReader):
    """Turn the parts of a tree that are about rows into conditions."""
