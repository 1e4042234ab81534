from __future__ import annotations

import pytest

from core.judges.injection import Trial
from core.judges.reliability.biases import injection_share, length_bias
from core.judges.reliability.strata import by_group
from tests.core.judges.reliability.records import record


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


def test_tables_of_one_size_tell_nothing_of_length() -> None:
    (reading,) = length_bias(record([2, 0], [2, 0], cells=[5, 5])).readings
    assert reading.value is None


def test_trials_are_counted_by_instruction() -> None:
    trials = [
        Trial("openai:m", 1, "q1", "order", 0, 2, 2),
        Trial("openai:m", 2, "q2", "order", 0, 2, 0),
        Trial("openai:m", 1, "q1", "json", 2, 0, 2),
        Trial("openai:m", 2, "q2", "json", 2, 0, None),
    ]
    found = injection_share(record([2], trials=trials))
    assert found.table.select("instruction", "trials", "obeyed", "share").rows() == [
        ("json", 2, 0, 0.0),
        ("order", 2, 1, 0.5),
    ]
    (reading,) = found.readings
    assert (reading.value, reading.of) == (0.25, 4)
    assert reading.advice.startswith("Cells steer it")
    assert injection_share(record([2])).readings[0].value is None


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


def test_a_group_of_few_cases_is_no_ground_for_advice() -> None:
    found = by_group(record([2] * 4, [2, 2, 2, 0], topic=["a", "a", "a", "b"]))
    assert found.readings[0].value is None
    assert len(found.table) == 2
