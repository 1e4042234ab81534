"""Nothing that a hostile pickle asks for is done, and it is refused by its name."""

from __future__ import annotations

import collections
import contextlib
import io
import os
import pickle
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from core.errors import RefusedPickleError
from core.store import safe_pickle
from core.store.safe_pickle import RANKINGS, load_plain

plain = st.recursive(
    st.text() | st.integers(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(), inner, max_size=3)
        | st.tuples(inner, inner)
        | st.sets(st.text() | st.integers(), max_size=3)
    ),
    max_leaves=8,
)


@given(plain, st.integers(0, 5))
def test_plain_values_come_back_in_every_protocol(tmp_path_factory, value, protocol):
    path = tmp_path_factory.getbasetemp() / "plain.pkl"
    path.write_bytes(pickle.dumps(value, protocol=protocol))
    assert load_plain(path) == value


class Runs:
    """Runs a command when it is unpickled freely."""

    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


@pytest.mark.parametrize("protocol", range(6))
def test_a_command_is_refused_by_name_and_not_run(tmp_path, protocol):
    proof = tmp_path / "ran"
    path = tmp_path / "benchmark.pkl"
    harm = {"q.csv": ["a.csv"], "x": Runs(os.system, f"touch '{proof}'")}
    path.write_bytes(pickle.dumps(harm, protocol=protocol))
    with pytest.raises(RefusedPickleError, match=r"Got posix\.system"):
        load_plain(path)
    assert not proof.exists()
    pickle.loads(path.read_bytes())  # noqa: S301 - shows that it would have run
    assert proof.exists()


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize(
    ("value", "name"),
    [
        (collections.Counter({"a": 2}), r"collections\.Counter"),
        (collections.defaultdict(os.getcwd, {"q": ["a"]}), r"posix\.getcwd"),
        ({"q": list}, r"builtins\.list"),
        ({"q": [np.float64(0.5)]}, r"numpy\._core\.multiarray\.scalar"),
        ({"q": np.array(["a"])}, r"numpy\."),
        (CountVectorizer(), r"(copy_reg|copyreg|sklearn\.feature_extraction\.text)\."),
        ({"q": Runs(eval, "1+1")}, r"(builtins|__builtin__)\.eval"),  # noqa: S307
        ({"q": Runs(getattr, set, "add")}, r"(builtins|__builtin__)\.getattr"),
    ],
)
def test_objects_are_refused_by_name(tmp_path, value, name, protocol):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps(value, protocol=protocol))
    with pytest.raises(RefusedPickleError, match=f"Got {name}") as caught:
        load_plain(path)
    assert str(path) in str(caught.value)
    assert "dict, list, set, tuple, str and int only" in str(caught.value)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (0.5, "a float"),
        (None, "None"),
        (True, "True"),
        (b"bytes", "bytes"),
        (bytearray(b"bytes"), "a bytearray"),
    ],
)
def test_values_of_other_types_are_refused_by_name(tmp_path, value, name):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps({"q": value}, protocol=5))
    with pytest.raises(RefusedPickleError, match=f"Got {name}"):
        load_plain(path)


@pytest.mark.parametrize("protocol", range(6))
def test_floats_are_read_where_scores_may_be_and_nothing_else_is(tmp_path, protocol):
    path = tmp_path / "run.pkl"
    run = {"q": [("a", 0.5), ("b", -1e300)]}
    path.write_bytes(pickle.dumps(run, protocol=protocol))
    assert load_plain(path, RANKINGS) == run
    path.write_bytes(pickle.dumps({"q": Runs(os.system, "true")}, protocol=protocol))
    with pytest.raises(RefusedPickleError, match=r"int and float only.*Got posix\.system"):
        load_plain(path, RANKINGS)


