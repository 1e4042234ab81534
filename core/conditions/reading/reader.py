"""Read the tree of a parsed text into a typed condition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lark import Token, Tree

from core.conditions.errors import ConditionError
from core.conditions.notation import write_condition
from core.conditions.reading.grouping import HINT_GROUPED, Joint, grouped, joint_of
from core.conditions.reading.joining import (
    alternatives,
    column_of_words,
    completed,
    flat,
    is_verb_again,
    may_be_of_tables,
    negation,
    of_one_column,
    opposite,
)
from core.conditions.reading.missing_cells import none_missing, share_filled
from core.conditions.reading.nodes import Node, every_token, extent_of
from core.conditions.reading.quantities import portion
from core.conditions.reading.refusals import HINT_BESIDE, HINT_UNLESS, Said, refused_too
from core.conditions.reading.tables import TableReader
from core.conditions.reading.topics import Wanted
from core.conditions.types import (
    And,
    Category,
    Condition,
    Missing,
    Not,
    RowCondition,
    Share,
    conjunction,
)
from core.conditions.words.lexicon import phrases

_OF_ONE_PART = {"CONTAINS", "WITH", "SOMEWHERE"}
_ALTERNATIVES = {"disjunction", "either"}
_IN_A_ROW = {"disjunction", "conjunction"}
_NAME_AND_VALUE = re.compile(r"([\w-]+(?: [a-z][\w-]*)*?) ([A-Z].*|[\w-]*[^\Ws])")
_HINT_VALUE = "it was read as {}; say it of each column by itself if it is not"
_OPENING = re.compile(
    r"\beither\s+(?:(?:with|where|having|have|has|that|which|are|is)\s+)*$", re.IGNORECASE
)
_HINT_SUBJECT = 'it was read of the column {}; write "and the table mentions …" if it is not'
_ANYWHERE = re.compile(
    r"[\"'”’]? (?:anywhere|somewhere|"
    r"in (?:any|some|one|whichever) (?:column|cell|field|row|place)s?)\b",
    re.IGNORECASE,
)
_ANEW = {"TABLES", "COLUMN", "COLUMNS", "SOMEWHERE"}
"""What says of which table, column or cells: nothing is understood from the part before."""


class Reader(TableReader):
    """Turn a tree over one text into a condition.

    Parameters
    ----------
    text
        What was parsed.
    is_aside
        Whether a part of a conjunction is said around the request, and no condition.
    wanted
        What the text wants to be found.

    Attributes
    ----------
    asides
        The parts that were.
    unread
        The parts that cannot be meant, with what would help; the others still count.
    made
        The conditions that were read, those inside others too, with the nodes they were made of.
    """

    def __init__(
        self,
        text: str,
        is_aside: Callable[[Node], bool] = lambda _: False,
        wanted: Wanted = Wanted.COLUMNS,
    ) -> None:
        super().__init__(text, wanted)
        self._is_aside = is_aside
        self.asides: list[Node] = []
        self.unread: list[tuple[Node, str]] = []
        self.made: list[tuple[Condition, Node]] = []

    def condition(self, node: Node) -> Condition:
        """Read the condition that a node stands for.

        Raises
        ------
        ConditionError
            If its numbers or dates cannot be meant.
        """
        found = self._condition(node)
        self.made.append((found, node))
        return found

    def _condition(self, node: Node) -> Condition:
        if node.data == "disjunction" and any(map(_is_conjunction, node.children)):
            return self._disjunction(node)
        if node.data in {"conjunction", "both", "neither", *_ALTERNATIVES}:
            return self._joined(node)
        if node.data in {"negated", "group"}:
            inner = self._conditions(node)[0]
            if node.data == "negated" and isinstance(inner, Missing):
                return none_missing(node, inner)
            return inner if node.data == "group" else negation(inner)
        read: Callable[[Node], Condition] = getattr(self, f"_{node.data}")
        return read(node)

    def _conditions(self, node: Node) -> list[Condition]:
        units: list[Condition] = []
        before: Node | None = None
        between: list[Node | Token] = []
        for part in node.children:
            if not isinstance(part, Tree) or part.data in {"gap", "unknown"}:
                between.append(part)
                continue
            if node.data == "conjunction" and self._is_aside(part):
                self.asides.append(part)
                between.append(part)
                continue
            try:
                found = self.condition(part)
            except ConditionError as error:
                if node.data != "conjunction" or not isinstance(part, Tree):
                    raise
                self.unread.append((part, str(error)))
                between.append(part)
                continue
            alternative = node.data in _ALTERNATIVES
            if units and not any(map(_begins_anew, [*between, part])):
                goes_on = before is not None and self._goes_on(units[-1], before, between, part)
                found = completed(units[-1], found, alternative=alternative, goes_on=goes_on)
                self.made.append((found, part))
            if before is not None and node.data in _IN_A_ROW:
                self._add(units, found, Said(before, between, part, alternative))
            else:
                units.append(found)
            before, between = part, []
        return units

    def _goes_on(
        self, said: Condition, before: Node, between: Sequence[Node | Token], part: Node
    ) -> bool:
        """Whether a verb follows as the column before has it, which is said if tables may have it.

        "A table whose title contains A and mentions B" is one of two.
        """
        anywhere = _ANYWHERE.match(self._text, extent_of(part)[1])
        if anywhere is not None or not is_verb_again(said, before, between, part):
            return False
        if may_be_of_tables(part, self._text[: extent_of(before)[0]]):
            self._doubt(part, _HINT_SUBJECT.format(column_of_words(said)))
        return True

    def _add(self, units: list[Condition], found: Condition, said: Said) -> bool:
        """Put a condition to those before it: as one more, or to the last that is refused.

        Returns
        -------
        bool
            Whether it is one more.
        """
        refused = refused_too(units[-1], found, said)
        if refused is None:
            if said.is_beside_unless:
                self._doubt(said.part, HINT_UNLESS)
            elif str(said.before.data) == "negated" and said.is_left_open:
                self._doubt(said.part, HINT_BESIDE)
            units.append(found)
            return True
        units[-1] = refused
        self.made.append((refused, said.part))
        return False

    def _disjunction(self, node: Node) -> Condition:
        """Read alternatives, of which some are joined to more by "and"."""
        units: list[Condition] = []
        joints: list[Joint] = []
        between: list[Node | Token] = []
        before: Node | None = None
        for part in _laid_out(node):
            if isinstance(part, Token) or part.data in {"gap", "unknown"}:
                between.append(part)
                continue
            if self._is_aside(part):
                self.asides.append(part)
                continue
            found = self.condition(part)
            if before is None:
                units.append(found)
            else:
                joint = joint_of(between)
                if not any(map(_begins_anew, [*between, part])):
                    goes_on = self._goes_on(units[-1], before, between, part)
                    alternative = joint.alternative
                    found = completed(units[-1], found, alternative=alternative, goes_on=goes_on)
                    self.made.append((found, part))
                if self._add(units, found, Said(before, between, part, joint.alternative)):
                    joints.append(joint)
            before, between = part, []
        return self._grouped(node, units, joints)

    def _grouped(
        self, node: Node, units: Sequence[Condition], joints: Sequence[Joint]
    ) -> Condition:
        if not units:
            raise ConditionError("Nothing is joined.")
        opened = _OPENING.search(self._text, 0, extent_of(node)[0]) is not None
        found = grouped(units, joints, opened=opened)
        if found.doubtful:
            told = next(token for token in every_token(node) if str(token.type) == "OR")
            self._doubt(told, HINT_GROUPED.format(write_condition(found.condition)))
        return found.condition

    def _joined(self, node: Node) -> Condition:
        parts = list(self._conditions(node))
        if node.data in _ALTERNATIVES and _is_said_last(node):
            whole = any(str(token.type) == "VALUES" for token in every_token(node))
            parts = of_one_column(parts, whole=whole)
        if node.data in _ALTERNATIVES:
            return alternatives(parts, _ends_in_brackets(node)) if len(parts) > 1 else parts[0]
        if node.data == "neither":
            parts = [negation(part) for part in parts]
        joined = conjunction(flat(parts, And))
        if joined is None:
            raise ConditionError("Nothing is joined.")
        return joined

    def _one_of_names(self, node: Node) -> Condition:
        return alternatives(list(self._of_each_name(node)))

    def _both_names(self, node: Node) -> Condition:
        return And(tuple(self._of_each_name(node)))

    def _none_of_names(self, node: Node) -> Condition:
        """Read what is refused of several columns: "neither height nor weight is over 9"."""
        return And(tuple(opposite(part) for part in self._of_each_name(node)))

    def _of_each_name(self, node: Node) -> Iterator[Condition]:
        """Read what is said once of several columns: "either budget or gross above 90".

        What goes with no name beside it is more likely one with its value, and that is said: "sex F
        or age above 60".

        Raises
        ------
        ConditionError
            If nothing is said of cells.
        """
        *_, said = (part for part in node.children if isinstance(part, Tree))
        names = list(_names_of(node))
        condition = self._condition(said)
        if isinstance(condition, Not) and isinstance(condition.part, Missing):
            yield from (Not(Missing(self._name(name))) for name in names)
            yield condition
            return
        if not isinstance(condition, RowCondition):
            raise ConditionError("say it of each column by itself")
        for name in names:
            column = self._name(name)
            valued = _NAME_AND_VALUE.fullmatch(column)
            if valued is None or _goes_with(column, condition.column):
                found: Condition = replace(condition, column=column)
                self.made.append((found, node))
            else:
                found = Category(valued[1], (valued[2],))
                instead = f"{valued[1]} is {valued[2]}"
                self._doubt(name, _HINT_VALUE.format(write_condition(found)), instead)
                self.made.append((found, name))
            yield found
        self.made.append((condition, said))
        yield condition

    def _share(self, node: Node) -> Condition:
        both = [n for n in node.children if isinstance(n, Tree) and n.data != "gap"][:2]
        how_many, rows = both if str(both[0].data).startswith("portion") else reversed(both)
        part = self.condition(rows)
        if isinstance(part, Not) and isinstance(part.part, Missing):
            return share_filled(portion(how_many), part.part)
        if not isinstance(part, RowCondition):
            raise ConditionError("A share of the rows takes one condition on rows.")
        if tuple(part.column.lower().split()) in phrases() and isinstance(part, Category):
            raise ConditionError("say which column has the value")
        return Share(part, portion(how_many))


def _names_of(node: Node) -> Iterator[Node]:
    """Give the names that stand before what is said of them, in their order."""
    for part in node.children:
        if isinstance(part, Tree) and part.data == "listed_names":
            yield from _names_of(part)
        elif isinstance(part, Tree) and part.data == "name":
            yield part


def _goes_with(name: str, other: str) -> bool:
    """Whether two are names of columns: "home team" beside "away team", unlike "sex F" by "age"."""
    words, others = name.lower().split(), other.lower().split()
    return len(words) == 1 or words[-1] == others[-1] or words[0] == others[0]


def _is_conjunction(part: Node | Token) -> bool:
    return isinstance(part, Tree) and part.data == "conjunction"


def _laid_out(node: Node) -> Iterator[Node | Token]:
    """Give what is joined by "and" and "or" and what stands between, without the nodes of "and"."""
    for part in node.children:
        if isinstance(part, Tree) and part.data == "conjunction":
            yield from part.children
        else:
            yield part


def _begins_anew(part: Node | Token) -> bool:
    return any(str(token.type) in _ANEW for token in every_token(part))


def _ends_in_brackets(node: Node) -> bool:
    """Whether the last of several parts stands in brackets: "about tea or (about rice and …)"."""
    parts = [part for part in node.children if isinstance(part, Tree) and part.data != "gap"]
    return bool(parts) and parts[-1].data == "group"


def _is_said_last(node: Node) -> bool:
    """Whether a column is named behind the last of several words: "'x' or 'y' found in notes".

    It is of the last alone where that has a verb of its own: "mention x, or have y in the notes".
    """
    parts = [part for part in node.children if isinstance(part, Tree) and part.data != "gap"]
    free = all(part.data == "contains_text" for part in parts[:-1])
    begins = extent_of(parts[0])[0]
    said = {str(t.type) for t in every_token(node) if (t.start_pos or 0) >= begins}
    return free and parts[-1].data == "contains_in" and not said & _OF_ONE_PART
