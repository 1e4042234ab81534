"""Names of modules that are given once: a second value would take the place of the first."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def repeated(module: ast.Module) -> list[str]:
    """Names that a module gives values to twice, outside of functions, branches and loops."""
    plain = (node for node in module.body if isinstance(node, ast.Assign))
    names = (one.id for node in plain for one in node.targets if isinstance(one, ast.Name))
    return [name for name, times in Counter(names).items() if times > 1]


def test_no_constant_has_two_values() -> None:
    modules = [path for folder in ("core", "pages") for path in (ROOT / folder).rglob("*.py")]
    assert modules
    found = {path: repeated(ast.parse(path.read_text(encoding="utf-8"))) for path in modules}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_second_value_is_seen() -> None:
    assert repeated(ast.parse("_A = {1}\nB: int = 2\n_A = {3}")) == ["_A"]
