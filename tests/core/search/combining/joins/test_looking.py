from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from core.search.combining.joins.looking import look_at_join
from core.search.combining.joins.types import Accepted, JoinPart
from core.search.near_values.near import near_pairs
from tests.core.search.combining.joins.conftest import loose
from tests.core.search.conftest import MakeLake, Opened

FIRMS = "firm,city,year\nApple Inc.,Cupertino,1976\nAlphabet,,2015\nMicrosft,Redmond,1975\n"


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake({"firms.csv": FIRMS})


PART = JoinPart("firms.csv", (("name", "firm"),))
QUERY = {
    "name": ["Microsoft", "alphabet", "APPLE", "Microsoft", None, "Nobody"],
    "n": ["1", "2", "3", "4", "5", "6"],
}


def test_a_look_has_the_first_rows_the_unmatched_and_the_near(lake: Opened) -> None:
    look = look_at_join(lake.query(loose(QUERY)), PART, rows=3)
    assert look.frame.rows() == [
        ("Microsoft", "1", None, None),
        ("alphabet", "2", None, "2015"),
        ("APPLE", "3", None, None),
    ]
    assert look.gained == ("city", "year")
    assert look.unmatched_keys == 3
    assert [(one.values, one.rows) for one in look.unmatched] == [
        (("Microsoft",), 2),
        (("APPLE",), 1),
        (("Nobody",), 1),
    ]
    assert [(n.query_values, n.values, n.likeness) for n in look.near] == [
        (("APPLE",), ("Apple Inc.",), 0.95),
        (("Microsoft",), ("Microsft",), 0.9412),  # 2 * 8 / (9 + 8)
    ]


def test_an_accepted_near_match_is_in_the_look(lake: Opened) -> None:
    first = look_at_join(lake.query(loose(QUERY)), PART)
    accepted = first.near[1].accepted
    assert accepted == Accepted(("microsoft",), ("microsft",))
    part = JoinPart(PART.table, PART.on, (accepted,))
    look = look_at_join(lake.query(loose(QUERY)), part, which="matched")
    assert look.frame.select("name", "firm", "city").rows() == [
        ("Microsoft", "Microsft", "Redmond"),
        ("alphabet", "Alphabet", None),
        ("Microsoft", "Microsft", "Redmond"),
    ]
    assert (look.facts.matched, look.unmatched_keys) == (2, 2)
    assert [one.query_values for one in look.near] == [("APPLE",)]


def test_a_look_at_the_unmatched_shows_rows_without_a_key_too(lake: Opened) -> None:
    look = look_at_join(lake.query(loose(QUERY)), PART, which="unmatched")
    assert look.frame["n"].to_list() == ["1", "3", "4", "5", "6"]


def test_near_keys_agree_in_their_digits_and_in_every_part() -> None:
    assert near_pairs([("route 66",)], [("route 67",), ("rout 66",)]) == [(0, 1, 0.9333)]
    left, right = [("bosten", "ma")], [("boston", "tx"), ("boston", "ma")]
    assert near_pairs(left, right) == [(0, 1, 0.8333)]


def test_a_short_text_is_not_near_for_standing_in_a_long_one() -> None:
    assert near_pairs([("us",)], [("us navy ship",)]) == []
    assert near_pairs([("navy",)], [("us navy ship",)]) == [(0, 0, 0.95)]


def test_words_cut_short_are_near_unless_their_digits_differ() -> None:
    assert near_pairs([("n. york",), ("u.s.",)], [("new york",), ("united states",)]) == [
        (0, 0, 0.9),
        (1, 1, 0.9),
    ]
    assert near_pairs([("unit 4",)], [("unit 45",)]) == []


words = st.text(alphabet="ab1 ", min_size=1, max_size=6).filter(str.strip)


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        ("price 1.5", "price 15", False),
        ("size 12,25 cm", "size 1225 cm", False),
        ("weight 1,5 kg", "weight 1.5 kg", True),
        ("about 1,500 km", "about 1500 km", True),
        ("about 1,234,567.5 km", "about 1.234.567,5 km", True),
        ("about 1,234,567.5 km", "about 12345675 km", False),
        ("on 12.03.2020 again", "on 12/03/2020 again", True),
    ],
)
def test_a_decimal_mark_makes_another_number(left: str, right: str, alike: bool) -> None:
    assert bool(near_pairs([(left,)], [(right,)])) is alike


@given(st.lists(words, max_size=5), st.lists(words, max_size=5))
def test_near_pairs_are_at_least_as_alike_as_their_characters(
    left: list[str], right: list[str]
) -> None:
    found = {(i, j): alike for i, j, alike in near_pairs(_keys(left), _keys(right), most=5)}
    for i, one in enumerate(left):
        for j, other in enumerate(right):
            digits = [[c for c in text if c.isdigit()] for text in (one, other)]
            expected = fuzz.ratio(one, other) / 100
            if digits[0] != digits[1]:
                assert (i, j) not in found
            elif expected >= 0.8:
                assert found[i, j] >= round(expected, 4)


def _keys(texts: list[str]) -> list[tuple[str]]:
    return [(text,) for text in texts]
