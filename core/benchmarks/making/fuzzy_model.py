"""Other names and values for the columns of sources, asked of a language model and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.benchmarks.making.fuzzy import ColumnForms
from core.benchmarks.making.fuzzy_ways import MOST_VALUES, is_told_apart
from core.benchmarks.making.types import Source
from core.llm import LanguageModel, NoAnswerError
from core.llm.documents import UnusableError, one_object
from core.llm.prompts import read_prompt
from core.llm.questions import Given, Question
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace

PROMPT = "fuzzy-1"
"""The prompt in use, a file of the folder `prompts`."""

PURPOSE = "fuzzy"
ANSWER_TOKENS = 16_000
MOST_NAMES, LONGEST_NAME, LONGEST_VALUE = 3, 60, 100
_EXAMPLES = 3
_FORMULA = ("=", "+", "-", "@")
_FOLDER = Path(__file__).with_name("prompts")

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "columns": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "other_names": {"type": "array", "items": {"type": "string"}},
                    "values": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "value": {"type": "string"},
                                "written": {"type": "string"},
                            },
                            "required": ["value", "written"],
                            "additionalProperties": False,
                        },
                    },
                },
                "required": ["name", "other_names", "values"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["columns"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Unused:
    """What a model gave, or did not give, and why it is not used: the rule writes it.

    Parameters
    ----------
    column
        Empty for the whole table.
    """

    table: str
    column: str
    why: str


@dataclass(frozen=True)
class GivenForms:
    """What a model gave for sources.

    Parameters
    ----------
    forms
        For each column of a source, by the source's number; of a source without an answer that
        can be used there is nothing.
    columns
        How many columns got another name or other values.
    """

    forms: Mapping[int, tuple[ColumnForms, ...]]
    columns: int
    unused: tuple[Unused, ...]


def ask_for_forms(
    workspace: Workspace,
    model: LanguageModel,
    sources: Sequence[Source],
    settings: Settings,
    monitor: Monitor,
) -> GivenForms:
    """Ask a model, once a source, how names and values might be written otherwise.

    Sent are the title, the names of all columns, three cells of each, and all different values of
    columns of categories. Answers are kept: the same source is not paid for again. What is not
    exactly of the form, or would make two values alike, is not used and said.

    Raises
    ------
    MissingKeyError
        If the model's provider wants a key and none is set.
    CancelledError
        If `monitor` says so; what was answered is kept.
    """
    from core.llm.asking import Asking, ask_each
    from core.llm.retrying import Patience

    patience = Patience(
        settings.judge_timeout_seconds,
        settings.judge_attempts,
        settings.judge_backoff_ms / 1000,
        settings.judge_longest_wait_seconds,
    )
    per_minute = {
        "openai": settings.judge_openai_per_minute,
        "gemini": settings.judge_gemini_per_minute,
    }[model.provider.value]
    seconds = float(settings.judge_timeout_seconds * settings.judge_attempts)
    how = Asking(patience, seconds, per_minute, settings.judge_concurrency)
    questions = [question_of(source) for source in sources]
    answers = ask_each(workspace, model, questions, how, monitor)
    forms: dict[int, tuple[ColumnForms, ...]] = {}
    unused: list[Unused] = []
    for place, (source, answer) in enumerate(zip(sources, answers, strict=True)):
        try:
            found, refused = read_forms(source, answer)
        except UnusableError as error:
            unused.append(Unused(source.table, "", str(error)))
            continue
        unused += refused
        forms[place] = found
    used = sum(bool(one.names or one.values) for some in forms.values() for one in some)
    return GivenForms(forms, used, tuple(unused))


def question_of(source: Source) -> Question:
    """Write the question about a source."""
    columns = []
    for place, label in enumerate(source.labels):
        cells = list(dict.fromkeys(row[place] for row in source.cells if row[place]))
        told: dict[str, Any] = {
            "name": label,
            "examples": [cell[:LONGEST_VALUE] for cell in cells[:_EXAMPLES]],
        }
        if place in source.categories and len(cells) <= MOST_VALUES:
            told["values"] = cells
        columns.append(told)
    prompt = read_prompt(_FOLDER / f"{PROMPT}.md")
    user = prompt.asking({"title": source.title, "columns": columns})
    return Question(PURPOSE, prompt.version, prompt.system, user, _SCHEMA, ANSWER_TOKENS)


def read_forms(
    source: Source, answer: Given | NoAnswerError
) -> tuple[tuple[ColumnForms, ...], list[Unused]]:
    """Read what a model gave for a source, column by column, and what of it is not used.

    Raises
    ------
    UnusableError
        If nothing of it can be read.
    """
    if isinstance(answer, NoAnswerError):
        raise UnusableError(str(answer))
    listed = one_object(answer).get("columns")
    if not isinstance(listed, list):
        raise UnusableError("Its answer has no list of columns.")
    forms = [ColumnForms()] * len(source.labels)
    unused: list[Unused] = []
    for one in listed:
        name = one.get("name") if isinstance(one, dict) else None
        if name not in source.labels:
            unused.append(Unused(source.table, f"{name!s:.60}", "The table has no such column."))
            continue
        place = source.labels.index(name)
        try:
            forms[place] = ColumnForms(
                _names(one.get("other_names"), source), _values(one.get("values"), source, place)
            )
        except UnusableError as error:
            unused.append(Unused(source.table, name, str(error)))
    return tuple(forms), unused


def _names(given: object, source: Source) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise UnusableError("It has no list of other names.")
    names = tuple(dict.fromkeys(_text(name, LONGEST_NAME) for name in given[:MOST_NAMES]))
    known = {label.casefold() for label in source.labels}
    return tuple(name for name in names if name.casefold() not in known)


def _values(given: object, source: Source, place: int) -> Mapping[str, str]:
    if not isinstance(given, list):
        raise UnusableError("It has no list of values.")
    if not given:
        return {}
    written: dict[str, str] = {}
    for one in given:
        if not isinstance(one, dict) or set(one) != {"value", "written"}:
            raise UnusableError("A value must have the fields value and written.")
        written[str(one["value"])] = _text(one["written"], LONGEST_VALUE)
    values = {row[place] for row in source.cells if row[place]}
    if place not in source.categories or set(written) != values:
        raise UnusableError("Either every value that was given is written otherwise, or none.")
    if not is_told_apart(written):
        raise UnusableError("Two values are written alike.")
    known = {value.casefold(): value for value in values}
    if any(known.get(other.casefold(), value) != value for value, other in written.items()):
        raise UnusableError("A value is written as another one.")
    return written


def _text(given: object, longest: int) -> str:
    text = given.strip() if isinstance(given, str) else ""
    if not text or len(text) > longest or not text.isprintable():
        raise UnusableError(f"What is written must be a text of 1 to {longest} characters.")
    if text.startswith(_FORMULA):
        raise UnusableError("What is written must not begin like a formula.")
    return text
