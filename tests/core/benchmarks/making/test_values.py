"""Which values a made benchmark asks for, and what counts as the same."""

from __future__ import annotations

import random
from collections import Counter

import polars as pl
import pytest

from core import lake as lakes
from core.benchmarks import formats
from core.benchmarks.making import MadeBenchmark, make_benchmark, write_made
from core.benchmarks.making.checking import holds
from core.benchmarks.making.types import Asked, Kind
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from tests.core.benchmarks.making.conftest import RECIPE


@pytest.fixture(scope="module")
def made_of_odd(tmp_path_factory: pytest.TempPathFactory) -> MadeBenchmark:
    """A source whose title has a line end and whose kinds are in mixed case."""
    folder = tmp_path_factory.mktemp("odd")
    dice = random.Random(1)  # noqa: S311 - cells of a table
    kinds = ["flat", "Flat", "FLAT", "house", "House", "boat", "mill\thouse"]
    rows = 140
    frame = pl.DataFrame(
        {
            "home code": [f"H{number:03}" for number in range(rows)],
            "kind": [dice.choice(kinds) for _ in range(rows)],
            "rent": [dice.randrange(300, 5_000) for _ in range(rows)],
            "rooms": [dice.randrange(1, 90) for _ in range(rows)],
            "built": [f"{dice.randrange(1900, 2000)}-05-01" for _ in range(rows)],
            "floor": [dice.randrange(0, 60) for _ in range(rows)],
            "size": [dice.randrange(20, 400) for _ in range(rows)],
            "owner": [dice.choice(["Ada", "ada", "Ben"]) for _ in range(rows)],
            "doors": [dice.randrange(1, 9) for _ in range(rows)],
        }
    )
    (folder / "lake").mkdir()
    frame.write_csv(folder / "lake" / "Homes near\nrail trails.csv")
    settings = Settings(workspace=folder / "workspace", workers=1)
    workspace = Workspace.open(settings.workspace)
    lake = lakes.add_lake(workspace, "homes", folder / "lake")
    lakes.refresh(workspace, lake, settings)
    return make_benchmark(workspace, lakes.lake(workspace, "homes"), RECIPE, monitor=UNMONITORED)


def test_values_are_compared_as_conditions_compare_them(made_of_odd: MadeBenchmark) -> None:
    assert holds(Asked(Kind.CATEGORY, "Flat", 1), " FLAT ") is True
    assert holds(Asked(Kind.CATEGORY, "Flat", 1), "house") is False
    asked = Counter(
        str(one.value)
        for query in made_of_odd.queries
        for one in query.asked
        if one.kind in {Kind.CATEGORY, Kind.KEYWORD}
    )
    assert asked
    assert not any("\t" in value for value in asked)


def test_what_is_published_of_odd_titles_is_read_again(
    made_of_odd: MadeBenchmark, tmp_path
) -> None:
    write_made(made_of_odd, tmp_path / "made", RECIPE)
    found = sorted((tmp_path / "made").rglob("queries-test.txt"))
    assert found
    for queries in found:
        assert formats.read(queries.parent).queries
