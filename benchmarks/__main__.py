"""``python -m benchmarks [NAME...]``: run benchmarks, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import (
    conditions,
    encoding,
    estimates,
    fusion,
    ingest,
    joins,
    judging,
    matcher,
    people,
    quality,
    queries,
    refreshes,
    tagging,
    text,
    unions,
    voters,
    voting,
)
from benchmarks.measure import Benchmark

BENCHMARKS: dict[str, Benchmark] = {
    "ingest": ingest.run,
    "refreshes": refreshes.run,
    "quality": quality.run,
    "encoding": encoding.run,
    "queries": queries.run,
    "joins": joins.run,
    "unions": unions.run,
    "text": text.run,
    "conditions": conditions.run,
    "tagging": tagging.run,
    "fusion": fusion.run,
    "voters": voters.run,
    "voting": voting.run,
    "people": people.run,
    "matcher": matcher.run,
    "judging": judging.run,
    "estimates": estimates.run,
}


def main(names: list[str]) -> int:
    """Run the named benchmarks, all if none; 1 if one could not run."""
    if len(names) == 2 and names[0] == "--here":  # noqa: PLR2004
        with tempfile.TemporaryDirectory(prefix="soundings-bench-") as folder:
            BENCHMARKS[names[1]](Path(folder))
        return 0
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        print(f"A benchmark is one of {', '.join(BENCHMARKS)}. Got {', '.join(unknown)}.")
        return 2
    failed = 0
    for name in names or BENCHMARKS:
        done = subprocess.run([sys.executable, "-m", "benchmarks", "--here", name], check=False)
        failed += done.returncode != 0
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
