"""What a judge is sent: the versioned prompt with the tables of a pair, within its tokens."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

import polars as pl

from core import lake as lakes
from core.judges.errors import ExampleError, NoCellError
from core.judges.prompting.forms import FORMS_VERSION, Form
from core.judges.prompting.serializing import (
    MOST_ROWS,
    TableText,
    escaped,
    key_text,
    table_text,
    with_planted,
)
from core.judges.protocol import Protocol
from core.judges.types import Subject, Verdict
from core.labels.types import Task
from core.llm.tokens import estimated_tokens
from core.store import Workspace

PROMPTS: Mapping[Task, str] = {Task.UNION: "union-2", Task.JOIN: "join-3", Task.NL: "nl-2"}
"""The prompt in use for each task: a file of the folder `prompts`, which is never edited once
judges have answered it; a better one is a new file."""

EXAMPLE_SHARE = 8
"""The tables of an example take this part of the tokens that those of the judged pair may take."""

KEY_SHARE = 4
"""What names the columns to join on takes this part of the tokens of the pair, at most."""

_TABLES_KEPT = 16
_FOLDER = Path(__file__).with_name("prompts")
_PLACE = re.compile(r"\{\{(\w+)\}\}")

ReadTable = Callable[[str, str], tuple[pl.DataFrame, int]]
"""Reads rows of a table of a data lake, and says how many it has."""


@dataclass(frozen=True)
class Example:
    """A settled pair that is shown to judges with its verdict."""

    subject: Subject
    verdict: Verdict


@dataclass(frozen=True)
class Material:
    """The pair and the examples, written; from which a prompt of either form and order is made.

    Parameters
    ----------
    tables
        Query and candidate; of a question in words the candidate alone.
    planted
        What an audit has put into a cell of the candidate or among the names of the key; nothing if
        empty.
    key
        Names of the columns of the query to join on; None where none are named.
    """

    subject: Subject
    protocol: Protocol
    tables: tuple[TableText, ...]
    examples: tuple[tuple[Subject, Verdict, tuple[TableText, ...]], ...]
    planted: str = ""
    key: TableText | None = None

    @property
    def whole(self) -> bool:
        """Whether every row, column and cell of the pair is in it, and each name of its key."""
        return all(one.whole for one in (*self.tables, self.key) if one is not None)


@dataclass(frozen=True)
class Prompt:
    """A prompt as it is sent.

    Parameters
    ----------
    version
        Name of its file, and the start of the hash of the file and of the form of the answer.
    planted
        Whether what an audit plants stands in it whole; None if nothing is planted.
    """

    system: str
    user: str
    form: Form
    version: str
    planted: bool | None = None

    @cached_property
    def tokens(self) -> int:
        """Estimated tokens."""
        return estimated_tokens(self.system) + estimated_tokens(self.user)


def prompt_version(task: Task) -> str:
    """Name the prompt that is used for a task.

    Examples
    --------
    >>> prompt_version(Task.UNION).partition(" ")[0]
    'union-2'
    """
    text = _file(PROMPTS[task])
    digest = hashlib.sha256(f"{FORMS_VERSION}\n{text}".encode()).hexdigest()
    return f"{PROMPTS[task]} {digest[:8]}"


def table_reader(workspace: Workspace) -> ReadTable:
    """Return what reads the tables of a workspace as judges see them.

    The last few come from memory: a query stands in many pairs, an example in all.
    """

    @lru_cache(maxsize=_TABLES_KEPT)
    def read(lake: str, table_id: str) -> tuple[pl.DataFrame, int]:
        return lakes.spaced_rows(workspace, lake, table_id, MOST_ROWS)

    return read


def read_material(
    read: ReadTable,
    subject: Subject,
    examples: Sequence[Example],
    protocol: Protocol,
    planted: str = "",
    in_key: bool = False,
) -> Material:
    """Read and write down the tables of a pair, and of the examples that ask the same of theirs.

    Parameters
    ----------
    read
        From `table_reader`.
    planted
        What to put into a cell of the candidate, as an audit does; nothing if empty. It is put
        there once rows and columns are chosen, so that the judge is shown it whole.
    in_key
        Whether it is put in front of the first name of the columns to join on instead, where such
        are named.

    Raises
    ------
    LakeNotFoundError, TableNotFoundError
        If a table is not there.
    NoCellError
        If something is to be planted and the candidate has no row.
    ExampleError
        If an example is judged itself, or has a grade that is not asked for.
    """
    examples = [one for one in examples if one.subject.task is subject.task]
    for example in examples:
        _check(example, subject, protocol)
    key = None
    if subject.task is Task.JOIN and subject.join_on:
        key = key_text(subject.join_on, protocol.table_tokens // KEY_SHARE)
    left = protocol.table_tokens - (key.tokens if key is not None else 0)
    tables = _tables(read, subject, left)
    if planted and in_key and key is not None:
        key = with_planted(key, planted)
    elif planted:
        tables = _planted(tables, subject, planted)
    return Material(
        subject,
        protocol,
        tables,
        tuple(
            (
                one.subject,
                one.verdict,
                _tables(read, one.subject, protocol.table_tokens // EXAMPLE_SHARE),
            )
            for one in examples
        ),
        planted,
        key,
    )


def write_prompt(material: Material, swapped: bool, structured: bool) -> Prompt:
    """Put a prompt together.

    Parameters
    ----------
    swapped
        Whether the candidate stands first; no matter for a question in words.
    structured
        Whether JSON is asked for.
    """
    subject = material.subject
    form = Form.of(subject.task, material.protocol, structured)
    system, user = _parts(PROMPTS[subject.task])
    column, tables = "", _blocks(subject, material.tables, swapped)
    if material.key is not None:
        which = "second" if swapped else "first"
        column = (
            f" The column of the {which} table to join on is the one named in <key>."
            if len(subject.join_on) == 1
            else f" The columns of the {which} table to join on together are those named in <key>."
        )
        tables = f"{tables}\n\n{_block('key', 'The key', material.key)}"
    values = {
        "answer": form.told(),
        "examples": _examples(material, form),
        "column": column,
        "tables": tables,
    }
    told = _filled(user, values)
    planted = escaped(material.planted) in told if material.planted else None
    return Prompt(_filled(system, values), told, form, prompt_version(subject.task), planted)


def _check(example: Example, subject: Subject, protocol: Protocol) -> None:
    told = f"case {example.subject.case} ({example.subject.query}, {example.subject.table})"
    same = (example.subject.query, example.subject.table) == (subject.query, subject.table)
    if same:
        raise ExampleError(f"An example is never judged itself. Got {told}; take another.")
    if example.verdict.label == 1 and not protocol.graded:
        raise ExampleError(
            f'An example that is settled as "partly" needs graded verdicts. Got {told}.'
        )


def _tables(read: ReadTable, subject: Subject, tokens: int) -> tuple[TableText, ...]:
    """Write the candidate, and the query if it is a table, each within its half.

    What one leaves of its half, the other may use.
    """
    if subject.query_table is None or not subject.two_tables:
        return (_table(read, subject, subject.table, tokens),)
    half = tokens // 2
    query = _table(read, subject, subject.query_table, half)
    candidate = _table(read, subject, subject.table, tokens - min(half, query.tokens))
    if not query.whole and candidate.tokens < half:
        left = tokens - candidate.tokens
        query = _table(read, subject, subject.query_table, left)
    return query, candidate


def _table(read: ReadTable, subject: Subject, table_id: str, tokens: int) -> TableText:
    frame, rows = read(subject.lake, table_id)
    return table_text(frame, rows, tokens)


def _planted(tables: tuple[TableText, ...], subject: Subject, text: str) -> tuple[TableText, ...]:
    candidate = with_planted(tables[-1], text)
    if candidate is None:
        raise NoCellError(
            f"A text is planted in a cell of the candidate. Got {subject.table!r}, which has no "
            "rows."
        )
    return (*tables[:-1], candidate)


def _blocks(subject: Subject, tables: Sequence[TableText], swapped: bool) -> str:
    if not subject.two_tables:
        question = f"<question>\n{escaped(subject.text)}\n</question>"
        return f"{question}\n\n{_block('table', 'The table', tables[-1])}"
    first, second = reversed(tables) if swapped else tables
    blocks = (
        f"{_block('table_1', 'The first table', first)}\n\n"
        f"{_block('table_2', 'The second table', second)}"
    )
    if not subject.text:
        return blocks
    which = "first" if swapped else "second"
    return (
        f"{blocks}\n\nWhoever asked wants the {which} table to meet these words too; if it does "
        f"not, the answer is no.\n<words>\n{escaped(subject.text)}\n</words>"
    )


def _block(tag: str, name: str, table: TableText) -> str:
    return f"{name}. {table.note}\n<{tag}>\n{table.markdown}\n</{tag}>"


def _examples(material: Material, form: Form) -> str:
    if not material.examples:
        return ""
    parts = ["These pairs were settled by people; each stands with its verdict and reason.\n"]
    for place, (subject, verdict, tables) in enumerate(material.examples, start=1):
        answer = form.written(verdict)
        parts.append(
            f"<example_{place}>\n{_blocks(subject, tables, False)}\n\nThe answer:\n"
            f"{answer}\n</example_{place}>\n"
        )
    return "\n".join([*parts, "Those were the examples.\n", ""])


def _filled(template: str, values: Mapping[str, str]) -> str:
    # One pass, so that a cell that looks like a place of the template stays a cell.
    return _PLACE.sub(lambda found: values[found.group(1)], template)


def _parts(name: str) -> tuple[str, str]:
    _, system, user = re.split(r"^# (?:system|user)\n", _file(name), flags=re.MULTILINE)
    return system.strip(), user.strip()


@cache
def _file(name: str) -> str:
    return (_FOLDER / f"{name}.md").read_text(encoding="utf-8")
