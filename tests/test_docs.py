from __future__ import annotations

import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from core.evaluation import Metric
from core.features import ENCODERS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BENCHMARKS = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")


BLOCKS = [
    commands
    for page in (README, BENCHMARKS)
    for block in re.findall(r"```bash\n(.*?)```", page, flags=re.DOTALL)
    if (commands := [line for line in block.splitlines() if line.startswith("python")])
]


@pytest.mark.parametrize("commands", BLOCKS, ids=lambda commands: commands[0].split()[3])
def test_every_command_of_a_block_runs(commands: list[str], tmp_path: Path) -> None:
    """Each block begins anew; those on a folder of the reader's own run on one of its name."""
    own = tmp_path / "home" / "data"
    (own / "other").mkdir(parents=True)
    (own / "prices.csv").write_text("item,price\nham,3\neggs,2\n")
    (own / "other" / "prices_2024.csv").write_text("item,price\nham,4\n")
    environment = {
        **os.environ,
        "HOME": str(tmp_path / "home"),
        "SOUNDINGS_WORKSPACE": str(tmp_path / "workspace"),
        "SOUNDINGS_ENCODER": "hash",
    }
    for command in commands:
        words = [word.replace("~", environment["HOME"]) for word in shlex.split(command)]
        words = [
            str(tmp_path / word) if before == "-o" else word
            for before, word in zip(["", *words], words, strict=False)
        ]
        done = subprocess.run(
            [sys.executable, *words[1:]],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stderr}"
    together = tmp_path / "together.csv"
    if any(together.name in command for command in commands):
        assert together.read_text().splitlines()[1:] == [
            "ham,3,prices.csv",
            "eggs,2,prices.csv",
            "ham,4,other/prices_2024.csv",
        ]


def test_who_has_followed_the_readme_may_go_on_with_each_other_page() -> None:
    """A name stands for one folder, whichever page the reader began with."""
    folders: dict[str, set[str]] = {}
    for commands in BLOCKS:
        for command in commands:
            words = shlex.split(command)
            if words[4] == "add":
                folders.setdefault(words[5], set()).add(words[6])
    assert {name for name, named in folders.items() if len(named) > 1} == set()
    assert "demo" in folders


def test_the_readme_has_commands_of_a_lake_a_search_a_union_a_join_and_a_benchmark() -> None:
    named = {tuple(command.split()[3:5]) for commands in BLOCKS for command in commands}
    for words in (("lake", "add"), ("search", "union"), ("search", "text"), ("bench", "score")):
        assert words in named
    assert {"union", "join"} <= {words[0] for words in named}


def test_no_command_of_the_docs_loses_its_quotes_to_the_shell() -> None:
    """Quotes inside a word, as in ``a,"b, c"=d``, are taken away: a pair goes around all of it."""
    lost = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for line in re.findall(r"^(?:\$ )?(python -m .*)$", page.read_text("utf-8"), re.MULTILINE):
            for word in shlex.split(line, posix=False):
                quotes = {word[0], word[-1]} if set(word) & {'"', "'"} else set()
                if quotes and quotes not in ({'"'}, {"'"}):
                    lost.append(f"{page.name}: {line}")
    assert lost == []


def test_every_link_of_the_docs_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("metric", list(Metric))
def test_every_metric_is_explained(metric: Metric) -> None:
    assert metric.value in BENCHMARKS


def test_the_gain_of_ndcg_is_told() -> None:
    assert "linear, as in trec_eval" in BENCHMARKS


@pytest.mark.parametrize(
    ("page", "start"),
    [
        ("settings", "| `SOUNDINGS_ENCODER` |"),
        ("terminal", "- `--encoder E`:"),
        ("benchmarks", "| tables, to unite | the encoders"),
    ],
)
def test_every_encoder_is_named_where_the_docs_list_them(page: str, start: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith(start)]
    named = re.findall(r"`([\w-]+)`", line)
    assert named[-len(ENCODERS) :] == list(ENCODERS)


def test_every_page_is_in_the_docs() -> None:
    told = README + "".join(
        page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")
    )
    titles = re.findall(r'title="([^"]+)"', (ROOT / "app.py").read_text(encoding="utf-8"))
    assert len(titles) > 3
    for title in titles:
        if title != "Soundings":
            assert title in told


PACKAGES = {path.name for path in (ROOT / "core").iterdir() if (path / "__init__.py").exists()}
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PARTS = sorted(
    {
        name
        for name in re.findall(r"`(?:core\.)?([a-z_]+\.[A-Za-z_.]+)`", ARCHITECTURE)
        if name.partition(".")[0] in PACKAGES
    }
)


@pytest.mark.parametrize("name", PARTS)
def test_every_part_that_the_architecture_names_is_there(name: str) -> None:
    assert pkgutil.resolve_name(f"core.{name}")


FILES = sorted(
    path
    for path in set(re.findall(r"`((?:core|pages|tests|benchmarks)/[\w/]+\.\w+)`", ARCHITECTURE))
    if "NAME" not in path
)


RECIPES = ARCHITECTURE.partition("## How to add")[2].split("\n\n")


@pytest.mark.parametrize(
    ("recipe", "name"),
    [
        (recipe, name)
        for recipe in RECIPES
        for name in re.findall(r"`(\w+\.py)`", recipe)
        if "NAME" not in name
    ],
)
def test_a_file_that_a_recipe_names_is_in_a_folder_that_it_names(recipe: str, name: str) -> None:
    named = re.findall(r"`((?:core|pages|tests)/[\w/]*)", recipe)
    folders = [ROOT, *(ROOT / path.rpartition("/")[0] for path in named)]
    assert any((folder / name).exists() for folder in folders), recipe


@pytest.mark.parametrize("path", FILES)
def test_every_file_that_the_architecture_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_every_page_is_in_the_guides() -> None:
    # Not the notes of what changed, nor the plan of the code.
    guides = [one for one in (ROOT / "docs").glob("*.md") if one.stem not in _NO_GUIDES]
    text = "\n".join([README, *(one.read_text(encoding="utf-8") for one in guides)])
    titles = re.findall(r'"pages/\w+\.py",\s+title="([^"]+)"', (ROOT / "app.py").read_text())
    assert len(titles) == len(list((ROOT / "pages").glob("[a-z]*.py")))
    assert [title for title in titles if f"**{title}**" not in text] == []


_NO_GUIDES = ("changelog", "architecture")
