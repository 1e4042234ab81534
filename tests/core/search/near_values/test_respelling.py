import pytest

from core.search.near_values.near import near_pairs
from core.search.near_values.respelling import respelt


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("zürich", "zuerich", True),
        ("zürich", "zurich", True),
        ("straße", "strasse", True),
        ("århus", "aarhus", True),
        ("łódź", "lodz", True),
        ("são paulo", "sao paulo", True),
        ("blue", "blü", True),
        ("köln", "kuln", False),
        ("köln", "köln", False),
        ("東京", "京都", False),
    ],
)
def test_texts_the_same_without_accents_are_found(left: str, right: str, same: bool) -> None:
    assert respelt([left], [right]) == [(0, 0)] * same
    assert respelt([right], [left]) == [(0, 0)] * same


def test_short_names_without_accents_are_near_keys() -> None:
    assert near_pairs([("köln",), ("graz",)], [("koeln",), ("koblenz",)]) == [(0, 0, 0.95)]


def test_accents_do_not_make_other_numbers_alike() -> None:
    assert near_pairs([("köln 1",)], [("koeln 2",)]) == []
