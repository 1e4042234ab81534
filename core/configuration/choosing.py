"""Settings that a curator chooses for a workspace.

What belongs to the machine (where the workspace is, who may do what, memory, threads, how far a
file may unpack) comes from the environment alone, for a workspace may be copied to another
machine, and whoever signs in is not whoever runs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.configuration.errors import SettingError
from core.features import ENCODERS
from core.labels.types import Role, Voter
from core.settings import Settings, in_environment, variable_of
from core.store import Workspace
from core.store.chosen_settings import keep_settings


@dataclass(frozen=True)
class Choice:
    """What a setting may be in a workspace.

    Parameters
    ----------
    options
        The words of which it is one; empty if it is a whole number.
    lowest, highest
        Between which that number is, both included.
    """

    options: tuple[str, ...] = ()
    lowest: int = 1
    highest: int = 1

    @property
    def rule(self) -> str:
        """What it may be, in words.

        Examples
        --------
        >>> Choice(lowest=1, highest=1_000).rule, Choice(("a", "b")).rule
        ('a whole number from 1 to 1,000', 'one of a, b')
        """
        if self.options:
            return f"one of {', '.join(self.options)}"
        return f"a whole number from {self.lowest:,} to {self.highest:,}"

    def allows(self, value: str) -> bool:
        """Say whether a value is within the rule."""
        if self.options:
            return value in self.options
        return value.isdecimal() and value.isascii() and self.lowest <= int(value) <= self.highest


CHOOSABLE: Mapping[str, Choice] = MappingProxyType(
    {
        "encoder": Choice(ENCODERS),
        "condition_seconds": Choice(highest=600),
        "judge_concurrency": Choice(highest=256),
        "judge_openai_per_minute": Choice(highest=100_000),
        "judge_gemini_per_minute": Choice(highest=100_000),
        "judge_timeout_seconds": Choice(highest=3_600),
        "judge_attempts": Choice(highest=100),
        "judge_backoff_ms": Choice(highest=600_000),
        "judge_longest_wait_seconds": Choice(highest=3_600),
    }
)
"""The settings that a workspace may choose, and what each may be."""


def choose(workspace: Workspace, curator: Voter, values: Mapping[str, str | int]) -> None:
    """Choose settings for a workspace: all of them, or none if one is refused.

    A default that is chosen is no choice: it is forgotten that there was another one.

    Parameters
    ----------
    values
        By the names of settings, of `CHOOSABLE`.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    SettingError
        If a setting is not chosen here, is given by the environment, or may not be that.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from core.labels import LOCAL
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     choose(Workspace.open(Path(folder)), LOCAL, {"judge_attempts": 0})
    Traceback (most recent call last):
    core.configuration.errors.SettingError: judge_attempts must be a whole number ... Got '0'.
    """
    curator.require(Role.CURATOR, "change a setting")
    given = in_environment()
    kept: dict[str, str | None] = {}
    for name, value in values.items():
        text = str(value).strip()
        _check(name, text, given)
        kept[name] = None if text == str(getattr(Settings(), name)) else text
    keep_settings(workspace, kept, curator.name)


def _check(name: str, value: str, given: frozenset[str]) -> None:
    known = CHOOSABLE.get(name)
    if known is None:
        if name in Settings.__dataclass_fields__:
            raise SettingError(
                f"{name} belongs to the machine and is not chosen in a workspace; set "
                f"{variable_of(name)} in the environment and start again."
            )
        raise SettingError(
            f"A setting that is chosen here is one of {', '.join(CHOOSABLE)}. Got {name!r}."
        )
    if name in given:
        raise SettingError(
            f"{name} is given by {variable_of(name)} in the environment, which goes before what "
            "is chosen here; change it there."
        )
    if not known.allows(value):
        raise SettingError(f"{name} must be {known.rule}. Got {value!r}.")
