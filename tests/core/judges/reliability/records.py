"""Records of judges made by hand."""

from __future__ import annotations

from collections.abc import Sequence

from core.judges.reliability import JudgeRecord, record_frame
from core.judges.types import Answer, Outcome, Verdict
from core.labels.types import Task


def record(
    judge: Sequence[int | None], people: Sequence[int | None] = (), **further: object
) -> JudgeRecord:
    """Make a record of labels, case by case; further columns by name, and ``answers``.

    Each case has a query of its own unless ``query`` says otherwise.
    """
    columns = {"judge": judge, "people": people or [None] * len(judge)}
    kept = {
        name: further.pop(name)
        for name in ("answers", "trials", "positive_from", "unread")
        if name in further
    }
    columns |= further  # type: ignore[arg-type]
    rows = [
        {"case": i, "query": f"q{i}", "table": f"t{i}", **{n: c[i] for n, c in columns.items()}}
        for i in range(len(judge))
    ]
    return JudgeRecord("openai:m", record_frame(rows), **kept)  # type: ignore[arg-type]


def answer(  # noqa: PLR0917
    case: int,
    label: int | None,
    number: int = 1,
    swapped: bool = False,
    cost: float | None = None,
    run: int = 1,
    outcome: Outcome | None = None,
    variant: str = "",
    request: str = "",
) -> Answer:
    """Make a stored answer; answers of one request are one."""
    return Answer(
        key=0,
        run_key=run,
        voter="openai:m",
        case=case,
        query=f"q{case}",
        table=f"t{case}",
        task=Task.UNION,
        number=number,
        swapped=swapped,
        variant=variant,
        request_hash=request or f"{run} {case} {number} {variant}",
        reused=False,
        replaced=False,
        outcome=outcome or (Outcome.OK if label is not None else Outcome.UNPARSABLE),
        verdict=None if label is None else Verdict(label),
        prompt_version="",
        model="m",
        structured=False,
        cost=cost,
        answered_at="",
    )
