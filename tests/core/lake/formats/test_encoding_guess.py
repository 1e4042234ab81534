from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lake.formats.encoding_guess import guess_encoding

TOWNS = {
    "cp1250": (
        "Łódź;Żory;Świdnica;Kraków;Gdańsk;Poznań",
        "Plzeň;Třebíč;Děčín;České Budějovice;Ústí nad Labem",
        "Győr;Székesfehérvár;Hódmezővásárhely;Érd;Gödöllő;Szőreg;Hűvösvölgy",
        "Košice;Žilina;Prešov;Banská Bystrica;Levoča;Piešťany;Nové Mesto nad Váhom",
        "Varaždin;Šibenik;Požega;Đakovo;Čakovec;Vukovar",
    ),
    "iso8859-2": (
        "Łódź;Żory;Świdnica;Kraków;Gdańsk;Poznań;Częstochowa;Bełchatów;Ząbki",
        "Plzeň;Třebíč;Děčín;České Budějovice;Ústí nad Labem;Žďár;Šumperk;Jičín;Tišnov",
    ),
    "cp1251": ("Москва;Тверь;Рязань;Псков",),
    "cp1253": ("Αθήνα;Θεσσαλονίκη;Πάτρα;Ηράκλειο",),
    "cp1257": ("Šiauliai;Panevėžys;Kėdainiai;Mažeikiai;Ukmergė;Plungė;Biržai",),
    "cp932": ("東京;大阪;名古屋;札幌",),
    "gb18030": ("北京;上海;广州;深圳",),
    "cp1252": (
        "München;Köln;Düsseldorf;Nürnberg;Gießen;Lübeck",
        "Besançon;Orléans;Nîmes;Béziers;Saint-Étienne;Mâcon",
        "Málaga;Córdoba;Logroño;A Coruña;Cádiz;León",
        "São Paulo;Brasília;Maceió;Goiânia;Ribeirão Preto",
        "Ålesund;Tromsø;Bodø;Hønefoss;Åndalsnes;Værøy",
        "Malmö;Göteborg;Västerås;Örebro;Jönköping",
        "naïve;façade;cliché;déjà vu;crème brûlée",
        "Lleida;Gràcia;Sant Martí;Nou Barris;Les Corts;Sarrià;Horta-Guinardó",
        "Forlì;Cantù;Cefalù;Nardò;Viggiù;Patù",
    ),
}


@pytest.mark.parametrize(
    ("encoding", "towns"), [(name, towns) for name, some in TOWNS.items() for towns in some]
)
def test_towns_are_read_as_they_are_written(encoding: str, towns: str) -> None:
    text = "id;town\r\n" + "".join(f"{i};{town}\r\n" for i, town in enumerate(towns.split(";")))
    data = text.encode(encoding)
    assert data.decode(guess_encoding(data)) == text


HEADERS = {
    "cp1252": (
        "Stärke;Häufigkeit",
        "Größe;Höhe",
        "Straße;Hausnummer;Ort",
        "Gerät;Qualität;Stück",
        "Geschäft;Umsätze",
        "Maß;Größe",
        "Année;Région;Département",
        "péché;été;fève",
        "año;población;país",
        "señal;señor;niño",
        "município;população",
        "mês;ação",
        "Città;Età;Qualità",
        "kön;ålder;län",
        "Køn;Alder;Årstal",
        "jäsenmäärä;väkiluku",
        "Temperatur °C;Höhe (m)",
    ),
    "cp1250": ("Název;Množství;Jednotka", "Miejscowość;Ludność;Województwo", "Żółw;Gęś;Łoś"),
    "iso8859-2": ("Město;Počet obyvatel;Rok", "név;születési hely;életkor", "Číslo;Příjmení"),
    "cp1251": ("город;население;год", "Дата;Сумма", "Код;Название товара"),
    "koi8-r": ("город;население;год", "Страна;Столица", "Код;Название товара"),
    "cp1253": ("πόλη;πληθυσμός",),
    "big5": ("姓名;年齡;城市", "日期,金額", "年度,收入,支出", "身高;體重", "功能;許可;蓋章"),
    "gb18030": ("姓名;年龄;城市", "日期,金额", "編號;名稱;數量", "A组;B组;C组", "T恤;GDP总量;人口"),
    "cp932": ("氏名;年齢;都市", "日付,金額", "身長;体重", "コード,ポイント"),
    "cp949": ("이름;나이;도시", "날짜,금액", "번호;이름;수량"),
}


