import pytest

from core.lake.formats.delimited import read_whole
from core.lake.formats.dialect import guess_delimiter, guess_escape

WESTERN = "Straße,Größe\nMünchen,1\nKöln,2\nGöteborg,3\nMálaga,4\n"
RUSSIAN = "Город,Население,Область\n" + "".join(
    f"{city},{n},{region} область\n"
    for n, (city, region) in enumerate(
        [("Москва", "Московская"), ("Тверь", "Тверская"), ("Псков", "Псковская")] * 10
    )
)
JAPANESE = (
    "都市,人口,地方\n" + "東京,13960000,関東地方\n大阪,8838000,近畿地方\n札幌,1973000,北海道\n" * 10
)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (WESTERN, "utf-8"),
        (WESTERN, "utf-8-sig"),
        (WESTERN, "utf-16"),
        (WESTERN, "utf-16-le"),
        (WESTERN, "utf-16-be"),
        (WESTERN, "utf-32"),
        (WESTERN, "latin-1"),
        (WESTERN, "cp1252"),
        ("price,n\n5 €,1\n“six” €,2\n", "cp1252"),
        (RUSSIAN, "utf-8"),
        (RUSSIAN, "utf-16"),
        (RUSSIAN, "cp1251"),
        (JAPANESE, "utf-8"),
        (JAPANESE, "utf-16"),
        (JAPANESE, "shift-jis"),
        ("ឈ្មោះ,លេខ\nក,១២\nខ,៣៤\n", "utf-8"),
        ("الاسم,رقم\nأ,١٢\nب,٣٤\n", "utf-8"),
    ],
)
def test_text_is_decoded_as_it_was_written(text: str, encoding: str) -> None:
    opened = read_whole(text.encode(encoding))
    (columns,) = opened.batches
    rows = [list(opened.header), *map(list, zip(*columns, strict=True))]
    assert rows == [line.split(",") for line in text.splitlines()]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_only_delimiter_is_found(delimiter: str) -> None:
    assert guess_delimiter(f"a{delimiter}b\n1{delimiter}2\n") == delimiter


@pytest.mark.parametrize(
    "header", ["x;y", "name;price, EUR", "name;price;y", '"x, old";y'], ids=str
)
def test_decimal_commas_do_not_outvote_the_header(header: str) -> None:
    row = ";".join(["1,5"] * (header.count(";") + 1))
    assert guess_delimiter(f"{header}\n{row}\n") == ";"
    assert guess_delimiter(f"{header}\n" + f"{row}\n" * 100) == ";"


@pytest.mark.parametrize(
    "text",
    [
        "name,tags\n" + "foo,a;b\nbar,c;d\n" * 9,
        "name,note\n" + "foo,x, y;z\nbar,u;v, w\n" * 9,
        "name,tags\n" + "1;2\n3;4\n" * 9,
        'name,place\n"x",A; B\ny,C; D\nz,E; F\n',
        "a,b\nx;y\n1;2\n",
    ],
)
def test_lists_with_semicolons_below_a_header_with_commas_are_cells(text: str) -> None:
    assert guess_delimiter(text) == ","


def test_quoted_delimiters_do_not_count() -> None:
    assert guess_delimiter('a;b\n"1,2,3";4\n"5,6,7";8\n') == ";"


def test_a_quoted_carriage_return_in_the_header_hides_no_delimiter() -> None:
    assert guess_delimiter('"a\r", b\r\n') == guess_delimiter('"a\r", b\r') == ","


def test_a_quoted_line_feed_in_the_header_hides_no_delimiter() -> None:
    assert guess_delimiter('"a,b\nc";d\n1;2\n3;4\n') == ";"


@pytest.mark.parametrize(
    "name", ["Turing, Alan", "Turing; Alan", "Alan | Turing", '"Turing, Alan"']
)
def test_a_single_column_with_occasional_punctuation_is_not_split(name: str) -> None:
    opened = read_whole(f"name\nAda\n{name}\nGrace\nEdsger\n".encode())
    assert list(opened.header) == ["name"]
    assert [list(c) for batch in opened.batches for c in batch] == [
        ["Ada", name.strip('"'), "Grace", "Edsger"]
    ]


def test_a_text_without_delimiters_has_the_default() -> None:
    assert guess_delimiter("a\n1\n", "\t") == "\t"


def test_two_equally_good_delimiters_go_to_the_default() -> None:
    assert guess_delimiter("a,b;c\n1,2;3\n", ",") == ","
    assert guess_delimiter("a,b;c\n1,2;3\n", ";") == ";"


def test_doubled_quotes_need_no_escape() -> None:
    assert guess_escape('"a ""b"" \\",c\n', ",") is None


def test_a_path_beside_a_stray_quote_shows_no_escape() -> None:
    assert guess_escape('"C:\\data\\",1\n"smart" phone,2\n', ",") is None
    assert guess_escape('"say \\"hi\\" you",1\n"smart" phone,2\n', ",") == "\\"


def test_an_escape_is_found_though_the_sample_ends_inside_a_cell() -> None:
    assert guess_escape('"a \\"b\\" c",1\n"and then', ",") == "\\"


def test_a_delimiter_of_the_header_beats_one_of_the_rows_alone() -> None:
    text = "sport | gear | rules\nbaseball | bat, glove, ball\nfootball | cleats, pads, ball\n"
    assert guess_delimiter(text) == "|"
