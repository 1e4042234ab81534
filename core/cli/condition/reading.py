"""Read a condition in words for the terminal: by the grammar, and by a model where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.cli.output import say
from core.conditions import (
    Request,
    conjuncts,
    request_document,
    write_condition,
    write_request,
)
from core.conditions.by_model import ModelReading, configured_model, read_with_model
from core.llm import LanguageModel
from core.settings import Settings
from core.store import Workspace

GRAMMAR = "grammar"
"""Who reads conditions without a model."""


@dataclass(frozen=True)
class Understood:
    """How the words of a condition are read.

    Parameters
    ----------
    by_model
        None if no model was asked.
    """

    by_grammar: Request
    by_model: ModelReading | None = None

    @property
    def request(self) -> Request:
        """The model's reading where it is usable, else the grammar's."""
        usable = None if self.by_model is None else self.by_model.request
        return self.by_grammar if usable is None else usable

    def document(self) -> dict[str, Any]:
        """Give the reading that counts, and, where a model was asked, both and what it said."""
        told = _told(self.request)
        model = self.by_model
        if model is None:
            return told
        return {
            **told,
            "read_by": GRAMMAR if model.request is None else model.model,
            "by_grammar": _told(self.by_grammar),
            "by_model": {
                "model": model.model,
                "usable": model.request is not None,
                "why_not": model.unusable,
                "not_in_the_expression": [
                    {"start": span.start, "end": span.end, "text": span.text}
                    for span in model.left_out
                ],
                "not_in_the_words": list(model.made_up),
                "reused": model.reused,
                "input_tokens": model.input_tokens,
                "output_tokens": model.output_tokens,
            },
        }

    def say_notes(self) -> None:
        """Say on stderr who read the condition, of which words, and all that is to be doubted."""
        model = self.by_model
        if model is not None and model.request is None:
            say(
                f"Read by the grammar: {model.model} was asked, but its answer is not usable. "
                f"{model.unusable}",
                err=True,
            )
        elif model is not None:
            say(f"Read by {model.model}{', as before' * model.reused}.", err=True)
            otherwise = write_request(self.by_grammar)
            if otherwise != write_request(self.request):
                say(f"The grammar reads: {otherwise or 'nothing'}", err=True)
            for span in model.left_out:
                say(f"Not in the expression: {span.text!r}; look whether it is missing.", err=True)
            for text in model.made_up:
                say(f"Not in your words: {text!r}; look whether you mean it.", err=True)
        parts = conjuncts(self.request.condition)
        for part, words in zip(parts, self.request.of_parts, strict=False):
            said = " … ".join(span.text for span in words)
            say(f"Read from {said!r}: {write_condition(part)}", err=True)
        for span in self.request.unknown:
            if span.passed:
                say(f"Passed over: {span.text!r}", err=True)
                continue
            how = "Not sure" if span.kept else "Not understood"
            say(f"{how}: {span.text!r}; {span.hint}.", err=True)


def chosen_model(settings: Settings, name: str | None, base_url: str) -> LanguageModel | None:
    """Return the model that options name, else that of the settings; none for an empty name.

    Raises
    ------
    ModelError
        If it can be none.
    """
    if name is None:
        found = configured_model(settings)
        if found is None or not base_url:
            return found
        return LanguageModel.named(found.full_name, base_url)
    return LanguageModel.named(name, base_url) if name else None


def read_words(
    workspace: Workspace,
    settings: Settings,
    by_grammar: Request,
    columns: Sequence[str],
    model: LanguageModel | None,
    again: bool = False,
) -> Understood:
    """Have words that the grammar has read be read by a model too, if there is one.

    Raises
    ------
    MissingKeyError
        If the model wants a key and none is set.
    """
    if model is None:
        return Understood(by_grammar)
    text = by_grammar.text
    return Understood(by_grammar, read_with_model(workspace, model, text, columns, settings, again))


def _told(request: Request) -> dict[str, Any]:
    return {**request_document(request), "written": write_request(request)}
