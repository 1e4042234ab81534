"""What the tests of searches with conditions share: a query and four tables."""

from __future__ import annotations

import pytest

from tests.core.search.conditioned.by_condition import SMALL
from tests.core.search.conftest import MakeLake, Opened


@pytest.fixture(scope="module")
def opened(make_lake: MakeLake) -> Opened:
    return make_lake(
        {
            **SMALL,
            "wet.csv": "city,year,rain\nOslo,2005,50\nRome,2006,60\nBern,2007,70\nParis,2001,3\n",
            "dry.csv": "city,year,rain\nOslo,2005,1\nRome,2006,2\nBern,2007,70\nParis,2001,3\n",
            "people.csv": "town,mayor,inhabitants\nOslo,Ada,700\nRome,Ben,2800\nBern,Cleo,130\n",
            "far.csv": "planet,moons\nMars,2\nVenus,0\n",
        }
    )
