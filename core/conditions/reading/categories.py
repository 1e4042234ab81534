"""Read categories: "country is France", "with Oslo as the city", "is not Camden nor Hackney"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lark import Token

from core.conditions.date_names import DATE_NAME, DONE_TO_THINGS
from core.conditions.errors import ConditionError
from core.conditions.exact_numbers import exact
from core.conditions.lexing.values_beside import PERHAPS
from core.conditions.reading.nodes import Node, child, every_token, extent_of
from core.conditions.reading.row_words import RowWords, either, in_order
from core.conditions.reading.value_words import (
    but_not,
    is_empty,
    parted_by_slashes,
    refused_in_a_row,
)
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Date,
    Not,
    Number,
    Or,
    Quantity,
    Text,
    When,
)
from core.conditions.words.kind_sets import SURE_NAMES
from core.conditions.words.lexicon import LISTING

_WHOLE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_LINKING_VALUES = {"OR", "COMMA"}
_OF_MONTHS = re.compile(r"(?i)month|season|year|yr|update")
"""What a column is called in which a month is a value."""
_OWN = re.compile(r"\b(?:my|our|your)\b")
_OF_WHAT = {
    *("birth", "death", "origin", "residence", "living", "issue", "publication", "release", "sale"),
    *("arrival", "departure", "construction", "foundation", "employment", "instruction", "study"),
    *("service", "interest", "use", "change", "growth", "entry", "delivery", "purchase", "travel"),
}
"""What names of columns end with: "date of birth", "country of origin"."""
_NO_COLUMNS = {"row", "rows", "records", "the union", "the join", "the result", "union", "join"}
"""What is no column where it has a value: "rows are added"."""
_CALLED = re.compile(r"(?:the )?name of (?:the|a|that|this) (?:column|field|attribute|variable)")
_HINT_NEITHER = 'it was taken for one value; say "{}" if it is none of two'
_HINT_BESIDE = 'it was taken for a column and its values; say "{}" if it is'
_HINT_LISTED = 'its commas were taken to part values; say "{}" if they do'
_HINT_SPELLED = "it was taken for the number; put it in quotation marks if cells have the word"
_HINT_SLASH = 'it was taken for several values; put "{}" in quotation marks if it is one'


class CategoryReader(RowWords):
    """Turn the parts of a tree that name values of a column into conditions."""

    def _category(self, node: Node) -> Condition:
        name = self._part(node, "name")
        lists = list(node.find_data("values")) or list(node.find_data("value"))
        if (date := _dates(name, lists)) is not None:
            return date
        rows = [list(every_token(found)) for found in lists]
        numbers = self._spelled_out([token for row in rows for token in row], name)
        if numbers is not None:
            return numbers
        known = _kinds_of_name(node) == {"KNOWN"}
        self._doubt_listed(name, rows, node)
        self._doubt_beside(name, rows, node)
        cut = but_not(rows[0]) if len(rows) == 1 else 0
        if not cut:
            return self._one_of(name, rows, known=known)
        yes, no = (self._one_of(name, [part], known=known) for part in _parted(rows[0], cut))
        return And((yes, Not(no)))

    def _doubt_listed(self, name: str, rows: Sequence[Sequence[Token]], node: Node) -> None:
        """Say of "country: Kenya, Peru" that the commas may part something else than values."""
        tokens = [token for row in rows for token in row] + list(every_token(node))
        parting = {str(token) for token in tokens if str(token.type) == "OR"}
        if parting == {","}:  # an "or" at the end leaves no doubt
            first, last = rows[0][0], rows[-1][-1]
            said = self._between(*sorted((first, last), key=extent_of))
            instead = f"{name} is one of {said}"
            self._doubt(node, _HINT_LISTED.format(instead), instead)

    def _doubt_beside(self, name: str, rows: Sequence[Sequence[Token]], node: Node) -> None:
        """Say of "refrigerant R290 or R32" that it was taken for a column and its values."""
        if any(str(token) == PERHAPS for token in every_token(node)):
            said = self._between(rows[0][0], rows[-1][-1])
            instead = f"{name} is {said}"
            self._doubt(node, _HINT_BESIDE.format(instead), instead)

    def _listed_in(self, node: Node) -> Condition:
        """Read values of a column where they are listed, words in it where they are mentioned."""
        column = self._part(node, "name")
        values = sorted(node.find_data("value"), key=extent_of)
        if str(next(every_token(node))).split()[-1] in LISTING:
            return self._one_of(column, [list(every_token(found)) for found in values])
        return either([Text(self._words(value), column) for value in values])

    def _one_of(
        self, name: str, rows: Sequence[Sequence[Token]], *, known: bool = False
    ) -> Category:
        if any(is_empty(row) for row in rows):
            raise ConditionError(
                "put it in quotation marks if it is a value; gaps are asked for as "
                '"COLUMN is missing"'
            )
        if any(_CALLED.fullmatch(self._between(row[0], row[-1])) for row in rows):
            raise ConditionError("leave out what the column is called")
        if name.lower() in _NO_COLUMNS and not known:
            raise ConditionError("say which column has the value")
        values = tuple(word for row in rows for word in self._alternatives(row))
        return Category(name, tuple(self._slashed(rows, in_order(values, self._text))))

    def _slashed(self, rows: Sequence[Sequence[Token]], values: Sequence[str]) -> Iterator[str]:
        """Cut values with slashes; that "Guard/Forward" may be one value is said."""
        quoted = {str(token) for row in rows for token in row if str(token.type) == "QUOTED"}
        for value in values:
            several = [value] if value in quoted else parted_by_slashes(value)
            if len(several) > 1 and not value.islower():
                told = (token for row in rows for token in row if "/" in self._words(token))
                self._doubt(next(told), _HINT_SLASH.format(value), f'"{value}"')
            yield from several

    def _category_as(self, node: Node) -> Condition:
        """Read "Oslo as the city"; "the city as Oslo" names the column first."""
        value, name = (child(node, "value"), child(node, "name"))
        numbers = self._spelled_out(list(every_token(value)), self._words(name))
        if numbers is not None:
            return numbers
        before = self._text[: extent_of(value)[0]].rstrip().lower()
        if not before.endswith((" the", " its", " their")) or _is_after_article(self._text, name):
            return self._category(node)
        (column,) = self._alternatives(list(every_token(value)))
        return Category(column, (self._words(name),))

    def _spelled_out(self, tokens: Sequence[Token], name: str) -> Condition | None:
        """Read "four or six as the value of cylinders" as numbers; none for "Seven", a title.

        That cells may have the words is said. Behind "of" they have: "a boat_class of eight".
        """
        numbers = sorted((one for one in tokens if str(one.type) == "NUMBER"), key=extent_of)
        each = [self._words(one) for one in numbers]
        others = {str(one.type) for one in tokens} - {"NUMBER"}
        if not numbers or not others <= {"OR"} or not all(re.match("[a-z]", one) for one in each):
            return None
        if self._text[: extent_of(numbers[0])[0]].rstrip().lower().endswith(" of"):
            return None
        for one, words in zip(numbers, each, strict=True):
            self._doubt(one, _HINT_SPELLED, f'"{words}"')
        parts = [Number(name, Quantity(Comparison.EQUAL, exact(str(one)))) for one in numbers]
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _odd_category(self, node: Node) -> Condition:
        """Read "country of Norway"; "date of birth" and "results of the elections" are none."""
        inner = child(node, "value")
        value = list(every_token(inner))
        words = self._words(inner)
        if _OWN.search(self._words(node)):
            raise ConditionError('say it as "COLUMN is VALUE" if the second is a value')
        single = " " not in words and words not in _OF_WHAT
        kinds = [str(token.type) for token in value]
        known = any(str(t.type) == "KNOWN" for t in every_token(child(node, "name")))
        if kinds == ["PERCENT"] or (kinds == ["NUMBER"] and known):
            amount = Quantity(Comparison.EQUAL, exact(value[0]))
            return Number(self._part(node, "name"), amount)
        named = kinds[0] in SURE_NAMES or words[:1].isupper() or single
        if not named and not known:
            raise ConditionError('say it as "COLUMN is VALUE" if the second is a value')
        return Category(
            self._part(node, "name"),
            in_order(tuple(self._alternatives(list(every_token(inner)))), self._text),
        )

    def _category_not(self, node: Node) -> Condition:
        numbers = [token for value in node.find_data("value") for token in every_token(value)]
        kinds = [str(token.type) for token in numbers]
        if kinds in (["NUMBER"], ["PERCENT"]) and not self._code(node):
            amount = Quantity(Comparison.EQUAL, exact(numbers[0]))
            return Not(Number(self._part(node, "name"), amount))
        found = self._none_of_several(node)
        if found is not None:
            return found
        for value in node.find_data("value"):
            self._doubt_both(value)
        return Not(self._category(node))

    def _none_of_several(self, node: Node) -> Condition | None:
        """Read "is not Camden and not Hackney" and "isn't Camden nor Hackney" as neither."""
        lists = list(node.find_data("value"))
        rows = refused_in_a_row(list(every_token(lists[0])))
        if len(lists) > 1 or len(rows) == 1:
            return None
        return Not(self._one_of(self._part(node, "name"), rows))

    def _doubt_both(self, value: Node) -> None:
        """Say of "is not Sales and Legal" that neither may be meant."""
        words = self._words(value)
        both = [token for token in every_token(value) if str(token.type) == "AND"]
        if len(both) == 1 and " and " in words:
            instead = words.replace(" and ", " or ")
            self._doubt(value, _HINT_NEITHER.format(instead), instead)


def _dates(name: str, values: list[Node]) -> Condition | None:
    """Read "is 2018-03-12" as the day, however the cells write it; none for what is no day.

    "The date is January 2021" is any day of it, and "January 2021 or May 2021" of either; "the
    month is January 2021" is a value, and so are several days.
    """
    tokens = [
        token
        for value in values
        for token in every_token(value)
        if str(token.type) not in _LINKING_VALUES
    ]
    done = name.rpartition(" ")[2].lower() in DONE_TO_THINGS  # "signed: March 2020"
    dated = (done or DATE_NAME.search(name) is not None) and _OF_MONTHS.search(name) is None
    kinds = {str(token.type) for token in tokens}
    whole = all(map(_WHOLE_DATE.match, tokens))
    if kinds == {"DATE"} and (not whole and dated if len(tokens) > 1 else whole or dated):
        days = tuple(Date(name, When.IN, str(token)) for token in tokens)
        return days[0] if len(days) == 1 else Or(days)
    year = kinds == {"YEAR"} and len(tokens) == 1 and DATE_NAME.search(name) is not None
    return Date(name, When.IN, str(tokens[0])) if year else None


def _parted(row: Sequence[Token], cut: int) -> tuple[Sequence[Token], Sequence[Token]]:
    """Give what stands before "but not" and what stands behind it."""
    return row[:cut], row[cut + 2 :]


def _kinds_of_name(node: Node) -> set[str]:
    return {str(token.type) for name in node.find_data("name") for token in every_token(name)}


def _is_after_article(text: str, node: Node) -> bool:
    return text[: extent_of(node)[0]].rstrip().lower().endswith((" the", " its", " their", " a"))
