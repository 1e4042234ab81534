"""What is derived at different times fits together, wherever the cells lie meanwhile."""

from __future__ import annotations

import pytest

from core.features.folding import Folding
from core.lake.stored.placing import every_place
from core.search import open_vectors
from core.search.join.searching import search_join
from core.search.text.searching import search_text
from tests.core.search.conftest import MakeLake, Opened

FILES = {
    "colours.csv": "zip,color,mood\n9x,red,glad\n8x,blue,sad\n",
    "genes.csv": "gene,protein,kind\nabc1,p53,kin\nabd2,p54,kin2\n",
    "homes.csv": "city,n\nNew York,1\nBoston,2\nChicago,3\nSeattle,4\n",
    "towns.csv": "town,mayor\nNew York City,Ann\nBoston MA,Bob\nChicago IL,Cid\nSeattle WA,Dee\n",
}


@pytest.fixture
def lake(make_lake: MakeLake) -> Opened:
    """Four tables, each in a shard of its own."""
    opened = make_lake({})
    for name, content in FILES.items():
        opened.write({name: content})
        opened.refresh()
    return opened


def lay_otherwise(lake: Opened) -> None:
    """Give each container a name by which its table lies on the other side of the others."""
    places = every_place(lake.workspace, lake.lake.key)
    order = [
        place.table_id for place in sorted(places, key=lambda one: one.container, reverse=True)
    ]
    with lake.workspace.writing() as db:
        for place in places:
            name = f"{order.index(place.table_id)}{place.container.suffix}"
            place.container.rename(place.container.with_name(name))
            db.execute("UPDATE tables SET container = ? WHERE key = ?", [name, place.key])
    again = every_place(lake.workspace, lake.lake.key)
    lies = [one.table_id for one in sorted(again, key=lambda one: one.container)]
    assert lies == order


def test_text_vectors_fit_an_index_made_before(lake: Opened) -> None:
    def found(method: str) -> list[str]:
        words = "people and where they live"
        hits = search_text(lake.searched, words, method=method).hits
        return [hit.table for hit in hits]

    found("bm25")
    lay_otherwise(lake)
    for method in ("hybrid", "dense-row"):
        assert sorted(found(method)) == sorted(FILES)


def test_columns_are_the_same_to_indexes_made_before_and_after(lake: Opened) -> None:
    def found(rules: Folding) -> list[tuple[str, tuple[str, ...], float]]:
        query = lake.query("homes.csv")
        hits = search_join(query, ["city"], method="semantic", rules=rules).hits
        return [(hit.table, hit.columns, hit.score) for hit in hits]

    # What the two rules fold differently is not in these values.
    before = found(Folding())
    lay_otherwise(lake)
    assert found(Folding.of("case,blanks")) == before
    assert before[0][:2] == ("towns.csv", ("town",))


def test_lakes_of_the_same_files_number_their_tables_alike_however_they_were_read(
    lake: Opened, make_lake: MakeLake
) -> None:
    """So what is drawn at random by numbers is the same, too: the background of union scores."""
    at_once = make_lake(FILES, "at once")
    assert at_once.lake.fingerprint == lake.lake.fingerprint
    built = [open_vectors(one.searched, "hash") for one in (lake, at_once)]
    assert built[0].folder.name == built[1].folder.name
    assert list(built[0].table_ids) == list(built[1].table_ids) == sorted(FILES)
