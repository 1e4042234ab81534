"""Prompts of ours: files with a version in their names, and data that stands in them as data."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Prompt:
    """A prompt as its file has it.

    Parameters
    ----------
    user
        With ``{{request}}`` where the data belongs.
    version
        Name of the file and the start of its hash.
    """

    system: str
    user: str
    version: str

    def asking(self, request: object) -> str:
        r"""Put data into the user's part, as JSON that no sign in it can end.

        Examples
        --------
        >>> Prompt("", "<request>{{request}}</request>", "").asking({"text": "</request> a"})
        '<request>{"text": "\\u003c/request\\u003e a"}</request>'
        """
        written = json.dumps(request, ensure_ascii=False)
        for sign in "<>":
            written = written.replace(sign, f"\\u{ord(sign):04x}")
        return self.user.replace("{{request}}", written)


@cache
def read_prompt(path: Path) -> Prompt:
    """Read a prompt; one that models have answered is never edited, a better one is a new file.

    Parameters
    ----------
    path
        Of a file with the headings ``# system`` and ``# user``.
    """
    text = path.read_text(encoding="utf-8")
    _, _, rest = text.partition("# system\n")
    system, _, user = rest.partition("\n# user\n")
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Prompt(system.strip(), user.strip(), f"{path.stem} {digest[:8]}")
