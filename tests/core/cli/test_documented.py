"""The page about the terminal has every command with its options and an example."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from core.cli.root import commands

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "terminal.md").read_text(encoding="utf-8")


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if not isinstance(command, click.Group):
        yield path
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from leaves(found, (*path, name))


def found(path: tuple[str, ...]) -> click.Command:
    command: click.Command | None = commands
    for name in path:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), name)
    assert command is not None
    return command


def section_of(path: tuple[str, ...]) -> str:
    """The part of the page whose table has a command."""
    row = f"| `{' '.join(path)}"
    sections = [s for s in re.split(r"^## ", PAGE, flags=re.MULTILINE) if row in s]
    assert len(sections) == 1, f"{row} must stand in one section"
    return sections[0]


LEAVES = sorted(leaves(commands))


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_the_page_has_every_command_with_all_its_options(path: tuple[str, ...]) -> None:
    section = section_of(path)
    for parameter in found(path).params:
        names = parameter.opts if isinstance(parameter, click.Option) else []
        if "--json" not in names and names:
            assert any(re.search(rf"(?<![\w-]){name}\b", section) for name in names), names


def examples() -> list[list[str]]:
    lines = re.findall(r"^\$ python -m core (.+)$", PAGE, re.MULTILINE)
    return [shlex.split(line) for line in lines]


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_the_page_has_an_example_of_every_command(path: tuple[str, ...]) -> None:
    assert any(tuple(words[: len(path)]) == path for words in examples())


@pytest.mark.parametrize("words", examples(), ids=" ".join)
def test_every_example_can_be_understood(words: list[str]) -> None:
    if words[0] == "--workspace":
        words = words[2:]
    (path,) = [path for path in LEAVES if tuple(words[: len(path)]) == path]

    # As below the root: click keeps a command's help option as the first context gave it.
    settings = commands.context_settings
    found(path).make_context(path[-1], words[len(path) :], **settings)  # raises what is wrong


def test_the_general_options_are_on_the_page() -> None:
    for parameter in commands.params:
        assert any(f"`{name}" in PAGE for name in parameter.opts), parameter.opts
    for name in ("-h", "--help", "--json", "SOUNDINGS_WORKSPACE"):
        assert f"`{name}`" in PAGE
