from __future__ import annotations

import numpy as np
import pytest

from core.errors import CancelledError, WorkspaceError
from core.features.registry import sentence_encoder
from core.indexes.column_graph import build_column_vectors, open_column_vectors
from core.lake.reading.loose import read_loose
from core.lake.stored.chosen_columns import chosen_columns
from core.monitor import UNMONITORED, Monitor
from core.search.derived.column_vectors import has_column_vectors
from core.search.join import semantic
from core.search.join.searching import search_join

FILES = {
    "firms.csv": "Company Name,staff\nApple Inc.,10\nMicrosoft Corporation,20\nSiemens AG,30\n",
    "fruit.csv": "plant,colour\nApple,green\nBanana,yellow\nCherry,red\n",
    "towns.csv": "town,land\nOslo,Norway\nRome,Italy\nBern,Switzerland\n",
    "numbers.csv": "a,b\n1,2\n3,4\n",
    "blank.csv": "c,d\n,\n,\n",
}


@pytest.fixture(scope="module")
def lake(make_lake):
    return make_lake(FILES, "fuzzy")


@pytest.fixture(scope="module")
def companies(lake, tmp_path_factory):
    path = tmp_path_factory.mktemp("mine") / "companies.csv"
    path.write_text("Company,home\nApple,Oslo\nMicrosoft,Rome\nSiemens,Bern\n")
    return read_loose(path, lake.settings)


def found(lake, query, *on, **options):
    asked = {"method": "semantic", **options}
    return search_join(lake.query(query), on, **asked)


def test_values_that_differ_in_form_are_found_and_shown_with_what_they_pair(lake, companies):
    first = found(lake, companies, "Company").hits[0]
    assert (first.table, first.columns) == ("firms.csv", ("Company Name",))
    assert (first.overlap, first.containment) == (0, 0.0)
    assert first.gained == ("staff",)
    assert {(pair.query_value, pair.value) for pair in first.pairs} == {
        ("apple", "apple inc."),
        ("microsoft", "microsoft corporation"),
        ("siemens", "siemens ag"),
    }
    exact = search_join(lake.query(companies), ["Company"])
    assert [hit.table for hit in exact.hits] == ["fruit.csv"]


def test_equal_values_count_fully_and_are_no_pairs(lake, companies):
    first = found(lake, companies, "home").hits[0]
    assert (first.table, first.overlap, first.containment) == ("towns.csv", 3, 1.0)
    assert first.pairs == ()
    scores = [hit.score for hit in found(lake, companies, "home", k=9).hits]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] <= 1


def test_several_columns_stand_for_different_columns(lake, companies):
    for hit in found(lake, companies, "Company", "home", k=9).hits:
        assert len(set(hit.columns)) == 2
    names = {hit.table for hit in found(lake, companies, "Company", "home", k=9).hits}
    assert names == {"fruit.csv", "towns.csv"}  # the others have one column of text


BUYERS = ["Acme Steel", "Borealis", "Cygnus Foods", "Delta Paper", "Evergreen", "Fjord Line"]
SELLERS = ["Kestrel", "Lumen", "Mistral", "Nimbus", "Orchard", "Pinnacle"]


def test_a_table_stands_with_the_columns_that_fit_the_whole_key(make_lake):
    bought = [f"{buyer},{seller}" for buyer, seller in zip(BUYERS, SELLERS, strict=True)]
    customers = [*BUYERS[:-1], "Zenith"]
    sold = [f"{firm},{customer},7" for firm, customer in zip(SELLERS, customers, strict=True)]
    firms = [f"{firm},various,7" for firm in BUYERS]  # "firm" has more buyers than "customer"
    some = make_lake(
        {
            "contracts.csv": "\n".join(["firm,customer,amount", *sold, *firms]),
            "query.csv": "\n".join(["buyer,seller", *bought]),
        },
        "contracts",
    )
    (hit,) = found(some, "query.csv", "buyer", "seller").hits
    assert (hit.columns, hit.overlap) == (("customer", "firm"), len(BUYERS) - 1)
    assert hit.score >= 0.7 * (len(BUYERS) - 1) / len(BUYERS)


def test_a_score_has_the_cosine_of_columns_that_are_not_among_the_nearest(make_lake, monkeypatch):
    monkeypatch.setattr(semantic, "NEAR_COLUMNS", 1)
    some = make_lake(
        {
            "query.csv": "\n".join(["company", *BUYERS]),
            "like.csv": "\n".join(["company", *SELLERS]),
            "half.csv": "\n".join(["who", *BUYERS[:3], *SELLERS[:3]]),
        },
        "sharing",
    )
    scores = {hit.table: hit.score for hit in found(some, "query.csv", "company", k=9).hits}
    (only,) = found(some, "query.csv", "company", k=1).hits
    assert (only.table, only.overlap) == ("half.csv", 3)
    assert only.score == pytest.approx(scores["half.csv"])
    assert only.score > 0.7 * 3 / 6 + 0.01


def test_a_column_without_a_vector_counts_with_its_values_alone(make_lake, monkeypatch):
    monkeypatch.setattr(semantic, "NEAR_COLUMNS", 1)
    numbers = "\n".join(["n", *map(str, range(1001, 1007))])
    some = make_lake(
        {
            "query.csv": "\n".join(["code", *map(str, range(1001, 1006)), "x1"]),
            "texts.csv": "\n".join(["code", *(f"y{n}" for n in range(6))]),
            "numbers.csv": numbers,
        },
        "vectorless",
    )
    hits = {hit.table: hit.score for hit in found(some, "query.csv", "code", k=9).hits}
    assert hits["numbers.csv"] == pytest.approx(0.7 * 5 / 6)


