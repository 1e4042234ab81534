"""Every command, with and without --json."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import polars as pl
import pytest

from tests.core.cli.conftest import Terminal

CITIES = "city,people\nOslo,700000\nRome,2800000\n"
PLACES = "place,people,country\nLima,10000000,Peru\nRome,2800000,Italy\n"
PAINTS = "paint\nred\nblue\n"

LAKE_KEYS = [
    "lake",
    "root",
    "tables",
    "columns",
    "rows",
    "bytes",
    "refused",
    "refreshed_at",
    "fingerprint",
]
FILE_KEYS = ["files_read", "files_unchanged", "files_removed", "files_kept"]
REFRESH_KEYS = [*LAKE_KEYS, *FILE_KEYS, "seconds"]
TABLE_KEYS = ["table", "rows", "columns", "bytes", "content_hash", "missing_share", "types"]


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """A workspace with the lake "city tables", for commands that change nothing."""
    folder = tmp_path_factory.mktemp("cli")
    terminal = Terminal(folder, folder / "work space")
    terminal.write(
        {
            "my tables/cities.csv": CITIES,
            "my tables/sub folder/pläces.csv": PLACES,
            "my tables/paints.csv": PAINTS,
            "my tables/notes.docx": "no table",
        }
    )
    assert terminal("lake", "add", "city tables", "my tables").code == 0
    return terminal


def test_a_lake_is_added_refreshed_and_removed(terminal: Terminal) -> None:
    terminal.write({"t/cities.csv": CITIES, "t/bad.csv": ""})

    added = terminal("lake", "add", "x", "t", "--json").json
    assert list(added) == REFRESH_KEYS
    assert (added["lake"], added["root"]) == ("x", str(terminal.folder / "t"))
    assert (added["tables"], added["columns"], added["rows"], added["refused"]) == (1, 2, 2, 1)
    assert [added[key] for key in FILE_KEYS] == [1, 0, 0, 0]

    terminal.write({"t/paints.csv": PAINTS})
    (terminal.folder / "t" / "bad.csv").unlink()
    again = terminal("lake", "refresh", "x", "--json").json
    assert list(again) == REFRESH_KEYS
    assert [again[key] for key in FILE_KEYS] == [1, 1, 1, 0]
    assert again["fingerprint"] != added["fingerprint"]

    told = terminal("lake", "refresh", "x")
    assert told.out.startswith(
        "x: 2 tables, 3 columns, 4 rows. 0 files read, 2 unchanged, 0 gone, in "
    )
    assert terminal("lake", "add", "x", "t").code == 0  # the same folder: refreshed
    assert "'x' is " in terminal("lake", "add", "x", ".").sentence  # another: refused

    assert terminal("lake", "remove", "x", "--json").json == {"removed": "x"}
    assert terminal("lake", "list", "--json").json == {"lakes": []}
    assert (terminal.folder / "t" / "cities.csv").exists()
    terminal("lake", "add", "y", "t")
    assert terminal("lake", "remove", "y").out == (
        f"y is forgotten; {terminal.folder / 't'} is as it was.\n"
    )


def test_lakes_are_listed(city: Terminal) -> None:
    (found,) = city("lake", "list", "--json").json["lakes"]
    header, line = city("lake", "list").out.splitlines()

    assert list(found) == LAKE_KEYS
    assert header.split() == [
        "lake",
        "tables",
        "columns",
        "rows",
        "not",
        "read",
        "refreshed",
        "folder",
    ]
    assert line.startswith("city tables       3        6     6         1  ")
    assert line.endswith(str(city.folder / "my tables"))


def test_a_lake_is_shown_with_what_was_done_to_read_a_file(terminal: Terminal) -> None:
    terminal.write({"tables/a.csv": "x,y\n1\n1,2,3\n", "tables/b.csv": "x,y\n1,2\n"})
    assert terminal("lake", "add", "odd", "tables").code == 0
    remarks = [
        "Rows shorter than the header, filled with empty cells: 1.",
        "Rows longer than the header, and cut: 1.",
    ]
    shown = terminal("lake", "show", "odd", "--json").json
    assert shown["read_with_remarks"] == [{"path": "a.csv", "remarks": remarks}]
    assert (
        f"1 file is read with a remark:\n  a.csv: {' '.join(remarks)}"
        in terminal("lake", "show", "odd").out
    )


def test_a_lake_is_shown_with_the_files_that_are_not_read(city: Terminal) -> None:
    shown = city("lake", "show", "city tables", "--json").json

    assert list(shown) == [*LAKE_KEYS, "table_list", "not_read", "read_with_remarks"]
    names = [table["table"] for table in shown["table_list"]]
    assert names == ["cities.csv", "paints.csv", "sub folder/pläces.csv"]
    assert all(list(table) == TABLE_KEYS for table in shown["table_list"])
    assert shown["table_list"][0]["types"] == {"string": 1, "integer": 1}
    (refused,) = shown["not_read"]
    assert list(refused) == ["path", "reason", "hint"]
    assert refused["path"] == "notes.docx"
    told = city("lake", "show", "city tables").out
    assert "sub folder/pläces.csv     2        3    0.000" in told
    assert "1 file is not read:\n  notes.docx: Files ending in .docx are not read" in told


def test_a_table_is_shown_with_its_columns(city: Terminal) -> None:
    shown = city("lake", "show", "city tables", "sub folder/pläces.csv", "--json").json

    assert list(shown) == ["lake", *TABLE_KEYS, "copies", "column_profiles"]
    assert [column["label"] for column in shown["column_profiles"]] == [
        "place",
        "people",
        "country",
    ]
    assert shown["column_profiles"][1]["maximum"] == 10_000_000
    told = city("lake", "show", "city tables", "sub folder/pläces.csv").out.splitlines()
    assert told[0] == "sub folder/pläces.csv: 2 rows, 3 columns"
    assert told[2].split() == ["column", "type", "missing", "distinct", "most", "frequent"]
    assert told[3].split() == ["place", "string", "0", "2", "Lima", "|", "Rome"]


def test_values_with_commas_are_shown_apart(terminal: Terminal) -> None:
    terminal.write({"tables/a.csv": "degrees\tn\n22,0\t1\n23,5\t2\n"})
    assert terminal("lake", "add", "x", "tables").code == 0
    assert "22,0 | 23,5" in terminal("lake", "show", "x", "a.csv").out


def test_unions_are_searched_with_exactly_the_documented_keys(city: Terminal) -> None:
    answer = city("search", "union", "city tables", "cities.csv", "-k", "2", "--json").json

    assert list(answer) == ["lake", "query", "encoder", "rank_by", "seconds", "results"]
    assert (answer["lake"], answer["query"]) == ("city tables", "cities.csv")
    assert (answer["encoder"], answer["rank_by"]) == ("hash", "columns")
    assert isinstance(answer["seconds"], float)
    assert [list(hit) for hit in answer["results"]] == [["rank", "table", "score", "alignment"]] * 2
    first = answer["results"][0]
    assert (first["rank"], first["table"]) == (1, "sub folder/pläces.csv")
    assert {(match["query_column"], match["column"]) for match in first["alignment"]} == {
        ("city", "place"),
        ("people", "people"),
    }
    assert all(list(match) == ["query_column", "column", "score"] for match in first["alignment"])


def test_every_option_of_a_search_is_used(city: Terminal) -> None:
    answer = city(
        "search",
        "union",
        "city tables",
        "cities.csv",
        "-k",
        "1",
        "--encoder",
        "count",
        "--rank",
        "table",
        "--columns",
        "people",
        "--json",
    ).json

    assert (answer["encoder"], answer["rank_by"]) == ("count", "table")
    (hit,) = answer["results"]
    assert [match["query_column"] for match in hit["alignment"]] == ["people"]


def test_a_search_is_printed_as_a_table(city: Terminal) -> None:
    told = city("search", "union", "city tables", "cities.csv").out.splitlines()

    assert told[0].split() == ["rank", "score", "table", "columns", "aligned"]
    assert told[1].split()[0] == "1"
    assert "sub folder/pläces.csv  city=place, people" in told[1]
    assert told[-1].startswith("hash, ranked by columns, 2 tables compared in ")


def test_a_search_with_the_sentence_encoder_prints_its_document_and_nothing_else(
    city: Terminal,
) -> None:
    answer = city(
        "search", "union", "city tables", "cities.csv", "--encoder", "sbert-vc", "--json"
    ).json

    assert answer["encoder"] == "sbert-vc"
    assert answer["results"][0]["table"] == "sub folder/pläces.csv"


def test_a_union_is_written_as_csv_with_its_report(city: Terminal) -> None:
    output = city.folder / "out put.csv"

    made = city(
        "union", "city tables", "cities.csv", "sub folder/pläces.csv", "-o", output, "--json"
    ).json

    keys = ["lake", "query", "output", "rows", "columns", "query_rows", "parts", "odd_rows"]
    assert list(made) == keys
    assert (made["rows"], made["query_rows"], made["output"]) == (4, 2, str(output))
    assert made["columns"] == ["city", "people", "country", "source table"]
    (part,) = made["parts"]
    assert list(part) == ["table", "rows", "new_rows", "new_columns", "alignment", "conflicts"]
    assert (part["rows"], part["new_rows"], part["new_columns"]) == (2, 1, ["country"])
    assert list(csv.reader(output.read_text().splitlines())) == [
        ["city", "people", "country", "source table"],
        ["Oslo", "700000", "", "cities.csv"],
        ["Rome", "2800000", "", "cities.csv"],
        ["Lima", "10000000", "Peru", "sub folder/pläces.csv"],
        ["Rome", "2800000", "Italy", "sub folder/pläces.csv"],
    ]


def test_a_union_is_aligned_as_it_was_corrected_on_the_page(city: Terminal) -> None:
    table, output = "sub folder/pläces.csv", city.folder / "corrected.csv"
    line = f'["{table}",["city","country"]]'
    told = city("union", "city tables", "cities.csv", table, "--aligned", line, "-o", output)
    assert told.code == 0
    assert [row[0] for row in csv.reader(output.read_text().splitlines())] == [
        *("city", "Oslo", "Rome", "Peru", "Italy"),
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("city=country", "An alignment is a table and pairs of columns, each of them once: "),
        ('["other.csv",["city","country"]]',
         "--aligned is of a table that is appended. Got other.csv; name it as one."),
        ('["sub folder/pläces.csv",["city","size"]]', "size"),
        ('["sub folder/pläces.csv",["mayor","country"]]', "mayor"),
    ],
)  # fmt: skip
def test_what_is_no_alignment_of_the_union_is_one_sentence(
    city: Terminal, line: str, told: str
) -> None:
    table, output = "sub folder/pläces.csv", city.folder / "never.csv"
    done = city("union", "city tables", "cities.csv", table, "--aligned", line, "-o", output)
    assert done.code == 2
    assert told in done.err
    assert not output.exists()


def test_a_union_says_in_which_columns_its_rows_are_new(city: Terminal) -> None:
    table = "sub folder/pläces.csv"
    told = city("union", "city tables", "cities.csv", table, table, "-o", city.folder / "two.csv")

    assert "2 rows, 1 of them new in the 2 columns that are aligned; columns added: 1" in told.out
    assert "2 rows, 0 of them new in the 2 columns that are aligned" in told.out


def test_a_union_says_of_no_rows_that_none_is_new(terminal: Terminal) -> None:
    terminal.write({"t/a.csv": "city\nOslo\n", "t/b.csv": "town\n", "t/c.csv": "city\n"})
    assert terminal("lake", "add", "lake", "t").code == 0
    told = terminal("union", "lake", "a.csv", "b.csv", "c.csv", "-o", "out.csv")

    assert "b.csv: 0 rows, none of them new; columns added: 1" in told.out
    assert "c.csv: 0 rows, none of them new; columns added: 0" in told.out


def test_a_union_of_chosen_columns_is_written_as_parquet(city: Terminal) -> None:
    output = city.folder / "out.parquet"

    told = city(
        "union",
        "city tables",
        "cities.csv",
        "sub folder/pläces.csv",
        "paints.csv",
        "--columns",
        "city",
        "-o",
        output,
    )

    assert told.out.splitlines()[0] == f"{output}: 6 rows, 6 columns"
    frame = pl.read_parquet(output)
    of_table = "people (sub folder/pläces.csv)"
    assert frame.columns == ["city", "people", of_table, "country", "paint", "source table"]
    assert frame.height == 6
    assert frame["people"].null_count() == 4  # the query's own stand there


def test_a_query_can_be_any_file_and_a_column_may_hold_a_comma(city: Terminal) -> None:
    city.write({"else/q.csv": '"town, city",x\nRome,1\n'})

    answer = city(
        "search", "union", "city tables", "else/q.csv", "--columns", '"town, city"', "--json"
    ).json

    assert answer["query"] == "q.csv"
    matched = answer["results"][0]["alignment"]
    assert [match["query_column"] for match in matched] == ["town, city"]


def test_what_files_hold_cannot_drive_the_terminal(terminal: Terminal) -> None:
    terminal.write(
        {
            "t/\x1b]0;title\x07.jsonl": '{"a\\u001b[31m": "\\u001b[2Jx", "b\\u202e": "y"}\n',
            "t/東京.csv": "a\n京都\n",
        }
    )
    terminal("lake", "add", "x", "t")

    for arguments in (
        ("lake", "show", "x"),
        ("lake", "show", "x", "\x1b]0;title\x07.jsonl"),
        ("search", "union", "x", "\x1b]0;title\x07.jsonl"),
        ("lake", "show", "x", "\x1b]0;title\x07.json"),
    ):
        told = terminal(*arguments)
        for control in "\x1b\x07\u202e":
            assert control not in told.out + told.err
    header, _, second = terminal("lake", "show", "x").out.splitlines()
    assert second.startswith("東京.csv" + " " * (header.index("  rows") + 6 - len("東京.csv") - 3))


def test_a_line_end_in_a_name_is_shown_as_one(terminal: Terminal) -> None:
    terminal.write({"t/new\nline.csv": "a\n1\n", "t/copy.csv": "a\n1\n", "t/new\npaper.xyz": ""})
    terminal("lake", "add", "x", "t")
    told = terminal("lake", "show", "x").out
    assert r"new\nline.csv" in told
    assert r"  new\npaper.xyz: Files ending" in told
    assert terminal("lake", "show", "x", "new\nline.csv").out.startswith(r"new\nline.csv: 1 row")
    assert terminal("lake", "show", "x", "copy.csv").out.endswith("  new\\nline.csv\n")
    assert r"new\nline.csv" in terminal("search", "union", "x", "copy.csv").out
    close = terminal("lake", "show", "x", "new line.csv").sentence
    assert close.endswith(r"Close to it: 'new\nline.csv'.")


def test_json_is_utf_8_whatever_the_locale(city: Terminal) -> None:
    shown = city.process("lake", "show", "city tables", "--json", PYTHONIOENCODING="cp1251")

    assert shown.json["table_list"][2]["table"] == "sub folder/pläces.csv"
    told = city.process("lake", "show", "city tables", PYTHONIOENCODING="cp1251")  # has no ä
    assert "sub folder/pl\\xe4ces.csv" in told.out


def test_a_path_that_is_no_utf_8_is_still_json(city: Terminal) -> None:
    output = Path(os.fsdecode(bytes(city.folder) + b"/\xff.csv"))

    made = city("union", "city tables", "cities.csv", "paints.csv", "-o", output, "--json").json

    assert made["output"] == str(output)
    assert output.exists()


def test_help_and_version_are_printed(terminal: Terminal) -> None:
    for arguments in (("--help",), ("search", "union", "-h")):
        assert terminal(*arguments).out.startswith("Usage: python -m core")
    assert terminal("--version").out.startswith("soundings, version ")
