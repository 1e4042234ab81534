from __future__ import annotations

import pytest

from core.conditions import Change, conjuncts, parse, reworded, said_again


@pytest.mark.parametrize(
    ("text", "place", "new", "told"),
    [
        ("price under 100000, city is Rome", 0, "", "city is Rome"),
        ("price under 100000, city is Rome", 1, "", "price under 100000"),
        (
            "price under 100000, city is Rome",
            0,
            "price between 6 and 9",
            "price between 6 and 9, city is Rome",
        ),
        # What was not understood stays, to be put right.
        ("at least 2 columns blorp 7", 0, "columns >= 3", "columns >= 3 blorp 7"),
        ("tables about owls with price under 5", 1, "", "tables about owls"),
        # A name that is read otherwise without quotation marks keeps them.
        ("over 5 rows", 0, '"no rows" is "7"', '"no rows" is "7"'),
        ("over 5 rows", 0, "", ""),
    ],
)
def test_a_changed_part_takes_the_place_of_its_words(
    text: str, place: int, new: str, told: str
) -> None:
    request = parse(text)
    parts = conjuncts(request.condition)
    change = Change(parts, place, conjuncts(parse(new).condition))
    assert reworded(request, change, parse) == told
    wanted = (*parts[:place], *conjuncts(parse(new).condition), *parts[place + 1 :])
    assert conjuncts(parse(told).condition) == wanted


def test_a_condition_that_no_words_made_is_written_out() -> None:
    parts = conjuncts(parse("price under 5, over 9 rows").condition)
    assert reworded(parse(""), Change(parts, 1), parse) == "price < 5"


def test_a_sentence_gives_its_condition_its_own_words() -> None:
    request = parse("show me tables about coffee, price below 5, over 40 rows")
    condition = parse("price below 5, over 40 rows").condition
    assert condition is not None
    assert said_again(request, condition, parse) == "price below 5, over 40 rows"