@pytest.mark.parametrize(
    ("encoding", "header"), [(name, header) for name, some in HEADERS.items() for header in some]
)
@pytest.mark.parametrize(
    "row", ["", "{0};{0},5\n", "item {0};red house\n", "{0},the quick brown fox\n"]
)
def test_a_header_is_read_as_it_is_written_whatever_stands_below_it(
    encoding: str, header: str, row: str
) -> None:
    text = header + "\n" + "".join(row.format(number) for number in range(40))
    data = text.encode(encoding)
    assert data.decode(guess_encoding(data)) == text


@pytest.mark.parametrize("text", ["Zürich;Köln;Łódź", "Москва;Тверь", "東京;大阪;名古屋"])
@pytest.mark.parametrize("whole", [True, False])
def test_a_few_broken_characters_do_not_hide_utf_8(text: str, whole: bool) -> None:
    data = f"{text}\n".encode() * 10
    assert guess_encoding(data + b"G\xc3,\xff\n" + data, whole) == "utf-8"


def test_letters_behind_many_rows_of_numbers_are_looked_at() -> None:
    data = b"1;2\n" * 20_000 + "Москва;Тверь;Рязань\n".encode("cp1251")
    assert guess_encoding(data) == "cp1251"


@pytest.mark.parametrize(
    "text",
    [
        "item,price\napple,£5\npear,£1,200\n",
        "city,temp\nOslo,12 °C\nRome,30 °C\n",
        "A,12 m²\nB,3 m³\n",
        "1,¿Qué?\n2,¡Sí!\n",
        "dose\n5 µg\n3 µg\n±2\n",
        "x\n½\n¼\n¾ cup\n",
        "company\nAcme® Inc\nFoo™\n© 2019\n",
        "café,naïve\nrésumé,x\n",
        "name\nMüller\nSmith\nJones\n",
        "note\n¹ see below\n² idem\n³ ibid\n",
        "x\nŒuvre\nŸ\n",
        "name\nPeña\nNuñez\nMuñoz\n",
        "§ 5 BGB\n§ 7 StVO\n",
        "“Quoted”,5 €\n‘x’,7 €\n",
    ],
)
def test_a_few_letters_and_signs_are_windows_1252(text: str) -> None:
    assert guess_encoding(text.encode("cp1252")) == "cp1252"


def test_a_large_text_of_two_bytes_a_letter_may_be_cut_anywhere() -> None:
    data = ("東京;大阪;名古屋\n" * 20_000).encode("cp932")
    assert guess_encoding(data[:300_001], whole=False) == "cp932"


def test_big_endian_utf_16_and_utf_32_are_known_by_their_marks() -> None:
    assert guess_encoding(b"\xfe\xff\x00a\x00,") == "utf-16"
    assert guess_encoding(b"\x00\x00\xfe\xff\x00\x00\x00a") == "utf-32"


def test_a_character_cut_at_the_end_of_the_sample_is_no_fault() -> None:
    data = "a text with é".encode()[:-1]
    assert (guess_encoding(data, whole=False), guess_encoding(data)) == ("utf-8", "cp1252")


def test_a_short_text_is_not_taken_for_utf_16() -> None:
    assert not guess_encoding(b"a\xc3").startswith("utf")


@given(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0\ufeff")))
def test_utf_8_is_never_taken_for_anything_else(text: str) -> None:
    assert guess_encoding(text.encode()) == "utf-8"


@pytest.mark.parametrize("above", ["", "x,£\n"], ids=["ASCII", "a sign"])
@pytest.mark.parametrize(
    ("encoding", "towns"),
    [
        ("cp1251", "Москва Казань Самара Тверь Пермь Омск Уфа Сочи Псков Рязань"),
        ("cp1250", "Łódź Żory Świdnica Kraków Gdańsk Wrocław Poznań Łomża Częstochowa Rzeszów"),
        ("cp932", "東京 大阪 名古屋 札幌 京都 神戸 福岡 川崎 広島 仙台"),
    ],
)
def test_letters_behind_a_long_text_without_any_are_looked_at(
    encoding: str, towns: str, above: str
) -> None:
    rows = "".join(f"x,{town}\n" for town in towns.split() * 30).encode(encoding)
    start = b"id,town\n" + above.encode("cp1252") + b"1,plain name\n" * 30_000
    assert guess_encoding(start + rows) == encoding
