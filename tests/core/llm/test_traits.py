"""What an endpoint cannot take is learned once, by whichever request finds out."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from core.llm.endpoints.base import Trait
from core.llm.traits import Traits, traits_of
from core.llm.types import LanguageModel
from core.store import Workspace
from core.store.file_thread import FileThread

MODEL = LanguageModel.named("openai:m", "http://127.0.0.1:9/v1")


@pytest.mark.parametrize("trait", list(Trait))
def test_what_is_not_taken_is_done_the_other_way_and_the_other_way_is_the_last(
    tmp_path: Path, trait: Trait
) -> None:
    workspace = Workspace.open(tmp_path)

    async def ask() -> list[bool]:
        with FileThread("notes") as thread:
            traits = Traits(workspace, MODEL, thread)
            first = traits.now()
            taught = [await traits.learned(trait, first, "No.")]
            taught.append(await traits.learned(trait, first, "No."))  # it was under way meanwhile
            assert traits.now() == first | {trait: not first[trait]}
            taught.append(await traits.learned(trait, traits.now(), "No."))
            again = Traits(workspace, MODEL, thread)
            taught.append(await again.learned(trait, again.now(), "No."))
            return taught

    before = traits_of(workspace, MODEL)
    assert asyncio.run(ask()) == [True, True, False, False]
    assert traits_of(workspace, MODEL) == before | {trait: not before[trait]}


def test_requests_go_on_while_what_was_learned_waits_to_be_noted(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    begun, done = threading.Event(), threading.Event()

    def write() -> None:
        with workspace.writing():
            begun.set()
            done.wait(10)

    async def ask() -> None:
        with FileThread("notes") as thread:
            traits = Traits(workspace, MODEL, thread)
            learning = asyncio.create_task(
                traits.learned(Trait.TEMPERATURE, traits.now(), "It takes none.")
            )
            await asyncio.sleep(0.1)
            assert not learning.done()
            assert not traits.now()[Trait.TEMPERATURE]  # for those who ask meanwhile
            done.set()
            assert await learning

    writer = threading.Thread(target=write)
    writer.start()
    begun.wait()
    asyncio.run(ask())
    writer.join()
