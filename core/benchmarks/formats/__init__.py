"""Published benchmarks in, our own folder form in and out."""

from core.benchmarks.formats.benchmark_format import root_of, truth_form_of
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.names_written import published_name, written_names
from core.benchmarks.formats.reading import FORMATS, detect, read, says_what_for
from core.benchmarks.formats.runs import ResolvedRun, resolve_run
from core.benchmarks.formats.source import (
    OF_LAKE,
    BenchmarkSource,
    Caption,
    MissingPair,
    Mode,
    Query,
)
from core.benchmarks.formats.spelling import Spelling
from core.benchmarks.formats.truth_writing import TruthFile, truth_file
from core.benchmarks.formats.writing import write

__all__ = [
    "FORMATS",
    "OF_LAKE",
    "BenchmarkSource",
    "Caption",
    "MissingPair",
    "Mode",
    "Query",
    "ResolvedRun",
    "Spelling",
    "TableNames",
    "TruthFile",
    "detect",
    "published_name",
    "read",
    "resolve_run",
    "root_of",
    "says_what_for",
    "truth_file",
    "truth_form_of",
    "write",
    "written_names",
]
