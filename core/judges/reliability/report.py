"""All that is measured of one judge's reliability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.judges.reliability.against import against_baseline, against_people, against_truth
from core.judges.reliability.biases import injection_share, length_bias
from core.judges.reliability.calibration import stated_confidence
from core.judges.reliability.costs import abstentions, cost_per_correct, without_verdict
from core.judges.reliability.prediction_powered import ShareEstimate
from core.judges.reliability.reading import Finding, Reading
from core.judges.reliability.record import JudgeRecord
from core.judges.reliability.repeats import position_bias, self_consistency
from core.judges.reliability.strata import by_group


@dataclass(frozen=True, eq=False)
class Reliability:
    """One judge, measured.

    Parameters
    ----------
    estimates
        Shares estimated from its votes and people's together.
    notes
        What limits the whole, such as a rule that has learned from these very cases.
    """

    voter: str
    record: JudgeRecord
    people: Finding
    truth: Finding
    baseline: Finding
    groups: Finding
    consistency: Finding
    position: Finding
    length: Finding
    injection: Finding
    confidence: Finding
    cost: Finding
    unanswered: Finding
    abstained: Finding
    estimates: tuple[ShareEstimate, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, in the order in which they are told."""
        return (
            self.people,
            self.baseline,
            self.truth,
            self.groups,
            self.consistency,
            self.position,
            self.length,
            self.injection,
            self.confidence,
            self.cost,
            self.unanswered,
            self.abstained,
        )

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every figure, the estimated shares last."""
        told = [reading for finding in self.findings for reading in finding.readings]
        for estimate in self.estimates:
            told += [estimate.people, estimate.powered]
        return tuple(told)

    def to_document(self) -> dict[str, Any]:
        """Return everything as JSON holds it."""
        return {
            "voter": self.voter,
            "cases": len(self.record.cases),
            "settled": len(self.record.settled),
            "compared": len(self.record.compared()),
            "positive_from": self.record.positive_from,
            "notes": list(self.notes),
            "findings": [
                {
                    "question": finding.question,
                    "figures": [_figure(reading) for reading in finding.readings],
                    "table": finding.table.to_dicts(),
                }
                for finding in self.findings
            ],
            "estimates": [
                {
                    "what": estimate.what,
                    "people": _figure(estimate.people),
                    "with_judge": _figure(estimate.powered),
                    "trust": estimate.trust,
                    "advice": estimate.advice,
                    "drawn": estimate.drawn,
                    "more": estimate.more.to_dicts(),
                }
                for estimate in self.estimates
            ],
        }


def reliability(
    record: JudgeRecord,
    baseline: str,
    estimates: tuple[ShareEstimate, ...] = (),
    notes: tuple[str, ...] = (),
) -> Reliability:
    """Measure everything that can be measured of a judge from its record.

    Parameters
    ----------
    baseline
        Name of the voter whose labels are in the record's ``baseline``.
    """
    return Reliability(
        voter=record.voter,
        record=record,
        people=against_people(record),
        truth=against_truth(record),
        baseline=against_baseline(record, baseline),
        groups=by_group(record),
        consistency=self_consistency(record),
        position=position_bias(record),
        length=length_bias(record),
        injection=injection_share(record),
        confidence=stated_confidence(record),
        cost=cost_per_correct(record),
        unanswered=without_verdict(record),
        abstained=abstentions(record),
        estimates=estimates,
        notes=notes,
    )


def _figure(reading: Reading) -> dict[str, Any]:
    return {
        "name": reading.name,
        "value": reading.value,
        "low": reading.low,
        "high": reading.high,
        "of": reading.of,
        "counted": reading.counted,
        "unit": reading.unit.value,
        "sentence": reading.sentence,
    }
