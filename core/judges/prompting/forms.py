"""The form of an answer: what a judge is told to write, its JSON schema, and strict parsing.

The lines are the paper's two, verdict and explanation (fishy-tus, appendix D.1), and one more for
each thing that was asked for besides. What is not exactly of the form is no verdict.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from core.judges.prompting.serializing import escaped
from core.judges.protocol import Protocol
from core.judges.types import Verdict
from core.labels.types import MAX_TEXT, Task
from core.llm.documents import OBJECT, NoObjectError, object_in, without_thoughts
from core.llm.questions import MAX_ANSWER

FORMS_VERSION = 4
"""Goes up when the same protocol is told or read differently."""

FACETS = ("schema", "types", "values", "task")

WORDS = {Task.UNION: "UNIONABLE", Task.JOIN: "JOINABLE", Task.NL: "RELEVANT"}
"""What is decided, by task, as the first line of an answer names it."""

_GRADES = {"yes": 2, "partly": 1, "no": 0}
_PARTLY = {
    Task.UNION: "Partly is for tables of the same kind of thing of which only the smaller part of "
    "the columns lines up.",
    Task.JOIN: "Partly is for tables that refer to the same things where few rows would meet, or "
    "little would be gained.",
    Task.NL: "Partly is for a table that holds a part of what was asked for.",
}
_FACETS_TOLD = (
    ("schema", "do the columns correspond"),
    ("types", "do corresponding columns mean the same"),
    ("values", "are their values alike in kind and range"),
    ("task", "does the combination serve a purpose"),
)
_NO_NUMBER = re.compile("[-+]?(?:nan|inf)", re.IGNORECASE)


class UnparsableError(Exception):
    """An answer is not of the form; never leaves `core.judges`."""


@dataclass(frozen=True)
class Form:
    """How an answer must look.

    Parameters
    ----------
    structured
        Whether it is JSON; otherwise lines.
    """

    task: Task
    graded: bool
    facets: bool
    confidence: bool
    structured: bool

    @classmethod
    def of(cls, task: Task, protocol: Protocol, structured: bool) -> Form:
        """Return the form that a protocol asks for."""
        return cls(task, protocol.graded, protocol.facets, protocol.confidence, structured)

    @property
    def word(self) -> str:
        """What is decided, in capitals."""
        return WORDS[self.task]

    @property
    def grades(self) -> tuple[str, ...]:
        """The verdicts there are, the best first."""
        return ("Yes", "Partly", "No") if self.graded else ("Yes", "No")

    def told(self) -> str:
        """Return the paragraph that tells a judge how to answer."""
        partly = f" {_PARTLY[self.task]}" if self.graded else ""
        extra = []
        if self.confidence:
            extra.append("how sure you are, from 0 (guessing) to 1 (certain)")
        if self.facets:
            asked = "; ".join(f"{name}: {question}" for name, question in _FACETS_TOLD)
            extra.append(f"four grades of 0 (no), 1 (partly) or 2 (yes), {asked}")
        more = f" Say also {', and '.join(extra)}." if extra else ""
        if self.structured:
            # Without an example, whose values would be what an unsure judge says.
            head = "Answer with one JSON object and nothing else, without a code fence."
            keys = [f'"verdict": {self._choice()}', '"explanation": a short reason']
            if self.confidence:
                keys.append('"confidence": a number from 0 to 1')
            if self.facets:
                keys += [f'"{name}": 0, 1 or 2' for name in FACETS]
            told = "\n".join(f"- {key}" for key in keys)
            return f"{head}{partly}{more} Its keys are:\n\n{told}"
        head = (
            "Answer with these lines and nothing else, each on a line of its own, without any "
            "formatting."
        )
        return f"{head}{partly}{more}\n\n{self._lines()}"

    def written(self, verdict: Verdict) -> str:
        """Write a verdict in this form, as examples do; what it does not say is left out.

        The reason is a voter's words, so nothing in it ends the example or begins another line.
        """
        grade = next(word for word in self.grades if _GRADES[word.lower()] == verdict.label)
        reason = escaped(verdict.reason)
        if self.structured:
            document: dict[str, Any] = {"verdict": grade, "explanation": reason}
            if self.confidence and verdict.confidence is not None:
                document["confidence"] = verdict.confidence
            if self.facets and None not in verdict.facets:
                document |= dict(zip(FACETS, verdict.facets, strict=True))
            return json.dumps(document, ensure_ascii=False)
        return f"{self.word}: {grade}\nEXPLANATION: {reason}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of a structured answer, all of it required."""
        properties: dict[str, Any] = {
            "verdict": {"type": "string", "enum": list(self.grades)},
            "explanation": {"type": "string"},
        }
        if self.confidence:
            properties["confidence"] = {"type": "number"}
        if self.facets:
            properties |= {name: {"type": "integer", "enum": [0, 1, 2]} for name in FACETS}
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    def parse(self, text: str) -> Verdict:
        r"""Read a verdict.

        Raises
        ------
        UnparsableError
            If the answer is not exactly of the form; says what is the matter.

        Examples
        --------
        >>> form = Form(Task.UNION, False, False, False, structured=False)
        >>> verdict = form.parse("UNIONABLE: Yes\nEXPLANATION: Both list cities.")
        >>> verdict.label, verdict.reason
        (2, 'Both list cities.')
        >>> form.parse("Well, I would say UNIONABLE: Yes")
        Traceback (most recent call last):
        core.judges.prompting.forms.UnparsableError: Its first line is not "UNIONABLE: Yes or No".
        """
        if len(text) > MAX_ANSWER:
            raise UnparsableError(f"It is longer than {MAX_ANSWER:,} characters.")
        answer = without_thoughts(text, (*OBJECT, f"{self.word}:"))
        if not answer:
            raise UnparsableError("It is empty.")
        # An endpoint that does not know JSON schemas may pass the question on without one.
        if self.structured and not answer.upper().startswith(f"{self.word}:"):
            return self._from_json(answer)
        return self._from_lines(answer)

    def _lines(self) -> str:
        lines = [
            f"{self.word}: {self._choice()}",
            "EXPLANATION: a short reason, on one line",
        ]
        if self.confidence:
            lines.append("CONFIDENCE: 0 to 1")
        if self.facets:
            lines += [f"{name.upper()}: 0, 1 or 2" for name in FACETS]
        return "\n".join(lines)

    def _from_json(self, answer: str) -> Verdict:
        try:
            document = object_in(answer)
        except NoObjectError as error:
            raise UnparsableError(f"It {error}.") from None
        wanted = self.schema()["required"]
        missing = [name for name in wanted if name not in document]
        if missing:
            raise UnparsableError(f"It lacks {', '.join(missing)}.")
        more = [name for name in document if name not in wanted]
        if more:
            raise UnparsableError(f"It has more than its keys: {', '.join(more)[:60]!r}.")
        reason = document["explanation"]
        if not isinstance(reason, str):
            raise UnparsableError("Its explanation is no text.")
        return Verdict(
            self._label(document["verdict"]),
            reason.strip()[:MAX_TEXT],
            _share(document["confidence"]) if self.confidence else None,
            _facets([document[name] for name in FACETS]) if self.facets else (None,) * 4,
        )

    def _from_lines(self, answer: str) -> Verdict:
        lines = [line.strip() for line in answer.splitlines() if line.strip()]
        first = re.fullmatch(rf"{self.word}:\s*(\w+)\.?", lines[0], re.IGNORECASE)
        if not first:
            raise UnparsableError(f'Its first line is not "{self.word}: {self._choice()}".')
        if sum(line.upper().startswith(f"{self.word}:") for line in lines) > 1:
            raise UnparsableError(f"It has more than one line {self.word}.")
        wanted = ["CONFIDENCE"] * self.confidence + [f.upper() for f in FACETS] * self.facets
        fields = _fields(lines[1:], wanted)
        reason = fields.get("EXPLANATION")
        if not reason:
            raise UnparsableError("Its second line is not an EXPLANATION.")
        missing = [name for name in wanted if name not in fields]
        if missing:
            raise UnparsableError(f"It lacks {', '.join(missing)}.")
        return Verdict(
            self._label(first.group(1)),
            reason[:MAX_TEXT],
            _share(fields["CONFIDENCE"]) if self.confidence else None,
            _facets([fields[name.upper()] for name in FACETS]) if self.facets else (None,) * 4,
        )

    def _choice(self) -> str:
        return " or ".join(self.grades) if not self.graded else "Yes, Partly or No"

    def _label(self, said: object) -> int:
        label = _GRADES.get(str(said).strip().lower())
        if label is None or (label == 1 and not self.graded):
            raise UnparsableError(f"Its verdict is not {self._choice()}, but {str(said)[:40]!r}.")
        return label


