from __future__ import annotations

import pytest

from core.conditions import (
    And,
    Category,
    Comparison,
    Condition,
    Date,
    HasColumn,
    Kind,
    Not,
    Number,
    OnColumns,
    Operation,
    Or,
    Quantity,
    Share,
    Text,
    Topic,
    When,
    write_condition,
)
from core.conditions.tagging.mentions import Role, labels, mentions, roles
from core.conditions.tagging.words import cut

OVER = Quantity(Comparison.GREATER, 5)
BETWEEN = Quantity(Comparison.BETWEEN, -0.5, 1e9)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Topic("maize"), [Role.TOPIC]),
        (HasColumn(about="rain"), [Role.ABOUT]),
        (HasColumn(named="zip"), [Role.NAMED]),
        (HasColumn(named="zip", kind=Kind.NUMBERS), [Role.NAMED]),
        (OnColumns(Operation.JOIN, ("a", "b", "c")), [Role.KEY] * 3),
        (OnColumns(Operation.UNION, ("a",)), [Role.KEY]),
        (Number("fee", OVER), [Role.NUMBERS]),
        (Number("fee", BETWEEN), [Role.NUMBERS]),
        (Number("fee", Quantity(Comparison.ABOUT, 5), average=True), [Role.NUMBERS]),
        (Date("sold", When.SINCE, "2015"), [Role.DATES]),
        # Of whole years the line is that of numbers, too.
        (Date("sold", When.BETWEEN, "2015", "2016"), [Role.NUMBERS]),
        (Date("sold", When.BETWEEN, "2015-03", "2016-01"), [Role.DATES]),
        (Date("", When.IN, "2015-03"), []),
        (Category("site", ("A", "B")), [Role.CATEGORY, Role.VALUE, Role.VALUE]),
        (Text("oak", "kind"), [Role.TEXTS, Role.PHRASE]),
        (Text("oak"), [Role.PHRASE]),
    ],
)
def test_every_name_topic_and_value_has_its_role(
    condition: Condition, expected: list[Role]
) -> None:
    for whole in (
        condition,
        Not(condition),
        And((condition, Topic("z"))),
        Or((Topic("z"), condition)),
    ):
        found = [role for role, words in roles(write_condition(whole)) if words != "z"]
        assert found == expected


def test_a_share_names_what_it_is_of() -> None:
    line = write_condition(Share(Number("fee", OVER), Quantity(Comparison.AT_LEAST, 0.5)))
    assert roles(line) == [(Role.NUMBERS, "fee")]


def test_signs_in_names_part_nothing() -> None:
    for name in ('say "is" | or', "a, b (c)", "back\\slash", 'topic "x"'):
        line = write_condition(And((Category(name, (name,)), Topic(name))))
        assert roles(line) == [(Role.CATEGORY, name), (Role.VALUE, name), (Role.TOPIC, name)]


def test_the_longest_is_found_first_and_each_word_has_one_role() -> None:
    words = cut("tables about trade where trade route is Silk trade")
    found, whole = mentions(words, 'topic "trade" and "trade route" is "Silk trade"')
    assert whole
    assert labels(words, found) == [
        *("O", "O", "B-topic", "O", "B-category", "I-category", "O", "B-value", "I-value")
    ]


def test_what_is_written_otherwise_is_told() -> None:
    words = cut("tables sold in May 2015")
    assert mentions(words, '"sold on" in 2015-05') == ([], False)
    assert mentions(words, "rows > 5") == ([], True)
