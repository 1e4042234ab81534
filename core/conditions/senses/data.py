"""What "data" are: the tables that are wanted, or what these have beside others."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.senses.joined_on import tells_topic
from core.conditions.senses.which_column import HAVING
from core.conditions.words.kind_sets import OPERATIONS, SURELY_ABOUT

_WORDS_AHEAD = 4


def _is_held(here: Here) -> bool:
    """Whether data are what tables have beside others: "that also has rainfall data"."""
    if here.text != "data" or here.before != "WORD" or not here.ends_part(here.behind):
        return False
    named = sum(1 for _ in itertools.takewhile(lambda kind: kind == "WORD", reversed(here.kinds)))
    had = here.found[: len(here.found) - named][-1:]
    if not had or str(had[0].type) != "WITH":
        return False
    return str(had[0]).split()[-1] in HAVING and ("JOIN" in here.kinds or tells_topic(here))


def _is_all_that_is_wanted(here: Here) -> bool:
    """Whether data are tables: "enrich this table with census data"."""
    if here.text != "data" or here.before != "WORD" or "TABLES" in here.kinds:
        return False
    if _is_had(here):
        return False  # "to join to mine that also has rainfall data"
    return bool(OPERATIONS & set(here.kinds)) and here.ends_part(here.behind)


def _is_had(here: Here) -> bool:
    """Whether tables have what stands before, and are not joined with it."""
    since = list(
        itertools.takewhile(lambda one: str(one.type) not in OPERATIONS, reversed(here.found))
    )
    had = [one for one in since if str(one.type) == "WITH"]
    directly = len(had) == 1 and str(had[0]) == "with" and since[-1] is had[0]
    return bool(had) and not directly


def _is_any_data(here: Here) -> bool:
    """Whether data are tables: "is there any data in the lake concerning parking?"."""
    if here.text != "data" or here.before != "FILL" or here.kind_at(here.behind) != "FILL":
        return False
    ahead = (here.kind_at(here.behind + words) for words in range(1, _WORDS_AHEAD))
    return any(kind in SURELY_ABOUT for kind in ahead)


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_is_held, "INFO"),
    (_is_all_that_is_wanted, "TABLES"),
    (_is_any_data, "TABLES"),
)
"""The first that holds says what kind a token is."""
