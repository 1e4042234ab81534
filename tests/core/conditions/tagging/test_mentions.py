from __future__ import annotations

from core.conditions.tagging.cutting import cut
from core.conditions.tagging.lines import Role
from core.conditions.tagging.mentions import Mention, mentions


def test_the_longest_is_found_first_and_each_word_has_one_role() -> None:
    words = cut("tables about trade where trade route is Silk trade")
    found, whole = mentions(words, 'topic "trade" and "trade route" is "Silk trade"')
    assert whole
    assert found == [
        Mention(2, 3, Role.TOPIC),
        Mention(4, 6, Role.CATEGORY),
        Mention(7, 9, Role.VALUE),
    ]


def test_what_is_refused_is_told() -> None:
    found, _ = mentions(cut("tea, not coffee"), 'topic "tea" and not (topic "coffee")')
    assert [one.refused for one in found] == [False, True]


def test_what_is_written_otherwise_is_told() -> None:
    words = cut("tables sold in May 2015")
    assert mentions(words, '"sold on" in 2015-05') == ([], False)
    assert mentions(words, "rows > 5") == ([], True)


def test_what_is_named_twice_and_said_once_is_found() -> None:
    words = cut("comments contain late or lost")
    line = '"comments" contains "late" or "comments" contains "lost"'
    assert mentions(words, line)[1]
    assert not mentions(words, f'{line} or "remarks" contains "lost"')[1]


def test_what_is_quoted_or_spelled_alike_is_found_before_others() -> None:
    line = '"grade" is "A"'
    for text, place in (('a grade column, grade is "A", A', 7), ("a grade column, grade is A", 6)):
        words = cut(text)
        found, _ = mentions(words, line)
        value = next(one for one in found if one.role is Role.VALUE)
        assert (value.first, words[value.first].text) == (place, "A")
