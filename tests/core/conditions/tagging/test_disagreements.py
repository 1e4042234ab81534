"""What the grammar reads and what words are likely to be: where these differ is said."""

from __future__ import annotations

import pytest

from core.conditions.tagging.disagreements import (
    _COMPARED,
    _COUNTED,
    Doubted,
    _number,
    disagreements,
)
from tests.core.conditions.tagging.given import Given, given


@pytest.mark.parametrize(
    ("text", "meant", "read", "doubted"),
    [
        ("tables that hoist a wind speed above 40",
         '"wind speed" > 40', '"hoist a wind speed" > 40', "no part"),
        ("tables on kelp forests, endowed with a column about depth",
         'topic "kelp forests" and column about "depth"',
         'topic "kelp forests, endowed" and column about "depth"', "no part"),
        ("where the coach is Rossi, the wins outdo 12",
         '"coach" is "Rossi" and "wins" > 12', '"coach" is "Rossi, the wins outdo 12"', "no part"),
        ("tables to join with a column about soil type",
         'join: column about "soil type"', 'join: topic "soil type"', "may be"),
        ("joinable tables on badgers with a column about rainfall",
         'join: topic "badgers" and column about "rainfall"',
         'join: topic "badgers" and column named "a"', "by itself"),
        ("tables with more than 40 rows",
         "rows > 40", "columns > 40", "a number of rows (more than that)"),
        ("tables with at least 40 rows", "rows >= 40", "rows < 40", "(that or more)"),
        ("tables about rivers with over 5 rows",
         'topic "rivers" and rows > 5', 'not (topic "rivers") and rows > 5', "wanted"),
        ("tables about rivers, but not about lakes",
         'topic "rivers" and not (topic "lakes")', 'topic "rivers" and topic "lakes"', "refused"),
        ("find unionable tables about rivers",
         'union: topic "rivers"', 'join: topic "rivers"', "a union; say “union”"),
        ("tables about rivers", 'topic "rivers"', 'union: topic "rivers"', "leave out"),
    ],
)  # fmt: skip
def test_a_reading_that_is_unlikely_is_doubted(
    text: str, meant: str, read: str, doubted: str
) -> None:
    found = disagreements(text, read, by=given(text, meant, read))
    assert found
    assert all(span.kept and text[span.start : span.end] == span.text for span in found)
    assert any(doubted in span.hint for span in found)
    assert disagreements(text, meant, by=given(text, meant, read)) == []


def test_quotation_marks_settle_it() -> None:
    text, line = 'tables that have "hoist a wind speed" above 40', '"hoist a wind speed" > 40'
    assert disagreements(text, line, by=given(text, '"wind speed" > 40', line)) == []


def test_names_that_are_known_are_not_doubted() -> None:
    text, line = "tables that hoist a wind speed above 40", '"hoist a wind speed" > 40'
    by = given(text, '"wind speed" > 40', line)
    assert disagreements(text, line, by=by)
    assert disagreements(text, line, ["Hoist a wind speed"], by=by) == []


def test_what_is_written_as_a_name_is_not_doubted() -> None:
    by = Given("_ _ _ _ _ #cells~>", others=("B-numbers",))
    assert disagreements("tables that hoist wind_speed above 40", '"wind_speed" > 40', by=by) == []
    assert disagreements("tables that hoist windspeed above 40", '"windspeed" > 40', by=by)


def test_words_that_were_passed_over_are_said_together() -> None:
    text = "joinable tables on badgers with a column about winter rainfall"
    line = 'join: topic "badgers"'
    by = given(text, f'{line} and column about "winter rainfall"', line)
    assert [span.text for span in disagreements(text, line, by=by)] == ["winter rainfall"]


def test_of_what_no_wording_tells_nothing_is_doubted() -> None:
    text = "tables of which between 40% and 60% of the rows have a price above 5"
    line = 'share between 0.4 and 0.6 of ("price" > 5)'
    by = Given("_ _ _ _ _ _ _ _ _ _ _ _ _ _ B-numbers _ #cells~>")
    assert disagreements(text, line, by=by) == []


@pytest.mark.parametrize("of", _COUNTED)
@pytest.mark.parametrize("comparison", [*_COMPARED, "not =", "not between"])
def test_each_kind_of_number_can_be_said(of: str, comparison: str) -> None:
    assert _number(f"#{of} {comparison}").startswith(_COUNTED[of])
    assert ("not " in _number(f"#{of} {comparison}")) == comparison.startswith("not")


def test_what_no_condition_can_say_is_told_whether_it_was_read_or_not() -> None:
    text = "tables on tea, newest first"
    by = Given("_ _ B-topic _ ? ?")
    (left,) = disagreements(text, 'topic "tea"', by=by)
    assert (left.text, left.kept, left.of) == ("newest first", False, Doubted.BEYOND)
    (used,) = disagreements(text, 'topic "tea, newest first"', by=by)
    assert (used.text, used.kept, used.of) == ("newest first", True, Doubted.BEYOND)
    assert used.hint != left.hint
