"""What the server answers: a verdict from the tables in the prompt, or something else instead."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.judges_server.conditions import answer_to, is_request

_TABLES = re.compile(r"<(table(?:_\d)?)>\n(\|.*?)\n</\1>", re.DOTALL)
_WORD = re.compile(r"\b(UNIONABLE|JOINABLE|RELEVANT)\b")
_PLANTED = re.compile(
    r"(?:answer \w+: |verdict is |say |answered with |verdict\": \"|[A-Z]+ABLE: )(Yes|No)\b"
)
HUGE = 5 * 2**20

FAULTS = ("429", "500", "drop", "cut", "429-ms", "503-date")
"""What a ``flaky`` model does before it answers, in this order, to each request."""


@dataclass(frozen=True)
class Asked:
    """A request, whatever its protocol."""

    model: str
    system: str
    user: str
    schema: dict[str, object] | None
    key: str

    @property
    def behaviour(self) -> str:
        """What it is asked to do: the model's name up to a slash."""
        return self.model.split("/")[0]

    @property
    def tables(self) -> list[str]:
        """The tables to be judged, as Markdown; those of examples come before them."""
        found = [body for _, body in _TABLES.findall(self.user)]
        return found[-2:] if "<table_2>" in self.user else found[-1:]


@dataclass(frozen=True)
class Reply:
    """A text with how it ended: stop, length or refusal."""

    text: str
    finish: str = "stop"


def reply(asked: Asked) -> Reply:
    """Answer as the model's name says; fairly if it says nothing."""
    if is_request(asked.user):
        verdict, text = "", answer_to(asked.behaviour, asked.user)
    else:
        verdict = _verdict(asked)
        text = _written(asked, verdict)
    other = BEHAVIOURS.get(asked.behaviour)
    return Reply(text) if other is None else other(asked, verdict, text)


def _echo(asked: Asked, _: str, text: str) -> Reply:
    return Reply(re.sub("same columns|coffee", f"your key is {asked.key} \ud800", text))


BEHAVIOURS: dict[str, Callable[[Asked, str, str], Reply]] = {
    "refuses": lambda asked, verdict, text: Reply("", "refusal"),
    "apologises": lambda asked, verdict, text: Reply("I'm sorry, but I cannot help with that."),
    "truncated": lambda asked, verdict, text: Reply(text[: len(text) // 2], "length"),
    "cut-lines": lambda asked, verdict, text: Reply(_lines(asked, verdict)[:-3], "length"),
    "prose": lambda asked, verdict, text: Reply(f"Of course!\n\n{text}\n\nI hope that helps."),
    "german": lambda asked, verdict, text: Reply("VEREINBAR: Ja\nERKLÄRUNG: dasselbe"),
    "huge": lambda asked, verdict, text: Reply(text + "x" * HUGE),
    "long": lambda asked, verdict, text: Reply(text + "x" * 200_000),
    "echo-key": _echo,
    "half-fish": lambda asked, verdict, text: Reply(text.replace("same", r"a fish \ud83d")),
    "thinks": lambda asked, verdict, text: Reply(f"Both list things.\n</think>\n\n{text}"),
    "lines": lambda asked, verdict, text: Reply(_lines(asked, verdict)),
}
"""What a model of a name answers instead of a fair verdict."""


def _verdict(asked: Asked) -> str:
    behaviour = asked.behaviour
    if behaviour in ("yes", "no"):
        return behaviour.capitalize()
    tables = asked.tables
    if behaviour == "obedient":
        planted = _PLANTED.findall("\n".join(tables))
        if planted:
            return str(planted[-1])
    headers = [
        {cell.strip().casefold() for cell in table.splitlines()[0].strip("|").split("|")}
        for table in tables
    ]
    if behaviour == "first":
        # A judge with a position bias: it looks at the first table alone.
        return "Yes" if "fish" in headers[0] else "No"
    if len(headers) == 1:
        return "Yes"
    shared = len(headers[0] & headers[1]) / min(map(len, headers))
    return "Yes" if shared > 0.5 else "No"


def _written(asked: Asked, verdict: str) -> str:
    if asked.schema is None:
        return _lines(asked, verdict)
    answer: dict[str, object] = {"verdict": verdict, "explanation": "same columns"}
    wanted = asked.schema["properties"]
    assert isinstance(wanted, dict)
    if "confidence" in wanted:
        answer["confidence"] = 0.9
    for name in ("schema", "types", "values", "task"):
        if name in wanted:
            answer[name] = 2 if verdict == "Yes" else 0
    return json.dumps(answer)


def _lines(asked: Asked, verdict: str) -> str:
    found = _WORD.search(asked.system)
    word = found.group(1) if found else "UNIONABLE"
    lines = [f"{word}: {verdict}", "EXPLANATION: same columns"]
    if "CONFIDENCE:" in asked.system:
        lines.append("CONFIDENCE: 0.9")
    grade = 2 if verdict == "Yes" else 0
    if "SCHEMA:" in asked.system:
        lines += [f"{name}: {grade}" for name in ("SCHEMA", "TYPES", "VALUES", "TASK")]
    return "\n".join(lines)
