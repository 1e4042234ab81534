"""The names of the metrics."""

from __future__ import annotations

from enum import StrEnum

from core.evaluation.errors import UnknownMetricError


class Metric(StrEnum):
    """The metrics, named as in the field."""

    P = "P"
    """Positives among the first k, divided by k however short the ranking is."""
    R = "R"
    """Positives among the first k, divided by all positives of the query."""
    F1 = "F1"
    """Harmonic mean of a query's P@k and R@k (0 if both are 0), then averaged."""
    NDCG = "NDCG"
    """Gain = grade (negative grades 0), discount log2(rank + 1), over the best order's.

    The best order is of all judged candidates of the query, cut at k. There is no threshold: the
    grades are the gains (Järvelin and Kekäläinen 2002, with linear gains as in trec_eval).
    """
    MAP = "MAP"
    """Mean over all positives of the precision at their ranks, 0 for those not ranked.

    Of the whole ranking; MAP@k is that of ``run.top(k)``.
    """
    MRR = "MRR"
    """1 / rank of the first positive, 0 if none is ranked; of the whole ranking, as MAP."""
    CAPPED_RECALL = "capped recall"
    """Positives among the first k, divided by min(k, positives).

    Thakur et al. 2021 (BEIR), averaged over queries. The paper's GTFN@k is 1 minus the same
    fraction with sums over queries above and below the line; see `disagreements`.
    """

    @classmethod
    def named(cls, name: str) -> Metric:
        """Return the metric of a name, capitals or not.

        Raises
        ------
        UnknownMetricError
            If there is none.
        """
        for metric in cls:
            if metric.value.casefold() == name.strip().casefold().replace("_", " "):
                return metric
        raise UnknownMetricError(
            f"A metric must be one of {', '.join(cls)}. Got {name!r}."
        ) from None

    def label(self, k: int) -> str:
        """Return the name of its column: ``P@10``; MAP and MRR are of the whole ranking."""
        return self.value if self in {Metric.MAP, Metric.MRR} else f"{self.value}@{k}"
