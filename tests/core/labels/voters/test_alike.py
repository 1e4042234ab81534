from __future__ import annotations

import polars as pl
import pytest

from core.labels.settling.rules import Rule, Settling
from core.labels.voters.alike import alike_voters, one_voice_warning

CASES = 40
TRUTH = [2 if case % 2 else 0 for case in range(CASES)]
"""What people say."""
ERRORS = [2 - label if case % 4 == 0 else label for case, label in enumerate(TRUTH)]
"""A judge that is wrong on every fourth case."""


def votes_of(**said: list[int]) -> pl.DataFrame:
    """Lay votes out by voter; a name that begins with "llm" is a judge's."""
    rows = [
        (case, voter.replace("llm_", "openai:"), "llm" if voter[:3] == "llm" else "human", label)
        for voter, labels in said.items()
        for case, label in enumerate(labels)
    ]
    return pl.DataFrame(rows, schema=["case", "voter", "kind", "label"], orient="row")


def test_judges_of_one_name_or_of_the_same_labels_are_one_voice() -> None:
    other = [2 - label if case % 5 == 0 else label for case, label in enumerate(TRUTH)]
    votes = votes_of(
        ann=TRUTH, bob=TRUTH, llm_qwen3=ERRORS, llm_good=ERRORS, llm_mistral=other, llm_qwen2=other
    )
    # Qwen 2 is of qwen 3's family and says what mistral says.
    assert alike_voters(votes) == [
        ("openai:good", "openai:mistral", "openai:qwen2", "openai:qwen3")
    ]
    apart = votes_of(ann=TRUTH, llm_qwen3=ERRORS, llm_mistral=other)
    assert alike_voters(apart) == []


@pytest.mark.parametrize(
    ("first", "second", "one_voice"),
    [
        ("judge-a", "judge-b", False),
        ("mistral:latest", "phi:latest", False),
        ("lab:qwen3-8b", "other:qwen2.5", True),
        ("openai:o1", "openai:o3-mini", True),
        ("lab:openai/o4-mini", "openai:o1", True),
        ("lab:m1", "lab:m2", False),
    ],
)
def test_only_names_of_models_behind_a_provider_tell_a_family(
    first: str, second: str, one_voice: bool
) -> None:
    rows = [(case, name, "llm", case % 2) for case in range(4) for name in (first, second)]
    votes = pl.DataFrame(rows, schema=["case", "voter", "kind", "label"], orient="row")
    assert alike_voters(votes) == ([(first, second)] if one_voice else [])


def test_it_takes_some_cases_and_more_than_one_label_to_be_told_alike() -> None:
    few = votes_of(llm_good=ERRORS[:19], llm_mistral=ERRORS[:19])
    always = votes_of(llm_good=[2] * CASES, llm_mistral=[2] * CASES)
    assert alike_voters(few) == alike_voters(always) == []


@pytest.mark.parametrize("rule", [Rule.MAJORITY, Rule.DAWID_SKENE])
def test_what_hangs_on_copies_of_a_judge_is_counted(rule: Rule) -> None:
    copies = votes_of(ann=TRUTH, llm_good=ERRORS, llm_think=ERRORS, llm_other=ERRORS)
    warning = one_voice_warning(copies, rule, Settling())
    assert "openai:good, openai:other, openai:think" in warning
    assert "10 of 40 settled cases would have another label or stay open" in warning
    assert "10 of the 40 cases that people's majority settles" in warning


def test_one_of_several_copies_with_too_great_a_weight_overrules_people_too() -> None:
    copies = votes_of(ann=TRUTH, llm_good=ERRORS, llm_think=ERRORS)
    heavy = Settling(weights={"openai:good": 3.0, "openai:think": 3.0})
    warning = one_voice_warning(copies, Rule.WEIGHTED, heavy)
    assert "0 of 40 settled cases would" in warning
    assert "10 of the 40 cases that people's majority settles get another" in warning


def test_there_is_no_warning_where_nothing_hangs_on_them() -> None:
    people = dict.fromkeys(("ann", "bob", "cy", "dee", "eve", "fay"), TRUTH)
    votes = votes_of(**people, llm_good=TRUTH, llm_think=TRUTH)
    assert alike_voters(votes) == [("openai:good", "openai:think")]
    assert one_voice_warning(votes, Rule.MAJORITY, Settling()) == ""
