"""JSON that is read in parts is what the standard library reads whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.benchmarks.formats import json_parts as module
from core.benchmarks.formats.json_parts import json_parts
from core.errors import MalformedFileError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("parts") / "x.json"


@given(
    value=st.lists(VALUES, max_size=5) | st.dictionaries(st.text(max_size=3), VALUES, max_size=4),
    indent=st.sampled_from([None, 0, 2]),
    plain=st.booleans(),
    chunk=st.integers(1, 40),
    cut=st.none() | st.integers(0, 60),
)
def test_parts_are_those_of_the_whole_wherever_reading_breaks_off(
    path: Path, value: Any, indent: int | None, plain: bool, chunk: int, cut: int | None
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    text = text if cut is None or cut >= len(text) else text[:cut]
    path.write_text(text, encoding="utf-8", newline="")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_CHUNK", chunk)
        try:
            expected = json.loads(text)
        except ValueError:
            with pytest.raises(MalformedFileError):
                _read(path, isinstance(value, list))
        else:
            assert _read(path, isinstance(value, list)) == expected


def _read(path: Path, array: bool) -> Any:
    with json_parts(path) as parts:
        if array:
            found: Any = list(parts.items())
        else:
            found = {key: parts.value() for key in parts.members()}
        parts.end()
        return found


def test_lines_of_values_are_those_of_the_file(path: Path) -> None:
    path.write_text('\n[1,\n\n "a\\n",\n{"b":\n 2}, 3]')
    with json_parts(path) as parts:
        assert [(parts.line, value) for value in parts.items()] == [
            (2, 1),
            (4, "a\n"),
            (5, {"b": 2}),
            (6, 3),
        ]
