from __future__ import annotations

import re

import pytest

from core.evaluation import Qrels
from core.labels import LOCAL
from core.labels.errors import NoReleaseError
from core.labels.settling.releases import (
    ADJUDICATION,
    Release,
    ReleaseDraft,
    Settled,
    release,
    store_release,
)
from core.store import Workspace


def _store(workspace: Workspace, name: str, *settled: Settled) -> Release:
    truth = Qrels.of({"q": {"a.csv": 2}})
    draft = ReleaseDraft(name, "base", truth, settled, "by hand", 0, "")
    return store_release(workspace, LOCAL, 1, draft, again=False)


def test_a_release_is_found_by_its_name_with_its_own_counts(workspace: Workspace) -> None:
    first = _store(workspace, "r1", Settled(1, "q", "b.csv", 0, ADJUDICATION))
    _store(
        workspace,
        "r2",
        Settled(1, "q", "b.csv", 0, ADJUDICATION),
        Settled(2, "q", "c.csv", 2, ADJUDICATION),
    )
    assert release(workspace, 1, "r1") == first
    assert (first.labels, first.settled) == (2, 1)
    there = re.escape("No release is named 'r3'. There are: r1, r2.")
    with pytest.raises(NoReleaseError, match=there):
        release(workspace, 1, "r3")
