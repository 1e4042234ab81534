"""Figures as published, of a benchmark that is as small as those of tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmarks.auditing import published


def reshape_ugen(monkeypatch: pytest.MonkeyPatch, folder: Path, queries: int, tables: int) -> None:
    """Let the published figures of UGEN V1 be of so many queries and tables."""
    shape = "queries = 50\ntables = [1000, 1050]"
    text = published._FILE.read_text("utf-8")
    assert shape in text
    file = folder / "published.toml"
    file.write_text(text.replace(shape, f"queries = {queries}\ntables = [{tables}]", 1), "utf-8")
    monkeypatch.setattr(published, "_FILE", file)
