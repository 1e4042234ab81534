from __future__ import annotations

import pytest

from core.errors import CancelledError
from core.monitor import UNMONITORED, Monitor

Told = list[tuple[int, int, str]]


def told_to(told: Told, stops: bool = False) -> Monitor:
    return Monitor(lambda *one: told.append(one), lambda: stops)


def test_by_itself_it_tells_nobody_and_never_stops(capsys: pytest.CaptureFixture[str]) -> None:
    UNMONITORED.progress(1, 2, "Reading")
    UNMONITORED.raise_if_stopped()
    assert not UNMONITORED.should_stop()
    assert capsys.readouterr() == ("", "")


def test_whoever_cancelled_is_told_the_sentence_of_the_work() -> None:
    stopped = Monitor(should_stop=lambda: True)
    with pytest.raises(CancelledError, match=r"^Nothing of it is kept\.$"):
        stopped.raise_if_stopped("Nothing of it is kept.")
    with pytest.raises(CancelledError, match=r"^Cancelled\.$"):
        stopped.raise_if_stopped()


def test_labels_and_parts_add_up_from_the_outermost() -> None:
    told: Told = []
    whole = told_to(told)
    whole.labelled("hash").part(10, 30).progress(5, 10, "Encoding")
    whole.part(10, 30).part(5, 10).labelled("tfidf").progress(2, 5, "Counting")
    assert told == [(15, 30, "hash: Encoding"), (17, 30, "tfidf: Counting")]


def test_a_part_never_tells_more_than_the_whole() -> None:
    told: Told = []
    told_to(told).part(9, 10).progress(3, 3, "Encoding")
    assert told == [(10, 10, "Encoding")]


@pytest.mark.parametrize("derived", [lambda m: m.labelled("hash"), lambda m: m.part(1, 2)])
def test_what_is_derived_stops_with_what_it_is_derived_from(derived) -> None:
    stops = False
    monitor = derived(Monitor(should_stop=lambda: stops))
    assert not monitor.should_stop()
    stops = True
    assert monitor.should_stop()


def test_shares_of_a_batch_are_told_in_steps_of_the_whole() -> None:
    told: Told = []
    checkpoint = told_to(told).part(100, 250).checkpoint(50, "Encoding", "Cancelled.")
    for share in (0.0, 0.25, 0.999, 1.0):
        checkpoint(share)
    assert told == [(100 + done, 250, "Encoding") for done in (0, 12, 49, 50)]


def test_a_checkpoint_stops_before_it_tells_anything() -> None:
    told: Told = []
    checkpoint = told_to(told, stops=True).checkpoint(50, "Encoding", "What there is is kept.")
    with pytest.raises(CancelledError, match="What there is is kept"):
        checkpoint(0.5)
    assert told == []
