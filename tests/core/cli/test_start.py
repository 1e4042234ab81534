"""A command starts fast: it imports only what it uses."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.core.cli.conftest import Terminal, environment

HEAVY = {"pandas", "pyarrow", "polars", "torch", "duckdb", "scipy", "sklearn", "faiss", "streamlit"}


def imported_by(terminal: Terminal, *arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-P", "-X", "importtime", "-m", "core", *arguments],
        cwd=terminal.folder,
        env=environment(terminal.workspace),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rsplit("|", 1)[1].strip().split(".")[0] for line in lines}


@pytest.mark.parametrize("arguments", [("lake", "list"), ("lake", "show", "x"), ("search", "-h")])
def test_nothing_heavy_is_imported_to_look_at_the_catalog(
    terminal: Terminal, arguments: tuple[str, ...]
) -> None:
    terminal.write({"t/a.csv": "city\nOslo\n"})
    terminal("lake", "add", "x", "t")

    assert imported_by(terminal, *arguments) & HEAVY == set()


def test_a_search_by_words_imports_no_torch(terminal: Terminal) -> None:
    terminal.write({"t/a.csv": "city\nOslo\n", "t/b.csv": "city\nOslo\n"})
    terminal("lake", "add", "x", "t")

    imported = imported_by(terminal, "search", "union", "x", "a.csv")

    assert "sklearn" in imported
    assert imported & {"torch", "transformers", "streamlit"} == set()


def test_no_grammar_is_compiled_to_look_at_benchmarks(terminal: Terminal) -> None:
    compiled = """
import re
longest, compiling = 0, re.compile
def recorded(pattern, *flags, **named):
    global longest
    longest = max(longest, len(pattern) if isinstance(pattern, str) else 0)
    return compiling(pattern, *flags, **named)
re.compile = recorded
import core.benchmarks.runs, core.conditions
before = longest
core.conditions.parse("append rows to my table")
print(before, longest)
"""
    done = subprocess.run(
        [sys.executable, "-P", "-c", compiled],
        env=environment(terminal.workspace),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    before, after = map(int, done.stdout.split())
    # A pattern of 20,000 characters takes about a fifth of a second.
    assert before < 20_000 < after
