from __future__ import annotations

import pytest

from core.conditions import parse
from core.search.conditioned import text_with_condition
from core.search.conditioned.topics import topic_shares
from tests.core.search.conftest import MakeLake, Opened


@pytest.fixture(scope="module")
def opened(make_lake: MakeLake) -> Opened:
    guns = "gun,kind\nUzi,submachine\nThompson,machines\n"
    return make_lake(
        {
            "coffee.csv": "coffee,country,price\nSidamo,Ethiopia,12\nAntigua,Guatemala,9\n",
            "tea.csv": "tea,country,price\nAssam,India,4\nSencha,Japan,7\n",
            "guns.csv": guns,
        }
    )


def shares(opened: Opened, topic: str) -> dict[str, float]:
    condition = parse(f"about {topic}").condition
    found = topic_shares(opened.searched, condition)
    return dict(found[topic].shares)


def test_a_table_with_the_words_is_about_the_topic(opened: Opened) -> None:
    found = shares(opened, "coffee")
    assert found["coffee.csv"] == 1
    assert max(found["tea.csv"], found["guns.csv"]) < 0.5


@pytest.mark.parametrize("topic", ["zzqqxx", "espresso machines"])
def test_no_table_is_about_a_topic_that_none_has(opened: Opened, topic: str) -> None:
    assert max(shares(opened, topic).values()) < 0.5


@pytest.mark.parametrize("months", [["may"], ["january", "february", "march", "april"]])
def test_each_of_some_tables_alike_is_about_their_topic(
    make_lake: MakeLake, months: list[str]
) -> None:
    alike = make_lake(
        {
            f"sales_{one}.csv": f"date,product,sales\n{one} 1,tea,40\n{one} 2,milk,7\n"
            for one in months
        }
    )
    assert min(shares(alike, "sales").values()) > 0.9


def test_that_no_table_has_the_words_is_said(opened: Opened) -> None:
    def told(topic: str) -> list[str]:
        condition = parse(f"about {topic}").condition
        found = text_with_condition(opened.searched, "country", condition, method="bm25")
        return [part.value for hit in found.hits for part in hit.satisfaction.parts]

    assert all(value.endswith("% by meaning; no table has its words") for value in told("zzqqxx"))
    assert told("coffee") == ["", ""]
