"""What judges cost, and what asking them is expected to take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Price:
    """What a judge costs, in US dollars a million tokens.

    Parameters
    ----------
    source
        Where the price is from, in words.
    cached
        Of input that the endpoint has in its cache; None if it costs the same as other input.
    """

    input: float
    output: float
    source: str = ""
    cached: float | None = None

    def of(self, input_tokens: int, output_tokens: int, cached_tokens: int = 0) -> float:
        """Return the cost of some tokens, of whose input some were cached.

        Examples
        --------
        >>> Price(0.5, 2.0).of(10_000, 1_000)
        0.007
        >>> Price(0.5, 2.0, cached=0.1).of(10_000, 1_000, 5_000)
        0.005
        """
        cached_price = self.input if self.cached is None else self.cached
        cached = min(cached_tokens, input_tokens)
        read = (input_tokens - cached) * self.input + cached * cached_price
        return (read + output_tokens * self.output) / 1_000_000


@dataclass(frozen=True)
class Estimate:
    """What asking one judge is expected to take.

    Parameters
    ----------
    calls
        Requests to send.
    known
        Further questions whose answers are there already and cost nothing.
    unreadable
        Further questions that cannot be asked, for a table of them is not there.
    input_tokens, output_tokens
        Estimated, of `calls`.
    cost
        US dollars; None without a price.
    most
        What it costs at the very most: every byte a token, every answer as long as allowed.
    sampled
        Cases of which not every row is shown.
    by_answers
        By how many of the judge's last answers tokens and cost are forecast; 0 if too few are there
        and they are guessed.
    """

    voter: str
    cases: int
    calls: int
    known: int
    unreadable: int
    input_tokens: int
    output_tokens: int
    price: Price | None
    cost: float | None
    most: float | None
    sampled: int
    by_answers: int = 0


def total_cost(estimates: Sequence[Estimate]) -> float | None:
    """Add up what several judges are expected to cost; None if one has no price.

    Examples
    --------
    >>> total_cost([]), total_cost([Estimate("rule:x", 1, 0, 0, 0, 0, 0, None, None, None, 0)])
    (0.0, None)
    """
    costs = [estimate.cost for estimate in estimates]
    return None if None in costs else float(sum(cost for cost in costs if cost is not None))
