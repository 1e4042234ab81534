"""Say how far a refusal reaches: "leave out anything about dentistry or about optometry"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lark import Token

from core.conditions.reading.joining import completed, flat, negation
from core.conditions.reading.nodes import Node, every_token
from core.conditions.senses.which_tables import REFUSING
from core.conditions.types import Condition, HasColumn, Not, Or, Text, Topic

HINT_UNLESS = (
    'it was taken for something else that is asked for; say "unless" again if it is refused as well'
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
        return unless and "AND" in self.kinds and not self.kinds & {"COMMA", "STOP"}

    @property
    def is_one_more_exception(self) -> bool:
        """Whether it is another exception: "unless it has under 9 rows or lacks a title"."""
        refusing = self._refusing
        unless = str(refusing.type) == "UNLESS" or str(refusing).endswith((" if", " where"))
        return self.alternative and unless and not self.kinds & {"STOP", "COLON"}

    @property
    def is_listed(self) -> bool:
        """Whether a refusal before reaches so far, whatever is said."""
        if self.kinds & {"STOP", "COLON"}:
            return False
        by_verb = str(self._refusing.type) == "NOT" and str(self._refusing).lower() in _VERBS
        return by_verb or str(self._refusing.type) in _REFUSING

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
    "unless it has under 9 rows or no title" wants a title.
    """
    if str(said.before.data) != "negated":
        return None
    inner = negation(before)
    if _is_refused(found, said.part):
        return negation(Or(flat([inner, found], Or))) if said.is_one_more_exception else None
    found = completed(inner, found, alternative=True)
    alike = type(inner) is type(found) and isinstance(found, _NAMED_ALIKE)
    alike = alike or (isinstance(inner, Or) and type(inner.parts[-1]) is type(found))
    if not said.alternative:
        reaches = alike if said.again == _TABLES else bool(said.again)
    else:
        reaches = said.is_listed or (alike and said.is_bare)
    return negation(Or(flat([inner, found], Or))) if reaches else None


def _is_refused(found: Condition, part: Node) -> bool:
    return isinstance(found, Not) or str(part.data) == "negated"
