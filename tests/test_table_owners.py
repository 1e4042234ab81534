"""The tables of the workspace's database: each is one package's, which others ask."""

from __future__ import annotations

import ast
import re
from pathlib import Path

CORE = Path(__file__).parent.parent / "core"

OWNERS = {
    "store": {"chosen_settings", "counters"},
    "lake": {"lakes", "tables", "columns", "files", "read_rules"},
    "llm": {"judge_endpoints", "model_answers"},
    "jobs": {"jobs"},
    "search": {"searches"},
    "labels": {
        *("cases", "queues", "queue_cases", "queue_cursors", "set_aside", "leases", "showings"),
        *("voters", "votes", "superseded_votes", "current_votes"),
        *("releases", "release_queries", "labels", "settled_labels"),
    },
    "judges": {
        *("judge_answers", "judge_asked", "judge_asked_before", "judge_failures", "judge_prices"),
        *("judge_runs", "judge_run_cases", "judge_unread", "judge_votes", "judge_under_way"),
    },
    "benchmarks": {
        *("benchmarks", "benchmark_queries", "unasked_queries", "missing_labels"),
        *("ignored_pairs", "captions"),
        *("runs", "failed_queries", "headlines"),
    },
}
ALSO = {
    # A lake that is a benchmark's is not removed or moved alone, and has its titles.
    "lake": {"benchmarks", "captions"},
    # Names and figures of all tables of a lake, counted where they are stored.
    "search": {"lakes", "tables", "columns"},
    # The same of a benchmark's tables; its lake moves with it; its truth is a release.
    "benchmarks": {"lakes", "tables", "columns", "files", "releases", "release_queries", "labels"},
    # An answer is told with the pair that was asked about.
    "judges": {"cases"},
}
"""What a package reads besides, in one statement with its own or by itself, and why."""

_NAMED = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)\b")
_MADE = re.compile(r"\bCREATE (?:TEMP )?(?:TABLE|VIEW) ([a-z_]+)\b")
_GONE = re.compile(r"\b(?:DROP TABLE|ALTER TABLE) ([a-z_]+)(?:;| RENAME TO)")


def _texts(file: Path) -> list[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    constants = (one for one in ast.walk(tree) if isinstance(one, ast.Constant))
    return [one.value for one in constants if isinstance(one.value, str)]


def _known() -> set[str]:
    return set().union(*OWNERS.values())


def test_every_table_has_one_owner() -> None:
    files = (CORE / "store" / "migrations").glob("*.py")
    texts = [text for file in files for text in _texts(file)]
    made = {name for text in texts for name in _MADE.findall(text)}
    gone = {name for text in texts for name in _GONE.findall(text)}
    assert sum(map(len, OWNERS.values())) == len(_known())
    assert made - gone <= _known() <= made


def test_a_package_names_no_table_but_its_own() -> None:
    # `doctor` looks at everything, and migrations make it.
    found: dict[str, set[str]] = {}
    for file in CORE.rglob("*.py"):
        package, *_ = file.relative_to(CORE).parts
        if package == "doctor" or "migrations" in file.parts:
            continue
        for text in _texts(file):
            found.setdefault(package, set()).update(_known().intersection(_NAMED.findall(text)))
    for package, named in found.items():
        own = OWNERS.get(package, set())
        assert named - own <= ALSO.get(package, set()), package
    unread = {package: also - found.get(package, set()) for package, also in ALSO.items()}
    assert not any(unread.values()), unread
