"""Finds the columns that a condition names by the meaning of names, too."""

from __future__ import annotations

from collections.abc import Sequence

from core.conditions.columns import ColumnFinder, Meaning
from core.features.registry import sentence_encoder
from core.settings import Settings


def column_finder(settings: Settings, query_labels: Sequence[str] = ()) -> ColumnFinder:
    """Make a finder that knows meanings by the settings' model of sentences.

    What labels mean is kept in the workspace: a lake's are encoded once.
    """
    encoder = sentence_encoder(settings)
    meaning = Meaning(
        asked=lambda texts: encoder.encode(texts, query=True),
        labels=encoder.encode,
    )
    return ColumnFinder(meaning, query_labels)
