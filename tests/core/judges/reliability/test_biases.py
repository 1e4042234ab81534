from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import false_discovery_control, fisher_exact

from core.judges.prompting.planting import CONTROL
from core.judges.reliability.biases import injection_share, length_bias
from core.judges.reliability.strata import by_group
from core.judges.reliability.trials import Trial
from tests.core.judges.reliability.records import answer, record

_TOPICS = ["a"] * 10 + ["b"] * 40


def test_length_bias_is_the_excess_over_people_of_large_less_small() -> None:
    # Small: judge as people. Large: judge yes of 30, people of 10 of 40.
    cells = [10] * 40 + [1_000] * 40
    people = [2, 0] * 20 + [2] * 10 + [0] * 30
    judge = [2, 0] * 20 + [2] * 30 + [0] * 10
    found = length_bias(record(judge, people, cells=cells))
    (reading,) = found.readings
    assert reading.value == pytest.approx(0.75 - 0.25)
    assert reading.low is not None and reading.low > 0
    assert reading.advice.startswith("It says yes 50 points more often of large tables")
    assert found.table.rows() == [
        ("larger than the median", 40, 0.75, 0.25),
        ("the median or smaller", 40, 0.5, 0.5),
    ]


def test_a_wide_interval_is_no_word_against_a_bias() -> None:
    cells = [10, 10, 10, 1_000, 1_000, 1_000]
    (few,) = length_bias(record([2, 0, 2, 2, 0, 2], [0, 2, 2, 0, 2, 2], cells=cells)).readings
    assert few.low is not None and few.high is not None and few.low < 0 < few.high
    assert few.advice.startswith("It takes more settled cases to say: it may be up to ")
    many = record([2, 0] * 400, [2, 0] * 400, cells=[10] * 400 + [1_000] * 400)
    assert (
        length_bias(many).readings[0].advice == "The size of the tables does not visibly sway it."
    )


def test_two_cases_do_not_show_that_size_sways_nothing() -> None:
    (reading,) = length_bias(record([2, 0], [2, 0], cells=[10, 1_000])).readings
    assert reading.low is not None and reading.high is not None
    assert reading.low < 0 < reading.high
    assert reading.advice.startswith("It takes more settled cases to say")


def test_a_half_without_an_error_is_not_certain_to_have_none() -> None:
    """Four errors among 20 large pairs and none among 20 small: Fisher's exact p is 0.11."""
    people = [0] * 4 + [2] * 36
    (reading,) = length_bias(record([2] * 40, people, cells=[1_000] * 20 + [10] * 20)).readings
    # By hand: Student's t of 20 values, 4 of them 1, reaches 0.192 down; Clopper and Pearson's
    # limit of 0 in 20 is 0.168; the root of the sum of their squares is 0.256.
    assert (reading.value, reading.low) == (
        pytest.approx(0.2),
        pytest.approx(0.2 - 0.256, abs=1e-3),
    )
    assert reading.advice.startswith("It takes more settled cases to say")
    assert fisher_exact([[4, 16], [0, 20]]).pvalue > 0.1


def test_tables_of_one_size_tell_nothing_of_length() -> None:
    (reading,) = length_bias(record([2, 0], [2, 0], cells=[5, 5])).readings
    assert reading.value is None


def trials_of(flips: Sequence[bool], instruction: str = "order") -> list[Trial]:
    """Make a trial a case: whether what the instruction asks for was said."""
    return [
        Trial("openai:m", case, f"q{case}", instruction, 0, 2, 2 if flipped else 0)
        for case, flipped in enumerate(flips)
    ]


def test_trials_are_counted_by_what_was_planted() -> None:
    trials = [
        Trial("openai:m", 1, "q1", "order", 0, 2, 2),
        Trial("openai:m", 2, "q2", "order", 0, 2, 0),
        Trial("openai:m", 1, "q1", "json", 2, 0, 2),
        Trial("openai:m", 2, "q2", "json", 2, 0, None),
        Trial("openai:m", 1, "q1", CONTROL, 0, 2, 0),
    ]
    found = injection_share(record([2], trials=trials))
    assert found.table.select("planted", "trials", "flipped", "share").rows() == [
        ("json", 2, 0, 0.0),
        (CONTROL, 1, 0, 0.0),
        ("order", 2, 1, 0.5),
    ]
    _, got, control = found.readings
    assert (got.value, got.of) == (0.25, 4)
    assert (control.value, control.of) == (0.0, 1)
    assert injection_share(record([2])).readings[0].value is None


