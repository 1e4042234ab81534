from __future__ import annotations

import pytest

from core.benchmarks.errors import UnknownMethodError
from core.benchmarks.methods import METHODS, Method, method, methods
from core.features import ENCODERS
from core.settings import Settings


def test_every_encoder_is_a_method_and_columns_besides():
    assert list(METHODS) == [*ENCODERS, "columns"]
    for name in ENCODERS:
        assert method(name, Settings()) == Method(name, name, "table")
        assert method(f"columns:{name}", Settings()) == Method(f"columns:{name}", name, "columns")


def test_columns_alone_takes_the_encoder_of_the_settings():
    assert method("columns", Settings(encoder="tfidf")) == Method("columns", "tfidf", "columns")


@pytest.mark.parametrize(
    "name", ["", "sbert", "HASH", "columns:", "columns:sbert", "hash:columns", "columns:hash:x"]
)
def test_another_name_is_refused_with_those_there_are(name):
    with pytest.raises(UnknownMethodError) as caught:
        method(name, Settings())
    assert str(caught.value) == (
        f"A method must be one of {', '.join(METHODS)}, or columns:ENCODER. Got {name!r}."
    )


def test_a_list_of_methods_is_checked_as_a_whole():
    assert [one.label for one in methods(" hash ,tfidf,,hash", Settings())] == ["hash", "tfidf"]
    for names, got in {"hash,nope": "nope", "": "", " , ": ","}.items():
        with pytest.raises(UnknownMethodError, match=f"Got {got!r}"):
            methods(names, Settings())
