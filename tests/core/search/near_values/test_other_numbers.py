import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.search.near_values.near import near_pairs, text_likeness
from core.search.near_values.other_numbers import other_numbers


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("5", "-5"),
        ("+5", "-5"),
        ("+ 4", "- 4"),
        ("10", "\u2212 10"),
        ("(-5)", "5"),
        ("-$5.50", "$5.50"),
        ("$-5", "$5"),
        ("-.5", ".5"),
        ("40.7, -74.0", "40.7, 74.0"),
        ("(5)", "+5"),
        ("utc+05:00", "utc-05:00"),
        ("utc +05:00", "utc\u221205:00"),
        ("3+4", "3-4"),
        ("-3-4", "3-4"),
        ("a+", "a-"),
        ("a", "a-"),
        ("bbb+ (stable)", "bbb- (stable)"),
        ("c", "c#"),
        ("c", "c++"),
        ("c++", "c#"),
        ("65+", "65"),
    ],
)
def test_texts_with_other_signs_are_never_near(left: str, right: str) -> None:
    assert other_numbers([left], [right]).tolist() == [[True]]
    assert other_numbers([right], [left]).tolist() == [[True]]
    assert near_pairs([(left,)], [(right,)]) == []


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("2020-03-31", "2020/03/31"),
        ("31-mar-2020", "31 mar 2020"),
        ("+49 30 1234-567", "49 30 1234567"),
        ("030 - 1234567", "030/1234567"),
        ("mobile +49 151 1", "mobile 49 151 1"),
        ("3-4", "3 - 4"),
        ("3-4", "3\u20134"),
        ("1990 -2000", "1990-2000"),
        ("pages (3-4)", "pages 3-4"),
        ("-5", "\u2212 5"),
        ("-5", "(-5)"),
        ("(5)", "-5"),
        ("(1,234)", "1,234"),
        ("+5", "5"),
        ("utc -5", "utc-5"),
        ("covid-19", "covid 19"),
        ("berlin - 4", "berlin 4"),
        ("smith, john, 1950-", "smith, john, 1950"),
        ("apt# 5", "apt 5"),
        ("disney+", "disney"),
        ("pre- and postwar", "pre and postwar"),
        ("5,-", "5"),
    ],
)
def test_hyphens_ranges_dates_and_telephones_are_no_signs(left: str, right: str) -> None:
    assert other_numbers([left], [right]).tolist() == [[False]]
    assert other_numbers([right], [left]).tolist() == [[False]]


texts = st.text("ab5+-#( )", min_size=1, max_size=7).filter(str.strip)


@given(st.lists(texts, max_size=6), st.lists(texts, max_size=6))
def test_only_equal_texts_are_wholly_alike(left: list[str], right: list[str]) -> None:
    if not left or not right:
        return
    found = text_likeness(left, right)
    for row, one in enumerate(left):
        for column, other in enumerate(right):
            assert (found[row, column] == 1) == (one == other)
