from __future__ import annotations

from unicodedata import normalize
from urllib.parse import quote

import pytest

from core.benchmarks.formats import TableNames
from core.benchmarks.formats.errors import AmbiguousNameError
from core.benchmarks.formats.names import stem
from core.lake.formats import SUPPORTED


@pytest.mark.parametrize(
    "name", ["datalake/a b.csv", "a b.csv", "datalake/a b", "a b", " a b ", "./datalake/a b.csv"]
)
def test_a_table_is_found_with_and_without_folder_and_extension(name):
    assert TableNames(["datalake/a b.csv"], ["datalake"]).find(name) == "datalake/a b.csv"


def test_dots_in_names_are_not_extensions():
    names = TableNames(["lake/a.v1.csv", "lake/a.v2.csv", "lake/2-18.html.csv"], ["lake"])
    assert names.find("a.v1") == "lake/a.v1.csv"
    assert names.find("a") is None
    assert names.find("2-18.html.csv") == "lake/2-18.html.csv"


def test_a_full_name_is_not_taken_for_another_files_stem():
    names = TableNames(["lake/a.csv", "lake/a.csv.csv"], ["lake"])
    assert names.find("a.csv") == "lake/a.csv"
    assert names.find("a") == "lake/a.csv"


@pytest.mark.parametrize("suffix", [one for many in SUPPORTED.values() for one in many])
def test_a_table_is_found_without_any_extension_that_lakes_read(suffix):
    assert TableNames([f"lake/a.v2{suffix}"], ["lake"]).find("a.v2") == f"lake/a.v2{suffix}"
    assert stem(f"a.v2{suffix.upper()}.zst") == "a.v2"


def test_a_packed_table_is_found_by_its_stem():
    assert TableNames(["lake/a.csv.gz"], ["lake"]).find("a") == "lake/a.csv.gz"


def test_a_packed_table_is_found_without_what_packed_it():
    names = TableNames(["lake/a.csv.gz", "lake/a.tsv.gz", "lake/b.csv.gz", "lake/b.csv"], ["lake"])
    assert [names.find(name) for name in ("a.csv", "lake/a.tsv", "b.csv")] == [
        "lake/a.csv.gz",
        "lake/a.tsv.gz",
        "lake/b.csv",
    ]


def test_an_ambiguous_stem_names_both_files():
    names = TableNames(["lake/a.csv", "lake/a.json"], ["lake"])
    assert names.find("a.json") == "lake/a.json"
    with pytest.raises(
        AmbiguousNameError, match=r"t\.csv, line 7: .*'lake/a.csv' and 'lake/a.json'"
    ):
        names.find("a", "t.csv", 7)


def test_one_name_in_two_folders_is_two_tables():
    names = TableNames(["lake/x/a.csv", "lake/y/a.csv"], ["lake"])
    assert names.find("x/a.csv") == "lake/x/a.csv"
    with pytest.raises(AmbiguousNameError, match="write the path"):
        names.find("a.csv")


def test_no_path_leads_outside():
    assert TableNames(["lake/a.csv"], ["lake"]).find("../lake/a.csv") is None


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_may_be_written_in_either_way(form: str) -> None:
    other = {"NFC": "NFD", "NFD": "NFC"}[form]
    names = TableNames([f"lake/{normalize(form, 'Größe.csv')}"], ["lake"])
    for wanted in ("Größe.csv", "Größe", "lake/Größe.csv"):
        assert names.find(normalize(other, wanted)) == f"lake/{normalize(form, 'Größe.csv')}"
    assert names.near(normalize(other, "GRÖßE.csv")) is not None


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_of_an_id_that_its_file_quotes_may_be_written_in_either_way(form: str) -> None:
    other = {"NFC": "NFD", "NFD": "NFC"}[form]
    table = f"tables/{quote(normalize(form, 'Größe (a/b)'), safe=' ()')}.csv"
    assert TableNames([table], ["tables"]).find(normalize(other, "Größe (a/b)")) == table


def test_files_that_differ_in_how_accents_are_written_are_two() -> None:
    both = [f"lake/{normalize(form, 'é.csv')}" for form in ("NFC", "NFD")]
    names = TableNames(both, ["lake"])
    assert [names.find(normalize(form, "é.csv")) for form in ("NFC", "NFD")] == both


def test_blanks_may_be_written_as_trec_files_have_them() -> None:
    names = TableNames(["lake/World Geography 5%.csv", "lake/open%20data.csv"], ["lake"])
    assert names.find("World%20Geography%205%25.csv") == "lake/World Geography 5%.csv"
    assert names.find("open data.csv") == names.find("open%20data.csv") == "lake/open%20data.csv"


def test_many_files_of_one_name_take_no_longer_than_others() -> None:
    tables = [f"lake/{number:05}/data.csv" for number in range(30_000)]
    names = TableNames(tables, ["lake"])
    assert names.find("00007/data.csv") == tables[7]
    with pytest.raises(AmbiguousNameError):
        names.find("data.csv")
