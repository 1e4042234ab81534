"""Tell what is refused at its end: "tables about gambling must be left out of the join"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import CLAUSE_ENDS, OPERATIONS, SENTENCE_ENDS, SIZES
from core.conditions.words.tokens import kinds_of, retyped, token

_LINKS = {"FOR", "TO", "OF", "FROM", "IN", "WITH"}
_ASKING = {*OPERATIONS, *_LINKS, "FILL", "TABLES", "COMMA", "STOP"} - {"WITH"}
_COMPARED = {"GT", "GE", "LT", "LE"}
_BEGINNING = {*_COMPARED, "WITH", "CONTAINS", "ABOUT"}
_TELLING = {"ABOUT", "TOPIC", "ON", "OF", "WITH", "CONTAINS"}
_REFUSING = {"NOT", "WITHOUT", "EXCEPT", "UNLESS", "NEITHER", "NONE_OF"}
_PARTING = {"COMMA", "AND", "STOP", "COLON"}
_ADJECTIVES = {"VAGUE", "WORD", "FILL", "UNIT", "COUNT"}
_CONDITIONAL = {"if", "when", "whenever", "where"}
_ASKED = re.compile(
    r"(?:must|should|shall|(?:has|have|need|needs|ought|is|are) to|will have to) be", re.IGNORECASE
)
_LEFT = {"left", "kept", "ruled", "taken", "thrown", "filtered", "screened", "weeded", "sorted"}
_EXCLUDED = {"excluded", "omitted", "avoided", "rejected", "disregarded", "ignored", "skipped"}
_NOT_SO = {"is not", "are not", "isn't", "aren't", "isn’t", "aren’t"}
_WELCOME = {"wanted", "welcome", "allowed", "acceptable", "admissible", "permitted", "desired"}
_UNWELCOME = {"unwanted", "unwelcome", "unacceptable", "undesired", "forbidden", "prohibited"}
_NAMES = {"WORD", "KNOWN", "QUOTED", "K_DATES"}
_MOMENTS = {"IN", "BEFORE", "AFTER", "SINCE", "UNTIL"}
_VALUES = {"NUMBER", "YEAR", "DATE", "PERIOD", "UNIT", "CURRENCY"}
_OF_KIND = 2
_IN_CELLS = {*_NAMES, "DATES", "VALUES", "FILL", "ARTICLE"}
_OF_CELLS = re.compile(r"(?:\w+ )?(?:where|which|whose)", re.IGNORECASE)
_CLAUSES = {"how", "why", "what", "when", "whether", "that", "who", "which", "where", "whom"}
"""What a topic is a clause with: "about how weeds must be left out"."""


def refused_afterwards(row: Sequence[Token]) -> list[Token]:
    """Put a refusal before the tables that it is of, where it is told behind them.

    "Tables with under 40 rows are too short to stack" wants none with under 40 rows, and so does
    "a table is too short to stack if it has under 40 rows".
    """
    found: list[Token] = []
    part: list[Token] = []
    for one in row:
        part.append(one)
        if str(one.type) in SENTENCE_ENDS:
            found += _turned(part)
            part = []
    return found + _turned(part)


def _turned(part: list[Token]) -> list[Token]:
    for place in range(1, len(part)):
        used = 2 if _is_unwelcome(part, place) else _length_of_refusal(part, place)
        if used:
            return (
                _at_front(part, place, used) or _with_condition(part, place) or _told(part, place)
            )
    return part


def _told(part: list[Token], place: int) -> list[Token]:
    """Leave "too" as a word that is told where what is too short is not known."""
    if not _is_too(part, place) or "TABLES" not in kinds_of(part[:place]):
        return part
    return [*part[: place + 1], retyped(part[place + 1], "WORD"), *part[place + 2 :]]


def _length_of_refusal(part: Sequence[Token], place: int) -> int:
    """How many tokens refuse what stands before them: "are too short", "must be left out"."""
    one, said = part[place], [str(each).lower() for each in part[place + 1 : place + 3]]
    kinds = kinds_of(part[place + 1 : place + 3])
    operation = OPERATIONS & set(kinds_of(part[place + 1 :]))
    if str(one.type) == "IS" and said[:1] == ["too"] and kinds[1:] and kinds[1] in _ADJECTIVES:
        return 3 if operation else 0
    if str(one.type) == "NOT":
        if said[:1] == ["too"] and kinds[1:] and operation:
            return 3  # "is not too short"
        idle = str(part[place - 1]).lower() in {"need", "needs"}  # "need not be stacked"
        return int(not idle and bool(kinds) and kinds[0] in OPERATIONS)
    if str(one.type) != "IS" or _ASKED.fullmatch(str(one)) is None:
        return 0
    if said[:1] and said[0] in _EXCLUDED:
        return 2
    return 3 if said[1:] == ["out"] and said[0] in _LEFT else 0


def _at_front(part: list[Token], place: int, used: int) -> list[Token]:
    """Refuse what stands before the refusal; nothing if that is no condition by itself."""
    too = _is_too(part, place)
    if too and str(part[place].type) == "NOT":
        return []
    front, behind = part[:place], part[place + used :]
    begins = _beginning(front, too=too)
    if begins is None and _is_unwelcome(part, place):
        begins = _beginning_of_cells(front, one=str(part[place]).lower().startswith("is"))
    kinds = kinds_of(behind)
    when = {"WITH"} if kinds[:1] == ["WITH"] and set(kinds[1:2]) <= OPERATIONS else set()
    if begins is None or not set(kinds) <= _ASKING | when:
        return []
    first = front[begins]
    idle = [retyped(one, "FILL") for one in part[place : place + used]]
    idle += [retyped(one, "FILL") if str(one.type) in _LINKS else one for one in behind]
    refusal = token("NOT", "no", first.start_pos, first.start_pos)
    if str(first.type) == "WITH":  # "if a table has under 40 rows, it is too short"
        return [retyped(first, "NOT"), *front[1:], *idle]
    return [*front[:begins], refusal, *front[begins:], *idle]


def _beginning(front: Sequence[Token], *, too: bool) -> int | None:
    """Where what is refused begins; none if it is more than one condition."""
    kinds = kinds_of(front)
    if _REFUSING & set(kinds):
        return None
    if kinds[0] == "WITH" and str(front[0]).lower() in _CONDITIONAL and "COMMA" in kinds:
        told = len(kinds) - 1 - kinds[::-1].index("COMMA")
        of_it = set(kinds[told + 1 :]) <= {"FILL", "TABLES"}
        return 0 if of_it and not _PARTING & set(kinds[:told]) else None
    sized = kinds[0] in _COMPARED and kinds[1:2] == ["NUMBER"] and set(kinds[2:]) <= SIZES
    if too and sized:
        return 0  # "under 40 rows is too short"
    parted = next((at for at in range(len(kinds) - 1, -1, -1) if kinds[at] in _PARTING), -1)
    begins = next((at for at in range(parted + 1, len(kinds)) if kinds[at] != "FILL"), len(kinds))
    if kinds[begins : begins + 1] != ["TABLES"] or not _TELLING & set(kinds[begins + 1 :][:2]):
        return None
    clause = any(str(one).lower() in _CLAUSES for one in front[begins + 2 :])
    return None if clause else begins


def _is_unwelcome(part: Sequence[Token], place: int) -> bool:
    """Whether what stands before is not wanted: "is not wanted", unlike "is not needed".

    "Tables in which pets are not allowed" says what cells have.
    """
    named = [one for one in part[:place] if str(one.type) not in _IN_CELLS]
    clause = bool(named) and str(named[-1].type) == "WITH"
    if clause and _OF_CELLS.fullmatch(str(named[-1])):
        return False
    said = str(part[place + 1]).lower() if place + 1 < len(part) else ""
    ends = place + 2 >= len(part) or str(part[place + 2].type) in _ASKING
    refused = str(part[place]).lower() in _NOT_SO and said in _WELCOME
    return ends and (refused or (str(part[place].type) == "IS" and said in _UNWELCOME))


def _beginning_of_cells(front: Sequence[Token], *, one: bool) -> int | None:
    """Where "an interview_date in 2020", "a price above 50" or "a date column" begins, if alone.

    Behind a comma only one such thing is refused: "over 5 rows, and a year in 2020 is not wanted".
    """
    kinds = kinds_of(front)
    parted = len(kinds) - 1 - kinds[::-1].index("COMMA") if one and "COMMA" in kinds else -1
    idle = {"FILL", "AND"} if parted >= 0 else {"FILL"}
    begins = next((at for at in range(parted + 1, len(kinds)) if kinds[at] not in idle), len(kinds))
    named = kinds[begins:]
    if len(named) > 1 and named[-1] == "COLUMN" and named[0].startswith("K_"):
        return begins if len(named) == _OF_KIND else None
    if named[:2] == ["COLUMN", "ABOUT"]:
        return begins if named[2:] and set(named[2:]) <= _NAMES else None
    ends = next((at for at, kind in enumerate(named) if kind not in _NAMES), len(named))
    if not ends or named[ends : ends + 1] == [] or named[ends] not in _COMPARED | _MOMENTS:
        return None
    return begins if named[ends + 1 :] and set(named[ends + 1 :]) <= _VALUES else None


def _is_too(part: Sequence[Token], place: int) -> bool:
    return str(part[place + 1]).lower() == "too"


def _with_condition(part: list[Token], place: int) -> list[Token]:
    """Refuse what stands behind: "a table is too short to stack if it has under 40 rows"."""
    kinds = kinds_of(part)
    tables = "TABLES" in kinds[:place] and set(kinds[:place]) <= {"TABLES", "FILL"}
    too = _is_too(part, place)
    if not tables or (not too and str(part[place].type) != "NOT"):
        return []
    begins = place + (3 if too else 1)
    told = next((at for at in range(begins, len(part)) if kinds[at] == "WITH"), 0)
    if not told or not set(kinds[begins:told]) <= _ASKING - CLAUSE_ENDS:
        return []
    if not too:
        return [*part[:told], *_refused_each(part[told:])] if "AND" not in kinds[told:] else []
    refused = str(part[place].type) == "IS"
    behind = _refused_each(part[told:]) if refused else part[told:]
    kind, said = ("NOT", "is not") if refused else ("FILL", str(part[place]))
    refusal = token(kind, said, part[place].start_pos, part[place + 1].end_pos)
    between = [retyped(part[place + 2], "FILL"), *part[place + 3 : told]]
    return [*part[:place], refusal, *between, *behind] if behind else []


def _refused_each(row: list[Token]) -> list[Token]:
    """Refuse each alternative, and what is "too wide if" behind "and"; nothing for others."""
    found: list[Token] = []
    place = 0
    while place < len(row):
        one, ahead = row[place], kinds_of(row[place + 1 : place + 2])
        again = 1 + (ahead == ["IS"])
        too = [str(each).lower() for each in row[place + again : place + again + 1]] == ["too"]
        linking = str(one.type) in {"AND", "OR"}
        if str(one.type) == "AND" and not too:
            return []
        if linking and (too or (ahead and ahead[0] in _BEGINNING)):
            found += [retyped(one, "AND"), token("NOT", "not", one.end_pos, one.end_pos)]
            place += 1 + (again + 1 if too else 0)
            continue
        found.append(one)
        place += 1
    return found
