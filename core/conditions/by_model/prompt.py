"""What a model is asked for a condition in words: a versioned prompt and the words as data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from core.conditions.by_model.schema import answer_schema
from core.llm.questions import Question

PROMPT = "condition-1"
"""The prompt in use: a file of the folder `prompts`, which is never edited once models have
answered it; a better one is a new file."""

PURPOSE = "condition"
ANSWER_TOKENS = 4_000
MOST_COLUMNS, LONGEST_COLUMN = 200, 100
"""Names of the query's columns that are sent, and characters of each."""

_FOLDER = Path(__file__).with_name("prompts")


def question_of(text: str, columns: Sequence[str]) -> Question:
    """Write the question; the words stand in it as data that no sign in them can end."""
    system, user = _parts()
    told = {
        "text": text,
        "columns": [name[:LONGEST_COLUMN] for name in columns[:MOST_COLUMNS]],
    }
    request = json.dumps(told, ensure_ascii=False)
    for sign in "<>":
        request = request.replace(sign, f"\\u{ord(sign):04x}")
    return Question(
        PURPOSE,
        prompt_version(),
        system,
        user.replace("{{request}}", request),
        answer_schema(),
        ANSWER_TOKENS,
    )


def prompt_version() -> str:
    """Name the prompt, with the start of the hash of its file.

    Examples
    --------
    >>> prompt_version().partition(" ")[0]
    'condition-1'
    """
    return f"{PROMPT} {hashlib.sha256(_file().encode()).hexdigest()[:8]}"


@cache
def _file() -> str:
    return (_FOLDER / f"{PROMPT}.md").read_text(encoding="utf-8")


def _parts() -> tuple[str, str]:
    _, _, rest = _file().partition("# system\n")
    system, _, user = rest.partition("\n# user\n")
    return system.strip(), user.strip()
