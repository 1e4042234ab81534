"""What bounds a share of the rows may stand behind them: "two thirds of the rows or more"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("two thirds of the rows or more with vo2max over 55, sport = cycling, union",
         'union: share >= 0.666666 of ("vo2max" > 55) and "sport" is "cycling"'),
        ("half the rows or more with price under 5", 'share >= 0.5 of ("price" < 5)'),
        ("60% of records or fewer in which city is Rome", 'share <= 0.6 of ("city" is "Rome")'),
        ("price under 5 in nine tenths of the entries or more", 'share >= 0.9 of ("price" < 5)'),
        ("join; three quarters of my rows or more find a match",
         "join: result matched share >= 0.75"),
        ("join, 3/4 or more of my rows find a match", "join: result matched share >= 0.75"),
        ("union; 1/3 or more of the rows have pm25 > 35; not about traffic",
         'union: share >= 0.333333 of ("pm25" > 35) and not (topic "traffic")'),
        ("tables with 40 rows or more", "rows >= 40"),
    ],
)  # fmt: skip
def test_a_share_is_bounded_behind_its_rows(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.second_reader
@pytest.mark.parametrize("share", ["half", "two thirds", "a third"])
def test_a_bound_behind_a_share_is_not_turned_round_by_the_second_reader(share: str) -> None:
    for behind in ("or fewer", "or less"):
        found = write_request(parse(f"{share} of the rows {behind} with age over 5"))
        assert found.startswith("share <= 0.")
