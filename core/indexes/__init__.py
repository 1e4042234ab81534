"""Build, save, open and query one index: vectors, sets of values, texts, or a graph of columns."""

from core.indexes.ties import best, without_noise
from core.indexes.vectors.tables import TableVectors

__all__ = ["TableVectors", "best", "without_noise"]
