"""Conditions in words read by a language model, its answer checked by the types."""

from core.conditions.by_model.reading import (
    ModelReading,
    configured_model,
    read_with_model,
    recall_reading,
)

__all__ = [
    "ModelReading",
    "configured_model",
    "read_with_model",
    "recall_reading",
]
