"""Put a column before what is said of it in front: "no earlier than 2020 should paid_on be"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import NAMES, QUANTITIES, SENTENCE_ENDS
from core.conditions.words.tokens import token

_COMPARING = {"GT", "GE", "LT", "LE", "EQ", "NEAR", "BEFORE", "AFTER", "SINCE", "UNTIL", "IN"}
_ASKED = ("should", "must", "shall", "has to", "have to", "needs to", "ought to", "is to")
_BY_ONE = ("i", "we")
_THAT_IS = {"so", "that is", "that is how", "this is", "this is how", "that's how", "what", "how"}
_CONDITIONS = {"condition", "requirement", "rule", "limit", "bound", "criterion", "constraint"}
_SURELY_CONDITIONS = _CONDITIONS - {"rule", "limit", "bound"}
_OF_NAMES = {"FOR", "OF", "ON"}
_BEYOND = {"OR_MORE", "OR_LESS", "ONWARDS", "OR_EARLIER"}
_BEFORE_AS = {"STOP", "COLON", "COMMA", "AND", "WITH", "TABLES", "UNION", "JOIN"}
_BOUNDS = {"minimum", "maximum", "limit", "key", "size", "total", "result", "rule"}
_ENDS_OF_BOUNDS = {
    *("bound", "threshold", "cutoff", "cut-off", "ceiling", "cap", "choice", "criterion"),
    *("condition", "requirement", "constraint", "agreed", "discussed", "usual", "expected"),
    *("planned", "promised", "stated", "requested"),
}
"""What an amount may be that is of no column: "at least 20 as the minimum", "as agreed"."""
_SORTS_OF_BOUNDS = {"lower", "upper", "absolute", "bare", "hard", "soft", "strict"}
_BEHIND = {"TABLES", "UNION", "JOIN", "IN", "FOR", "STOP", "COMMA", "FILL"}
"""What may stand behind a column where nothing more is said of it."""


def columns_first(row: Sequence[Token]) -> list[Token]:
    """Turn a condition that a sentence begins with: "above 30 should wind_speed be".

    So are "between May and July is when the sampling_day must fall", "exactly 4 is the value of
    cylinders I want", "from 2008 to 2012, so the column term_start should be" and "at least 30:
    this is the condition for mean_age".

    Examples
    --------
    >>> from core.conditions.words.tokens import token
    >>> words = [("GT", "above"), ("NUMBER", "30"), ("IS", "should"), ("WORD", "gust")]
    >>> row = [token(kind, word, 0, 0) for kind, word in [*words, ("IS", "be")]]
    >>> " ".join(map(str, columns_first(row)))
    'gust be above 30'
    """
    found: list[Token] = []
    place = 0
    while place < len(row):
        starts = not place or str(row[place - 1].type) in SENTENCE_ENDS
        said = _length_of_comparison(row[place:])
        parts = row[place : place + said], row[place + said :]
        turned = (_turned(*parts) or _told_behind(*parts)) if said and starts else None
        if said and turned is None and (starts or str(row[place - 1].type) in _BEFORE_AS):
            turned = _as_column(*parts)
        if turned is None:
            found.append(row[place])
            place += 1
            continue
        sentence, used = turned
        found += sentence
        place += used
    return found


def _length_of_comparison(row: Sequence[Token]) -> int:
    """How many tokens at the front say how something is compared; 0 if none do."""
    kinds = [str(one.type) for one in row[:4]]
    if kinds[:1] == ["BETWEEN"] and kinds[2:3] == ["AND"] and {kinds[1], *kinds[3:]} <= QUANTITIES:
        return 4 if kinds[3:] else 0
    if kinds[:1] == ["FROM"] and kinds[2:3] == ["TO"] and {kinds[1], *kinds[3:]} <= QUANTITIES:
        return 4 if kinds[3:] else 0
    if set(kinds[:1]) & QUANTITIES and set(kinds[1:2]) & _BEYOND:
        return 2
    return 2 if set(kinds[:1]) & _COMPARING and set(kinds[1:2]) & QUANTITIES else 0


def _turned(said: Sequence[Token], row: Sequence[Token]) -> tuple[list[Token], int] | None:
    """Give a comparison behind its column, and how many tokens that takes; none if there is none.

    Parameters
    ----------
    said, row
        The comparison, and what stands behind it.
    """
    if not row or str(row[0].type) != "IS":
        return None
    asked = str(row[0]).startswith(_ASKED)
    between = str(row[1].type) if len(row) > 1 else ""
    when = between == "WITH" and str(row[1]) == "when"
    begins = 2 if when or between == "VALUE_OF" else 1
    first = begins + (str(row[begins].type) == "COLUMN" if len(row) > begins else 0)
    ends = first
    while ends < len(row) and str(row[ends].type) in NAMES:
        ends += 1
    if ends == first or ends == len(row):
        return None
    name, verb = row[begins:ends], row[ends]
    used = len(said) + ends
    if str(verb.type) == "IS" and (when or (asked and begins == 1)):
        return [*name, verb, *said], used + 1
    wished = str(verb.type) == "FILL" and str(verb).split()[0].rstrip("'’d") in _BY_ONE
    if wished and not asked and not when:
        return [*name, row[0], *said], used
    return None


def _as_column(said: Sequence[Token], row: Sequence[Token]) -> tuple[list[Token], int] | None:
    """Give a comparison behind its column, which is told by "as": "above 30 as the age"."""
    kinds = [str(one.type) for one in row]
    begins = 1 + (kinds[1:2] == ["VALUE_OF"])
    ends = begins
    while ends < len(row) and kinds[ends] in {*NAMES, "K_DATES"}:
        ends += 1
    behind = {*_BEHIND, "COLON", "AND"}.issuperset(kinds[ends : ends + 1])
    bound = _is_bound(row[begins:ends])
    if kinds[:1] != ["AS"] or ends == begins or bound or not behind:
        return None
    return [*row[begins:ends], token("IS", "is", row[0].start_pos, row[0].end_pos), *said], (
        len(said) + ends
    )


def _is_condition(row: Sequence[Token], place: int) -> bool:
    """Whether a word at a place and the next say of which column it is: "this is the rule for age".

    Without "this is" the words may be a topic: "over 5: the rule of thumb", "bound for glory".
    """
    said, link = str(row[place]).lower(), str(row[place + 1].type)
    if place > 1:
        return said in _CONDITIONS and link in _OF_NAMES
    article = (row[place].start_pos or 0) - (row[place - 1].end_pos or 0) > 1
    return said in _SURELY_CONDITIONS and link == "FOR" and article


def _is_bound(name: Sequence[Token]) -> bool:
    """Whether it says what an amount is, and no column: "as the lower limit", "as agreed"."""
    said = " ".join(map(str, name)).lower().split()
    if not said:
        return False
    sort = len(said) > 1 and said[0] in _SORTS_OF_BOUNDS
    return said[-1] in _ENDS_OF_BOUNDS or (said[-1] in _BOUNDS and (sort or len(said) == 1))


def _told_behind(said: Sequence[Token], row: Sequence[Token]) -> tuple[list[Token], int] | None:
    """Give a comparison behind its column, which is told behind a comma or a colon."""
    kinds = [str(one.type) for one in row]
    if kinds[:1] not in (["COMMA"], ["COLON"]):
        return None
    begins = 1
    while row[begins : begins + 1] and str(row[begins]).lower() in {*_THAT_IS, "is"}:
        begins += 1
    condition = len(kinds) > begins + 1 and _is_condition(row, begins)
    begins += 2 * condition
    first = begins + (kinds[begins : begins + 1] == ["COLUMN"])
    ends = first
    while ends < len(row) and kinds[ends] in {*NAMES, "K_DATES"}:
        ends += 1
    asked = kinds[ends : ends + 1] == ["IS"] and str(row[ends]).startswith(_ASKED)
    used = ends + asked
    if ends == first or condition is asked or not set(kinds[used : used + 1]) <= _BEHIND:
        return None
    end = row[ends - 1].end_pos
    verb = row[ends] if asked else token("IS", "must be", end, end)
    return [*row[begins:ends], verb, *said], len(said) + used
