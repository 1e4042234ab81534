from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.search.kept import (
    MOST_EARLIER,
    forget_searches,
    keep_search,
    kept_searches,
    save_search,
)
from core.store import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path)


def address(words: str) -> dict[str, list[str]]:
    return {"lake": ["mine"], "words": [words], "on": ["a", "b"]}


def labels(workspace: Workspace, owner: str = "ann") -> list[str]:
    return [one.label for one in kept_searches(workspace, owner)]


def test_searches_are_told_newest_first_and_to_nobody_else(workspace: Workspace) -> None:
    for words in ("tea", "coffee", "tea"):
        keep_search(workspace, "ann", words, address(words))
    keep_search(workspace, "bob", "rivers", address("rivers"))
    assert labels(workspace) == ["tea", "coffee"]
    assert labels(workspace, "bob") == ["rivers"]
    assert kept_searches(workspace, "ann")[0].address == {
        "lake": ("mine",),
        "on": ("a", "b"),
        "words": ("tea",),
    }


def test_a_saved_search_stays_and_comes_first(workspace: Workspace) -> None:
    keep_search(workspace, "ann", "tea", address("tea"))
    save_search(workspace, "ann", address("tea"))
    for number in range(MOST_EARLIER + 5):
        keep_search(workspace, "ann", str(number), address(str(number)))
    keep_search(workspace, "ann", "tea again", address("tea"))
    told = labels(workspace)
    assert told[:2] == ["tea", str(MOST_EARLIER + 4)]
    assert len(told) == MOST_EARLIER + 1 and told[-1] == "5"
    assert forget_searches(workspace, "ann") == MOST_EARLIER
    assert labels(workspace) == ["tea"]
    save_search(workspace, "ann", address("tea"), saved=False)
    assert not kept_searches(workspace, "ann")[0].saved


def test_a_saved_search_keeps_the_name_that_it_was_given(workspace: Workspace) -> None:
    keep_search(workspace, "ann", "tea", address("tea"))
    save_search(workspace, "ann", address("tea"), label="what I drink")
    keep_search(workspace, "ann", "tea", address("tea"))
    save_search(workspace, "ann", address("tea"))
    assert labels(workspace) == ["what I drink"]


def test_what_was_never_searched_cannot_be_saved(workspace: Workspace) -> None:
    with pytest.raises(InputError, match="make it again first"):
        save_search(workspace, "ann", address("tea"))
    with pytest.raises(InputError, match="at most 20,000 characters"):
        keep_search(workspace, "ann", "long", address("x" * 20_000))
