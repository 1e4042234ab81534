"""The page of settings has each of them with its default, and no other."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from core.configuration.choosing import CHOOSABLE
from core.configuration.meanings import MEANINGS
from core.settings import Settings

PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "docs" / "settings.md").read_text(encoding="utf-8")


def shown(default: object) -> str:
    return str(default).lower() if isinstance(default, bool) else str(default)


def test_the_table_has_every_setting_with_its_default_in_order() -> None:
    rows = re.findall(r"^\| `(SOUNDINGS_\w+)` \| (?:`([^`]*)`)? \| (.+) \|$", PAGE, re.MULTILINE)

    assert [(name, default) for name, default, _ in rows] == [
        (f"SOUNDINGS_{field.name.upper()}", shown(field.default)) for field in fields(Settings)
    ]
    assert all(len(said) > 20 for _, _, said in rows)


def test_the_screen_says_of_every_setting_what_the_table_says() -> None:
    said = re.findall(r"^\| `SOUNDINGS_(\w+)` \| .*? \| (.+) \|$", PAGE, re.MULTILINE)

    assert {name.lower(): what for name, what in said} == dict(MEANINGS)


def test_what_a_workspace_may_choose_stands_in_a_table_with_its_rule() -> None:
    rows = re.findall(r"^\| `([a-z]\w+)` \| (.+) \|$", PAGE, re.MULTILINE)

    assert rows == [(name, choice.rule) for name, choice in CHOOSABLE.items()]


def test_no_code_or_page_names_a_setting_that_is_not_there() -> None:
    known = {f"SOUNDINGS_{field.name.upper()}" for field in fields(Settings)}
    for folder in ("core", "pages", "docs"):
        for path in (PROJECT / folder).rglob("*"):
            if path.suffix in (".py", ".md"):
                named = set(re.findall(r"\bSOUNDINGS_[A-Z]\w+", path.read_text(encoding="utf-8")))
                assert named <= known, path


def test_only_the_settings_read_the_environment() -> None:
    for path in (PROJECT / "core").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.name != "settings.py":
            assert "getenv" not in text, path
            assert not re.search(r"environ(\.get\(|\[)\"SOUNDINGS", text), path
