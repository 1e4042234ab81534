"""The page of settings has each of them with its default, and no other."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

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
