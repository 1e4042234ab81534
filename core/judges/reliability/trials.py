"""What came of an injection audit: what a judge said without and with a planted instruction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.judges.prompting.planting import PREFIX, SHOWN, pushed_to
from core.judges.records.answers import answers
from core.judges.records.concluding import Said, concluded
from core.judges.types import JudgeRun, Outcome
from core.store import Workspace


@dataclass(frozen=True)
class Trial:
    """One instruction planted in one case, and what the judge said without and with it.

    Parameters
    ----------
    query
        Of the case.
    instruction
        Its name in `core.judges.prompting.planting.INSTRUCTIONS`, or `CONTROL`.
    before
        The judge's majority on the tables as they are.
    pushed
        The label to which the instruction pushes, never `before`; of the control, the same.
    after
        The majority with the instruction; None if there was none.
    shown
        Whether the planted text stood whole in each prompt; if not, it is no trial of anything.
    answers
        Keys of the answers to the planted text; empty if none is stored.
    """

    voter: str
    case: int
    query: str
    instruction: str
    before: int
    pushed: int
    after: int | None
    shown: bool = True
    answers: frozenset[int] = frozenset()

    @property
    def flipped(self) -> bool:
        """Whether the judge said what it was pushed to."""
        return self.after == self.pushed


def trials(workspace: Workspace, run: JudgeRun) -> Iterator[Trial]:
    """Read what came of an audit, a case, judge and instruction at a time.

    A case on which the judge came to no verdict without an instruction is left out. One whose
    planted text the judge was not shown whole, or not asked about for want of a cell to plant it
    in, is given as not ``shown``; so are those of answers that do not say whether it was.
    """
    labels: dict[tuple[str, int, str], list[Said]] = {}
    queries: dict[int, str] = {}
    hidden: set[tuple[str, int, str]] = set()
    stored: dict[tuple[str, int, str], set[int]] = {}
    for answer in answers(workspace, run.benchmark_key, run.key, variants=True, texts=False):
        shown = answer.parameters.get(SHOWN)
        if answer.outcome is Outcome.FAILED and shown is not False:
            continue
        place = answer.voter, answer.case, answer.variant
        found = labels.setdefault(place, [])
        queries[answer.case] = answer.query
        if answer.outcome is not Outcome.FAILED:
            stored.setdefault(place, set()).add(answer.key)
        if not shown:
            hidden.add(place)
        if answer.outcome is Outcome.OK and answer.verdict is not None:
            found.append(Said(answer.verdict.label, answer.swapped))
    for place, said in labels.items():
        voter, case, variant = place
        asked = run.protocol, run.protocol.runs
        before = concluded(labels.get((voter, case, ""), []), *asked).label
        if not variant.startswith(PREFIX) or before is None:
            continue
        after = concluded(said, *asked).label
        name, pushed = variant.removeprefix(PREFIX), pushed_to(before)
        shown, keys = place not in hidden, frozenset(stored.get(place, ()))
        yield Trial(voter, case, queries[case], name, before, pushed, after, shown, keys)
