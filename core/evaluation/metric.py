"""The names of the metrics."""

from __future__ import annotations

from enum import StrEnum

from core.evaluation.errors import UnknownMetricError


class Metric(StrEnum):
    """The metrics, named as in the field."""

    P = "P"
    R = "R"
    F1 = "F1"
    NDCG = "NDCG"
    MAP = "MAP"
    MRR = "MRR"
    CAPPED_RECALL = "capped recall"

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