def _fields(lines: list[str], wanted: list[str]) -> dict[str, str]:
    """Read the lines after the verdict; the explanation may go over several.

    One of those may begin like a field: it is one only if that was asked for and a figure follows.
    """
    fields: dict[str, str] = {}
    for place, line in enumerate(lines):
        name, colon, value = line.partition(":")
        name, value = name.upper(), value.strip()
        is_field = name == "EXPLANATION" or (name in wanted and _is_figure(value))
        if colon and is_field and name not in fields:
            fields[name] = value
        elif place and "EXPLANATION" in fields and len(fields) == 1:
            fields["EXPLANATION"] += f" {line}"
        elif not place:
            break
    return fields


def _is_figure(value: str) -> bool:
    """Whether a value is one word that has a digit, or says that it is no number."""
    if len(value.split(maxsplit=1)) != 1:
        return False
    return any(sign.isdecimal() for sign in value) or _NO_NUMBER.fullmatch(value) is not None


def _share(said: object) -> float:
    try:
        share = float(str(said))
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise UnparsableError(f"Its confidence is not between 0 and 1, but {str(said)[:40]!r}.")
    return share


def _facets(said: list[object]) -> tuple[int | None, int | None, int | None, int | None]:
    grades = [str(one).strip() for one in said]
    if any(grade not in ("0", "1", "2") for grade in grades):
        raise UnparsableError(f"A facet is not 0, 1 or 2. Got {', '.join(grades)[:60]}.")
    first, second, third, fourth = (int(grade) for grade in grades)
    return first, second, third, fourth
