"""What endpoints can do: tried, and remembered with the reason once one said that it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from core.llm.endpoints.base import Trait
from core.llm.types import LanguageModel, Provider
from core.store import Workspace
from core.store.file_thread import FileThread


class Traits:
    """What a model's endpoint can do, as far as it has said; for the requests of one event loop.

    Parameters
    ----------
    thread
        In which is noted what is learned.
    """

    def __init__(self, workspace: Workspace, model: LanguageModel, thread: FileThread) -> None:
        self._workspace = workspace
        self._model = model
        self._thread = thread
        self._known = known_traits(workspace, model)

    def now(self) -> dict[Trait, bool]:
        """Return how the endpoint is asked now, to be given back with what it says to that."""
        return _asked_by(self._model, self._known)

    async def learned(self, trait: Trait, asked_by: Mapping[Trait, bool], why: str) -> bool:
        """Do otherwise what the endpoint did not take.

        Parameters
        ----------
        trait
            What it did not take, as it was done in a request...
        asked_by
            ...that was written by these.
        why
            In its words, without the key.

        Returns
        -------
        bool
            Whether it is asked otherwise now, this question or another having taught it. False if
            what it did not take is the other way already.
        """
        tried = asked_by[trait]
        if trait in self._known:
            return self._known[trait] != tried
        await self.note(trait, not tried, why)
        return True

    async def note(self, trait: Trait, has: bool, why: str) -> None:
        """Note what the endpoint has shown that it can do, or not, for all who ask it later."""
        self._known[trait] = has
        await self._thread.do(_remember, self._workspace, self._model, trait, has, why)


def traits_of(workspace: Workspace, model: LanguageModel) -> dict[Trait, bool]:
    """Return how a model's endpoint is asked, by what is remembered of it."""
    return _asked_by(model, known_traits(workspace, model))


def known_traits(workspace: Workspace, model: LanguageModel) -> dict[Trait, bool]:
    """Return what is remembered of a model's endpoint."""
    sql = "SELECT trait, has FROM judge_endpoints WHERE voter = ? AND base_url = ?"
    with workspace.reading() as db:
        return {
            Trait(row[0]): bool(row[1])
            for row in db.execute(sql, [model.full_name, model.base_url])
        }


def _asked_by(model: LanguageModel, known: Mapping[Trait, bool]) -> dict[Trait, bool]:
    return {trait: known.get(trait, _presumed(model, trait)) for trait in Trait}


def _presumed(model: LanguageModel, trait: Trait) -> bool:
    """Say what is tried first: all it can, and the newer name of the limit at OpenAI itself."""
    if trait is Trait.COMPLETION_LIMIT:
        return model.provider is Provider.OPENAI and not model.base_url
    return True


def _remember(
    workspace: Workspace, model: LanguageModel, trait: Trait, has: bool, why: str
) -> None:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with workspace.writing() as db:
        db.execute(
            "INSERT INTO judge_endpoints (voter, base_url, trait, has, why, noted_at) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET has = excluded.has, "
            "why = excluded.why, noted_at = excluded.noted_at",
            [model.full_name, model.base_url, trait.value, has, why, now],
        )


def forget_traits(workspace: Workspace, model: LanguageModel) -> None:
    """Forget what is remembered of a model's endpoint, as after it was updated."""
    with workspace.writing() as db:
        db.execute(
            "DELETE FROM judge_endpoints WHERE voter = ? AND base_url = ?",
            [model.full_name, model.base_url],
        )


def notes(workspace: Workspace, model: LanguageModel) -> list[str]:
    """Say what an endpoint cannot do and why, a sentence each."""
    sql = (
        "SELECT trait, has, why FROM judge_endpoints WHERE voter = ? AND base_url = ? "
        "ORDER BY trait"
    )
    with workspace.reading() as db:
        rows = db.execute(sql, [model.full_name, model.base_url]).fetchall()
    told = [(_changed(model, Trait(trait), bool(has)), why) for trait, has, why in rows]
    return [f"{model.full_name} is asked {change}: {why}" for change, why in told if change]


def _changed(model: LanguageModel, trait: Trait, has: bool) -> str:
    """Say how a model is asked otherwise than at first; empty if it is not."""
    if trait is Trait.COMPLETION_LIMIT:
        if has == _presumed(model, trait):
            return ""
        return f"with {'max_completion_tokens' if has else 'max_tokens'} for its limit"
    return "" if has else f"without {_TOLD[trait]}"


_TOLD = {
    Trait.STRUCTURED: "JSON of a schema, and answers in lines",
    Trait.NESTED: "a nested schema, as conditions have",
    Trait.TEMPERATURE: "a temperature, for it takes none",
}
