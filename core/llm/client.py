"""One language model that is asked: by judges, and by whatever else asks one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto

from core.llm.endpoints.base import (
    AskError,
    DeclinedError,
    Endpoint,
    FatalError,
    OverlongError,
    RejectedError,
    Reply,
    Request,
    Trait,
    TraitError,
)
from core.llm.questions import MAX_ANSWER
from core.llm.retrying import Answered, Bill, Gate, GivenUpError, Patience, send
from core.llm.traits import Traits
from core.settings import Secret

_MAX_NAME = 200


class Ending(Enum):
    """How a question ended that has no answer."""

    GIVEN_UP = auto()
    """Every attempt failed."""
    REJECTED = auto()
    """The endpoint refuses this request, as for its length."""
    UNSUPPORTED = auto()
    """The endpoint takes it neither as it is nor in the other way that there is."""
    DECLINED = auto()
    """A filter of the endpoint stopped it."""
    OVERLONG = auto()
    """An answer came that is too long to be read."""


@dataclass(frozen=True)
class NotAnswered:
    """Why a question has no answer.

    Parameters
    ----------
    why
        In the endpoint's words, without the key.
    billed
        Whether the last attempt may be charged for nevertheless.
    attempts
        How often it was sent.
    seconds
        That the attempts took, where every one failed; otherwise the last of them.
    """

    ending: Ending
    why: str
    billed: bool = False
    attempts: int = 1
    seconds: float = 0.0


class ModelClient:
    """A language model with all that asking it takes.

    Nothing that it gives has the key in it, but for answers with one of a few letters
    (`Secret.struck_from_answer`).

    Parameters
    ----------
    traits
        What its endpoint takes, which is learned from what it refuses.
    gate
        Of its address, which other models may share.
    schema
        What an endpoint lacks that refuses the schema of a request.
    must_be_json
        Whether there is to be no answer rather than one without the schema.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        traits: Traits,
        gate: Gate,
        patience: Patience,
        key: Secret,
        *,
        schema: Trait = Trait.STRUCTURED,
        must_be_json: bool = False,
    ) -> None:
        self.traits = traits
        self._endpoint = endpoint
        self._gate = gate
        self._patience = patience
        self._key = key
        self._schema = schema
        self._must_be_json = must_be_json

    async def ask(
        self,
        request: Request,
        asked_by: Mapping[Trait, bool],
        stopped: asyncio.Event,
        bill: Bill | None = None,
    ) -> Answered | NotAnswered | None:
        """Send a request until it is answered or known to get no answer.

        Parameters
        ----------
        asked_by
            The traits by which it was written.

        Returns
        -------
        Answered, NotAnswered or None
            None if the endpoint is asked otherwise from now on: write the request again. A text
            that is too long comes longer than `MAX_ANSWER`, but not much.

        Raises
        ------
        FatalError
            If the endpoint refuses everything; without the key.
        StoppedError
            If the run is to stop before there is an answer.
        """
        try:
            answered = await send(
                self._endpoint, request, self._gate, self._patience, stopped, bill
            )
        except TraitError as error:
            return await self._learned(error, asked_by)
        except FatalError as error:
            raise FatalError(self.without_key(error)) from None
        except GivenUpError as error:
            why = self.without_key(error)
            return NotAnswered(Ending.GIVEN_UP, why, False, error.attempts, error.seconds)
        except RejectedError as error:
            return self._ended(Ending.REJECTED, error)
        except DeclinedError as error:
            return self._ended(Ending.DECLINED, error, error.billed)
        except OverlongError as error:
            return self._ended(Ending.OVERLONG, error, billed=True)
        return replace(answered, reply=self._read(answered.reply))

    def _ended(self, ending: Ending, error: AskError, billed: bool = False) -> NotAnswered:
        why = self.without_key(error)
        return NotAnswered(ending, why, billed, error.attempts, error.seconds)

    def _read(self, reply: Reply) -> Reply:
        return replace(
            reply,
            text=self._key.struck_from_answer(reply.text)[: MAX_ANSWER + 1],
            refusal=self._key.struck_from_answer(reply.refusal)[:MAX_ANSWER],
            model=self._key.struck_from_answer(reply.model)[:_MAX_NAME],
        )

    async def _learned(
        self, error: TraitError, asked_by: Mapping[Trait, bool]
    ) -> NotAnswered | None:
        """Do without what the endpoint does not take."""
        why = self.without_key(error)
        trait = error.trait
        if trait is Trait.STRUCTURED:
            if self._must_be_json:
                raise FatalError(
                    f"It does not answer as JSON of a schema, which is asked of it: {why}"
                )
            trait = self._schema
        if await self.traits.learned(trait, asked_by, why):
            return None
        return NotAnswered(Ending.UNSUPPORTED, why)

    def without_key(self, said: object) -> str:
        """Return what was said of a request, as an error does, without the key."""
        return self._key.struck_from(str(said))
