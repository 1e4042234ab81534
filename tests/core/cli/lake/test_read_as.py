"""``lake read-as``: look, say, list and take back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.cli.conftest import Terminal

TEXT = "title\n\ncity;price\nŁódź;1.200\nŻory;3,5\n"


@pytest.fixture
def lake(terminal: Terminal) -> Terminal:
    (terminal.folder / "t" / "2019").mkdir(parents=True)
    for name in ("may.csv", "june.csv"):
        (terminal.folder / "t" / "2019" / name).write_bytes(TEXT.encode("cp1250"))
    assert terminal("lake", "add", "x", "t").code == 0
    return terminal


def test_files_of_a_pattern_are_read_as_said(lake: Terminal) -> None:
    options = ("--header", 3, "--encoding", "windows-1250", "--decimal", "comma")
    looked = lake("lake", "read-as", "x", "2019/*", *options, "--preview", "--json").json
    assert looked["preview"]["rows"] == [["Łódź", "1200"], ["Żory", "3.5"]]
    assert looked["preview"]["first_lines"][2] == {"line": 3, "text": "city;price"}
    assert lake("lake", "read-as", "x", "--json").json["rules"] == []  # looked at, not kept

    done = lake("lake", "read-as", "x", "2019/*", *options)
    assert done.out == (
        "2019/* (2 files): read as header in line 3, Windows-1250, decimal comma. 2 files read.\n"
    )
    profile = lake("lake", "show", "x", "2019/may.csv", "--json").json["column_profiles"]
    assert [(one["label"], one["data_type"]) for one in profile] == [
        ("city", "string"),
        ("price", "float"),
    ]
    (rule,) = lake("lake", "read-as", "x", "--json").json["rules"]
    assert (rule["path"], rule["files"], rule["said_by"]) == ("2019/*", 2, "local")
    assert rule["said"] == {"header": 3, "encoding": "cp1250", "decimal": ","}
    assert (
        "header in line 3, Windows-1250, decimal comma      2" in lake("lake", "read-as", "x").out
    )


def test_a_file_begins_with_what_its_pattern_says(lake: Terminal) -> None:
    lake("lake", "read-as", "x", "2019/*", "--header", 3, "--encoding", "cp1250")
    done = lake("lake", "read-as", "x", "2019/may.csv", "--header", "none", "--json").json
    assert done["said"] == {"header": 0, "encoding": "cp1250"}
    assert done["files_read"] == 1
    shown = lake("lake", "read-as", "x", "2019/june.csv")
    assert shown.out.startswith("2019/june.csv: header in line 3, Windows-1250 (said of 2019/*)\n")
    back = lake("lake", "read-as", "x", "2019/may.csv", "--forget")
    assert back.out == (
        "2019/may.csv: read as header in line 3, Windows-1250 (said of 2019/*). 1 file read.\n"
    )


def test_what_was_said_is_forgotten_before_something_new_is(lake: Terminal) -> None:
    lake("lake", "read-as", "x", "2019/may.csv", "--encoding", "cp1250")
    done = lake("lake", "read-as", "x", "2019/may.csv", "--forget", "--header", 3, "--json").json
    assert done["said"] == {"header": 3}


def test_what_cannot_be_meant_is_one_sentence(lake: Terminal) -> None:
    for words, sentence in (
        (("2019/may.csv", "--header", 40), "2019/may.csv: The header was said to be in line 40"),
        (("2019/may.csv", "--encoding", "utf-8"), "said to be UTF-8, and 4 of its 38"),
        (("2019/mai.csv", "--header", 1), "Close to it: 2019/may.csv"),
        (("2020/*", "--header", 1), "which matches none"),
        (("--header", 1), "Got no PATH"),
    ):
        ended = lake("lake", "read-as", "x", *words)
        assert ended.code == 2
        assert sentence in ended.sentence
    assert lake("lake", "read-as", "x").out.startswith("Nothing is said of how files of x are read")


def test_the_folder_of_the_lake_is_left_alone(lake: Terminal) -> None:
    folder = Path(lake.folder, "t")
    before = sorted(folder.rglob("*"))
    lake("lake", "read-as", "x", "2019/may.csv", "--header", 3)
    assert sorted(folder.rglob("*")) == before


def test_a_first_row_of_values_is_read_as_one_as_its_remark_says(terminal: Terminal) -> None:
    terminal.write({"t/people.csv": "Ann,Rome,34\nBob,Oslo,45\nCem,Bern,29\n"})
    terminal("lake", "add", "x", "t")
    said = terminal("lake", "show", "x").out
    assert "If the table has no header, say so: by Change on its page, or" in said
    assert "with lake read-as and --header none." in said
    assert terminal("lake", "read-as", "x", "people.csv", "--header", "none").code == 0
    assert terminal("lake", "show", "x", "--json").json["rows"] == 3
    assert "looks like values" not in terminal("lake", "show", "x").out
