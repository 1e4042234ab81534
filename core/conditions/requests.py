"""What a text in words asks for: the typed condition, and what was made of which words."""

from __future__ import annotations

from dataclasses import dataclass

from core.conditions.types import Condition, Operation

HINT_ASIDE = 'say "about TOPIC" if it is what the tables are about'
"""What to say in place of bare words that stand around a request."""
HINT_NO_FORM = (
    "no form that is known; it was read as what such words usually are: look at the parts"
)
"""What is said of words that the second reader alone has read."""


@dataclass(frozen=True)
class Span:
    """Words of a text and where they stand; of unknown ones what would help."""

    start: int
    end: int
    text: str
    hint: str = ""
    """What would help; may be empty."""
    kept: bool = False
    """Whether they are a part of the condition all the same, and only doubtful."""
    instead: str = ""
    """What may be meant, to be put in their place; empty if nothing is proposed."""
    passed: bool = False
    """Whether two readers, who read the same from the other words, took these to ask for nothing:
    they need not be looked at."""

    @property
    def is_aside(self) -> bool:
        """Whether they were said around a request and ask for nothing: "my boss is waiting"."""
        return self.hint == HINT_ASIDE

    @property
    def is_of_no_form(self) -> bool:
        """Whether the grammar knew no form of them, so that they may be cut wrongly."""
        return self.hint == HINT_NO_FORM

    @property
    def may_be_name(self) -> bool:
        """Whether they may be one name or value, which quotation marks would make them."""
        return self.kept and "quotation marks" in self.hint and '"' not in self.text


@dataclass(frozen=True)
class Request:
    """What somebody asks for in words.

    Parameters
    ----------
    condition
        None if there is none.
    unknown
        The words that were not understood, those that are doubtful and those that were passed over,
        in their order.
    read
        The words that the operation and the condition were made of. What is neither in these nor
        unknown asks for nothing by itself: articles, courtesies, "show me tables". Empty if a model
        has read them.
    of_parts
        For each of the condition's `conjuncts` the words that it was made of. Empty if a model has
        read them.
    """

    text: str
    operation: Operation = Operation.NONE
    condition: Condition | None = None
    unknown: tuple[Span, ...] = ()
    read: tuple[Span, ...] = ()
    of_parts: tuple[tuple[Span, ...], ...] = ()

    @property
    def told(self) -> tuple[Span, ...]:
        """The words that were not understood and those that are doubtful: what to look at."""
        return tuple(span for span in self.unknown if not span.passed)
