"""Settings of one process: the only reader of the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from core.errors import InputError

_TRUTHS = {"1": True, "true": True, "0": False, "false": False}


@dataclass(frozen=True)
class Settings:
    """Everything about the process that a person may choose.

    Each field is read from the environment as ``SOUNDINGS_`` and its name in capitals;
    `docs/settings.md` has the table, and a test compares it with this class.

    Examples
    --------
    >>> Settings.from_environment({"SOUNDINGS_WORKERS": "4"}).workers
    4
    """

    workspace: Path = Path("workspace")
    """Folder that holds everything made at run time."""

    workers: int = 2
    """Processes that read and profile files."""

    encoder: str = "sbert-vc"
    """Column encoder that searches use unless told otherwise."""

    sbert_model: str = ""
    """Sentence-transformers model (name or folder); empty is the embedded all-MiniLM-L6-v2."""

    encoder_threads: int = 2
    """Threads that a sentence encoder uses offline; a single query always uses one."""

    memory_limit_mb: int = 1024
    """MiB that the engine which profiles a large table, or joins two, may use before it spills."""

    max_join_rows: int = 20_000_000
    """A join that would make more rows than this is refused before it is made."""

    max_unpacked_ratio: int = 200
    """A compressed file that unpacks to more than this many times its size is refused..."""

    max_unpacked_mb: int = 256
    """...once it has unpacked to more than this many MiB."""

    curators: str = ""
    """Names, separated by commas, of those who make queues, open votes and release."""

    annotators: str = "*"
    """Names, separated by commas, of those who may vote; ``*`` is everyone."""

    debug: bool = False
    """Whether the terminal shows where in the code a fault of Soundings happened."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read the settings from the environment, defaults where it is silent.

        Raises
        ------
        InputError
            If a value is not of the setting's type.
        """
        environment = os.environ if environment is None else environment
        given: dict[str, Any] = {}
        for field in fields(cls):
            name = f"SOUNDINGS_{field.name.upper()}"
            raw = environment.get(name, "").strip()
            if not raw:
                continue
            if isinstance(field.default, bool):
                if raw.lower() not in _TRUTHS:
                    raise InputError(f"{name} must be one of {', '.join(_TRUTHS)}. Got {raw!r}.")
                given[field.name] = _TRUTHS[raw.lower()]
            elif isinstance(field.default, int):
                if not raw.isdecimal() or int(raw) < 1:
                    raise InputError(f"{name} must be a whole number of at least 1. Got {raw!r}.")
                given[field.name] = int(raw)
            else:
                given[field.name] = Path(raw) if isinstance(field.default, Path) else raw
        return cls(**given)
