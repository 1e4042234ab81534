from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.conditions.tagging.cutting import cut


@given(st.text(max_size=60))
def test_words_stand_where_they_say_and_lose_no_letter(text: str) -> None:
    words = cut(text)
    assert [text[word.start : word.end] for word in words] == [word.text for word in words]
    left = list(text)
    for word in words:
        left[word.start : word.end] = " " * (word.end - word.start)
    assert not "".join(left).strip()


def test_what_stands_in_quotation_marks_is_known() -> None:
    quoted = [word.text for word in cut("where “a b” is 'c' or \"d e\" now, `f`") if word.quoted]
    assert [text for text in quoted if text.isalpha()] == ["a", "b", "c", "d", "e", "f"]


def test_a_sign_alone_quotes_nothing() -> None:
    for text in ('screens over 27" in size', "Mary's and John's", "the dogs' owners, isn't it"):
        assert not any(word.quoted for word in cut(text))


def test_names_of_identifiers_are_one_word() -> None:
    names = ["unit_price", "port-code", "R&D", "_id", "v2.1"]
    assert [word.text for word in cut(" ".join(names))] == names
