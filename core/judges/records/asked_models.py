"""Which language models this workspace has asked, and what it has learned of their endpoints."""

from __future__ import annotations

import json
from dataclasses import dataclass

from core.judges.judge import Judge
from core.labels.judge_names import Provider
from core.labels.types import Role, Voter
from core.llm import traits
from core.store import Workspace


@dataclass(frozen=True)
class AskedModel:
    """A language model that a run named.

    Parameters
    ----------
    runs
        How many runs named it.
    notes
        What its endpoint cannot do, a sentence each.
    """

    judge: Judge
    runs: int
    notes: tuple[str, ...]


def asked_models(workspace: Workspace) -> list[AskedModel]:
    """List the language models that runs named, by name and address."""
    sql = (
        "SELECT judge.value, count(*) FROM judge_runs, json_each(judge_runs.judges) AS judge "
        "GROUP BY judge.value ORDER BY judge.value"
    )
    with workspace.reading() as db:
        rows = [(json.loads(row[0]), row[1]) for row in db.execute(sql)]
    judges = [(Judge(Provider(one[0]), one[1], one[2]), runs) for one, runs in rows]
    return [
        AskedModel(judge, runs, tuple(traits.notes(workspace, judge.language_model)))
        for judge, runs in judges
        if judge.provider is not Provider.RULE
    ]


def try_again(workspace: Workspace, curator: Voter, judge: Judge) -> None:
    """Forget what a model's endpoint could not do, so that it is tried again.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    curator.require(Role.CURATOR, "have an endpoint tried again")
    traits.forget_traits(workspace, judge.language_model)