def test_a_table_of_the_lake_is_no_result_of_its_own(lake):
    assert "towns.csv" not in [hit.table for hit in found(lake, "towns.csv", "town", k=9).hits]
    assert has_column_vectors(lake.searched)


def test_columns_are_read_wherever_they_lie(lake):
    key = lake.lake.key
    wanted = [("towns.csv", 2, 1), ("gone.csv", 2, 0), ("towns.csv", 3, 0), ("fruit.csv", 2, 0)]
    cells = chosen_columns(lake.workspace, key, wanted, 10)
    assert [None if one is None else one.to_pylist() for one in cells] == [
        ["Norway", "Italy", "Switzerland"],
        None,
        None,
        ["Apple", "Banana", "Cherry"],
    ]


def test_the_graph_finds_the_nearest_of_a_few_columns_exactly(lake, tmp_path):
    encoder = sentence_encoder(lake.settings)
    texts = ["cities: Oslo, Rome", "firms: Apple Inc.", "fruit: apple, pear", "firms: Siemens AG"]
    numbered = [(10 * number, text) for number, text in enumerate(texts)]
    build_column_vectors(tmp_path / "graph", encoder, numbered, 4, "lake", monitor=UNMONITORED)
    opened = open_column_vectors(tmp_path / "graph", encoder)
    vectors = encoder.encode(texts)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    query = encoder.encode(["companies: Microsoft"], query=True)[0]
    cosines = vectors @ query / np.linalg.norm(query)
    columns, near = opened.nearest(query, 3)
    assert columns.tolist() == (10 * np.argsort(-cosines)[:3]).tolist()
    np.testing.assert_allclose(near, np.sort(cosines)[::-1][:3], atol=2e-3)
    among = np.zeros(31, dtype=bool)
    among[[0, 20]] = True
    chosen = sorted([0, 2], key=lambda row: -cosines[row])
    assert opened.nearest(query, 3, among)[0].tolist() == [10 * row for row in chosen]
    assert opened.count(among) == 2
    build_column_vectors(tmp_path / "none", encoder, [], 0, "lake", monitor=UNMONITORED)
    assert open_column_vectors(tmp_path / "none", encoder).nearest(query, 3)[0].tolist() == []
    with pytest.raises(WorkspaceError, match="Nothing is in 'nowhere'"):
        open_column_vectors(tmp_path / "nowhere", encoder)
    with pytest.raises(CancelledError):
        build_column_vectors(
            tmp_path / "new",
            encoder,
            [(0, "another")],
            1,
            "lake",
            monitor=Monitor(should_stop=lambda: True),
        )
    assert not (tmp_path / "new").exists()


LETTERS = np.array(list("abcdefghijklmnopqrstuvwxyz"))
NAMES = ["".join(word) for word in LETTERS[np.random.default_rng(0).integers(0, 26, (2_500, 12))]]
"""Names that are not alike, far more than a comparison value by value takes."""


@pytest.fixture(scope="module")
def large(make_lake):
    def column(values):
        return "name\n" + "\n".join(values) + "\n"

    return make_lake(
        {
            "query.csv": column(NAMES),
            "whole.csv": column(sorted(NAMES, key=lambda name: name[::-1])),
            "eighth.csv": column(NAMES[::8]),
            "behind.csv": column(f"{name} inc." for name in NAMES[1:]),
            "before.csv": column(f"the {name}" for name in NAMES[1:]),
        },
        "large",
    )


def test_equal_values_of_large_columns_are_all_counted(large):
    hits = {hit.table: hit for hit in found(large, "query.csv", "name").hits}
    assert next(iter(hits)) == "whole.csv"
    assert hits["whole.csv"].overlap == 2_500
    assert hits["whole.csv"].pairs == ()
    # All that speaks for it besides the values is the cosine of the columns.
    assert hits["whole.csv"].score >= 0.7
    assert hits["eighth.csv"].score < 0.7 * (1 / 8) + 0.3


def test_values_written_otherwise_are_found_in_large_columns(large):
    hits = [hit.table for hit in found(large, "query.csv", "name").hits]
    assert {*hits[1:3]} == {"behind.csv", "before.csv"}
    assert hits[3] == "eighth.csv"


def test_a_large_graph_is_searched_among_some_columns(tmp_path):
    class Given:
        key = "given"
        reused = 0.0

        def load(self):
            pass

        def encode(self, texts, checkpoint=None):
            return vectors[[int(text) for text in texts]]

        def versions(self):
            return {}

    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(9_000, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    numbered = [(number, str(number)) for number in range(9_000)]
    build_column_vectors(tmp_path / "graph", Given(), numbered, 9_000, "lake", monitor=UNMONITORED)
    opened = open_column_vectors(tmp_path / "graph", Given())
    for query, share in ((vectors[0], 0.7), (vectors[1], 0.02), (vectors[2], 1.1)):
        among = rng.random(9_000) < share
        allowed = np.flatnonzero(among)
        brute = set(allowed[np.argsort(-(vectors[allowed] @ query))[:50]].tolist())
        columns, near = opened.nearest(query, 50, among)
        assert among[columns].all()
        assert len(brute & set(columns.tolist())) >= 48
        assert (np.diff(near) <= 0).all()
