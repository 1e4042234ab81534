"""A benchmark made of two tables about shops."""

from __future__ import annotations

import csv
import random
from datetime import date, timedelta

import pytest

from core import lake as lakes
from core.benchmarks.making import MadeBenchmark, Recipe, make_benchmark
from core.errors import InputError
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo

RECIPE = Recipe(seed=3, queries=2, positives=3, negatives=4)
HEADER = ("shop code", "city", "kind", "opened", "staff", "rent", "visitors", "owner", "rating")


def shops(seed: int) -> list[tuple[object, ...]]:
    dice = random.Random(seed)  # noqa: S311 - cells of a table
    return [
        (
            f"S{seed}{number:03}",
            dice.choice(["Oslo", "Bergen", "Molde", "Bodø"]),
            dice.choice(["bakery", "book shop", "florist"]),
            date(2000, 1, 1) + timedelta(days=dice.randrange(8_000)),
            dice.randrange(1, 60),
            round(dice.uniform(500, 9_000), 2),
            dice.randrange(10, 5_000) if number % 40 else "N/A",
            dice.choice(["Ada", "Ben", "Cleo", "Dan"]),
            round(dice.uniform(1, 5), 1),
        )
        for number in range(120)
    ]


@pytest.fixture(scope="session")
def shops_lake(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, LakeInfo]:
    folder = tmp_path_factory.mktemp("making")
    for seed, name in enumerate(("shops of the north", "market stalls of Norway")):
        (folder / "lake").mkdir(exist_ok=True)
        with (folder / "lake" / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([HEADER, *shops(seed)])
    settings = Settings(workspace=folder / "workspace", workers=1)
    workspace = Workspace.open(settings.workspace)
    lake = lakes.add_lake(workspace, "shops", folder / "lake")
    lakes.refresh(workspace, lake, settings)
    return workspace, lakes.lake(workspace, "shops")


@pytest.fixture(scope="session")
def made(shops_lake: tuple[Workspace, LakeInfo]) -> MadeBenchmark:
    with pytest.raises(InputError, match="lower --min-rows"):
        make_benchmark(*shops_lake, Recipe(least_rows=500), monitor=UNMONITORED)
    return make_benchmark(*shops_lake, RECIPE, monitor=UNMONITORED)
