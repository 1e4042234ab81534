"""Columns to text, tokens and vectors."""

from core.features.base import Checkpoint, ColumnEncoder
from core.features.registry import ENCODERS, encoder
from core.features.types import ColumnBatch, ColumnVectors

__all__ = ["ENCODERS", "Checkpoint", "ColumnBatch", "ColumnEncoder", "ColumnVectors", "encoder"]
