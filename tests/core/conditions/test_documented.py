"""What docs/conditions.md says can be asked is read as it says there, without a doubt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.conditions import parse, write_request

pytestmark = pytest.mark.second_reader

PAGE = Path(__file__).parents[3] / "docs" / "conditions.md"
_ROW = re.compile(
    r"^\| (?P<what>[^|]+) \| (?P<said>[^|]+) \| `(?P<written>[^`]+)` \|$", re.MULTILINE
)


def rows() -> list[tuple[str, str]]:
    """Give the examples of each kind, and how the first of them is written."""
    section = PAGE.read_text(encoding="utf-8").partition("## What can be asked\n")[2]
    found = _ROW.finditer(section.partition("\n## ")[0])
    return [(row["said"], row["written"]) for row in found]


def test_every_kind_is_documented() -> None:
    assert len(rows()) == 11


@pytest.mark.parametrize("said", [said for row, _ in rows() for said in row.split("; ")])
def test_an_example_is_understood_whole(said: str) -> None:
    found = parse(said)
    assert found.condition is not None
    assert found.unknown == ()


@pytest.mark.parametrize(("said", "written"), rows())
def test_the_first_example_is_written_as_documented(said: str, written: str) -> None:
    assert write_request(parse(said.split("; ", maxsplit=1)[0])).endswith(written)


def test_what_nothing_tells_is_read_as_documented() -> None:
    """The page says: "and" binds first, and it is shown as "not sure"."""
    found = parse("grade above 90 and price below 5 or rating above 4")
    assert write_request(found) == '("grade" > 90 and "price" < 5) or "rating" > 4'
    assert [(span.text, span.kept) for span in found.unknown] == [("or", True)]


def test_letters_that_were_swapped_are_put_right_for_both_readers() -> None:
    found = parse("unionabel tables with colums abuot rain")
    assert (write_request(found), found.unknown) == ('union: column about "rain"', ())
