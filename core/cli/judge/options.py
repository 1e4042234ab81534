"""The options by which judges, cases and the protocol are chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from core.benchmarks.judging.cases import named_cases
from core.benchmarks.types import BenchmarkInfo
from core.judges import Judge, Protocol
from core.judges.prompting.examples import suggest_examples
from core.labels import Pair
from core.labels.judge_names import Provider
from core.llm import Effort
from core.store import Workspace

_DEFAULT = Protocol()
_STRUCTURED = {"auto": None, "yes": True, "no": False}
_PANEL = re.compile(rf",(?=\s*(?:{'|'.join(Provider)}):)")
"""Between judges of one option; a comma elsewhere may belong to an address."""
_F = TypeVar("_F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--cases",
        required=True,
        metavar="FILE|QUEUE|voted|labelled",
        help="CSV of query and table, a queue, or all pairs that people voted on or that have a "
        "label.",
    ),
    click.option(
        "--model",
        "models",
        required=True,
        multiple=True,
        metavar="openai:NAME[@URL]|gemini:NAME[@URL]|rule:NAME",
        help="Who judges, and where; more than one, with commas or by the option again, make a "
        "panel.",
    ),
    click.option(
        "--base-url", default="", metavar="URL", help="Address of the models that name none."
    ),
    click.option(
        "--runs", default=_DEFAULT.runs, show_default=True, help="Independent answers a case."
    ),
    click.option("--temperature", default=_DEFAULT.temperature, show_default=True),
    click.option("--swap", is_flag=True, help="Swap the two tables in half of the runs."),
    click.option("--graded", is_flag=True, help='Allow the verdict "partly".'),
    click.option("--facets", is_flag=True, help="Ask for the facets of the voting form."),
    click.option("--confidence", is_flag=True, help="Ask how sure the judge is."),
    click.option(
        "--structured",
        type=click.Choice([*_STRUCTURED]),
        default="auto",
        show_default=True,
        help="Whether JSON is asked for; auto where the endpoint has it.",
    ),
    click.option(
        "--table-tokens",
        default=_DEFAULT.table_tokens,
        show_default=True,
        help="Tokens of the tables of a case, at most.",
    ),
    click.option(
        "--answer-tokens",
        default=_DEFAULT.answer_tokens,
        show_default=True,
        help="Tokens of an answer, at most.",
    ),
    click.option(
        "--effort",
        type=click.Choice([one.value for one in Effort]),
        default=_DEFAULT.effort.value,
        show_default=True,
        help="How long a model thinks before it answers; default as it does by itself.",
    ),
    click.option(
        "--examples",
        default=0,
        show_default=True,
        help="Settled cases drawn as examples, of each task.",
    ),
    click.option(
        "--example", "named", type=int, multiple=True, metavar="CASE", help="This one as example."
    ),
    click.option("--seed", default=0, show_default=True, help="Which examples are drawn."),
)


@dataclass(frozen=True)
class Chosen:
    """What the options say."""

    judges: tuple[Judge, ...]
    protocol: Protocol
    pairs: Sequence[Pair]
    source: dict[str, Any]


def protocol_options(command: _F) -> _F:
    """Give a command the options of `chosen`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def chosen(
    workspace: Workspace,
    info: BenchmarkInfo,
    cases: str,
    models: Sequence[str],
    base_url: str,
    *,
    structured: str,
    effort: str,
    examples: int,
    named: Sequence[int],
    seed: int,
    **protocol: Any,
) -> Chosen:
    """Read the options; raises what is wrong with them."""
    judges = tuple(
        Judge.named(model.strip(), base_url) for given in models for model in _PANEL.split(given)
    )
    pairs, source = named_cases(workspace, info, cases)
    drawn = suggest_examples(
        workspace,
        info.key,
        examples,
        pairs,
        protocol["graded"],
        seed,
    )
    shown = tuple(dict.fromkeys([*named, *(one.case for one in drawn)]))
    how = Protocol(
        structured=_STRUCTURED[structured], effort=Effort(effort), examples=shown, **protocol
    )
    return Chosen(judges, how, pairs, source)
