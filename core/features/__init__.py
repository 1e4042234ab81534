"""Columns to text, tokens and vectors."""

from core.features.base import Checkpoint, ColumnEncoder
from core.features.registry import ENCODER_WORDS, ENCODERS, encoder
from core.features.types import ColumnBatch, ColumnVectors

__all__ = [
    "ENCODERS",
    "ENCODER_WORDS",
    "Checkpoint",
    "ColumnBatch",
    "ColumnEncoder",
    "ColumnVectors",
    "encoder",
]
