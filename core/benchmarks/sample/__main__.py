"""`python -m core.benchmarks.sample OUTDIR` makes the sample lake."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.benchmarks.sample.build import SEED, build_sample
from core.errors import SoundingsError


def main() -> int:
    """Build the sample into the folder named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m core.benchmarks.sample", description=__doc__)
    parser.add_argument("outdir", type=Path, help="folder to write, e.g. data/sample")
    parser.add_argument("--seed", type=int, default=SEED, help=f"default {SEED}")
    arguments = parser.parse_args()
    try:
        summary = build_sample(arguments.outdir, seed=arguments.seed)
    except SoundingsError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    print(summary)
    return 0


if __name__ == "__main__":
    sys.exit(main())
