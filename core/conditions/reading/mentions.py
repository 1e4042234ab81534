"""Read words that cells contain: "mentions NASA", "with love in the title"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.exact_numbers import exact
from core.conditions.reading.categories import CategoryReader
from core.conditions.reading.nodes import Node, child, every_token, extent_of
from core.conditions.reading.row_words import either
from core.conditions.reading.value_words import but_not
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Not,
    Number,
    Or,
    Quantity,
    Text,
)

_SAYING = {"say", "says", "saying"}
_TWO_NAMES = re.compile(r"([A-Z][\w-]*) and ([A-Z][\w-]*)")
_SEVERAL = {"are mentioned", "appear", "occur", "show up", "turn up", "crop up", "come up"}
"""Verbs of several things."""
_SOME = {"OR", "ONE_OF"}


class MentionReader(CategoryReader):
    """Turn the parts of a tree that name words in cells into conditions."""

    def _contains_text(self, node: Node) -> Condition:
        bare = next(iter(node.find_data("value")), None)
        if bare is None:
            return Text(str(next(t for t in every_token(node) if str(t.type) == "QUOTED")))
        tokens = list(every_token(bare))
        cut = but_not(tokens)
        if not cut or any(str(token.type) == "QUOTED" for token in tokens):
            words = self._alternatives(tokens)
            return self._each_appears(node, words) or either([Text(word) for word in words])
        listed = tokens[: cut - (str(tokens[cut - 1].type) == "COMMA")]
        yes, no = (self._alternatives(part) for part in (listed, tokens[cut + 2 :]))
        return And((either([Text(one) for one in yes]), Not(either([Text(one) for one in no]))))

    def _each_appears(self, node: Node, words: Sequence[str]) -> Condition | None:
        """Read "Rex and Fido are mentioned": two names, and a verb of several things."""
        named = _TWO_NAMES.fullmatch(words[0]) if len(words) == 1 else None
        plural = any(str(t.type) == "APPEARS" and str(t) in _SEVERAL for t in every_token(node))
        return And((Text(named[1]), Text(named[2]))) if named and plural else None

    def _contains_but(self, node: Node) -> Condition:
        return self._words_but(node)

    def _contains_column_but(self, node: Node) -> Condition:
        return self._words_but(node, self._part(node, "name"))

    def _words_but(self, node: Node, column: str = "") -> Condition:
        yes, no = (list(every_token(one)) for one in sorted(node.find_data("value"), key=extent_of))
        words = [Text(one, column) for one in self._each_quoted(yes)]
        some = len(words) == 1 or any(str(one.type) in _SOME for one in every_token(node))
        wanted = either(words) if some else And(tuple(words))
        return And((wanted, Not(either([Text(one, column) for one in self._each_quoted(no)]))))

    def _each_quoted(self, tokens: Sequence[Token]) -> list[str]:
        """Give each of a list of quotations, whatever parts them; else the alternatives."""
        quoted = [str(one) for one in tokens if str(one.type) == "QUOTED"]
        listed = {str(one.type) for one in tokens} == {"QUOTED", "COMMA"}
        return quoted if listed else self._alternatives(tokens)

    def _contains_absent(self, node: Node) -> Condition:
        return Not(MentionReader._contains_text(self, node))

    def _contains_each(self, node: Node) -> Condition:
        words = [str(t) for t in every_token(node) if str(t.type) == "QUOTED"]
        return And(tuple(Text(word) for word in words))

    def _contains_both(self, node: Node) -> Condition:
        name = self._part(node, "name") if any(node.find_data("name")) else ""
        return And(tuple(Text(word, name) for word in self._values(node)))

    def _contains_neither(self, node: Node) -> Condition:
        return And(tuple(Not(Text(word)) for word in self._values(node)))

    def _contains_in(self, node: Node) -> Condition:
        of_rows = {str(token.type) for token in every_token(child(node, "name"))} == {"ROWS"}
        column = "" if of_rows else self._part(node, "name")
        tokens = list(every_token(child(node, "value")))
        said = any(str(t) in _SAYING for t in node.children if isinstance(t, Token))
        if said and any(node.find_data("titled")):
            return self._one_of(column, [tokens])
        if column and _is_whole_value(node):
            number = str(tokens[0]) if [str(one.type) for one in tokens] == ["NUMBER"] else "0"
            if number.startswith("0"):  # a code, or no number
                return self._category(node)
            return Number(column, Quantity(Comparison.EQUAL, exact(number)))
        cut = but_not(tokens)
        if cut:
            yes, no = (
                self._between(part[0], part[-1]) for part in (tokens[:cut], tokens[cut + 2 :])
            )
            return And((Text(yes, column), Not(Text(no, column))))
        words = self._alternatives(tokens)
        return self._listed(node, column, words) or either([Text(one, column) for one in words])

    def _contains_in_either(self, node: Node) -> Condition:
        """Read "the word fog in the remarks or in the summary column"."""
        words = self._alternatives(list(every_token(child(node, "value"))))
        columns = [self._name(one) for one in sorted(node.find_data("name"), key=extent_of)]
        return Or(tuple(Text(word, column) for column in columns for word in words))

    def _listed(self, node: Node, column: str, words: Sequence[str]) -> Category | None:
        """Read "with Kenya, Mali or Chad in the country column" as the values, not as words."""
        kinds = {str(token.type) for token in every_token(node)}
        quoted = any(str(token.type) == "QUOTED" for token in every_token(child(node, "value")))
        if len(words) == 1 or quoted or kinds & {"KEYWORD", "CONTAINS", "APPEARS", "VALUES"}:
            return None
        return Category(column, tuple(words)) if all(one[:1].isupper() for one in words) else None

    _contains_column = _contains_in

    def _contains_not(self, node: Node) -> Condition:
        return Not(self._contains_in(node))

    def _contains_none(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return And(tuple(Not(Text(word, name)) for word in self._values(node)))


def _is_whole_value(node: Node) -> bool:
    """Whether it is said of a value that a column has it: "the value Rural appears in setting".

    "The word rural appears in the notes" is of a part of one.
    """
    own = {str(token.type) for token in node.children if isinstance(token, Token)}
    return own >= {"VALUES", "APPEARS"}
