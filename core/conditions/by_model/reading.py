"""Read a condition in words with a language model, believing nothing of what it answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.conditions.by_model.faithful import left_out, made_up
from core.conditions.by_model.prompt import question_of
from core.conditions.errors import ConditionError
from core.conditions.json_form import from_document
from core.conditions.lexing.lexer import MOST_CHARACTERS
from core.conditions.requests import Request, Span
from core.conditions.types import Operation
from core.llm import LanguageModel, NoAnswerError
from core.llm.documents import UnusableError, one_object
from core.llm.questions import Given, recall
from core.settings import Settings
from core.store import Workspace

NOT_UNDERSTOOD = "the model did not understand it"

_FIELDS = {"operation", "condition", "not_understood"}
_MOST_SPANS = 50


@dataclass(frozen=True)
class ModelReading:
    """What a model made of a condition in words.

    Parameters
    ----------
    model
        Its full name.
    request
        None if its answer was not usable, or if there was none.
    unusable
        Why; empty if it was usable.
    left_out
        Names, values and numbers of the words of which neither the expression nor what the model
        did not understand has anything: in other words, or forgotten.
    made_up
        Texts and numbers of the expression that the words do not have.
    answered
        Whether an answer came, usable or not; only then is it kept.
    reused
        Whether the model had answered before and was not paid for again.
    input_tokens, output_tokens
        None if the endpoint did not count them, or there was no answer.
    """

    model: str
    request: Request | None
    unusable: str = ""
    left_out: tuple[Span, ...] = ()
    made_up: tuple[str, ...] = ()
    answered: bool = True
    reused: bool = False
    input_tokens: int | None = None
    output_tokens: int | None = None


def configured_model(settings: Settings) -> LanguageModel | None:
    """Return the model that reads conditions by the settings; none if none is set.

    Raises
    ------
    ModelError
        If the settings name none that can be.
    """
    if not settings.condition_model:
        return None
    return LanguageModel.named(settings.condition_model, settings.condition_model_url)


def read_with_model(
    workspace: Workspace,
    model: LanguageModel,
    text: str,
    columns: Sequence[str],
    settings: Settings,
    again: bool = False,
) -> ModelReading:
    """Ask a model for the typed expression of a condition in words, and check its answer.

    The answer is asked for as JSON of a schema made from the types, and read by the same types:
    what they refuse is refused as a whole and said. Words that the model says it did not
    understand are the request's unknown words; what it left out or made up without a word is
    found by comparing names and numbers, to be looked at. The same question is paid for once:
    answers are kept by their hash.

    Parameters
    ----------
    text
        At most 1,000 characters.
    columns
        Names of the query's columns; the first 200 are sent.
    again
        Whether to ask, and pay, although the model has answered before.

    Raises
    ------
    ConditionError
        If the text is too long.
    MissingKeyError
        If the model's provider wants a key and none is set.
    """
    # Waits and attempts take a while to import, and most commands ask nobody.
    from core.llm.asking import Asking, ask
    from core.llm.retrying import Patience

    _check_length(text)
    seconds = float(settings.condition_model_seconds)
    patience = Patience(seconds, settings.judge_attempts, settings.judge_backoff_ms / 1000, seconds)
    how = Asking(patience, seconds, again=again)
    try:
        given = ask(workspace, model, question_of(text, columns), how)
    except NoAnswerError as error:
        return ModelReading(model.full_name, None, str(error), answered=False)
    return read_answer(model, text, columns, given)


def recall_reading(
    workspace: Workspace, model: LanguageModel, text: str, columns: Sequence[str]
) -> ModelReading | None:
    """Return what `read_with_model` read before, without asking; none if it was never asked."""
    _check_length(text)
    given = recall(workspace, model, question_of(text, columns))
    return None if given is None else read_answer(model, text, columns, given)


def _check_length(text: str) -> None:
    if len(text) > MOST_CHARACTERS:
        raise ConditionError(
            f"A condition has at most {MOST_CHARACTERS:,} characters. Got {len(text):,}."
        )


def read_answer(
    model: LanguageModel, text: str, columns: Sequence[str], given: Given
) -> ModelReading:
    """Read what a model answered; what is not exactly an expression is unusable, never an error."""
    request, unusable = None, ""
    missing, invented = [], []
    try:
        request = _request(text, one_object(given))
        missing = left_out(text, request.condition, request.unknown)
        invented = made_up(text, columns, request.condition)
    except (UnusableError, ConditionError) as error:
        unusable = str(error)
    return ModelReading(
        model.full_name,
        request,
        unusable,
        tuple(missing),
        tuple(invented),
        reused=given.reused,
        input_tokens=given.input_tokens,
        output_tokens=given.output_tokens,
    )


def _request(text: str, document: dict[str, Any]) -> Request:
    if set(document) != _FIELDS:
        raise UnusableError(
            f"Its answer must have the fields {', '.join(sorted(_FIELDS))}. "
            f"Got {', '.join(sorted(map(str, document)))[:200] or 'none'}."
        )
    operation = document["operation"]
    if operation not in list(Operation):
        raise UnusableError(
            f"Its operation must be one of {', '.join(Operation)}. Got {operation!r:.60}."
        )
    found = document["condition"]
    condition = None if found is None else from_document(found)
    unknown = sorted(_spans(text, document["not_understood"]), key=lambda span: span.start)
    return Request(text, Operation(operation), condition, tuple(unknown))


def _spans(text: str, said: object) -> list[Span]:
    """Find the words that the model did not understand where they stand in the text."""
    if (
        not isinstance(said, list)
        or len(said) > _MOST_SPANS
        or not all(isinstance(one, str) for one in said)
    ):
        raise UnusableError("What it did not understand must be a list of a few texts.")
    found = []
    for words in said:
        parts = words.split()
        if not parts:
            continue
        match = re.search(r"\s+".join(map(re.escape, parts)), text, re.IGNORECASE)
        if match is None:
            raise UnusableError(
                f"It says that it did not understand words that are not there: {words!r:.60}."
            )
        found.append(Span(match.start(), match.end(), match[0], NOT_UNDERSTOOD))
    return found
