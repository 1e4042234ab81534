from __future__ import annotations

from pathlib import Path

from core.benchmarks.one_pair.pair_traits import pair_traits
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_queries_about_one_thing_have_one_topic_named_by_their_words(tmp_path: Path) -> None:
    """Five queries about fish and five about stars, and one table to hold them against."""
    files: dict[str, str | bytes] = {
        "datalake/sea.csv": "fish,weight\ncod,1\n",
        "datalake/bare.csv": ",\n1,2\n",
    }
    for i in range(5):
        files[f"query/fish{i}.csv"] = f"fish,weight,river\ncod,{i},Elbe\n"
        files[f"query/star{i}.csv"] = f"star,magnitude,constellation\nVega,{i},Lyra\n"
    names = [Path(path).name for path in files if path.startswith("query/")]
    rows = "".join(f"{name},sea.csv,1\n" for name in names)
    files["groundtruth.csv"] = f"query_table,data_lake_table,unionable\n{rows}"
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "b", tiny.lay(tmp_path / "b", files))
    pairs = [(name, "datalake/sea.csv") for name in names]
    found = pair_traits(workspace, info, [*pairs, ("fish0.csv", "datalake/bare.csv")])
    fish = {found[pair]["topic"] for pair in pairs if pair[0].startswith("fish")}
    stars = {found[pair]["topic"] for pair in pairs if pair[0].startswith("star")}
    # Every word tells its topic from the other equally well: the first two by alphabet.
    assert (fish, stars) == ({"fish, river"}, {"constellation, magnitude"})
    # 3 cells of the query and 2 of the candidate; both names of the candidate are the query's.
    one = found["fish0.csv", "datalake/sea.csv"]
    assert (one["cells"], one["overlap"]) == (5, 1.0)
    assert found["star0.csv", "datalake/sea.csv"]["overlap"] == 0.0
    bare = found["fish0.csv", "datalake/bare.csv"]
    assert "overlap" not in bare
    assert bare["cells"] == 3 + 2
