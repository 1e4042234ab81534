"""What the labels of a benchmark are called on the screen, by what its queries ask for."""

from __future__ import annotations

from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.labels.voting.questions import grades_in_common
from pages.shared.catalog_cache import workspace


def grade_words(info: BenchmarkInfo) -> dict[int, str]:
    """Name the labels 2, 1 and 0 of a benchmark: joinable, partly, not joinable."""
    return grades_in_common(set(registry.tasks(workspace(), info).values()))
