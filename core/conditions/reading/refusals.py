"""Say how far a refusal reaches: "leave out anything about dentistry or about optometry"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from lark import Token

from core.conditions.reading.joining import completed, flat, negation
from core.conditions.reading.nodes import Node, every_token
from core.conditions.senses.which_tables import REFUSING
from core.conditions.types import Condition, HasColumn, Not, Or, Text, Topic
from core.conditions.words.kind_sets import CLAUSE_ENDS, COLUMN_WORDS, SENTENCE_ENDS

HINT_UNLESS = (
    'it was taken for something else that is asked for; say "unless" again if it is refused as well'
)
HINT_BESIDE = (
    'it was taken for wanted beside what is refused; say "neither … nor" if it is refused, too'
)
_VERBS = {
    *("skip", "skip over", "but skip", "skipping", "leave out", "leaving out", "leave aside"),
    *("leaving aside", "setting aside", "drop", "ignore", "avoid", "rule out", "discard"),
    *("disregard", "exclude", "excludes", "omit", "omitting", "not interested in"),
    *("skipping over", "ruling out", "filter out", "filtering out", "weed out", "weeding out"),
    *("screen out", "screening out", "throw out", "throwing out", "toss out", "spare me"),
    *("sparing me", "steer clear of", "steering clear of", "stay away from", "can do without"),
    *REFUSING,
}
"""What is done with tables that are not wanted: it holds of all that is listed behind."""
_REFUSING = {"EXCEPT", "UNLESS"}
_TABLES = "tables"
_AGAIN = ("those", "ones", "any", "the ones", "everything", _TABLES)
"""What is said once more of what is refused: "and those about stamps"."""
_NAMED_ALIKE = (Topic, HasColumn, Text)
_PASSING = {"OR", "COMMA", "FILL", "WITH"}
_WORDS_OF_NONE = 3
"""How many words say that there are to be no such tables: "don't want tables"."""
_ANEW = {"if", "else", "one", "instead", "whether", *_AGAIN}
"""What makes an alternative stand by itself: "no column of text, or else one with …"."""


@dataclass(frozen=True)
class Said:
    """Where a condition stands behind another.

    Parameters
    ----------
    before
        The node of that other.
    between
        What stands between them.
    part
        The node of the condition.
    alternative
        Whether an "or" joins them.
    """

    before: Node
    between: Sequence[Node | Token]
    part: Node
    alternative: bool

    @property
    def kinds(self) -> set[str]:
        """Kinds of the tokens between."""
        return {str(token.type) for one in self.between for token in every_token(one)}

    @property
    def is_beside_unless(self) -> bool:
        """Whether it goes on behind an "unless": "unless breed is X and owner is Y"."""
        unless = str(self._refusing.type) == "UNLESS"
        return unless and "AND" in self.kinds and not self.kinds & CLAUSE_ENDS

    @property
    def is_one_more_exception(self) -> bool:
        """Whether it is another exception: "unless it has under 9 rows or lacks a title"."""
        refusing = self._refusing
        unless = str(refusing.type) == "UNLESS" or str(refusing).endswith((" if", " where"))
        return self.alternative and unless and not self.kinds & SENTENCE_ENDS

    @property
    def is_listed(self) -> bool:
        """Whether a refusal before reaches so far, whatever is said."""
        if self.kinds & SENTENCE_ENDS:
            return False
        by_verb = str(self._refusing.type) == "NOT" and str(self._refusing).lower() in _VERBS
        return by_verb or str(self._refusing.type) in _REFUSING

    @property
    def is_lacked_instead(self) -> bool:
        """Whether tables are refused for a thing or the lack of one: "none about tea or without …".

        No wording that was written for the parser wants either of two such.
        """
        lacks = str(next(every_token(self.part)).type) == "WITHOUT" or self._lacks_a_column
        return self.alternative and (self.is_listed or self._refuses_tables) and lacks

    @property
    def is_left_open(self) -> bool:
        """Whether nothing says that an alternative stands by itself, so that it may be refused."""
        told = [str(token) for one in self.between for token in every_token(one)]
        first = str(next(every_token(self.part)))
        relative = any(one.startswith(("that", "which")) for one in (first, *told[-1:]))
        if relative and not self._refuses_tables:
            return False
        words = {word for text in (*told, first) for word in text.split()}
        return self.alternative and self.kinds <= _PASSING and not words & _ANEW

    @property
    def is_none_of_such(self) -> bool:
        """Whether there are to be no tables of either kind: "none that say A or that say B"."""
        return self._refuses_tables and self.is_left_open

    @property
    def _refuses_tables(self) -> bool:
        """Whether it says that there are to be no such tables: "no tables", "nothing", "none"."""
        begun = list(islice(every_token(self.before), _WORDS_OF_NONE))
        if str(begun[0]) in {"none", "nothing"}:
            return True
        kinds = [str(one.type) for one in begun]
        return kinds[0] == "NOT" and "TABLES" in kinds

    @property
    def _lacks_a_column(self) -> bool:
        begun = list(islice(every_token(self.part), 2))
        return str(begun[0]) == "no" and str(begun[-1].type) in COLUMN_WORDS

    @property
    def again(self) -> str:
        """What "and" goes on with that is refused: "those" of "and those about stamps"."""
        if "AND" not in self.kinds or not self.is_listed:
            return ""
        told = [token for one in self.between for token in every_token(one)]
        first = next(every_token(self.part))
        said = [*(token for token in told if str(token.type) in {"FILL", "TABLES"}), first]
        return next((word for word in _AGAIN if said[0].startswith(word)), "")

    @property
    def _refusing(self) -> Token:
        return next(every_token(self.before))

    @property
    def is_bare(self) -> bool:
        """Whether nothing but "or" stands between: not "that don't say A or that say B"."""
        relative = next(every_token(self.part)).startswith(("that ", "which "))
        return self.kinds == {"OR"} and not relative


def refused_too(before: Condition, found: Condition, said: Said) -> Condition | None:
    """Join a condition to one that is refused, if it is as well; none if it stands by itself.

    "Not about rivers or about lakes" refuses both, "not about rivers or over 9 rows" one, and
    "unless it has under 9 rows or no title" and "none with under 9 rows or without a title" want a
    title.
    """
    if str(said.before.data) != "negated":
        return None
    inner = negation(before)
    if _is_refused(found, said.part):
        reaches = said.is_one_more_exception or said.is_lacked_instead
        return negation(Or(flat([inner, found], Or))) if reaches else None
    found = completed(inner, found, alternative=True)
    alike = type(inner) is type(found) and isinstance(found, _NAMED_ALIKE)
    alike = alike or (isinstance(inner, Or) and type(inner.parts[-1]) is type(found))
    if not said.alternative:
        reaches = alike if said.again == _TABLES else bool(said.again)
    else:
        reaches = said.is_listed or said.is_none_of_such or (alike and said.is_bare)
    return negation(Or(flat([inner, found], Or))) if reaches else None


def _is_refused(found: Condition, part: Node) -> bool:
    return isinstance(found, Not) or str(part.data) == "negated"
