"""The search methods that can be run on a benchmark."""

from core.benchmarks.methods.base import Method, Prepared, Ranked, Subject, Takes, taken
from core.benchmarks.methods.choosing import answering, suited, to_compare
from core.benchmarks.methods.registry import METHODS, OFFERED, method, methods

__all__ = [
    "METHODS",
    "OFFERED",
    "Method",
    "Prepared",
    "Ranked",
    "Subject",
    "Takes",
    "answering",
    "method",
    "methods",
    "suited",
    "taken",
    "to_compare",
]
