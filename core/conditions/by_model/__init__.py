"""Conditions in words read by a language model, its answer checked by the types."""

from core.conditions.by_model.reading import (
    ModelReading,
    configured_model,
    read_with_model,
    recall_reading,
)
from core.conditions.by_model.schema import answer_schema

__all__ = [
    "ModelReading",
    "answer_schema",
    "configured_model",
    "read_with_model",
    "recall_reading",
]