def test_a_judge_that_only_wavers_does_not_obey() -> None:
    """As many verdicts change with a harmless text as with an instruction."""
    wavers = [case % 5 < 2 for case in range(400)]
    others = [case % 5 > 2 for case in range(400)]
    found = injection_share(record([2], trials=[*trials_of(wavers), *trials_of(others, CONTROL)]))
    beyond, got, control = found.readings
    assert (got.value, control.value, beyond.value) == (0.4, 0.4, pytest.approx(0))
    assert beyond.low is not None and beyond.low < 0 < beyond.high  # type: ignore[operator]
    assert beyond.advice.startswith("These trials cannot tell")
    calm = injection_share(
        record([2], trials=[*trials_of(wavers), *trials_of([True] * 400, CONTROL)])
    )
    assert "no oftener than it changes its mind by itself" in calm.readings[0].advice


def test_a_judge_that_obeys_does_more_than_waver() -> None:
    steered = [*trials_of([True] * 40), *trials_of([case < 8 for case in range(40)], CONTROL)]
    beyond = injection_share(record([2], trials=steered)).readings[0]
    assert beyond.value == pytest.approx(0.8)
    assert beyond.advice.startswith("Cells steer it")


def test_two_cases_do_not_show_that_a_judge_obeys() -> None:
    two = [*trials_of([True] * 2), *trials_of([False] * 2, CONTROL)]
    beyond = injection_share(record([2], trials=two)).readings[0]
    assert (beyond.value, beyond.high) == (1.0, 1.0)
    assert beyond.low is not None and beyond.low < 0
    assert beyond.advice.startswith("These trials cannot tell")


def test_an_instruction_that_few_trials_did_not_obey_may_yet_be_obeyed() -> None:
    beyond = injection_share(record([2], trials=trials_of([False] * 20))).readings[0]
    # Wilson, 0 of 20.
    assert beyond.high == pytest.approx(1.959964**2 / (20 + 1.959964**2))
    assert beyond.advice.endswith("It may be up to 16 points; audit cases of more queries.")


def test_an_audit_without_a_control_is_held_against_repeated_answers() -> None:
    """Two answers of each case differ as often as the verdicts flip."""
    flips = [case % 5 < 2 for case in range(100)]
    answers = [answer(case, 2, 1) for case in range(100)]
    answers += [answer(case, 0 if case % 5 > 2 else 2, 2) for case in range(100)]
    (beyond, _) = injection_share(record([2], trials=trials_of(flips), answers=answers)).readings
    assert (beyond.value, beyond.of) == (pytest.approx(0), 100)
    (unknown, got) = injection_share(record([2], trials=trials_of(flips))).readings
    assert unknown.value is None
    assert "cannot be told from wavering" in unknown.advice
    assert got.value == 0.4


def test_groups_by_topic_size_and_overlap_have_their_own_agreement() -> None:
    found = by_group(
        record(
            [2] * 60,
            [2] * 30 + [0] * 30,
            topic=["fish"] * 30 + ["stars"] * 30,
            cells=[10] * 30 + [20] * 30,
            overlap=[0.0, 0.4, 0.5] * 20,
        )
    )
    rows = {(by, group): (of, share) for by, group, of, share, *_ in found.table.rows()}
    assert rows["topic", "fish"] == (30, 1.0)
    assert rows["topic", "stars"] == (30, 0.0)
    assert rows["overlap", "no shared name"] == (20, 0.5)
    assert rows["overlap", "under half of the names"] == (20, 0.5)
    assert rows["overlap", "half of the names or more"] == (20, 0.5)
    (worst,) = found.readings
    assert worst.value == 0.0
    assert "clearly worse there" in worst.advice


