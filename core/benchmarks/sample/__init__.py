"""The sample lake: real tables cut into fragments, with a ground truth that is partly wrong."""

from core.benchmarks.sample.build import SEED, build_sample

__all__ = ["SEED", "build_sample"]
