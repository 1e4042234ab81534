from __future__ import annotations

import polars as pl

from core.labels.voters.report import voter_report, warnings_of
from core.labels.voting.votes import SCHEMA


def frame(rows: list[tuple[int, str, str, int | None, float | None]]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            (
                case,
                voter,
                kind,
                label,
                f"q{case}",
                f"t{case}",
                None,
                seconds,
                f"2025-01-01T10:{case:02}",
            )
            for case, voter, kind, label, seconds in rows
        ],
        schema=SCHEMA,
        orient="row",
    )


def test_every_voter_has_a_row_with_what_is_known() -> None:
    report = voter_report(
        frame(
            [
                (1, "ann", "human", 2, 4.0),
                (1, "bob", "human", 2, None),
                (2, "ann", "human", 0, 8.0),
                (2, "bob", "human", 2, None),
                (3, "ann", "human", None, 6.0),
                (1, "model", "llm", 0, None),
            ]
        )
    )
    told = report.select("voter", "kind", "votes", "abstentions", "seconds", "compared").rows()
    assert told == [
        ("ann", "human", 2, 1, 6.0, 2),
        ("bob", "human", 2, 0, None, 2),
        ("model", "llm", 1, 0, None, 1),
    ]
    # Ann against bob on two cases and the model on one: 1 of 3.
    assert abs(report["agreement"][0] - 1 / 3) < 1e-12
    assert report["speed"].to_list()[2] == ""
    assert warnings_of(report) == []


def test_who_changes_their_mind_and_who_rushes_is_told() -> None:
    rows: list[tuple[int, str, str, int | None, float | None]] = []
    for case in range(30):
        for voter in ("bob", "cy", "dan"):
            rows.append((case, voter, "human", 2, 9.0 + case % 3))
        rows.append((case, "ann", "human", 2 if case < 15 else 0, 0.5))
    report = voter_report(frame(rows))
    assert report.filter("drifts")["voter"].to_list() == ["ann"]
    assert report.filter("too_fast")["voter"].to_list() == ["ann"]
    drift, speed = warnings_of(report)
    assert drift.startswith("ann agreed with 100% of the others' votes on the first 10 cases and")
    assert speed.endswith("too fast to rely on.")


def test_a_judge_neither_drifts_nor_makes_people_seem_to() -> None:
    rows: list[tuple[int, str, str, int | None, float | None]] = []
    for case in range(30):
        rows += [(case, voter, "human", 2 if case < 15 else 0, 9.0) for voter in ("ann", "bob")]
        rows.append((case, "model", "llm", 2, None))
    report = voter_report(frame(rows))
    assert warnings_of(report) == []
    assert report.select("drift", "speed").row(2) == ("", "")
    assert report["drift"][0].startswith("ann has 0 votes on cases that at least 2 others")


def test_no_votes_make_an_empty_report() -> None:
    assert voter_report(frame([])).height == 0
