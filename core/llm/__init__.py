"""Language models: which, where they are asked, and how often until they answer."""

from core.llm.errors import (
    MissingKeyError,
    ModelError,
    NoAnswerError,
    UnusableKeyError,
)
from core.llm.types import Effort, LanguageModel, Provider

__all__ = [
    "Effort",
    "LanguageModel",
    "MissingKeyError",
    "ModelError",
    "NoAnswerError",
    "Provider",
    "UnusableKeyError",
]
