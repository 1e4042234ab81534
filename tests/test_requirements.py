"""What is asked for is installed in one version each, one that it permits."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


def lines(name: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_every_version_is_exact_and_stands_once() -> None:
    found = [Requirement(line) for line in lines("constraints.txt")]
    names = [canonicalize_name(one.name) for one in found]
    assert len(set(names)) == len(names)
    for one in found:
        (pinned,) = one.specifier
        assert pinned.operator == "=="
        assert "+" not in pinned.version  # a build of one machine


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_what_is_asked_for_has_a_version_that_it_permits(name: str) -> None:
    versions = {}
    for line in lines("constraints.txt"):
        one = Requirement(line)
        versions[canonicalize_name(one.name)] = str(one.specifier).removeprefix("==")
    for line in lines(name):
        asked = Requirement(line)
        version = versions[canonicalize_name(asked.name)]
        assert asked.specifier.contains(version), f"{asked} but {version}"
