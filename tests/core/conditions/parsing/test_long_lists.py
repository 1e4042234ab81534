from __future__ import annotations

import pytest

from core.conditions import And, Category, Condition, Not, Or, Text, Topic, parse
from core.conditions.parsing import parse as parsing

SHORT = ("Kenya", "South Africa", "'Côte d Ivoire'", "77", "2015", "Chad", "Mali", "Togo", "Gabon")
LONG = tuple(f"v{number}" for number in range(120))


def bare(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(value.strip("'") for value in values)


@pytest.mark.parametrize("values", [SHORT, LONG])
@pytest.mark.parametrize(
    "text",
    [
        "country is one of {}, {}",
        "country in ({}, {})",
        "country is {} or {}",
        "tables about tea where country is one of {} or {}, and over 30 rows",
    ],
)
def test_a_long_list_is_read_whole(text: str, values: tuple[str, ...]) -> None:
    found = parse(text.format(", ".join(values[:-1]), values[-1]))
    listed = Category("country", bare(values))
    condition = found.condition
    assert listed == condition or (isinstance(condition, And) and listed in condition.parts)
    # Of some fifty values that mean nothing two may be doubted.
    assert not [span for span in found.unknown if not span.kept]
    assert len(found.unknown) <= 2 * (values is LONG)


def test_a_long_list_is_read_as_a_short_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [f"w{number}" for number in range(12)]
    texts = {
        f"country is not one of {', '.join(items)}": Not(Category("country", tuple(items))),
        f"mentions {', '.join(items[:-1])} or w11": Or(tuple(map(Text, items))),
        f"about {', '.join(items[:-1])} or w11": Or(tuple(map(Topic, items))),
    }
    read: dict[str, Condition | None] = {text: parse(text).condition for text in texts}
    assert read == texts
    monkeypatch.setattr(parsing, "shortened", lambda row: (list(row), []))
    for text, wanted in texts.items():
        if text.startswith("mentions"):
            continue  # so long a list is a topic to the grammar
        assert parsing._parsed.__wrapped__(text, ()).condition == wanted


def test_a_list_behind_the_end_of_what_is_read_is_no_matter() -> None:
    text = "with over 3 rows and price above 2, " * 20 + f"country is one of {', '.join(SHORT)}"
    found = parse(text)
    assert found.unknown[-1].end == len(text)
