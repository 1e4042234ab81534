"""What a model is asked and what it answered, each answer kept under the hash of its question."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from core.llm.types import LanguageModel
from core.store import Workspace

MAX_ANSWER = 100_000
"""Characters of an answer that are kept; a longer one is no answer."""


@dataclass(frozen=True)
class Question:
    """One question that wants one JSON object.

    Parameters
    ----------
    purpose
        What it is asked for, in a word.
    prompt_version
        Which file the prompt is from, and in what state.
    schema
        JSON schema of the answer.
    answer_tokens
        Tokens of the answer, at most.
    """

    purpose: str
    prompt_version: str
    system: str
    user: str
    schema: Mapping[str, Any]
    answer_tokens: int

    def hash_for(self, model: LanguageModel) -> str:
        """Return the hash of all that this model is asked."""
        told = [
            model.full_name,
            model.base_url,
            self.system,
            self.user,
            self.schema,
            self.answer_tokens,
        ]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()


@dataclass(frozen=True)
class Given:
    """What a model answered, not yet believed.

    Parameters
    ----------
    refusal
        Why there is no answer, where the model or a filter declined.
    cut
        Whether the limit of tokens ended it.
    model
        The model's name as its endpoint returned it.
    seconds
        Until the answer came, attempts included, when it was asked.
    reused
        Whether it was asked before and is not paid for again.
    """

    text: str
    refusal: str
    cut: bool
    model: str
    input_tokens: int | None
    output_tokens: int | None
    seconds: float
    reused: bool = False


def recall(workspace: Workspace, model: LanguageModel, question: Question) -> Given | None:
    """Return what a model answered to a question before; none if it was never asked."""
    sql = (
        "SELECT raw, refusal, cut, returned_model, input_tokens, output_tokens, seconds "
        "FROM model_answers WHERE request_hash = ?"
    )
    with workspace.reading() as db:
        row = db.execute(sql, [question.hash_for(model)]).fetchone()
    if row is None:
        return None
    raw, refusal, cut, returned, input_tokens, output_tokens, seconds = row
    return Given(
        raw, refusal, bool(cut), returned, input_tokens, output_tokens, seconds, reused=True
    )


def keep(workspace: Workspace, model: LanguageModel, question: Question, given: Given) -> None:
    """Keep an answer in place of what was answered before; when this returns it is on disk."""
    with workspace.writing() as db:
        db.execute(
            "INSERT OR REPLACE INTO model_answers (request_hash, purpose, model, base_url, "
            "prompt_version, raw, refusal, cut, returned_model, input_tokens, output_tokens, "
            "seconds, answered_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                question.hash_for(model),
                question.purpose,
                model.full_name,
                model.base_url,
                question.prompt_version,
                given.text,
                given.refusal,
                given.cut,
                given.model,
                given.input_tokens,
                given.output_tokens,
                given.seconds,
                datetime.now(UTC).isoformat(timespec="milliseconds"),
            ],
        )
