from __future__ import annotations

import pytest

from core.benchmarks.errors import UnknownMethodError
from core.benchmarks.formats import Mode, Query
from core.benchmarks.methods import METHODS, OFFERED, method, methods
from core.benchmarks.methods.union import UnionMethod
from core.features import ENCODERS
from core.settings import Settings


def test_every_encoder_is_a_method_and_columns_besides():
    assert list(METHODS[: len(ENCODERS) + 2]) == [*ENCODERS, "columns", "bipartite"]
    for name in ENCODERS:
        if name != "tfidf":  # which takes words too
            assert method(name, Settings()) == UnionMethod(name, name, "table")
        assert method(f"columns:{name}", Settings()) == UnionMethod(
            f"columns:{name}", name, "columns"
        )


def test_columns_alone_takes_the_encoder_of_the_settings():
    for kind in ("columns", "bipartite"):
        found = method(kind, Settings(encoder="tfidf"))
        assert found == UnionMethod(f"{kind}:tfidf", "tfidf", kind)


def test_columns_and_columns_with_the_encoder_of_the_settings_are_one_method():
    found = methods("columns:hash,columns,hash", Settings(encoder="hash"))
    assert [one.label for one in found] == ["columns:hash", "hash"]


@pytest.mark.parametrize(
    "name", ["", "sbert", "HASH", "columns:", "columns:sbert", "hash:columns", "columns:hash:x"]
)
def test_another_name_is_refused_with_those_there_are(name):
    with pytest.raises(UnknownMethodError) as caught:
        method(name, Settings())
    assert str(caught.value) == (
        f"A method must be one of {', '.join(METHODS)}, or columns:ENCODER, or bipartite:ENCODER, "
        f"or METHOD:no-titles for words. Got {name!r}."
    )


def test_a_list_of_methods_is_checked_as_a_whole():
    assert [one.label for one in methods(" hash ,tfidf,,hash", Settings())] == ["hash", "tfidf"]
    for names, got in {"hash,nope": "nope", "": "", " , ": ","}.items():
        with pytest.raises(UnknownMethodError, match=f"Got {got!r}"):
            methods(names, Settings())


def test_every_method_on_offer_has_its_name():
    for name in OFFERED:
        assert method(name, Settings()).label == name
    for name in METHODS:
        assert method(name, Settings()).label.partition(":")[0] == name


def test_a_union_method_answers_every_query_that_has_a_table():
    how = method("hash", Settings())
    assert how.answers(Query("q", table="a.csv"))
    assert how.answers(Query("q", table="a.csv", text="about fish", mode=Mode.JOIN))
    assert not how.answers(Query("q", text="about fish", mode=Mode.NL))
