"""What a model is asked for a condition in words: a versioned prompt and the words as data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.conditions.by_model.schema import answer_schema
from core.llm.prompts import read_prompt
from core.llm.questions import Question

PROMPT = "condition-3"
"""The prompt in use, a file of the folder `prompts`."""

PURPOSE = "condition"
ANSWER_TOKENS = 8_000
"""Most are for models that think before they answer; an expression takes a few hundred."""

MOST_COLUMNS, LONGEST_COLUMN = 200, 100
"""Names of the query's columns that are sent, and characters of each."""

_FOLDER = Path(__file__).with_name("prompts")


def question_of(text: str, columns: Sequence[str]) -> Question:
    """Write the question.

    Examples
    --------
    >>> question = question_of("grade above 90", ["Grade"])
    >>> question.prompt_version.partition(" ")[0]
    'condition-3'
    >>> '{"text": "grade above 90", "columns": ["Grade"]}' in question.user
    True
    """
    prompt = read_prompt(_FOLDER / f"{PROMPT}.md")
    shown = [name[:LONGEST_COLUMN] for name in columns[:MOST_COLUMNS]]
    return Question(
        PURPOSE,
        prompt.version,
        prompt.system,
        prompt.asking({"text": text, "columns": shown}),
        answer_schema(),
        ANSWER_TOKENS,
    )