@pytest.mark.parametrize("protocol", range(6))
def test_how_to_write_scores_of_numpy_is_told_and_works(tmp_path, protocol):
    path = tmp_path / "run.pkl"
    run = {"q": {"a": np.float64(0.5)}}
    path.write_bytes(pickle.dumps(run, protocol=protocol))
    with pytest.raises(RefusedPickleError, match="ask its author for the rankings as CSV") as told:
        load_plain(path, RANKINGS)
    assert "for q, c in run.items()}, file)`" in str(told.value)
    assert "candidates have scores, with `{str(t): float(g) for t, g in c.items()}`" in str(
        told.value
    )
    plainly = {str(q): {str(t): float(g) for t, g in c.items()} for q, c in run.items()}
    path.write_bytes(pickle.dumps(plainly, protocol=protocol))
    assert load_plain(path, RANKINGS) == {"q": {"a": 0.5}}


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize(
    ("truth", "plain"),
    [
        (collections.defaultdict(list, {"q": ["a", "b"]}), {"q": ["a", "b"]}),
        (collections.defaultdict(set, {"q": {"a"}, "p": {"b"}}), {"q": {"a"}, "p": {"b"}}),
        ({"q": collections.defaultdict(int, {"a": 2, "b": 0})}, {"q": {"a": 2, "b": 0}}),
        (
            collections.defaultdict(dict, q=collections.defaultdict(dict, a=1), p={"b": 2}),
            {"q": {"a": 1}, "p": {"b": 2}},
        ),
        (collections.defaultdict(None, {"q": ["a"]}), {"q": ["a"]}),
        (collections.OrderedDict(q=["b", "a"], p=["c"]), {"q": ["b", "a"], "p": ["c"]}),
        ({"q": frozenset({"a", "b"}), "p": frozenset()}, {"q": {"a", "b"}, "p": set()}),
    ],
)
def test_kinds_of_dict_and_set_are_read_as_plain_ones(tmp_path, truth, plain, protocol):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps(truth, protocol=protocol))
    found = load_plain(path)
    assert (found, list(found)) == (plain, list(plain))
    assert type(found) is dict
    assert {type(part) for part in found.values()} <= {dict, list, set, frozenset}


def test_an_ordered_dict_of_pairs_as_python_2_writes_it_keeps_them(tmp_path):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(
        b"\x80\x02ccollections\nOrderedDict\nq\x00]q\x01]q\x02(U\x01qq\x03]q\x04U\x01aq\x05aea\x85Rq\x06."
    )
    assert load_plain(path) == {"q": ["a"]}


@pytest.mark.parametrize("name", [b"cbuiltins\nset\n", b"cbuiltins\nfrozenset\n"])
def test_a_list_that_is_made_a_set_very_often_does_not_take_memory(tmp_path, name):
    values = b"]q\x00(" + b"".join(b"J" + struct.pack("<i", at) for at in range(50_000)) + b"e0"
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(b"\x80\x02" + values + name + b"q\x010](" + b"h\x01h\x00\x85R" * 1_000 + b"e.")
    with pytest.raises(RefusedPickleError, match="more than 5,000,000 values in sets"):
        load_plain(path)


@pytest.mark.parametrize(
    "content",
    [
        b"cbuiltins\nlist\n(lR.",
        b"ccollections\ndefaultdict\n((ltR.",
        b"ccollections\ndefaultdict\n(S'a'\ntR.",
        b"cbuiltins\nset\n(I5\ntR.",
        b"ccollections\nOrderedDict\n(I5\ntR.",
    ],
)
def test_known_names_do_nothing_but_what_they_are_for(tmp_path, content):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(content)
    with pytest.raises(RefusedPickleError):
        load_plain(path)


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize(
    "truth", [{"q": np.array(["a", "b"])}, {"q": [np.str_("a"), "b"]}, {np.str_("q"): ["a", "b"]}]
)
def test_how_to_write_a_truth_of_numpy_is_told_and_works(tmp_path, truth, protocol):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps(truth, protocol=protocol))
    with pytest.raises(RefusedPickleError) as caught:
        load_plain(path)
    plainly = "{str(q): [str(t) for t in c] for q, c in truth.items()}"
    assert f"`pickle.dump({plainly}, file)`" in str(caught.value)
    path.write_bytes(pickle.dumps({str(q): [str(t) for t in c] for q, c in truth.items()}))
    assert load_plain(path) == {"q": ["a", "b"]}


def test_no_one_is_told_to_load_a_pickle_of_unknown_names(tmp_path):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps({"q": Runs(os.system, "true")}))
    with pytest.raises(RefusedPickleError) as caught:
        load_plain(path)
    assert "pickle.dump" not in str(caught.value)


def test_a_reference_to_outside_is_refused(tmp_path):
    class Outside(pickle.Pickler):
        def persistent_id(self, obj):
            return "elsewhere" if obj == "a" else None

    out = io.BytesIO()
    Outside(out).dump({"q": ["a"]})
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(out.getvalue())
    with pytest.raises(RefusedPickleError, match="a reference to outside of the file"):
        load_plain(path)


