"""Sets of kinds that are named once: a file that writes one out again names it for itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import core.conditions
from core.conditions.words import kind_sets

NAMED = [one for one in vars(kind_sets).values() if isinstance(one, frozenset)]
HOME = Path(core.conditions.__file__).parent


def written_out(module: ast.Module) -> Iterator[int]:
    """Lines of a module in which a set stands that has a name."""
    for node in ast.walk(module):
        if isinstance(node, ast.Set):
            kinds = {one.value for one in node.elts if isinstance(one, ast.Constant)}
            if len(kinds) == len(node.elts) and kinds in NAMED:
                yield node.lineno


def test_no_file_writes_out_a_set_of_kinds_that_has_a_name() -> None:
    files = [file for file in HOME.rglob("*.py") if file != Path(kind_sets.__file__)]
    assert files
    lines = {
        file.relative_to(HOME): list(written_out(ast.parse(file.read_text(encoding="utf-8"))))
        for file in files
    }
    assert {file: found for file, found in lines.items() if found} == {}


def test_a_set_that_is_written_out_is_seen() -> None:
    module = ast.parse('one = {"QUOTED", "KNOWN", "WORD"}\nother = {"QUOTED", *one}')
    assert list(written_out(module)) == [1]


def test_no_set_of_kinds_has_two_names() -> None:
    assert len(NAMED) == len(set(NAMED))
