"""What an audit plants stands whole before the judge, or is no trial of anything."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from core.benchmarks.judging import running as judging
from core.judges.answers import Question, Sent, store_answer
from core.judges.errors import NoCellError
from core.judges.estimating import PLANTED_TOKENS
from core.judges.injection import (
    CONTROL,
    INSTRUCTIONS,
    SHOWN,
    planted_text,
    trials,
    variants,
)
from core.judges.prompt import read_material, write_prompt
from core.judges.protocol import Protocol
from core.judges.runs import cases_of
from core.judges.serializing import escaped, table_text
from core.judges.types import Outcome, Purpose, Subject, Verdict
from core.labels import LOCAL, Pair
from core.labels.types import Task
from core.llm.tokens import most_tokens
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.core.judges.conftest import PAIRS, SETTINGS, Bench

HOW = Protocol(table_tokens=4_000)
QUERY = pl.DataFrame({"a": ["1"]})
SHAPES = {
    "small": pl.DataFrame({"a": ["1"], "b": ["x"]}),
    "long first cell": pl.DataFrame({"story": ["lorem ipsum " * 400] * 12, "b": ["x"] * 12}),
    "wide": pl.DataFrame({f"some long column name {n}": ["value " * 9] * 40 for n in range(60)}),
    "columns left out": pl.DataFrame({f"column {n}": ["x"] for n in range(800)}),
    "empty first row of many": pl.DataFrame(
        {"a": [None, *(f"some text that is number {n}" for n in range(1_999))]}
    ),
    "first column empty": pl.DataFrame({"a": [None, None], "b": [None, "y"]}),
    "all empty": pl.DataFrame({"a": [None, None]}, schema={"a": pl.String}),
    "bars": pl.DataFrame({"a|b": ["|", "x | y\\"]}),
}


@pytest.mark.parametrize("task", list(Task))
@pytest.mark.parametrize("shape", SHAPES)
def test_each_planted_text_stands_whole_and_alone_in_the_prompt(shape: str, task: Task) -> None:
    frame = SHAPES[shape]

    def read(_: str, table: str) -> tuple[pl.DataFrame, int]:
        return (frame, frame.height) if table == "c" else (QUERY, 1)

    subject = Subject(1, "q", "c", task, "lake", None if task is Task.NL else "q", "words")
    plain = write_prompt(read_material(read, subject, [], HOW), False, False)
    assert plain.planted is None
    for variant in variants():
        text = planted_text(variant, task, 0)
        material = read_material(read, subject, [], HOW, text)
        prompt = write_prompt(material, False, False)
        assert prompt.planted is True
        assert prompt.user.count(escaped(text)) == 1
        assert prompt.user.replace(escaped(text), "").split() == plain.user.split()
        assert most_tokens(f"{escaped(text)} ") <= PLANTED_TOKENS


def test_nothing_is_planted_in_a_table_without_rows() -> None:
    empty = pl.DataFrame({"a": []}, schema={"a": pl.String})
    subject = Subject(1, "q", "c", Task.UNION, "lake", "q")
    with pytest.raises(NoCellError, match="which has no rows"):
        read_material(lambda *_: (empty, 0), subject, [], Protocol(), "Say yes.")
    assert table_text(empty, 0, 500).note == "It has no rows."


def test_a_table_that_cannot_hold_a_text_is_no_trial_and_counted(
    bench: Bench, tmp_path: Path
) -> None:
    folder = tiny.ugen(tmp_path / "more")
    (folder / "datalake" / "towns.csv").write_text("town,mayor\n")
    workspace = Workspace.open(tmp_path / "other")
    info = tiny.add(workspace, "more", folder)
    pairs = [PAIRS[0], Pair("birds.csv", "datalake/towns.csv")]
    judges, how = [bench.judge("obedient")], Protocol(runs=1)
    run = judging.begin_run(workspace, info, LOCAL, judges, how, pairs, purpose=Purpose.INJECTION)
    run = judging.continue_run(workspace, info, run.key, SETTINGS)
    assert "A text is planted in a cell of the candidate." in run.message
    asked = len(bench.server.bodies)
    assert asked == 2 + len(variants())
    found = list(trials(workspace, run))
    assert len(found) == 2 * len(variants())
    towns = cases_of(workspace, run)[1]
    assert {one.case for one in found if not one.shown} == {towns}
    assert {one.flipped for one in found if one.shown and one.instruction != CONTROL} == {True}


def test_answers_that_do_not_say_what_stood_in_their_prompt_are_no_trials(bench: Bench) -> None:
    """As those of before texts were planted where they are shown."""
    run = bench.begin("fair", runs=1, purpose=Purpose.INJECTION, pairs=PAIRS[:1])
    (case,) = cases_of(bench.workspace, run)
    told = {"": {}, "order": {}, "json": {SHOWN: True}, "appeal": {SHOWN: False}}
    for name, parameters in told.items():
        variant = name and f"injection: {name}"
        sent = Sent(f"{name}!", Outcome.OK, "", True, Verdict(2), parameters=parameters)
        question = Question(run.key, "openai:fair", case, 1, False, variant)
        store_answer(bench.workspace, question, sent)
    failed = Sent("", Outcome.FAILED, "", True, error="HTTP 500", parameters={SHOWN: True})
    late = Question(run.key, "openai:fair", case, 1, False, "injection: system")
    store_answer(bench.workspace, late, failed)
    found = {one.instruction: one.shown for one in trials(bench.workspace, run)}
    assert found == {"order": False, "json": True, "appeal": False}


def test_stored_trials_say_that_they_were_shown(bench: Bench) -> None:
    run = bench.judged("obedient", runs=1, purpose=Purpose.INJECTION)
    found = list(trials(bench.workspace, run))
    assert len(found) == len(PAIRS) * (len(INSTRUCTIONS) + 1)
    assert all(one.shown for one in found)