def test_a_name_put_together_on_the_stack_is_refused_by_what_it_is(tmp_path):
    # Texts out of memory slots, so that the last texts in the file are not the name.
    hidden = b"\x80\x04\x8c\x05posix\x94\x8c\x06system\x94\x8c\x01a\x8c\x01b00h\x00h\x01\x93."
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(hidden)
    with pytest.raises(RefusedPickleError, match=r"Got posix\.system"):
        load_plain(path)


def test_a_memory_slot_far_away_does_not_take_memory(tmp_path):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(b"\x80\x04]r" + struct.pack("<I", 2**31) + b".")
    with pytest.raises(RefusedPickleError, match="memory slot beyond"):
        load_plain(path)


def test_deep_nesting_is_refused(tmp_path):
    value: list = []
    for _ in range(100):
        value = [value]
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps(value))
    with pytest.raises(RefusedPickleError, match="nested deeper than 16"):
        load_plain(path)
    path.write_bytes(b"\x80\x04" + b"]" * 500_000 + b"a" * 499_999 + b".")
    with pytest.raises(RefusedPickleError, match="nested deeper than 16"):
        load_plain(path)


@pytest.mark.parametrize("deeper", [b"\x85", b"K\x01\x86", b"q\x000h\x00\x85"])
def test_a_key_too_deep_to_be_hashed_is_refused(tmp_path, deeper):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(b"\x80\x04})" + deeper * 1_000_000 + b"K\x01s.")
    with pytest.raises(RefusedPickleError, match="nested deeper than 16"):
        load_plain(path)


_SHARED = b"\x8c\x01a\x85\x940" + b"".join(
    b"(" + bytes([ord("h"), at]) * 10 + b"t\x940" for at in range(14)
)
"""Fifteen tuples, each but the first of ten times the one before; then the stack is as it was."""


@pytest.mark.parametrize(
    "content",
    [
        b"\x80\x04" + _SHARED + b"}h\x0eK\x01s.",
        b"\x80\x04" + _SHARED + b"}(\x8c\x01bK\x01h\x0eK\x01u.",
        b"\x80\x04" + _SHARED + b"(h\x0eK\x01d.",
        b"\x80\x04" + _SHARED + b"\x8f(K\x01h\x0e\x90.",
        b"\x80\x04" + _SHARED + b"(K\x01h\x0e\x91.",
        b"\x80\x04" + _SHARED + b"cbuiltins\nset\n](K\x01h\x0ee\x85R.",
        b"\x80\x04" + _SHARED + b"cbuiltins\nfrozenset\n]h\x0ea\x85R.",
        b"\x80\x04" + _SHARED + b"ccollections\nOrderedDict\n](](h\x0eK\x01ee\x85R.",
    ],
    ids=["setitem", "setitems", "dict", "additems", "frozenset", "set", "by name", "ordered"],
)
def test_tuples_that_would_be_hashed_without_end_are_refused(tmp_path, content):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(content)
    with pytest.raises(RefusedPickleError, match="a tuple as a key or in a set"):
        load_plain(path)


def test_a_list_inside_itself_is_refused(tmp_path):
    value: list = []
    value.append(value)
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps(value))
    with pytest.raises(RefusedPickleError, match="nested deeper"):
        load_plain(path)


def test_lists_shared_a_billion_times_are_looked_at_once_a_depth(tmp_path):
    value: list = ["a"]
    for _ in range(14):
        value = [value] * 10
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps(value))
    assert load_plain(path)[0][0]


def test_a_large_pickle_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(safe_pickle, "MAX_BYTES", 1024**2)
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps({"q": ["a" * 2 * 1024**2]}))
    with pytest.raises(RefusedPickleError, match=r"at most 1 MiB\. Got 2 MiB"):
        load_plain(path)


@pytest.mark.parametrize("content", [b"", b"not a pickle", pickle.dumps({"q": ["a"]})[:-3]])
def test_a_broken_pickle_is_refused(tmp_path, content):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(content)
    with pytest.raises(RefusedPickleError, match=r"whole pickle|only"):
        load_plain(path)


@given(st.binary(max_size=60))
def test_no_bytes_do_anything_but_load_or_be_refused(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.pkl"
    path.write_bytes(content)
    with contextlib.suppress(RefusedPickleError):
        load_plain(path)
