"""What a package of the library exports is what others import from it."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections import defaultdict
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FACES = ("core", "pages", "benchmarks", "app.py")


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def _imported() -> dict[str, set[str]]:
    """Names that are taken from each package, by what stands outside it."""
    found: dict[str, set[str]] = defaultdict(set)
    files = (ROOT / face for face in FACES)
    for path in chain.from_iterable(f.rglob("*.py") if f.is_dir() else [f] for f in files):
        tree, module = ast.parse(path.read_text("utf-8")), _module(path)
        packages: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    packages[one.asname or one.name] = f"{node.module}.{one.name}"
                    if not f"{module}.".startswith(f"{node.module}."):
                        found[node.module].add(one.name)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found[packages.get(node.value.id, "")].add(node.attr)
    return found


PACKAGES = sorted(
    _module(path)
    for path in (ROOT / "core").rglob("__init__.py")
    if "__all__" in path.read_text("utf-8")
)


def _told(package: str, name: str) -> str:
    """What a name says of others: the types of its signature, and what it raises."""
    found = getattr(importlib.import_module(package), name)
    doc = (inspect.getdoc(found) or "") if callable(found) else ""
    told = [doc.partition("Raises\n------")[2].partition("\n\n")[0]]
    for part in (found, *vars(found).values()) if inspect.isclass(found) else (found,):
        one = inspect.unwrap(getattr(part, "fget", None) or getattr(part, "__func__", part))
        told += map(str, getattr(one, "__annotations__", {}).values())
    return " ".join(told)


@pytest.mark.parametrize("package", PACKAGES)
def test_what_a_package_exports_is_imported_from_it_or_a_type_of_that(package: str) -> None:
    exported = set(importlib.import_module(package).__all__)
    wanted = exported & _imported()[package]
    while True:
        words = set(re.findall(r"\w+", " ".join(_told(package, name) for name in wanted)))
        if not (more := (exported & words) - wanted):
            break
        wanted |= more
    assert exported == wanted


def test_no_module_takes_what_is_private_from_another() -> None:
    taken = {
        f"{package}.{name}"
        for package, names in _imported().items()
        for name in names
        if package.startswith(("core", "pages")) and name.startswith("_")
    }
    assert not {one for one in taken if not one.endswith("__")}
