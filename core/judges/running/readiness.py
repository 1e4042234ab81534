"""Whether judges can be asked at all, seen before anything is entered, sent or stored."""

from __future__ import annotations

from collections.abc import Sequence

from core.judges.asking.rules import check_rule
from core.judges.errors import NoPriceError
from core.judges.judge import Judge
from core.judges.pricing.prices import price
from core.labels.judge_names import Provider
from core.llm.endpoints import key_of
from core.store import Workspace


def check_ready(workspace: Workspace, judges: Sequence[Judge], budget: float | None) -> None:
    """See that each judge can be asked within a budget.

    Raises
    ------
    MissingKeyError
        If the key of a model is not set.
    JudgeNotFoundError
        If there is no such rule.
    NoPriceError
        If there is a budget, and a judge without a price.
    """
    for judge in judges:
        if judge.provider is Provider.RULE:
            check_rule(judge.model)
        else:
            key_of(judge.language_model)
    for judge in judges if budget is not None else ():
        if price(workspace, judge) is None:
            raise NoPriceError(
                f"A budget needs the price of every judge. {judge.voter} has none; enter it with "
                f"`judge prices --set {judge.voter} INPUT OUTPUT`, in US dollars a million tokens "
                "(Prices of judges on Settings)."
            )
