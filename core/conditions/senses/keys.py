"""Names that columns have and no subject, and keys that they are: "look up stops by stop_id"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.words.kind_sets import COLUMN_WORDS, OPERATIONS

KEYS = {"code", "codes", "id", "ids", "key", "identifier", "number", "postcode", "isbn", "sku"}
"""What names of keys end with."""
_IDENTIFIER = re.compile(r"\w_\w|[a-z]{2}[A-Z]")
"""What names have and no subject: "on village_code"."""
_KEYING = {"on", "by", "via", "using", "through"}
_DONE_BY = ("ed", "ing")
"""How verbs end that have a "by" of their own: "sorted by order_date"."""
MATCHED = {"matched", "joined", "linked", "keyed", "paired", "merged", "matching", "linking"}
"""What is done with tables by keys: "about soil, matched by plot_id"."""
_LINKING_KEYS = {"and", "&", "+", "plus"}
_SAID_OF_KEYS = {"IS", "GT", "GE", "LT", "LE", "EQ", "BETWEEN", "BEFORE", "AFTER", "SINCE", "UNTIL"}
_IN_PART = {
    "WORD",
    "KNOWN",
    "QUOTED",
    "ABOUT",
    "TOPIC",
    "ON",
    "ON_KEY",
    "OF",
    "FOR",
    "IN",
    "TABLES",
}
_WORDS_OF_NAME = 3


def is_identifier(word: str) -> bool:
    """Whether a word is written as names of columns are, and nothing else: "tract_code"."""
    return _IDENTIFIER.search(word) is not None


def names_identifier(here: Here, place: int) -> bool:
    """Whether a list of names begins at a place with one that no subject has: "site and plot_id".

    What is said of it makes it no key: "on rain and depth_m above 50". In quotation marks it is a
    key where it stands alone: "on 'plot_id'".
    """
    if here.kind_at(place) == "QUOTED":
        return is_identifier(here.piece(place)) and here.ends_part(place + 1)
    found = False
    ahead = place + (here.kind_at(place) == "ARTICLE")
    while here.kind_at(ahead) == "PIECE" and here.piece(ahead)[0].isalnum():
        found = found or is_identifier(here.piece(ahead))
        ahead += 1
        if here.word(ahead) in _LINKING_KEYS and here.kind_at(ahead + 1) == "PIECE":
            ahead += 1
        elif found and not is_identifier(here.piece(ahead)):
            break
    return found and here.kind_at(ahead) not in _SAID_OF_KEYS


def names_key(here: Here, place: int) -> bool:
    """Whether a name that keys have begins at a place."""
    ends = (place + words for words in range(1, _WORDS_OF_NAME + 1))
    known = any(here.ends_part(end) and here.word(end - 1) in KEYS for end in ends)
    return known or names_identifier(here, place)


def ends_with_key(here: Here) -> bool:
    """Whether a name follows that keys have: "join tables on parish code", unlike "on rainfall"."""
    return names_key(here, here.behind)


def has_information(here: Here) -> bool:
    """Whether tables have what "on" is said of: "joinable tables that have details on unit_price".

    Whose information it is that is joined is another matter: "merge my details on customer_id".
    """
    return here.text == "on" and here.kinds[-2:] == ["WITH", "INFO"]


def _names_keys(here: Here) -> bool:
    """Whether keys are named: "join it on genus and species_id", "look up stops by stop_code".

    "Tables to join with mine about deaths by age_group" may be about that.
    """
    combined = OPERATIONS & set(here.kinds)
    if here.text not in _KEYING or not combined or here.before in COLUMN_WORDS:
        return False
    if here.before == "TABLES" and "JOIN" not in combined:
        return False  # "unionable tables on bus_stops"
    if has_information(here):
        return False
    if here.text != "on":
        said = list(itertools.takewhile(_IN_PART.__contains__, reversed(here.kinds)))
        told = {"ABOUT", "TOPIC", "ON", "ON_KEY"} & set(said)
        before = here.word(here.place - 1)
        by_another = before.endswith(_DONE_BY) and before not in MATCHED
        if "JOIN" not in combined or (told and before not in MATCHED) or by_another:
            return False
    return names_identifier(here, here.behind)


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = ((_names_keys, "ON_KEY"),)
"""The first that holds says what kind a token is."""
