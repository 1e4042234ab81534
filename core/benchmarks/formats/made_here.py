"""Benchmarks that Soundings itself has made, which says so in a file of its own."""

from __future__ import annotations

from pathlib import Path

MADE = "made.json"
"""The file in a benchmark's folder that says how `bench make nlctd` has made it."""


def is_made_here(root: Path) -> bool:
    """Whether `bench make nlctd` has made the benchmark in a folder."""
    return (root / MADE).is_file()


def told_made(root: Path) -> tuple[str, ...]:
    """Say of a benchmark that was made here which method cannot be compared on it."""
    if not is_made_here(root):
        return ()
    return (
        "It was made by `bench make nlctd`, which asks in wordings that the method conditions "
        "reads and by what it takes to satisfy them: the scores of that method on it cannot be "
        "compared with those of others.",
    )
