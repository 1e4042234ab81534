"""The votes in a release's CSV: how they are written, and the last one that a file knows of."""

from __future__ import annotations

from collections.abc import Mapping

from core.benchmarks.types import BenchmarkInfo
from core.labels.voting.votes import vote_spans
from core.store import Workspace
from core.store.formulas import mark_formula

BETWEEN = "; "


def vote_word(voter: str, label: int | None, final: bool) -> str:
    """Write a vote, or a curator's decision.

    Examples
    --------
    >>> vote_word("ann", 2, False), vote_word("bob", None, False), vote_word("cara", 0, True)
    ('ann=2', 'bob=none', 'cara=0*')
    """
    return mark_formula(f"{voter}={'none' if label is None else label}{'*' * final}")


def last_known(
    workspace: Workspace, info: BenchmarkInfo, said: Mapping[tuple[str, str], str]
) -> int | None:
    """Return the key of the last vote that a file knows of, from the votes that it names.

    Parameters
    ----------
    said
        Query and table to its votes as the file has them, empty where it has none.

    Returns
    -------
    int or None
        The latest vote up to which the votes on these pairs are those of the file; none if they
        never were, or the file names no vote.
    """
    if not any(said.values()):
        return None
    wanted = {pair: sorted(votes.split(BETWEEN)) if votes else [] for pair, votes in said.items()}
    moments: dict[int, list[tuple[tuple[str, str], str, bool]]] = {}
    for one in vote_spans(workspace, info.key):
        word = vote_word(one.voter, one.label, one.final)
        moments.setdefault(one.key, []).append(((one.query, one.table), word, True))
        if one.until is not None:
            moments.setdefault(one.until, []).append(((one.query, one.table), word, False))
    now: dict[tuple[str, str], list[str]] = {pair: [] for pair in wanted}
    differ = {pair for pair, words in wanted.items() if words}
    last = None
    for moment in sorted(moments):
        for pair, word, comes in moments[moment]:
            if pair not in wanted:
                continue
            if comes:
                now[pair].append(word)
            else:
                now[pair].remove(word)
            # A voter's name may hold what stands between two votes.
            alike = sorted(BETWEEN.join(now[pair]).split(BETWEEN)) if now[pair] else []
            if alike == wanted[pair]:
                differ.discard(pair)
            else:
                differ.add(pair)
        if not differ:
            last = moment
    return last
