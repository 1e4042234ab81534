from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from core.evaluation import Metric

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _commands() -> list[str]:
    blocks = re.findall(r"```bash\n(.*?)```", README, flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("python")]


def test_every_command_of_the_readme_runs(tmp_path: Path) -> None:
    """Those on a folder of the reader's own run on the sample under the same names."""
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
    commands = _commands()
    assert len(commands) >= 10
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
    assert (tmp_path / "together.csv").read_text().splitlines()[1:] == [
        "ham,3,prices.csv",
        "eggs,2,prices.csv",
        "ham,4,other/prices_2024.csv",
    ]


def test_every_link_of_the_docs_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("metric", list(Metric))
def test_every_metric_is_explained(metric: Metric) -> None:
    assert metric.value in (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")


def test_every_page_is_in_the_docs() -> None:
    told = README + "".join(
        page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")
    )
    titles = re.findall(r'title="([^"]+)"', (ROOT / "app.py").read_text(encoding="utf-8"))
    assert len(titles) > 3
    for title in titles:
        if title != "Soundings":
            assert title in told
