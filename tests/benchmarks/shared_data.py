"""A folder of shared data as the benchmarks read it, of tables that are made here."""

from __future__ import annotations

import json
from pathlib import Path

from tests.core.benchmarks.tiny import lay

NAMES = {
    "fish": "salmon herring haddock sturgeon halibut mackerel anchovy pilchard whiting marlin",
    "bird": "sparrow blackbird kestrel cormorant puffin starling magpie nightjar wagtail osprey",
    "tree": "chestnut hornbeam juniper sycamore magnolia hawthorn walnut cypress poplar willow",
    "stone": "granite basalt marble sandstone limestone travertine obsidian gneiss schist chalk",
    "cheese": "cheddar gouda roquefort camembert manchego stilton emmental gruyere ricotta brie",
    "country": "Angola Bolivia Cameroon Denmark Ecuador Finland Gabon Honduras Iceland Jamaica",
}
OF_EACH = 4
"""Tables of a topic."""


def lay_shared_data(root: Path) -> Path:
    """Lay out a lake and the benchmarks that stand beside the project."""
    tables = {f"{topic}-{n}.csv": _table(topic, n) for topic in NAMES for n in range(OF_EACH)}
    asked = {f"query/{topic}.csv": _table(topic, OF_EACH) for topic in NAMES}
    corpus = {f"datalake/{name}": text for name, text in tables.items()}
    in_words = {f"tables/{name}": text for name, text in tables.items()} | _in_words()
    lay(root / "lakes" / "wide", tables)
    lay(root / "lakes", {"join_queries.csv": _join_queries()})
    lay(root / "benchmarks" / "ugen_v1", asked | corpus | _unions())
    lay(root / "benchmarks" / "nlctd_dev", asked | corpus | _conditional())
    for name in ("tabfact_val", "fetaqa_val"):
        lay(root / "benchmarks" / name, in_words)
    return root


def _table(topic: str, n: int) -> str:
    names = NAMES[topic].split()[n % 2 :]
    rows = [f"{name},{10 * n + place},{1990 + place}" for place, name in enumerate(names)]
    return "\n".join([f"{topic},weight of {topic},year", *rows, ""])


def _join_queries() -> str:
    return "table,column,position\n" + "".join(f"{topic}-0.csv,{topic},0\n" for topic in NAMES)


def _judged() -> list[tuple[str, str, bool]]:
    """Give each topic's own tables as right and those of the next topic as wrong."""
    topics = list(NAMES)
    return [
        (topic, f"{other}-{n}", topic == other)
        for topic, after in zip(topics, [*topics[1:], topics[0]], strict=True)
        for other in (topic, after)
        for n in range(OF_EACH)
    ]


def _unions() -> dict[str, str]:
    pairs = [(f"{query}.csv,{table}.csv", right) for query, table, right in _judged()]
    return {
        "groundtruth.csv": "query_table,data_lake_table,unionable\n"
        + "".join(f"{pair},{int(right)}\n" for pair, right in pairs),
        "human_labels.csv": "query_table,data_lake_table,label,remarks\n"
        + "".join(f"{pair},{2 * right},\n" for pair, right in pairs),
    }


def _conditional() -> dict[str, str]:
    """Ask to join with every topic, and in the other ways with one of them."""
    asked = [("join", topic) for topic in NAMES] + [("union", "fish"), ("nl", "fish")]
    queries = [
        {
            "query_id": f"{mode} {topic}",
            "category": f"{mode}/table/size",
            "mode": mode,
            "condition": f"tables about {topic} with more than 2 columns",
            "query_table": None if mode == "nl" else topic,
            "join_column": topic if mode == "join" else None,
        }
        for mode, topic in asked
    ]
    pairs = [
        f"{mode} {topic}\t{table}\t{2 * right}\n"
        for mode, topic in asked
        for query, table, right in _judged()
        if query == topic
    ]
    return {"queries.jsonl": _lines(queries), "qrels.tsv": "".join(pairs)}


def _in_words() -> dict[str, str]:
    ids = [(topic, f"{topic}-{n}") for topic in NAMES for n in range(OF_EACH)]
    titles = [{"table_id": one, "title": f"kinds of {topic}"} for topic, one in ids]
    queries = [
        {"query_id": f"{one}#1", "query": f"what weight has {name} in 1992", "table_ids": [one]}
        for topic, one in ids
        for name in [NAMES[topic].split()[int(one[-1]) + 1]]
    ]
    return {"metadata.jsonl": _lines(titles), "queries.jsonl": _lines(queries)}


def _lines(rows: list[dict[str, object]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)
