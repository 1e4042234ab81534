"""A run by the encoder that needs no weights."""

from core.benchmarks.runs import run_method
from core.benchmarks.types import BenchmarkInfo, RunInfo
from core.store import Workspace
from tests.core.benchmarks import tiny


def run_hash(
    workspace: Workspace, info: BenchmarkInfo, depth: int = 100, name: str = "hash"
) -> RunInfo:
    return run_method(workspace, info, name, tiny.SETTINGS, depth)
