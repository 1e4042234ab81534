"""Which of two readings is taken, and what is told of it; the second one's labels are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.conditions import Operation, Request, write_request
from core.conditions.parsing.parse import by_grammar
from core.conditions.parsing.taking_second import fitting_better
from core.conditions.tagging.disagreements import disagreements
from tests.core.conditions.tagging.given import Given


def read(
    text: str,
    labels: str,
    operation: str = "none",
    columns: Sequence[str] = (),
    others: Sequence[str] = (),
) -> Request:
    by = Given(labels, operation, others)
    first = by_grammar(text, columns)
    doubted = disagreements(text, write_request(first.request), by=by)
    return fitting_better(first.request, doubted, first.bare, columns, by)


def told(request: Request) -> list[tuple[str, bool]]:
    return [(span.text, span.kept) for span in request.unknown]


def test_words_of_no_known_form_are_read_as_what_they_likely_are() -> None:
    text = "glorp downwards zib tables on tea, over 5 rows"
    found = read(text, "_ _ _ _ _ B-topic _ _ #rows~> _", "union")
    assert write_request(found) == 'union: topic "tea" and rows > 5'
    assert ("glorp downwards zib", False) in told(found)
    assert [[span.text for span in part] for part in found.of_parts] == [["tea"], ["5"]]
    assert [span.text for span in found.read] == ["tea", "5"]


def test_a_topic_that_ends_with_what_parts_two_is_none() -> None:
    text = "zib tables about both tourism and exchange rates"
    found = read(text, "_ _ _ _ B-topic I-topic B-topic I-topic", "join")
    assert write_request(replace(found, operation=Operation.NONE)) == (
        'topic "tourism and exchange rates"'
    )
    assert found.told


def test_a_name_that_likely_is_another_is_read_anew_and_told() -> None:
    text = "column about irrigation, girth is from 100 to 900 rows"
    assert 'column about "irrigation, girth"' in write_request(by_grammar(text).request)
    found = read(text, "_ _ B-about _ _ _ _ #rows~between _ #rows~between _")
    assert write_request(found) == 'column about "irrigation" and rows between 100 and 900'
    assert any("irrigation, girth" in words and kept for words, kept in told(found))
    assert all("no form that is known" in span.hint for span in found.unknown if span.kept)


def test_a_reading_that_fits_its_words_stays() -> None:
    text = "tables on tea, over 5 rows"
    found = read(text, "_ _ B-topic _ _ #rows~> _")
    assert found == by_grammar(text).request


@pytest.mark.parametrize(
    ("text", "labels", "operation"),
    [
        ("tea houses", "_ B-topic", "none"),
        (
            "tables with the topic related to Oscar winners, 1929 to 2018",
            "_ _ _ _ _ _ B-dates B-topic _ #cells~between _ #cells~between",
            "none",
        ),
        ("tables on tea by the lake, over 5 rows", "_ _ B-topic _ _ _ _ _ _ _", "none"),
        ("join tables on tea, over 5 rows", "_ _ _ B-topic _ _ #rows~< _", "join"),
    ],
)
def test_what_the_grammar_is_more_often_right_of_is_its_own(
    text: str, labels: str, operation: str
) -> None:
    first = by_grammar(text).request
    assert read(text, labels, operation).condition == first.condition


def test_a_known_name_stays_whole() -> None:
    text = "glorp tables where home or away is Rome, over 5 rows"
    labels = "_ _ _ B-category _ B-category _ B-value _ _ #rows~> _"
    found = read(text, labels, "union", ["home or away"])
    assert '"home or away" is "Rome"' in write_request(found)


def test_what_is_said_aside_is_no_topic() -> None:
    text = "I am preparing a talk on labour history. Append tables in which start_date is in 1975"
    found = read(text, "_ _ _ _ _ _ B-topic I-topic _ _ _ _ _ B-dates _ _ #cells~=", "union")
    assert write_request(found) == 'union: "start_date" in 1975'


def test_what_is_said_aside_is_refused_as_little_as_wanted() -> None:
    text = "I have no idea what's fair pay. Append tables about bakeries, over 9 rows"
    first = by_grammar(text).request
    assert "idea" in " ".join(span.text for span in first.unknown if span.is_aside)
    labels = "_ _ _ _ _ B-topic! I-topic! _ _ _ _ B-topic _ _ #rows~> _"
    assert read(text, labels, "union") == first


def test_a_part_goes_as_a_whole_where_a_word_of_it_is_doubted() -> None:
    text = "Wages are my biggest bill and they creep up. Tables about labour, over 9 rows"
    first = by_grammar(text).request
    assert '"Wages" is' in write_request(first)
    labels = "_ _ _ _ _ _ _ _ _ _ _ _ B-topic _ _ #rows~> _"
    assert read(text, labels).condition == first.condition
    found = read(text, labels, others=["B-category"])
    assert write_request(found) == 'topic "labour" and rows > 9'
    assert any("Wages" in words for words, _ in told(found))


def test_an_operation_alone_is_taken_where_words_surely_ask_for_it() -> None:
    text = "To complete my table row by row, tables with bed_count equal to 120"
    first = by_grammar(text).request
    assert write_request(first) == '"bed_count" = 120'
    found = read(text, "_ _ _ _ _ _ _ _ _ _ B-topic _ _ #cells~=", "union")
    assert write_request(found) == 'union: "bed_count" = 120'
    assert (text, True) in told(found)


def test_what_likely_is_nothing_may_go_where_it_is_doubted() -> None:
    text = "files for row-wise extension which hold at most 90 entries, league is Bundesliga"
    first = by_grammar(text).request
    assert '"extension"' in write_request(first)
    labels = "_ _ _ _ _ _ _ _ #rows~<= _ _ B-category _ B-value"
    found = read(text, labels, "union")
    assert write_request(found) == 'union: rows <= 90 and "league" is "Bundesliga"'
    assert any("extension" in words for words, _ in told(found))


def test_an_announced_name_may_end_before_where_it_was_taken_to_end() -> None:
    text = "tables to union where title contains the word opera should appear among these"
    first = by_grammar(text).request
    assert "opera should" in write_request(first)
    found = read(text, "_ _ _ _ B-texts _ _ _ B-phrase _ _ _ _", "union")
    assert write_request(found) == 'union: "title" contains "opera"'


@pytest.mark.parametrize(
    ("text", "labels", "doubted"),
    [
        ("union, country = Norway Sweden", "_ _ B-category _ B-value B-value", "Norway S"),
        ("tables on tea with rice, 9 rows", "_ _ B-topic _ _ _ #rows~= _", "tea"),
    ],
)
def test_a_reading_without_a_word_is_doubted_where_the_other_has_other_parts(
    text: str, labels: str, doubted: str
) -> None:
    first = by_grammar(text).request
    found = fitting_better(first, (), False, by=Given(labels, str(first.operation)), columns=())
    assert found.condition == first.condition
    assert not first.unknown
    assert [(doubted in span.text, span.kept) for span in found.unknown] == [(True, True)]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("built between 1880 and 1910", "B-numbers _ #cells~between _ #cells~between"),
        ("tables on tea but not on rice", "_ _ B-topic _ _ _ B-topic"),
        ("over 9 rows or on tea", "_ #rows~> _ _ _ B-topic"),
        ("the river column contains Po", "_ B-named _ _ B-phrase"),
    ],
)
def test_what_the_other_tells_less_of_is_not_doubted(text: str, labels: str) -> None:
    first = by_grammar(text).request
    assert not first.unknown
    by = Given(labels, str(first.operation))
    assert fitting_better(first, (), False, by=by, columns=()) == first


def test_the_other_operation_is_doubted_as_a_whole() -> None:
    text = "tables to union about tea"
    first = by_grammar(text).request
    found = fitting_better(first, (), False, by=Given("_ _ _ _ B-topic", "join"), columns=())
    (doubt,) = found.unknown
    assert (doubt.text, doubt.kept) == (text, True)
    assert "a join" in doubt.hint
    assert found.operation is first.operation


def test_known_names_are_not_doubted() -> None:
    text = "tables where home or away is Rome"
    labels = "_ _ B-category _ B-category _ B-value"
    first = by_grammar(text, ["home or away"]).request
    assert not first.unknown
    by = Given(labels, str(first.operation))
    assert fitting_better(first, (), False, ["home or away"], by) == first


def test_a_part_that_only_the_grammar_reads_is_doubted() -> None:
    text = "tables on tea, over 9 rows"
    first = by_grammar(text).request
    found = fitting_better(first, (), False, by=Given("_ _ _ _ _ #rows~> _"), columns=())
    assert [span.text for span in found.unknown] == ["on tea"]
    assert "no part" in found.unknown[0].hint


def test_what_the_grammar_refuses_is_not_wanted_by_the_other() -> None:
    text = "tables blorp 7, not (at least half of the rows have rain above 40)"
    labels = "_ _ _ _ _ _ _ _ #share~>= _ _ _ _ B-numbers _ #cells~> _"
    first = by_grammar(text).request
    assert first.unknown
    assert "not (share" in write_request(first)
    assert read(text, labels).condition == first.condition


def test_how_parts_belong_together_the_grammar_knows_better() -> None:
    text = "grade above 90 and price below 5 or rating above 4"
    found = read(text, "B-numbers _ #cells~> _ B-numbers _ #cells~< _ B-numbers _ #cells~>")
    assert write_request(found) == '("grade" > 90 and "price" < 5) or "rating" > 4'
    assert told(found) == [("or", True)]


@pytest.mark.parametrize(
    ("text", "labels", "others", "expected"),
    [
        (
            "tables below: 8 columns, 60 rows or more",
            "_ _ _ #columns~>= _ _ #rows~>= _ _ _",
            ["#columns~="],
            "columns = 8 and rows >= 60",
        ),
        (
            "pos = GK; apps over 100",
            "? ? ? _ B-numbers _ #cells~>",
            ["B-category", "B-value"],
            '"pos" is "GK" and "apps" > 100',
        ),
    ],
)
def test_of_parts_that_both_have_the_grammar_s_stay(
    text: str, labels: str, others: list[str], expected: str
) -> None:
    """It knows how they are compared, and reads as far as it goes what asks for more."""
    by = Given(labels, "none", [one.replace("~", " ") for one in others])
    first = by_grammar(text).request
    doubted = disagreements(text, write_request(first), by=by)
    assert doubted
    found = fitting_better(
        replace(first, unknown=tuple(doubted)), doubted, False, by=by, columns=()
    )
    assert write_request(found) == expected
    assert found.unknown == tuple(doubted)


def test_a_number_that_is_compared_otherwise_is_told_where_nothing_else_is() -> None:
    text = "tables to add below: 8 columns"
    first = by_grammar(text).request
    found = fitting_better(
        first, (), False, by=Given("_ _ _ _ _ #columns~>= _", "union"), columns=()
    )
    assert [span.text for span in found.unknown] == ["8"]


def test_what_cells_hold_is_no_part_of_a_name() -> None:
    text = "a column about cause holding text"
    found = read(text, "_ _ _ B-about I-about I-about")
    assert write_request(found) == 'column about "cause" of text'


def test_a_name_that_only_a_column_has_is_not_dropped() -> None:
    text = "tables about archery with a bow_type of recurve"
    found = read(text, "_ _ B-topic _ ? ? ? ?")
    assert write_request(found) == 'topic "archery" and "bow_type" is "recurve"'


def test_a_name_that_some_rows_are_told_by_is_there() -> None:
    text = "positive: more than half of a table's rows have to have a pct_below of less than 1.5"
    labels = "_ _ _ _ #share~> _ _ _ _ _ _ _ _ B-numbers _ _ _ #cells~<"
    found = read(text, labels)
    assert write_request(found) == 'share > 0.5 of ("pct_below" < 1.5)'


def test_a_name_that_only_a_column_has_is_kept_beside_another_of_which_the_same_is_said() -> None:
    text = "frogs, where both dom_freq and call_rate are above 20"
    found = read(text, "B-topic _ _ _ _ _ B-numbers _ _ #cells~>")
    assert write_request(found) == 'topic "frogs" and "dom_freq" > 20 and "call_rate" > 20'
