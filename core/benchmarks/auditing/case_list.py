"""Disputed pairs as a list that people sort, filter and download."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from core.amounts import amount
from core.evaluation import CaseKind, Disagreements, Label, Run, rank_column, score_column

KIND_WORDS = {
    CaseKind.GTFP: "ranked, not positive",
    CaseKind.GTFN: "positive, not ranked",
}
"""What each kind of case means, in plain words."""

LABEL_WORDS = {
    Label.POSITIVE: "positive",
    Label.NEGATIVE: "labelled negative",
    Label.UNLABELLED: "no label",
}


@dataclass(frozen=True)
class CaseFilter:
    """What the cases of a list should have; every part that is given must hold.

    Parameters
    ----------
    words
        Each, in any case, is part of the query's or the candidate's name.
    query
        Id of the query; empty for all.
    settled
        Whether the newest release settles the label; either if none is given.
    """

    kind: CaseKind | None = None
    label: Label | None = None
    words: str = ""
    query: str = ""
    settled: bool | None = None


def case_frame(
    found: Disagreements,
    query_tables: Mapping[str, str | None],
    runs: Mapping[str, Run] | None = None,
) -> pl.DataFrame:
    """List the cases, the most disputed first.

    Parameters
    ----------
    query_tables
        Query to the id of its table; none for a query of words.
    runs
        Further runs whose ranks stand beside those of the runs that dispute; by label.

    Returns
    -------
    DataFrame
        ``place`` (from 1, in the order of the cases), ``kind`` (gtfp, gtfn), ``query``,
        ``query_table``, ``candidate``, ``label``, ``relevance``, then ``rank LABEL`` and
        ``score LABEL`` of each run; null where the run does not rank the pair.
    """
    asked = pl.DataFrame(
        {"query": list(query_tables), "query_table": list(query_tables.values())},
        schema={"query": pl.String, "query_table": pl.String},
    )
    listed = found.cases.join(asked, on="query", how="left", maintain_order="left")
    frame = listed.select(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias("place"),
        "kind",
        "query",
        "query_table",
        pl.col("table").alias("candidate"),
        "label",
        "relevance",
        *(column(method) for method in found.methods for column in (rank_column, score_column)),
    )
    for method, run in (runs or {}).items():
        if method in found.methods:
            continue
        beside = run.frame.select(
            "query",
            pl.col("table").alias("candidate"),
            pl.col("rank").alias(rank_column(method)),
            pl.col("score").alias(score_column(method)),
        )
        frame = frame.join(beside, on=["query", "candidate"], how="left", maintain_order="left")
    return frame


def narrow_cases(frame: pl.DataFrame, wanted: CaseFilter) -> pl.DataFrame:
    """Keep the cases that have what is wanted.

    Parameters
    ----------
    frame
        As `case_frame`; with ``settled``, null where no release settles the label, if that is
        asked for.
    """
    keep = pl.lit(True)
    if wanted.kind is not None:
        keep &= pl.col("kind") == wanted.kind.value
    if wanted.label is not None:
        keep &= pl.col("label") == wanted.label.value
    if wanted.query:
        keep &= pl.col("query") == wanted.query
    if wanted.settled is not None:
        keep &= pl.col("settled").is_not_null() == wanted.settled
    named = pl.concat_str(
        "query", pl.col("query_table").fill_null(""), "candidate", separator="\n"
    ).str.to_lowercase()
    for word in wanted.words.lower().split():
        keep &= named.str.contains(word, literal=True)
    return frame.filter(keep)


def told_unlisted(found: Disagreements, kinds: Sequence[CaseKind] = tuple(CaseKind)) -> str:
    """Say which pairs of some kinds the list lacks, and why; empty if there are none.

    They are positives that are not among the first k in whose places others stand, own tables of
    queries that count as positives, and pairs of which a table is not in the lake.
    """
    missed = CaseKind.GTFN in kinds
    parts = [_told_behind_others(found), _told_own(found)] if missed else []
    return " ".join(told for told in (*parts, _told_absent(found, kinds)) if told)


def _told_behind_others(found: Disagreements) -> str:
    if not found.unlisted:
        return ""
    one = found.unlisted == 1
    return (
        f"{found.unlisted:,} more {'positive is' if one else 'positives are'} not ranked among the "
        f"first {found.k:,}, but not listed, as other positives fill these places of "
        f"{'its query' if one else 'their queries'}; k = {found.unlisted_until:,} lists "
        f"{'it unless it is' if one else 'those that are not'} among the first "
        f"{found.unlisted_until:,}."
    )


def _told_own(found: Disagreements) -> str:
    if not found.own:
        return ""
    own = "they are their queries' own tables, which count"
    if found.own == 1:
        own = "it is its query's own table, which counts"
    return (
        f"{amount(found.own, 'more positive', 'is', 'are')} not ranked among the first "
        f"{found.k:,}, but not listed and not put to the vote, as {own} as positive whatever the "
        "labels say."
    )


def _told_absent(found: Disagreements, kinds: Sequence[CaseKind]) -> str:
    absent = found.absent.filter(pl.col("kind").is_in([kind.value for kind in kinds]))
    if absent.is_empty():
        return ""
    of = "its" if len(absent) == 1 else "their"
    return (
        f"{amount(len(absent), 'more pair', 'is', 'are')} disputed, but not listed and not put to "
        f"the vote, as {of} candidate or query table is not in the lake, first "
        f"{absent['table'][0]!r} of query {absent['query'][0]!r}."
    )


def told_misses(found: Disagreements) -> str:
    """Say why more positives are listed than GTFN@k counts as misses; empty if they are as many."""
    absent = found.absent.filter(pl.col("kind") == CaseKind.GTFN.value)
    listed = found.count(CaseKind.GTFN) + len(absent) + found.own
    misses = found.gtfn_misses[-1]
    if listed == misses:
        return ""
    return (
        f"{amount(listed, 'positive', 'is', 'are')} not ranked among the first {found.k:,} and "
        f"{amount(misses, 'miss', 'is', 'are')} counted: of a query with more than {found.k:,} "
        f"positives only {found.k:,} can stand there, and any of the others may be the wrong one."
    )
