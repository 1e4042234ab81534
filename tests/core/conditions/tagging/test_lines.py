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
from core.conditions.tagging.lines import Counted, Role, counted, named, operation

OVER = Quantity(Comparison.GREATER, 5)
BETWEEN = Quantity(Comparison.BETWEEN, -0.5, 1e9)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Topic("maize"), [Role.TOPIC]),
        (HasColumn(about="rain"), [Role.ABOUT]),
        (HasColumn(named="zip"), [Role.NAMED]),
        (HasColumn(named="zip", kinds=(Kind.NUMBERS,)), [Role.NAMED]),
        (OnColumns(Operation.JOIN, ("a", "b", "c")), [Role.KEY] * 3),
        (OnColumns(Operation.UNION, ("a",)), [Role.KEY]),
        (Number("fee", OVER), [Role.NUMBERS]),
        (Number("fee", BETWEEN), [Role.NUMBERS]),
        (Number("fee", Quantity(Comparison.BETWEEN, 1e-05, 5)), [Role.NUMBERS]),
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
        found = [one.role for one in named(write_condition(whole)) if one.text != "z"]
        assert found == expected


def test_a_share_names_what_it_is_of() -> None:
    line = write_condition(Share(Number("fee", OVER), Quantity(Comparison.AT_LEAST, 0.5)))
    assert [(one.role, one.text) for one in named(line)] == [(Role.NUMBERS, "fee")]


def test_signs_in_names_part_nothing() -> None:
    for name in ('say "is" | or', "a, b (c)", "back\\slash", 'topic "x"'):
        line = write_condition(And((Category(name, (name,)), Topic(name))))
        assert [(one.role, one.text) for one in named(line)] == [
            (Role.CATEGORY, name),
            (Role.VALUE, name),
            (Role.TOPIC, name),
        ]


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ('topic "a" and not (topic "b") and topic "c"', [False, True, False]),
        ('not (contains "a" or (topic "b" and not ("c" is "d"))) or column about "e"',
         [True, True, False, False, False]),
        ('not ("a (b" is "not (" | "c)")', [True, True, True]),
        # What is compared turns round instead, and keys are not refused.
        ('not ("a" > 5) and not ("b" before 2010-05-01) and join on "c"', [False] * 3),
    ],
)  # fmt: skip
def test_what_is_refused_is_known(line: str, refused: list[bool]) -> None:
    assert [one.refused for one in named(line)] == refused


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("union: rows >= 500", [("rows", ">=", 500)]),
        ("columns between 2 and 9", [("columns", "between", 2), ("columns", "between", 9)]),
        ("not (rows < 9 or columns > 5)", [("rows", ">=", 9), ("columns", "<=", 5)]),
        ('not ("a" = 5)', [("cells", "not =", 5)]),
        ("join: result new columns >= 3 and result rows < 1e+20",
         [("result new columns", ">=", 3), ("result rows", "<", 1e20)]),
        ("result matched share >= 0.9", [("result matched share", ">=", 0.9)]),
        ('share > 0.5 of ("a 7" > -2.5)', [("share", ">", 0.5), ("cells", ">", 2.5)]),
        ('average "x" about 4.5', [("average", "about", 4.5)]),
        ('column about "5" and topic "rows > 9"', []),
        ('"a" before 2010-05-01 and not ("b" since 1999)',
         [("cells", "<", 2010), ("cells", "<", 1999)]),
        ('"a" between 2015-03 and 2016-01',
         [("cells", "between", 2015), ("cells", "between", 2016)]),
        ('"a" between 2015 and 2016', [("cells", "between", 2015), ("cells", "between", 2016)]),
        ('"a" between 2015 and 2016-03',
         [("cells", "between", 2015), ("cells", "between", 2016)]),
        ('average "x" between 1000 and 2000',
         [("average", "between", 1000), ("average", "between", 2000)]),
        ('"x" > 1e-05 and "y" between 1e-05 and 5',
         [("cells", ">", 1e-05), ("cells", "between", 1e-05), ("cells", "between", 5)]),
        # Of a part of a year as of a year.
        ('"a" between 2019-07 and 2019-09', [("cells", "=", 2019)]),
        ("date in 2014-06-01T10:30", [("cells", "=", 2014)]),
    ],
)  # fmt: skip
def test_numbers_and_years_are_found_with_what_they_count(
    line: str, expected: list[tuple[str, str, float]]
) -> None:
    assert counted(line) == [Counted(*one) for one in expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [("union", "union"), ("join: rows > 5", "join"), ('topic "join"', "none"),
     ('union on "a"', None), ("", "none"),
     ('union: join on "a"', "union")],
)  # fmt: skip
def test_the_operation_is_what_the_line_begins_with(line: str, expected: str | None) -> None:
    assert operation(line) == expected
