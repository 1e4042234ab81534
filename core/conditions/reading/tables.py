"""Read conditions on tables: how large they are, which columns they have, what they give."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token, Tree

from core.conditions.errors import ConditionError
from core.conditions.reading.joining import negation
from core.conditions.reading.nodes import Node, child, every_token, extent_of
from core.conditions.reading.quantities import (
    READ_QUANTITY,
    portion,
    quantities,
    quantity,
    share,
    within,
)
from core.conditions.reading.row_words import in_order, without_related
from core.conditions.reading.titles import begins_key
from core.conditions.reading.topics import TopicReader, Wanted, is_either
from core.conditions.requests import Span
from core.conditions.types import (
    And,
    Comparison,
    Condition,
    Extent,
    HasColumn,
    Kind,
    Measure,
    Not,
    OnColumns,
    Operation,
    Or,
    Quantity,
    Result,
    Size,
    Topic,
)

_COVERING = {
    *("cover", "covers", "covering", "listing", "lists", "speak of", "speaks of", "speaking of"),
}
_IDENTIFIER = re.compile(r"\w+_\w+|[a-z]{2,}[A-Z]\w*")
"""What can only be a column's name: "a michelin_stars column"."""
_PLURAL = re.compile(r"[^sui]s$")
_HINT_OF_WHAT = 'say which column it is of, as in "price {}"'
_HINT_WHICH = 'say which column it is, as in "price above 5"'
_OF_VALUES = re.compile(r"\b(?:with|having|of|whose) (?:any |some )?values\b")
_FEATURING = {
    *("feature", "features", "featuring", "that feature", "which feature", "include", "including"),
}
_CALLED = (" called", " named")
"""What the words before a column's own name end with: "no blanks in the column named gauge".

So it is behind the noun itself: "the column gauge has no blanks".
"""
_DATED = {"DATES", "K_DATES"}
_NEW_COLUMNS = ("new ", "extra ", "additional ")
_EXTENTS = {
    "ROWS": Extent.ROWS,
    "ROWS_COUNTED": Extent.ROWS,
    "COLUMNS": Extent.COLUMNS,
    "COLUMN": Extent.COLUMNS,
}
_HOLDING = {"DATES": Kind.DATES, "VALUES": Kind.NUMBERS}
_UPWARD = {Comparison.GREATER, Comparison.AT_LEAST}
_DOWNWARD = {Comparison.LESS, Comparison.AT_MOST}


def _narrow(first: Quantity, second: Quantity) -> bool:
    """Whether two comparisons narrow one number: "over 5 and under 20 rows".

    Others are hardly both of it: "between 10 and 20 and over 50 rows".
    """
    both = {first.comparison, second.comparison}
    return bool(both & _UPWARD) and bool(both & _DOWNWARD)


