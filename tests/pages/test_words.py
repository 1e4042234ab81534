from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.shared.words import amount, chip, duration, plain, sentence, size, table_extent

PAGES = Path(__file__).parents[2] / "pages"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a*b*", r"a\*b\*"),
        ("$x$", r"\$x\$"),
        ("[a](b)", r"\[a\]\(b\)"),
        ("a\nb\tc", "a b c"),
        ("<script>", r"\<script\>"),
        ("price\u202egpj.csv", r"price gpj\.csv"),
    ],
)
def test_a_name_is_shown_as_it_is_written(given: str, shown: str) -> None:
    assert plain(given) == shown


@pytest.mark.parametrize("text", [":smile:", ":material/home:", "a -> b", "a -- b", "x >= y", "<-"])
def test_what_streamlit_replaces_after_reading_markdown_is_broken_up(text: str) -> None:
    assert "\u2060" in plain(text)
    assert plain(text).replace("\u2060", "").replace("\\", "") == text


@pytest.mark.parametrize(
    "text", ["then say --with-votes.", "a--b", "x->y", "at 10:30:45", "2025-01-01T10:30:00+00:00"]
)
def test_what_is_copied_from_the_page_is_what_was_written(text: str) -> None:
    assert plain(text).replace("\\", "") == text


@pytest.mark.parametrize(
    "text",
    [
        "a@b.cc",
        "a.b+c@d-e.co.uk",
        "https://x.y/z?a=b",
        "HTTP://x.y",
        "www.x.y",
        "(www.x.y)",
        "ahttp://x",
    ],
)
def test_addresses_are_parted_and_stay_as_they_are_written(text: str) -> None:
    shown = plain(text)
    assert shown.count(":color[") == 1
    assert re.sub(r":color\[(.)\]", r"\1", shown).replace("\\", "") == text


@pytest.mark.parametrize("text", ["P@k", "a @ b", "awful", "http", "cost@day", "wwf.org"])
def test_what_is_no_address_is_not_parted(text: str) -> None:
    assert ":color[" not in plain(text)


def test_a_command_in_a_message_is_code_and_the_rest_is_plain() -> None:
    assert sentence("Run `bench run *x* --method a_b`: *now*, `") == (
        r"Run `bench run *x* --method a_b`\: \*now\*\, \`"
    )


@given(st.text())
def test_a_chip_is_one_code_span_whatever_the_name(text: str) -> None:
    shown = chip(text)
    fence = shown[: len(shown) - len(shown.lstrip("`"))]
    assert shown.endswith(fence)
    assert fence not in shown[len(fence) : -len(fence)].replace("`" * (len(fence) + 1), "")
    assert "\n" not in shown


def test_numbers_have_units() -> None:
    assert [amount(n, "row") for n in (0, 1, 12345)] == ["0 rows", "1 row", "12,345 rows"]
    assert [size(n) for n in (0, 999, 1_000, 10**6)] == ["0 B", "999 B", "1.0 KB", "1.0 MB"]
    assert size(133_600_000) == "133.6 MB"  # as a list of tables counts it in the browser
    assert [duration(s) for s in (59, 61, 3600)] == ["59 seconds", "2 minutes", "1 hour"]


def test_a_table_inside_a_file_has_no_size_of_its_own() -> None:
    assert table_extent(1, 2, 0) == "1 row, 2 columns"
    assert table_extent(1, 2, 9) == "1 row, 2 columns, 9 B"


def test_menus_show_names_as_they_are_for_they_read_no_markdown() -> None:
    escaped = []
    for file in PAGES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr not in ("selectbox", "multiselect"):
                continue
            shown = [one.value for one in node.keywords if one.arg == "format_func"]
            named = {n.id for one in shown for n in ast.walk(one) if isinstance(n, ast.Name)}
            if named & {"plain", "sentence", "chip"}:
                escaped.append(f"{file.name}:{node.lineno}")
    assert escaped == []
