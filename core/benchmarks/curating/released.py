"""A benchmark with the labels of one of its releases, as it is written for others."""

from __future__ import annotations

from dataclasses import replace

from core.benchmarks import registry
from core.benchmarks.formats import BenchmarkSource
from core.benchmarks.types import BASE, BenchmarkInfo
from core.labels.settling.releases import release
from core.store import Workspace


def released_source(workspace: Workspace, info: BenchmarkInfo, name: str) -> BenchmarkSource:
    """Return a benchmark as published, with a release's labels in the place of its own.

    Those of missing tables, which no release has, follow its scale: of a ground truth that knows 0
    and 1 alone, a 1 becomes the 2 that it means.

    Raises
    ------
    ReleaseNotFoundError
        If there is no such release.
    """
    truth = registry.qrels(workspace, info, name)
    source = registry.source(workspace, info).judged_by(truth)
    if name == BASE or not release(workspace, info.key, BASE).binary:
        return source
    missing = tuple(
        replace(pair, relevance=2) if pair.relevance == 1 else pair for pair in source.missing
    )
    return replace(source, missing=missing)