class TableReader(TopicReader):
    """Turn the nodes of conditions on tables, over one text, into conditions."""

    def _size(self, node: Node) -> Condition:
        """Read "over 500 rows".

        Raises
        ------
        ConditionError
            If values of any column are compared: "a column with values over 5".
        """
        if str(next(iter(every_token(node))).type) == "COLUMN" and _OF_VALUES.search(
            self._text, *extent_of(node)
        ):
            raise ConditionError(_HINT_WHICH)
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        added = any(str(token.type) == "NEW" for token in every_token(node))
        if added or (str(noun).startswith(_NEW_COLUMNS) and str(noun.type) == "COLUMNS"):
            return Result(Measure(f"new {_EXTENTS[str(noun.type)]}"), quantity(node))
        return Size(_EXTENTS[str(noun.type)], quantity(node))

    _size_beyond = _size

    def _size_not(self, node: Node) -> Condition:
        return negation(self._size(node))

    def _number_within(self, node: Node) -> Condition:
        named = list(every_token(child(node, "name")))
        extent = _EXTENTS.get(str(named[0].type)) if len(named) == 1 else None
        if extent is None:
            return super()._number_within(node)
        return And(tuple(Size(extent, each) for each in within(node)))

    def _contains_text(self, node: Node) -> Condition:
        """Read "tables that cover coffee" as being about it, and "that cover 'coffee'" not."""
        tokens = list(every_token(node))
        of_column = str(tokens[0].type) == "COLUMN"
        bare = of_column or any(node.find_data("contains_bare"))
        covering = str(tokens[of_column]) in _COVERING
        in_columns = covering and str(tokens[-1].type) == "SOMEWHERE" and "column" in tokens[-1]
        if bare and (in_columns or tokens[-1].startswith("among ")):
            return HasColumn(about=self._part(node, "value"))
        if of_column and self._is_of_column(tokens[1:]):
            return HasColumn(about=self._part(node, "value"))
        several = [str(t.type) for t in tokens].count("WORD") and " " in self._words(tokens[-1])
        shown = str(tokens[of_column]) in _FEATURING and self._wanted is Wanted.TABLES and several
        if bare and (covering or shown) and all(str(t.type) != "QUOTED" for t in tokens):
            self._part(node, "value")
            if of_column:
                return self._either(child(node, "value"), lambda words: HasColumn(about=words))
            return self._about(child(node, "value"))
        return super()._contains_text(node)

    def _contains_both(self, node: Node) -> Condition:
        """Read "that cover both tea and rum" as being about each, as `_contains_text` does."""
        tokens = list(every_token(node))
        exact = {"KEYWORD", "QUOTED"} & {str(one.type) for one in tokens}
        if str(tokens[0]) not in _COVERING or exact or any(node.find_data("name")):
            return super()._contains_both(node)
        return And(tuple(Topic(topic) for topic in self._values(node)))

    def _is_of_column(self, behind: Sequence[Token]) -> bool:
        """Whether it is what a column is about: "with the shoe size", unlike "with Oslo"."""
        if str(behind[0]) != "with" or {str(one.type) for one in behind[1:]} != {"WORD"}:
            return False
        return self._text[slice(*extent_of(behind[-1]))].islower()

    def _contains_but(self, node: Node) -> Condition:
        tokens = list(every_token(node))
        if str(tokens[0]) not in _COVERING or any(str(t.type) == "QUOTED" for t in tokens):
            return super()._contains_but(node)
        yes, no = sorted(node.find_data("value"), key=extent_of)
        return And((self._either(yes, Topic), Not(self._either(no, Topic))))

    def _size_both(self, node: Node) -> Condition:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        extent = _EXTENTS[str(noun.type)]
        sizes = [Size(extent, each) for each in quantities(node)]
        of_tables = str(next(every_token(node)).type) == "TABLES"
        first = node.children[2 if of_tables else 0]
        of_its_own = isinstance(first, Tree) and first.data in READ_QUANTITY
        if not of_its_own or _narrow(*(size.quantity for size in sizes)):
            return And(tuple(sizes))
        start, end = extent_of(first)
        words = self._text[start:end]
        self.doubts.append(Span(start, end, words, _HINT_OF_WHAT.format(words)))
        return sizes[-1]

    def _size_either(self, node: Node) -> Condition:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        extent = _EXTENTS[str(noun.type)]
        plain = sorted(node.find_data("plain_count"), key=extent_of)
        each = quantities(node) or [quantity(count) for count in plain]
        return Or(tuple(Size(extent, one) for one in each))

    def _column_about(self, node: Node) -> Condition:
        if any(node.find_data("short_columns")):
            several = sorted(node.find_data("short"), key=extent_of)
            return And(tuple(_called(self._words(one)) for one in several))
        (inner, *_) = node.find_pred(lambda below: below.data in {"phrase", "short"})
        again = re.search(r" or (?:with|to|on|about) ", self._words(inner))
        listed = [str(token.type) for token in every_token(inner)].count("OR") == 1
        if again or listed or any(node.scan_values(is_either)):
            return self._either(inner, lambda words: HasColumn(about=words))
        if self._wanted is not Wanted.COLUMNS and self._is_about_the_table(node):
            return Topic(self._phrase(inner))
        last = list(every_token(node))[-1]
        if str(last.type) == "SOMEWHERE" and "column" not in str(last):
            return Topic(self._phrase(inner))
        words = self._of_columns(node, inner)
        short = inner.data == "short"
        about = (without_related(one) for one in words)
        each = tuple(_called(one) if short else HasColumn(about=one) for one in about)
        return each[0] if len(each) == 1 else And(each)

    def _is_about_the_table(self, node: Node) -> bool:
        """Whether information is spoken of and no column, nor dates, which a column has.

        Data that tables have beside what they are about are a column: "that also has rain data".
        """
        if any(str(one.type) == "INFO" and str(one) == "data" for one in every_token(node)):
            return False
        kinds = [str(token.type) for token in every_token(node)]
        dated = kinds[-1] in _DATED or self._text[: extent_of(node)[1]].endswith("dates")
        return "COLUMN" not in kinds and "COLUMNS" not in kinds and not dated

    def _odd_category(self, node: Node) -> Condition:
        """Read "tables showing the price of bread" as being about it, unless it is a value."""
        try:
            found = super()._odd_category(node)
        except ConditionError:
            if self._wanted is not Wanted.TABLES:
                raise
            return Topic(self._words(node))
        words = self._words(node)
        subject = " of the " in words or _PLURAL.search(words.split(" of ")[0])
        return Topic(words) if subject and self._wanted is Wanted.TABLES else found

    def _column_named(self, node: Node) -> Condition:
        self._part(node, "value")
        tokens = list(every_token(child(node, "value")))
        if any(str(token.type) == "OR" for token in tokens):
            words = in_order(self._alternatives(tokens), self._text)
            return Or(tuple(HasColumn(named=one) for one in words))
        named = self._of_columns(node, child(node, "value"))
        each = tuple(HasColumn(named=words) for words in named)
        return each[0] if len(each) == 1 else And(each)

    def _lone_column(self, node: Node) -> Condition:
        return _called(self._words(child(node, "short")))

    def _no_column(self, node: Node) -> Condition:
        return Not(HasColumn(about=self._phrase(child(node, "phrase"))))

    def _no_short_column(self, node: Node) -> Condition:
        return Not(_called(self._words(child(node, "short"))))

    def _no_short_columns(self, node: Node) -> Condition:
        return And(tuple(Not(one) for one in self._short_columns_of(node)))

    def _either_columns(self, node: Node) -> Condition:
        return Or(self._short_columns_of(node))

    def _short_columns_of(self, node: Node) -> tuple[HasColumn, ...]:
        each = sorted(node.find_data("short"), key=extent_of)
        return tuple(_called(self._words(one)) for one in each)

    def _columns_named(self, node: Node) -> Condition:
        names = (str(one) for one in every_token(node) if str(one.type) == "QUOTED")
        return And(tuple(HasColumn(named=name) for name in names))

    def _of_columns(self, node: Node, inner: Node) -> list[str]:
        """Cut "columns called A and B" in two; what follows one column is one."""
        row = list(every_token(inner))
        cuts = [i for i, token in enumerate(row) if str(token.type) == "AND"]
        plural = any(str(token.type) == "COLUMNS" for token in every_token(node))
        if not plural or len(cuts) != 1 or not 0 < cuts[0] < len(row) - 1:
            return [self._words(inner) if inner.data == "value" else self._phrase(inner)]
        (cut,) = cuts
        return [self._between(part[0], part[-1]) for part in (row[:cut], row[cut + 1 :])]

    def _column_of(self, node: Node) -> Condition:
        said = [*node.find_data("kind_about"), node]
        types = [str(one.type) for of in said for one in of.children if isinstance(one, Token)]
        kinds = _said_of_cells(types)
        kinds += [
            _HOLDING[str(one.type)]
            for of in said
            for one in of.children
            if isinstance(one, Token) and str(one.type) in _HOLDING and _is_held(one, kinds)
        ]
        about = [self._words(found) for found in node.find_data("phrase")]
        named = [self._words(found) for found in node.find_data("value")]
        if any(node.find_data("name")):
            first = next(every_token(child(node, "name")))
            called = str(first.type) == "COLUMN" or any(
                str(one).endswith(_CALLED) for one in every_token(node)
            )
            (named if called else about).append(self._part(node, "name"))
        return HasColumn(about="".join(about), named="".join(named), kinds=tuple(kinds))

    def _column_of_text(self, node: Node) -> Condition:
        about = [self._words(found) for found in node.find_data("phrase")]
        said = [*node.find_data("text_about"), node]
        types = [str(one.type) for of in said for one in of.children if isinstance(one, Token)]
        kinds = (Kind.TEXT, *_said_of_cells(types))
        return HasColumn(about="".join(about), kinds=kinds)

    def _on_columns(self, node: Node) -> Condition:
        said = str(node.children[0].type)  # type: ignore[union-attr]
        keyed = Operation.UNION if self._wanted is Wanted.ROWS else Operation.JOIN
        operation = keyed if said == "ON_KEY" else Operation(said.lower())
        found = sorted(child(node, "name_list").find_data("name"), key=extent_of)
        names = [self._name(one) for one in found]
        noun = next((one for one in every_token(node) if str(one.type) == "COLUMN"), None)
        if noun is not None and begins_key(noun, found[0], self._text):
            names[0] = f"{noun} {names[0]}"
        return OnColumns(operation, in_order(names, self._text))

    def _result_size(self, node: Node) -> Condition:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        added = any(str(token.type) == "NEW" for token in every_token(node))
        new = "new " if added or str(noun).startswith(_NEW_COLUMNS) else ""
        return Result(Measure(f"{new}{self._measured(node)}"), quantity(node))

    def _result_not(self, node: Node) -> Condition:
        return negation(self._result_size(node))

    def _result_new(self, node: Node) -> Condition:
        return Result(Measure(f"new {self._measured(node)}"), quantity(node))

    def _result_matched(self, node: Node) -> Condition:
        return Result(Measure.MATCHED_SHARE, share(node))

    def _result_matched_by(self, node: Node) -> Condition:
        found = next(one for one in node.iter_subtrees() if str(one.data).startswith("portion_"))
        return Result(Measure.MATCHED_SHARE, portion(found))

    def _measured(self, node: Node) -> str:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        return str(_EXTENTS[str(noun.type)])


def _is_held(one: Token, kinds: Sequence[Kind]) -> bool:
    """Whether a plural says what cells are: "unique numbers", unlike "unique values"."""
    return not kinds or str(one.type) == "DATES" or str(one) == "numbers"


def _said_of_cells(types: Sequence[str]) -> list[Kind]:
    """Give the properties of a column that is asked for; that it "is not empty" is one, too."""
    kinds = [Kind[one.partition("_")[2]] for one in types if one.startswith(("K_", "SO_"))]
    return [*kinds, Kind.COMPLETE] if "FILLED" in types else kinds


def _called(words: str) -> HasColumn:
    """Ask for "a rent column" by what it is about, for "a rent_amount column" by its name."""
    return HasColumn(named=words) if _IDENTIFIER.fullmatch(words) else HasColumn(about=words)
