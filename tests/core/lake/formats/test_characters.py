"""Characters of delimited text: its encoding, and those that are not of it or left out."""

from pathlib import Path

import pytest

from core.lake.formats import delimited
from core.lake.formats.base import Limits
from core.lake.formats.read_as import ReadAs
from tests.core.lake.formats.delimited_text import consume, streamed, whole


def test_nul_characters_are_taken_out_and_counted() -> None:
    _, rows, reading = whole(b"name,n\n" + b"x\0y,1\n" + b"plain text,2\n" * 10)
    assert rows[0] == ("xy", "1")
    assert reading.notes == ["1 nul characters were taken out."]


def test_bytes_outside_the_encoding_are_replaced_and_counted() -> None:
    data = "日本,1\n".encode("utf-16-le")
    _, rows, reading = whole(b"\xff\xfe" + "a,b\n".encode("utf-16-le") + data + b"\x00\xd8,\x00")
    assert rows[0] == ("日本", "1")
    assert reading.notes == ["1 character is not utf-16 and was replaced."]


def test_one_cut_character_leaves_all_others_as_they_are() -> None:
    towns = "".join(f"{town},1\n" for town in ("München", "Köln", "Zürich", "U\ufffdm") * 5)
    _, rows, reading = whole(("town,n\n" + towns).encode() + "Gö".encode()[:2] + b",1\n")
    assert [row[0] for row in rows[-5:]] == ["München", "Köln", "Zürich", "U\ufffdm", "G\ufffd"]
    assert reading.notes == ["1 character is not utf-8 and was replaced."]


def test_a_stream_in_windows_1252_survives_bytes_that_it_has_not(streaming: Path) -> None:
    body = b"caf\xe9 au lait,1\n" * 100
    _, rows, reading = streamed(streaming, b"name,n\n" + body + b"x\x81,2\n" + body)
    assert len(rows) == 201
    assert rows[0] == ("café au lait", "1")
    assert rows[100] == ("x\ufffd", "2")
    assert "cp1252 is a guess" in reading.notes[0]
    assert "1 characters are not valid cp1252" in reading.notes[1]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_only_an_encoding_that_nothing_proves_is_said_to_be_a_guess(encoding: str) -> None:
    assert whole("naïve,café\n1,2\n".encode(encoding))[2].notes == []
    (note,) = whole("naïve,café\n1,2\n".encode("cp1252"))[2].notes
    assert note.startswith("Nothing in the file tells its encoding; cp1252 is a guess.")


TOWNS = {
    "cp1252": ("München", "Köln", "Zürich", "Düsseldorf"),
    "cp1250": ("Łódź", "Żory", "Świdnica", "Kraków"),
    "cp1251": ("Москва", "Тверь", "Псков", "Рязань"),
    "utf-8": ("München", "Łódź", "Москва", "東京"),
}


@pytest.mark.parametrize("encoding", TOWNS)
@pytest.mark.parametrize("row", ["fill,1\n", "fill\n"], ids=["rectangular", "ragged"])
def test_a_stream_whose_first_letters_stand_behind_its_start_is_read_by_these(
    streaming: Path, encoding: str, row: str
) -> None:
    towns = TOWNS[encoding] * 50
    text = "town,n\n" + row * 100 + "".join(f"{town},2\n" for town in towns) + "end,3\n" * 50
    _, rows, reading = streamed(streaming, text.encode(encoding))
    assert len(rows) == 350
    assert rows[100:300] == [(town, "2") for town in towns]
    assert reading.encoding == encoding
    assert [encoding in note for note in reading.notes] == [True] * (encoding != "utf-8")


def test_a_stream_whose_encoding_was_said_is_read_by_that(streaming: Path) -> None:
    streaming.write_bytes(b"town,n\n" + b"fill,1\n" * 100 + "Köln,2\n".encode("cp1252") * 9)
    (opened,) = delimited.read(streaming, Limits(), ReadAs(encoding="utf-8"))
    _, rows, reading = consume(opened)
    assert (reading.encoding, rows[-1]) == ("utf-8", ("K\ufffdln", "2"))


def test_a_stream_notes_what_it_replaced_when_its_utf_8_breaks(streaming: Path) -> None:
    body = "é,1\n".encode() * 100
    _, rows, reading = streamed(streaming, b"a,b\n" + body + b"\xff,2\n" + body)
    assert (len(rows), rows[100]) == (201, ("\ufffd", "2"))
    assert len(reading.notes) == 1


def test_a_stream_takes_out_nul_characters(streaming: Path) -> None:
    body = b"some text,2\n" * 100
    _, rows, reading = streamed(streaming, b"name,n\nx\0y,1\n" + body)
    assert (rows[0], len(rows)) == (("xy", "1"), 101)
    assert reading.notes == ["1 nul characters were taken out."]


def test_a_stream_takes_out_nul_characters_behind_its_start(streaming: Path) -> None:
    body = b"some text,2\n" * 100
    _, rows, reading = streamed(streaming, b"name,n\n" + body + b"x\0y,1\n\0z,3\0\n" + body)
    assert (rows[100:102], len(rows)) == ([("xy", "1"), ("z", "3")], 202)
    assert reading.notes == ["3 nul characters were taken out."]


@pytest.mark.parametrize("behind", range(-2, 2))
def test_a_first_letter_that_the_end_of_the_start_cuts_leaves_the_encoding_open(
    streaming: Path, behind: int
) -> None:
    above = "a" * (101 + behind - len("town,n\n,1\n")) + ",1\n"
    text = "town,n\n" + above + "ãcre,1\nKöln,2\nZürich,3\nOrléans,4\n"
    data = text.encode("cp1252")
    assert data.index("ã".encode("cp1252")) == 101 + behind
    _, rows, reading = streamed(streaming, data)
    assert reading.encoding == "cp1252"
    assert [town for town, _ in rows[1:]] == ["ãcre", "Köln", "Zürich", "Orléans"]
