"""Rules that judge: no model of language, no network, no key; found by name.

A rule is entered in `RULES` as the name of its module, which has ``open_rule(workspace, settings)
-> RuleJudge``; the module is imported when the rule is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Protocol

from core.judges.errors import JudgeNotFoundError
from core.judges.types import Subject, Verdict
from core.labels.types import Task
from core.settings import Settings
from core.store import Workspace

RULES: Mapping[str, str] = MappingProxyType({"matcher": "core.judges.matcher.rule"})
"""Name of a rule, as in ``rule:NAME``, to its module."""


class RuleJudge(Protocol):
    """A rule as it stands in a workspace.

    Two rules with one `version` for a task give the same verdicts on the same tables: verdicts are
    kept under it, with the tables' content, and not computed again.
    """

    def version(self, task: Task) -> str:
        """Name the rule and what it learned from for a task, such as ``matcher-1 3f2a``."""

    def parameters(self, task: Task) -> Mapping[str, Any]:
        """Return what is stored with each verdict; such that JSON holds it."""

    def verdicts(self, subjects: Iterable[Subject]) -> Iterator[Verdict | str]:
        """Judge pairs one after the other: a verdict each, or a sentence why there is none.

        Raises
        ------
        SoundingsError
            If the rule cannot judge at all; what is wrong with one pair is a sentence instead.
        """


def check_rule(name: str) -> None:
    """Raise `JudgeNotFoundError` if there is no rule of a name."""
    if name not in RULES:
        there = ", ".join(f"rule:{known}" for known in RULES) or "none yet"
        raise JudgeNotFoundError(f"No rule is named {name!r}. There are: {there}.")


def rule(name: str, workspace: Workspace, settings: Settings) -> RuleJudge:
    """Find a rule by name.

    Raises
    ------
    JudgeNotFoundError
        If there is none of that name; the message lists those there are.
    """
    check_rule(name)
    found: RuleJudge = import_module(RULES[name]).open_rule(workspace, settings)
    return found