def test_a_judge_that_is_as_good_everywhere_is_seldom_called_worse_somewhere() -> None:
    """Fourteen groups are tested, of which the lowest is told."""
    rng = np.random.default_rng(0)
    called = 0
    for _ in range(100):
        wrong = rng.random(240) < 0.2
        found = by_group(
            record(
                (2 * wrong).tolist(),
                [0] * 240,
                topic=[f"topic {i}" for i in rng.integers(8, size=240)],
                cells=rng.integers(10, 10_000, 240).tolist(),
                overlap=rng.choice([0.0, 0.3, 0.8], 240).tolist(),
            )
        )
        called += "Let people vote on" in found.readings[0].advice
    assert called <= 10  # 5 of 100 by how the p-values are adjusted


def test_a_group_is_tested_against_the_others_by_fishers_exact_test() -> None:
    # Each case has a query of its own, so that effective numbers are those of the cases.
    found = by_group(record([2] * 50, [2] * 4 + [0] * 6 + [2] * 38 + [0] * 2, topic=_TOPICS))
    p = dict(found.table.select("group", "p").iter_rows())
    first = fisher_exact([[4, 6], [38, 2]], alternative="less").pvalue
    second = fisher_exact([[38, 2], [4, 6]], alternative="less").pvalue
    expected = false_discovery_control([first, second])
    assert [p["a"], p["b"]] == pytest.approx(expected.tolist())
    assert "clearly worse there than elsewhere" in found.readings[0].advice


def test_cases_of_one_query_do_not_make_a_group_clearly_worse() -> None:
    """The ten of the topic have one table in common, which the judge misjudged once."""
    queries = ["q"] * 10 + [f"q{i}" for i in range(40)]
    people = [0] * 10 + [2] * 38 + [0] * 2
    found = by_group(record([2] * 50, people, topic=_TOPICS, query=queries))
    assert found.readings[0].value == 0.0
    assert "no group is clearly worse" in found.readings[0].advice


def test_a_large_group_that_is_clearly_worse_is_told_though_a_small_one_is_lower() -> None:
    # a: 2 of 5. b: 60 of 100. c: 190 of 200.
    people = [2] * 2 + [0] * 3 + [2] * 60 + [0] * 40 + [2] * 190 + [0] * 10
    topics = ["a"] * 5 + ["b"] * 100 + ["c"] * 200
    (worst,) = by_group(record([2] * 305, people, topic=topics)).readings
    assert worst.value == 0.4
    assert "Let people vote on topic: b first: 60.0% of 100 is clearly worse" in worst.advice


def test_groups_of_size_do_not_seem_to_hold_each_other() -> None:
    found = by_group(record([2] * 30, [2] * 30, cells=[10] * 12 + [20] * 12 + [30] * 6))
    sizes = found.table.filter(found.table["by"] == "size")["group"].to_list()
    assert sorted(sizes) == ["over 10 and up to 20 cells", "over 20 cells", "up to 10 cells"]


def test_a_group_of_few_cases_is_no_ground_for_advice() -> None:
    found = by_group(record([2] * 4, [2, 2, 2, 0], topic=["a", "a", "a", "b"]))
    assert found.readings[0].value is None
    assert len(found.table) == 2


def test_trials_that_the_judge_was_not_shown_whole_are_left_out_and_counted() -> None:
    shown = [*trials_of([True, False]), *trials_of([False, False], CONTROL)]
    hidden = [replace(one, shown=False) for one in trials_of([True] * 4, "json")]
    found = injection_share(record([2], trials=[*shown, *hidden]))
    assert found.readings[1].of == 2 and found.readings[1].value == 0.5
    assert found.table["planted"].to_list() == [CONTROL, "order"]
    assert found.readings[-1].sentence.startswith(
        "Trials of injections left out: 50.0%, of 8 trials. What was planted is not known"
    )
    (none, left) = injection_share(record([2], trials=hidden)).readings
    assert none.value is None and none.advice.startswith("In no trial is the judge known")
    assert (left.value, left.of) == (1.0, 4)
