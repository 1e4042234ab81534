"""Words that say whether all parts are asked for or one of them: "both", "either", "one of"."""

from __future__ import annotations

from core.conditions.senses.here import Here
from core.conditions.senses.keys import is_identifier
from core.conditions.words.kind_sets import COMPARISONS, SIZES, SURE_NAMES

_SAID_OF_BOTH = {
    *(*COMPARISONS, "IS", "BEFORE", "AFTER", "SINCE", "UNTIL", "CONTAINS", "EMPTY", "FILLED"),
}
_TOLD_OTHERWISE = {"ABOUT", "TOPIC", "ON", "NAMED", "CONTAINS", "KEYWORD"}
"""Behind these, quoted words are no columns of which something is said."""
_WORDS_OF_LIST = 9
_BEFORE_VALUES = {"WORD", "KNOWN", "QUOTED", "COLUMN", "IS", "EQ", "IN", "K_DATES", "COUNT"}


def is_both_of_nothing(here: Here) -> bool:
    """Whether "both" says no more than "and": "both a latitude and a longitude column"."""
    if (
        here.kind != "BOTH"
        or _is_refused(here)
        or _is_of_alternatives(here)
        or _is_of_two_names(here)
    ):
        return False
    return here.before != "CONTAINS" or here.kind_at(here.behind) == "ARTICLE"


def _is_refused(here: Here) -> bool:
    """Whether both together are unwanted: "must not have both a column about X and one about Y"."""
    said = [kind for kind in here.kinds[-2:] if kind != "WITH"]
    return said[-1:] == ["NOT"] and here.kind_at(here.behind) in {"COLUMN", "ARTICLE"}


def _is_of_alternatives(here: Here) -> bool:
    """Whether two are one alternative: "over 90 rows, or (have) both 9 columns and …"."""
    said = [kind for kind in here.kinds[-2:] if kind != "WITH"]
    return said[-1:] in (["OR"], ["ONE_OF"])


def _is_of_two_names(here: Here) -> bool:
    """Whether what follows is said of two columns: "where both budget and gross are above 90".

    Nothing is in "about both 'tea' and 'coffee' over 60 rows".
    """
    begins = here.behind + (here.word(here.behind) == "of")
    words = range(begins, begins + _WORDS_OF_LIST)
    ends = next((place for place in words if not _names(here, place)), begins)
    if ends == begins or here.word(ends) != "and":
        return False
    said = next((place for place in range(ends + 1, ends + 5) if not _names(here, place)), ends)
    if here.kind_at(here.behind) in SURE_NAMES and here.before in _TOLD_OTHERWISE:
        return False
    return said > ends + 1 and here.kind_at(said) in _SAID_OF_BOTH and not _is_size(here, said)


def _is_size(here: Here, place: int) -> bool:
    """Whether rows or columns are counted at a place: "over 60 rows"."""
    return here.is_number_at(place + 1) and here.kind_at(place + 2) in SIZES


def _names(here: Here, place: int) -> bool:
    """Whether a name may go on at a place: "dom_freq" and "'width'" as well as other words."""
    return (
        here.names_at(place)
        or here.kind_at(place) in SURE_NAMES
        or is_identifier(here.word(place))
        or (here.kind_at(place) == "ARTICLE" and here.names_at(place + 1))
    )


def opens_alternatives(here: Here) -> bool:
    """Whether alternatives of a result follow: "the join either adds 2 columns or …"."""
    return here.kind == "RESULT" and here.word(here.behind) == "either"


def is_any_of(here: Here) -> bool:
    """Whether alternatives are listed: "must have one of: topic tea, a column about rent"."""
    if here.kind != "ONE_OF" or here.word(here.behind) != ":":
        return False
    return here.text.endswith("of") and here.before not in _BEFORE_VALUES
