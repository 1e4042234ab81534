"""Tell what a union or a join gives from what a table adds: "joining it should give 300 rows"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.lexing.results_when import tells_when
from core.conditions.words.kind_sets import CLAUSE_ENDS, OPERATIONS, RANGE_BEGINS, ROW_WORDS, SIZES
from core.conditions.words.kinds import CLASSES
from core.conditions.words.tokens import retyped, token

_ADDING = {
    *("add", "adds", "adding", "bring in", "brings in", "bring along", "brings along", "bring"),
    *("brings", "contribute", "contributes", "supply", "supplies", "gain", "gains"),
}
"""What tables do, beside what is there; a join that gives 300 rows has no more than these."""
_NOUNS = {"union", "join", "joined", "unioned", "merged", "merge", "concatenation"}
"""What is given, alone or before "table"; unionable tables are what is searched."""
_IT = {"it", "them", "this", "that", "which", "these", "those"}
_RELATIVE = {"that", "which"}
_UNIONS = {"union", "join"}
_NOUNS_ALONE = {"a join", "a union", "join", "union"}
_A_NOUN = ("a join ", "a union ", "the join ", "the union ")
_YIELDS = {"yields", "yield"}
_COMBINED = {"joined", "merged", "unioned", "combined", "stacked", "appended", "linked"}
_COMBINED_TABLE = re.compile(
    rf"\b(?:{'|'.join(sorted(_COMBINED))}|concatenated|united) "
    r"(?:table|sheet|file|list|data ?set)$",
    re.IGNORECASE,
)
_STAYS = re.compile(r"\b(?:stays?|remains?)$")
_OF_ONE = (["OF"], ["WITH"], ["CONTAINS"])
_RESULTING = {"resulting", "results", "result"}
_NAMED = {"the union": "UNION", "the join": "JOIN"}
_OF_RESULTS = (
    *(("union", "UNION"), ("append", "UNION"), ("stack", "UNION")),
    *(("join", "JOIN"), ("merg", "JOIN"), ("attach", "JOIN")),
)
_HAVING = {"has", "have", "reaches", "reach", "holds", "contains", "comprises"}
_OBTAINED = ("obtained ", "resulting ", "produced ", "made ")
_ALL_TOGETHER = {"in total", "altogether", "overall", "in all"}
_WHEN = {"once", "after", "when"}
_BOTH_TABLES = {"TABLES", "FILL", "AND", "WITH", "BOTH", "TO"}
_TABLES_IN_WORDS = {*("query", "candidate", "candidates", "two", "2", "both", "mine", "theirs")}
"""What a union is said to be of: "the union of the query table with a candidate"."""
_COMES_TO = re.compile(
    r"(?:must|should|shall|ought|needs?|has|have|contains?|comprises?|consists?|totals?|holds?|"
    r"numbers?|reach(?:es)?)\b"
)
_LINKS = {"OF", "WITH", "THAT"}
_AHEAD = 5


def results_told(row: Sequence[Token], text: str) -> list[Token]:
    """Say of a number of rows that it is of the result where a union or a join gives it.

    "Joining it to mine should give 300 rows" and "giving me a union of 300 rows" tell of the
    result; "tables that give 300 rows" and "the join must add 3 columns" tell what is added.
    """
    found: list[Token] = []
    place = 0
    while place < len(row):
        used = (
            _words_of_noun(row, place)
            or _words_of_table(row, place)
            or _words_of_combined(row, place, text)
            or _words_of_both(row, place)
        )
        if used:
            noun = next(one for one in row[place:] if str(one.type) in {*OPERATIONS, "RESULT"})
            said = str(noun) if str(noun.type) == "RESULT" else f"{noun} of"
            ends = row[place + used - 1].end_pos
            found.append(token("RESULT", said, row[place].start_pos, ends))
            place += used
            continue
        one = row[place]
        if str(one.type) == "GIVES" and _adds(one):
            if found and str(found[-1]) in _NAMED:
                found[-1] = retyped(found[-1], _NAMED[str(found[-1])])
        elif _is_given(row, place, found) or _has_rows(row, place, found):
            one = retyped(one, "RESULT")
        elif _results_in(row, place, found):
            one = retyped(one, "RESULT")
            place += 1  # "in"
        elif _is_of_size_before(row, place, found):
            found.append(token("IN", "in", one.start_pos, one.start_pos))
        found.append(one)
        place += 1
    return found


def results_of_no_size(row: Sequence[Token]) -> list[Token]:
    """Take a result for its operation where no size of it is told.

    "The joined table must have a date column" asks for that of what is joined, and of "the union
    should omit tables with over 90 rows" and "in the join I only use tables with over 90 rows" the
    size is that of the tables.
    """
    found = list(row)
    for place, one in enumerate(row):
        operation = next((kind for word, kind in _OF_RESULTS if word in one.lower()), "")
        if str(one.type) != "RESULT":
            continue
        of_tables = _is_of_tables(row, place) or _goes_on_with_tables(row, place)
        if of_tables or (operation and not _is_sized(row, place)):
            found[place] = retyped(one, operation or "FILL")
    return found


def _is_of_tables(row: Sequence[Token], place: int) -> bool:
    """Whether tables are left out of a result, or put in: "in the join I only use tables on"."""
    kinds = [str(one.type) for one in row]
    inside = place > 0 and kinds[place - 1] == "IN"
    said = _end_of(kinds, place + 1, {"FILL"})
    refused = kinds[said : said + 1] == ["NOT"]
    tables = _end_of(kinds, said + 1, {"FILL"}) if refused else said
    return (refused or inside) and kinds[tables : tables + 1] in (["TABLES"], ["TOPIC"], ["ABOUT"])


def _goes_on_with_tables(row: Sequence[Token], place: int) -> bool:
    """Whether tables are asked for once others are one: "once stacked, tables of over 9 rows"."""
    kinds = [str(one.type) for one in row]
    ends = _end_of(kinds, place + 1, {"COMMA", "FILL"})
    return tells_when(row[place]) and kinds[ends : ends + 1] == ["TABLES"]


def _end_of(kinds: Sequence[str], place: int, passed: set[str]) -> int:
    """Where a run of tokens of such kinds ends that begins at a place."""
    while place < len(kinds) and kinds[place] in passed:
        place += 1
    return place


def _is_sized(row: Sequence[Token], place: int) -> bool:
    """Whether rows, columns or matches are counted in the sentence at a place, or averages told.

    An average of a union is none of a table's.
    """
    kinds = [str(one.type) for one in row]
    begins = next((at + 1 for at in range(place, -1, -1) if kinds[at] == "STOP"), 0)
    ends = next((at for at in range(place, len(kinds)) if kinds[at] == "STOP"), len(kinds))
    said = set(kinds[begins:ends])
    counted = bool(said & CLASSES["NUM"]) and bool(said & CLASSES["EXTENT"])
    return counted or bool(said & {"MATCHED", "MATCH_RATE", "MY_ROWS", "AVERAGE"})


def _is_of_size_before(row: Sequence[Token], place: int, found: Sequence[Token]) -> bool:
    """Whether it is said of the size before when there is as much: "900 rows once stacked"."""
    if str(row[place].type) != "RESULT" or str(row[place]).split()[0] not in _WHEN:
        return False
    ends = place + 1 == len(row) or str(row[place + 1].type) in {*CLAUSE_ENDS, "AND", "OR"}
    beyond = bool(found) and str(found[-1].type) in CLASSES["OR_BEYOND"]  # "900 rows or more once"
    counted = found[-2:-1] if beyond else found[-1:]
    return ends and any(str(one.type) in SIZES for one in counted)


def _is_given(row: Sequence[Token], place: int, found: Sequence[Token]) -> bool:
    """Whether a union or a join gives so many rows, or what has been combined."""
    if str(row[place].type) == "GIVES" and not _adds(row[place]) and _ends_with_noun(found):
        kinds = [str(one.type) for one in row[place + 1 : place + 1 + _AHEAD]]
        return _amount(row, place + 1) and any(kind in SIZES for kind in kinds)
    if not _counts_rows(row, place + 1):
        return False
    if str(row[place].type) == "GIVES":
        if not _adds(row[place]) and _is_in_total(row, place):
            return True
        return _is_by_operation(found) or _is_combined_before(found)
    return str(row[place]) in _YIELDS and _ends_with_noun(found)


def _is_in_total(row: Sequence[Token], place: int) -> bool:
    """Whether rows are counted all together: "giving at least 600 rows in total"."""
    kinds = [str(one.type) for one in row[place : place + _AHEAD]]
    rows = next((i for i, kind in enumerate(kinds) if kind in ROW_WORDS), 0)
    behind = row[place + rows + 1 : place + rows + 2]
    return rows > 0 and bool(behind) and str(behind[0]) in _ALL_TOGETHER


def _has_rows(row: Sequence[Token], place: int, found: Sequence[Token]) -> bool:
    """Whether a union or a join is said to have so many rows: "union has at least 70 rows"."""
    begins = not found or str(found[-1].type) in CLAUSE_ENDS
    if not begins or str(row[place]) not in _UNIONS or str(row[place].type) not in OPERATIONS:
        return False
    verb = str(row[place + 1]).split()[-1] if place + 1 < len(row) else ""
    return verb in _HAVING and _counts_rows(row, place + 2)


def _ends_with_noun(found: Sequence[Token]) -> bool:
    """Whether a union or a join is what stands last: "the join", "a join with mine"."""
    if not found or str(found[-1].type) not in OPERATIONS:
        return False
    return str(found[-1]) in _UNIONS or f"{found[-1]} ".startswith(_A_NOUN)


def _results_in(row: Sequence[Token], place: int, found: Sequence[Token]) -> bool:
    """Whether a union or a join results in so many rows: "tables on tea, resulting in 90 rows"."""
    is_in = place + 1 < len(row) and str(row[place + 1].type) == "IN"
    if str(row[place]) not in _RESULTING or not is_in:
        return False
    if _ends_with_noun(found):
        return _counts_rows(row, place + 2)
    parted = bool(found) and str(found[-1].type) in {*CLAUSE_ENDS, "AND"}
    kinds = {str(one.type) for one in row[place + 2 : place + 2 + _AHEAD]}
    counted = _amount(row, place + 2) and bool(kinds & CLASSES["EXTENT"])
    combined = any(str(one.type) in OPERATIONS for one in row)
    return str(row[place]) == "resulting" and parted and counted and combined


def _is_combined_before(found: Sequence[Token]) -> bool:
    """Whether it is said first with what something is combined: "merged with ours, it gives"."""
    told = list(found)
    while told and (str(told[-1]) in _IT or str(told[-1].type) in {"COMMA", "TABLES"}):
        told.pop()
    first, *others = str(told[-1]).split() if told else [""]
    begins = len(told) == 1 or str(told[-2].type) in CLAUSE_ENDS if told else False
    return begins and bool(others) and str(told[-1].type) in OPERATIONS and first in _COMBINED


def _adds(verb: Token) -> bool:
    return str(verb).rpartition("must ")[2] in _ADDING or str(verb).split()[-1] in _ADDING


def _words_of_noun(row: Sequence[Token], place: int) -> int:
    """How many tokens say that something gives a union of so many: "giving me a union of"."""
    kinds = [str(one.type) for one in row[place : place + _AHEAD]]
    if _is_union_of(row, place):
        return 2
    in_words = str(row[place]) in _RESULTING and kinds[1:2] == ["IN"]
    if kinds[0] != "GIVES" and not in_words:
        return 0
    ahead = 2 if in_words or kinds[1:2] == ["FILL"] else 1
    if kinds[ahead : ahead + 1] == [] or kinds[ahead] not in OPERATIONS:
        return 0
    if str(row[place + ahead]).split()[-1] not in _NOUNS:
        return 0
    ahead += 1
    ahead += kinds[ahead : ahead + 1] == ["TABLES"]
    if ahead >= len(kinds) or kinds[ahead] not in _LINKS or not _amount(row, place + ahead + 1):
        return 0
    return ahead + 1


def _words_of_table(row: Sequence[Token], place: int) -> int:
    """How many tokens say so of what is obtained: "the table obtained by the join must contain"."""
    kinds = [str(one.type) for one in row[place : place + 3]]
    if kinds[:1] != ["TABLES"] or kinds[1:2] == [] or kinds[1] not in OPERATIONS:
        return 0
    if not str(row[place + 1]).startswith(_OBTAINED):
        return 0
    used = 2 + (kinds[2:] in (["CONTAINS"], ["WITH"], ["IS"]))
    return used if _amount(row, place + used) else 0


def _words_of_combined(row: Sequence[Token], place: int, text: str) -> int:
    """How many tokens say so of one combined table: "a joined table of no fewer than 15 columns".

    "Joined tables of 15 columns" may be those that are to be joined.
    """
    kinds = [str(one.type) for one in row[place : place + 3]]
    if kinds[1:2] != ["TABLES"] or kinds[0] not in OPERATIONS:
        return 0
    if kinds[2:] not in _OF_ONE and not (kinds[2:] == ["IS"] and _STAYS.search(row[place + 2])):
        return 0
    one = text[row[place].start_pos : row[place + 1].end_pos]
    return 3 if _COMBINED_TABLE.search(one) and _amount(row, place + 3) else 0


def _words_of_both(row: Sequence[Token], place: int) -> int:
    """How many tokens say what a union is made of that has so many: "the union of mine with one".

    "The union of tables with 15 columns" says it of these.
    """
    kinds = [str(one.type) for one in row]
    noun = kinds[place] == "RESULT" or str(row[place]) in _UNIONS
    if not noun or kinds[place + 1 : place + 2] not in (["OF"], ["WITH"], ["AND"]):
        return 0
    if kinds[place + 1] == "WITH" and str(row[place + 1]) != "with":
        return 0  # "is accepted for the union if it has 90 rows"
    verb = place + 2
    while verb < len(row) and not _COMES_TO.match(row[verb]):
        passed = kinds[verb] in _BOTH_TABLES or str(row[verb]) in _TABLES_IN_WORDS
        if not passed or (kinds[verb] == "WITH" and str(row[verb]) != "with"):
            return 0
        verb += 1
    ends = verb + 1 + (kinds[verb : verb + 1] == ["IS"] and kinds[verb + 1 : verb + 2] == ["WITH"])
    if verb == place + 2 or not _amount(row, ends):
        return 0
    return ends - place if kinds[verb] == "CONTAINS" else verb - place


def _is_union_of(row: Sequence[Token], place: int) -> bool:
    """Whether a union of so many rows is wanted: "I want a union of at least 300 rows"."""
    if str(row[place].type) not in OPERATIONS or str(row[place]).split()[-1] not in _UNIONS:
        return False
    of_it = [str(one.type) for one in row[place + 1 : place + 2]] == ["OF"]
    return of_it and _counts_rows(row, place + 2)


def _is_by_operation(before: Sequence[Token]) -> bool:
    """Whether a union or a join gives it: "joining it to mine", "the join should be on X and"."""
    if not before:
        return False
    last = before[-1]
    if str(last) in _IT and len(before) > 1:
        if str(last) in _RELATIVE:
            alone = before[-3:-2] == [] or str(before[-3].type) == "FILL"
            return alone and str(before[-2]) in _NOUNS_ALONE
        last = before[-2]
    if str(last.type) in OPERATIONS:
        return _is_noun(last)
    if str(last.type) != "AND":
        return False
    begins = len(before) - 1
    while begins and str(before[begins - 1].type) not in CLAUSE_ENDS:
        begins -= 1
    first = before[begins]
    return str(first.type) in OPERATIONS and str(first).startswith("the ")


def _is_noun(operation: Token) -> bool:
    """Whether an operation is spoken of, and no table that takes a part in it."""
    first = str(operation).split()[0]
    return first == "the" or first.endswith("ing")


def _counts_rows(row: Sequence[Token], place: int) -> bool:
    kinds = [str(one.type) for one in row[place : place + _AHEAD]]
    return _amount(row, place) and any(kind in ROW_WORDS for kind in kinds)


def _amount(row: Sequence[Token], place: int) -> bool:
    """Whether a number, or how one compares, stands at a place."""
    kind = str(row[place].type) if place < len(row) else ""
    return kind in CLASSES["COMPARE"] | CLASSES["NUM"] | RANGE_BEGINS
