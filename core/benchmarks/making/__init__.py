"""Benchmarks of conditional table search, made from any data lake."""

from core.benchmarks.making.construction import MadeBenchmark, make_benchmark
from core.benchmarks.making.fuzzy_model import GivenForms, ask_for_forms
from core.benchmarks.making.types import Recipe
from core.benchmarks.making.writing import OWN, check_place, told_published, write_made

__all__ = [
    "OWN",
    "GivenForms",
    "MadeBenchmark",
    "Recipe",
    "ask_for_forms",
    "check_place",
    "make_benchmark",
    "told_published",
    "write_made",
]
