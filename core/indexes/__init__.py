"""Build, save, open and query one index."""

from core.indexes import vectors
from core.indexes.ties import best, id_ranks, without_noise
from core.indexes.vectors import TableVectors

__all__ = ["TableVectors", "best", "id_ranks", "vectors", "without_noise"]
