"""Columns to text, tokens and vectors."""

from core.features.base import Checkpoint, ColumnEncoder
from core.features.registry import encoder
from core.features.types import ColumnBatch, ColumnVectors
from core.settings import ENCODERS

__all__ = ["ENCODERS", "Checkpoint", "ColumnBatch", "ColumnEncoder", "ColumnVectors", "encoder"]
