"""The search methods that can be run on a benchmark."""

from core.benchmarks.methods.base import Family, Method, Prepared, Ranked, Subject, Takes, taken
from core.benchmarks.methods.choosing import answering, suited, to_compare
from core.benchmarks.methods.conditions import NAME as CONDITIONS
from core.benchmarks.methods.registry import METHODS, OFFERED, method, methods
from core.benchmarks.methods.union import COLUMNS, UnionMethod

__all__ = [
    "COLUMNS",
    "CONDITIONS",
    "METHODS",
    "OFFERED",
    "Family",
    "Method",
    "Prepared",
    "Ranked",
    "Subject",
    "Takes",
    "UnionMethod",
    "answering",
    "method",
    "methods",
    "suited",
    "taken",
    "to_compare",
]
