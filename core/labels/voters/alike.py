"""Judges that speak with one voice: of one model family, or agreeing as only one model does.

Rules take voters for independent. Several copies of one model are not: they err together, outvote
people together, and an estimate of how often each is right takes their agreement for a proof.
"""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import polars as pl

from core.amounts import amount, listed
from core.labels.settling.consensus import consensus
from core.labels.settling.rules import Rule, Settling
from core.labels.types import Kind
from core.labels.vote_frame import NO_LABEL, VoteGrid

ALIKE = 0.97
"""Share of equal labels from which two judges are taken for one voice."""
SHARED = 20
"""Cases that two judges must share to be told alike by their labels."""

_FAMILY = re.compile(r"(?i)(?!latest$)[^\W\d_]{3,}|o(?=\d)|yi(?![^\W\d_])")
"""The first word, which is no version: "latest" stands behind models' names that have no other.

One or two letters may be anything; of those only OpenAI's o1, o3 and so on, and Yi, are known.
"""
_NAMED = 3


def alike_voters(votes: pl.DataFrame) -> list[tuple[str, ...]]:
    """Group the judges that seem to be one voice; those who stand alone are in no group.

    Two are of one group if their models' names, behind the provider's, begin with the same word, as
    ``openai:gpt-4o`` and ``openai:gpt-4o-mini`` do, or if they gave the same label on `ALIKE` of at
    least `SHARED` cases on which each gave more than one kind of label.

    Parameters
    ----------
    votes
        ``case, voter, kind, label``; people stand in no group.
    """
    judges = votes.filter(pl.col("kind") != Kind.HUMAN.value)
    if judges.is_empty():
        return []
    grid = VoteGrid.of(judges)
    group = list(range(len(grid.voters)))
    for one, other in combinations(range(len(grid.voters)), 2):
        if _is_alike(grid, one, other):
            old, new = group[other], group[one]
            group = [new if place == old else place for place in group]
    found = [
        tuple(voter for voter, place in zip(grid.voters, group, strict=True) if place == number)
        for number in sorted(set(group))
    ]
    return [voters for voters in found if len(voters) > 1]


def one_voice_warning(votes: pl.DataFrame, rule: Rule, settling: Settling) -> str:
    """Warn where what a rule settles hangs on several judges that seem to be one; else empty.

    The rule is applied again with one judge of each group of `alike_voters`, the one with the most
    votes, whose weight stays what it is; and its labels are held against people's majority, for a
    weight that was estimated among copies may be too great for one of them, too.
    """
    groups = alike_voters(votes)
    if not groups:
        return ""
    counted = dict(votes.group_by("voter").len().iter_rows())
    left_out = [
        voter
        for voters in groups
        for voter in sorted(voters, key=lambda voter: (-counted[voter], voter))[1:]
    ]
    before = _settled(votes, rule, settling)
    after = _settled(votes.filter(~pl.col("voter").is_in(left_out)), rule, settling)
    said = votes.filter(pl.col("kind") == Kind.HUMAN.value)
    people = _settled(said, Rule.MAJORITY, Settling(wanted=settling.wanted))
    hanging = sum(after.get(case) != label for case, label in before.items())
    shared = [case for case in people if case in before]
    overruled = sum(before[case] != people[case] for case in shared)
    if not hanging and not overruled:
        return ""
    told = "; ".join(_names(voters) for voters in groups)
    return (
        f"These judges seem to be one voice, by the names of their models or because they agree on "
        f"{ALIKE:.0%} and more of their cases: {told}. With one of them instead of all, "
        f"{hanging:,} of {amount(len(before), 'settled case')} would have another label or stay "
        f"open; {overruled:,} of the {amount(len(shared), 'case')} that people's majority settles "
        "get another label than that. Count one of them, or give them less weight."
    )


def _is_alike(grid: VoteGrid, one: int, other: int) -> bool:
    if _family(grid.voters[one]) == _family(grid.voters[other]):
        return True
    first, second = grid.places[:, one], grid.places[:, other]
    both = (first != NO_LABEL) & (second != NO_LABEL)
    if both.sum() < SHARED or min(len(set(some[both].tolist())) for some in (first, second)) < 2:  # noqa: PLR2004
        return False
    return float(np.mean(first[both] == second[both])) >= ALIKE


def _family(voter: str) -> str:
    """Return the word with which the name of a provider's model begins; else the voter's own name.

    What stands behind no provider, as the judges of an imported file may, need not be a model's
    name: "judge-a" and "judge-b" are no family.

    Examples
    --------
    >>> _family("openai:gpt-4o-mini"), _family("openai:meta-llama/Llama-3-8B"), _family("gemini:g2")
    ('gpt', 'llama', 'gemini:g2')
    >>> _family("openai:o1"), _family("openai:openai/o3-mini"), _family("lab:Yi-34B")
    ('o', 'o', 'yi')
    >>> _family("judge-a"), _family("mistral:latest")
    ('judge-a', 'mistral:latest')
    """
    name = voter.partition(":")[2]
    for part in (name.rpartition("/")[2], name):
        if found := _FAMILY.match(part):
            return found.group().casefold()
    return voter


def _settled(votes: pl.DataFrame, rule: Rule, settling: Settling) -> dict[str, int]:
    frame = consensus(votes, rule, settling=settling).frame.filter(pl.col("why") == "")
    return dict(frame.select("case", "label").iter_rows())


def _names(voters: tuple[str, ...]) -> str:
    if len(voters) == 2:  # noqa: PLR2004
        return " and ".join(voters)
    return listed(voters, _NAMED)
