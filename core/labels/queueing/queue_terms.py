"""What a new queue asks of people."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from core.labels.types import Order


@dataclass(frozen=True)
class QueueTerms:
    """What a new queue asks of people, and how its pairs were chosen.

    Parameters
    ----------
    wanted
        Different people whose votes each case wants, 1 to 100; those that it has count.
    seed
        Of `Order.RANDOM`.
    source
        How the pairs were chosen, to be told later.
    tells_agreement
        Whether who votes may be told how far they agree with the others.
    further
        Whether each case wants at least one vote more than it has now, so that all are handed out.
    settled
        Cases that people have settled by what was wanted of them so far. The queue asks for votes
        on these, too, and takes nothing back: they stay settled as long as the votes agree.
    """

    wanted: int = 1
    order: Order = Order.RANK
    seed: int = 0
    source: Mapping[str, object] = field(default_factory=dict)
    tells_agreement: bool = False
    further: bool = False
    settled: Collection[int] = ()


ONE_VOTE_BY_RANK = QueueTerms()
