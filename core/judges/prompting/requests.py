"""The request of a question, and the hash by which its answer is known."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from core.judges.judge import Judge
from core.judges.prompting.prompt import Material, Prompt, write_prompt
from core.judges.protocol import Protocol
from core.llm import Effort
from core.llm.endpoints.base import Request, Trait


@dataclass
class Written:
    """The material of a pair with the prompts that were written from it so far.

    Parameters
    ----------
    fresh
        Requests, by their hash when asked first, that are known to have no answer that counts, with
        the hash under which they are to be asked.
    """

    material: Material
    fresh: dict[str, str] = field(default_factory=dict)
    _prompts: dict[tuple[bool, bool], Prompt] = field(default_factory=dict)

    def prompt(self, swapped: bool, structured: bool) -> Prompt:
        """Return a prompt, written once."""
        known = self._prompts.get((swapped, structured))
        if known is None:
            known = write_prompt(self.material, swapped, structured)
            self._prompts[swapped, structured] = known
        return known


def request_hash(judge: Judge, request: Request, number: int, again: int = 0) -> str:
    """Return the hash of everything that is sent, and of which independent run it is.

    Parameters
    ----------
    again
        How often the question was answered without a verdict and asked again.
    """
    told = [
        judge.voter,
        judge.base_url,
        request.system,
        request.user,
        request.schema,
        request.temperature,
        request.answer_tokens,
        number,
        # What was answered before there were such things stays so.
        *([] if request.effort is Effort.DEFAULT else [request.effort]),
        *([again] if again else []),
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def request_of(
    judge: Judge,
    protocol: Protocol,
    traits: Mapping[Trait, bool],
    written: Written,
    number: int,
    swapped: bool,
) -> tuple[Prompt, Request]:
    """Write the request of a question as the judge's endpoint is known to take it (`Traits`).

    Its key is its hash when it is asked for the first time.
    """
    structured = traits[Trait.STRUCTURED] if protocol.structured is None else protocol.structured
    prompt = written.prompt(swapped, structured)
    request = Request(
        judge.model,
        prompt.system,
        prompt.user,
        prompt.form.schema() if structured else None,
        protocol.temperature if traits[Trait.TEMPERATURE] else None,
        protocol.answer_tokens,
        traits[Trait.COMPLETION_LIMIT],
        "",
        protocol.effort,
    )
    return prompt, replace(request, idempotency_key=request_hash(judge, request, number))


def requests_of(
    judge: Judge,
    protocol: Protocol,
    traits: Mapping[Trait, bool],
    written: Written,
    number: int,
    swapped: bool,
) -> list[tuple[Prompt, Request]]:
    """Write the requests by which a question may be known: first that by which it is asked now.

    Where the protocol leaves open whether answers are JSON or lines, it is known by the other form
    too: it may have been asked in that one before.
    """
    found = [request_of(judge, protocol, traits, written, number, swapped)]
    if protocol.structured is None:
        other = {**traits, Trait.STRUCTURED: not traits[Trait.STRUCTURED]}
        found.append(request_of(judge, protocol, other, written, number, swapped))
    return found
