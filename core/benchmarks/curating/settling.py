"""What the votes on a benchmark come to, case by case, beside its labels and what was decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from core import lake as lakes
from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.types import BASE, BenchmarkInfo
from core.labels import current_votes
from core.labels.queueing.queued import unqueued
from core.labels.settling.consensus import Consensus, consensus_by_rules, side_by_side
from core.labels.settling.lacking import lacks_labels
from core.labels.settling.releases import ADJUDICATION, CONSENSUS, Settled
from core.labels.settling.rules import Rule, Settling, told_without, votes_without
from core.labels.settling.settled import as_wanted, concluded
from core.labels.types import Kind, Role, Voter
from core.labels.vote_frame import SCALE
from core.labels.voters.alike import one_voice_warning
from core.labels.voters.weights import voter_weights
from core.store import Workspace

PEOPLE = (Kind.HUMAN,)


@dataclass(frozen=True, eq=False)
class Conclusions:
    """What one rule and the curators conclude of every case that has a vote or a decision.

    Parameters
    ----------
    frame
        A row a case, by its number: ``case, query, table``; ``before``, its label in the base on
        the scale of votes, null if it has none; ``label`` and ``confidence`` of the rule, null
        where it has none; ``votes, abstentions``; ``why`` the rule leaves it to a curator, empty
        if it does not; ``decided`` and ``decided_by``, a curator's decision; ``after``, what a
        release made now would say, null while the case is open: a grade above 2 or below 0 in the
        base stays where people say 2 or 0.
    note
        What limits the rule on these votes; empty if nothing does.
    one_voice
        Which judges seem to be one voice, if what is settled hangs on it; empty if nothing does.
    left_out
        How many cases have votes or a decision and are not concluded: their candidate is neither in
        the lake nor labelled in the base, and no label can say what it is. One that has left the
        lake keeps its labels, and votes on it count.
    single
        How many cases that are in no queue one vote alone settles, where people's votes count.
    """

    rule: Rule
    settling: Settling
    kinds: tuple[Kind, ...]
    base: str
    frame: pl.DataFrame
    note: str = ""
    one_voice: str = ""
    left_out: int = 0
    single: int = 0

    @property
    def warning(self) -> str:
        """Say what to know before a release is made of it; empty if nothing."""
        told = (
            *(self.without_told, self.lacking_told, self.one_voice),
            *(self.left_out_told, self.single_told),
        )
        return " ".join(one for one in told if one)

    @property
    def without_told(self) -> str:
        """Say whose votes are left out; empty if nobody's."""
        told = told_without(self.settling.without)
        return f"This is {told}." if told else ""

    @property
    def lacking(self) -> pl.DataFrame:
        """The open cases that have fewer labels than are asked for."""
        return self.open.filter(lacks_labels(pl.col("why")))

    @property
    def labels_there(self) -> int:
        """How many labels most of `lacking` have, of two such numbers the greater; 0 if none."""
        return max(self.lacking["votes"].mode().to_list(), default=0)

    @property
    def lacking_told(self) -> str:
        """Say what leaves cases open where voters are set aside, and what to do; empty if none."""
        few = len(self.lacking)
        if not (few and self.settling.without):
            return ""
        there = self.labels_there
        return (
            f"{amount(few, 'case')} {'has' if few == 1 else 'have'} fewer labels than are asked "
            "for: queues count the votes that are set aside, and ask for none in their place. "
            f"--least-votes {there}, or Votes from {there}, takes what there is; a further queue "
            "gathers more."
        )

    @property
    def single_told(self) -> str:
        """Say how many cases a single vote settles as no queue wants more; empty if none."""
        if not self.single:
            return ""
        return (
            f"{amount(self.single, 'case')} of no queue {'is' if self.single == 1 else 'are'} "
            "settled by a single vote; --least-votes 2, or Votes from 2, leaves such open."
        )

    @property
    def left_out_told(self) -> str:
        """Say which cases are not concluded; empty if all are."""
        return told_left_out(self.left_out)

    @property
    def open(self) -> pl.DataFrame:
        """The cases that wait for a curator, the least confident first."""
        waiting = self.frame.filter(pl.col("after").is_null())
        return waiting.sort("confidence", "case", nulls_last=False)

    @property
    def settled(self) -> tuple[Settled, ...]:
        """What a release made now would settle."""
        return tuple(
            Settled(
                row["case"],
                row["query"],
                row["table"],
                row["after"],
                CONSENSUS if row["decided"] is None else ADJUDICATION,
                row["confidence"] if row["decided"] is None else None,
            )
            for row in self.frame.drop_nulls("after").iter_rows(named=True)
        )

    @property
    def changes(self) -> pl.DataFrame:
        """The settled cases whose label would be another than in the base."""
        return self.frame.filter(
            pl.col("after").is_not_null() & pl.col("after").ne_missing(pl.col("before"))
        )


def told_left_out(cases: int) -> str:
    """Say that some cases are not concluded, as `of_known_tables` has them not; empty if none."""
    if not cases:
        return ""
    of = "its candidate" if cases == 1 else "their candidates"
    return (
        f"{amount(cases, 'case', 'has', 'have')} votes and no label: {of} "
        f"{'is' if cases == 1 else 'are'} not in the lake."
    )


def votes_of(
    workspace: Workspace,
    info: BenchmarkInfo,
    kinds: Sequence[Kind] = PEOPLE,
    up_to: int | None = None,
) -> pl.DataFrame:
    """Return current votes of some kinds of voters, as `core.labels.voting.votes.current_votes`.

    Parameters
    ----------
    up_to
        Key of the last vote that counts; all of them if none.
    """
    return current_votes(workspace, info.key, last_vote=up_to, kinds=kinds)


def conclude(
    workspace: Workspace,
    reader: Voter,
    info: BenchmarkInfo,
    rule: Rule = Rule.MAJORITY,
    settling: Settling | None = None,
    *,
    kinds: tuple[Kind, ...] = PEOPLE,
    base: str = BASE,
    up_to: int | None = None,
) -> Conclusions:
    """Conclude a label for each case: the curator's decision, else what the rule is sure of.

    Unless told otherwise it is what `core.labels.settling.settled.settled_by_people` gives.

    Parameters
    ----------
    settling
        When a label counts as settled; `core.labels.settling.settled.as_wanted` if none, and by 1
        vote where people are not among the kinds.
    kinds
        Whose votes the rule takes.
    base
        Release that the labels would be put over.
    up_to
        Key of the last vote that counts; all of them if none.

    Raises
    ------
    RoleError
        If it is not a curator who asks: who votes must not see what others voted.
    ReleaseNotFoundError
        If there is no such base.
    """
    reader.require(Role.CURATOR, "open the votes of others")
    settling = settling or _as_wanted(workspace, info, kinds)
    votes = settling.counted(votes_of(workspace, info, kinds, up_to))
    decided = current_votes(workspace, info.key, final=True, last_vote=up_to)
    cases, found = concluded(votes, decided, rule, settling)
    grades = registry.case_grades(workspace, info, base)
    before = pl.Series("before", [grades.get(case) for case in cases["case"]], pl.Int64)
    frame = cases.with_columns(before).select(
        *("case", "query", "table", "before"), pl.exclude("case", "query", "table", "before")
    )
    frame = frame.with_columns(after=_keeping_grades_beyond_votes())
    kept = of_known_tables(workspace, info, frame, base)
    one_voice = one_voice_warning(votes, rule, settling)
    left_out = len(frame) - len(kept)
    single = _single(workspace, kept) if Kind.HUMAN in kinds else 0
    return Conclusions(rule, settling, kinds, base, kept, found.note, one_voice, left_out, single)


def _single(workspace: Workspace, frame: pl.DataFrame) -> int:
    """Count the cases in no queue that a rule settles by one vote."""
    by_rule = pl.col("decided").is_null() & pl.col("after").is_not_null()
    alone = frame.filter(by_rule & (pl.col("votes") == 1))["case"].to_list()
    with workspace.reading() as db:
        return len(unqueued(db, alone))


def of_known_tables(
    workspace: Workspace, info: BenchmarkInfo, frame: pl.DataFrame, base: str = BASE
) -> pl.DataFrame:
    """Leave out cases whose candidate is neither in the lake nor labelled in a release.

    No label can say what it is, so that votes on it settle nothing.

    Parameters
    ----------
    frame
        With ``table``, the candidate, a row a case.
    """
    unknown = list(_unknown(workspace, info, base, frozenset(frame["table"])))
    return frame.filter(~pl.col("table").is_in(pl.Series(unknown, dtype=pl.String).implode()))


def _unknown(
    workspace: Workspace, info: BenchmarkInfo, base: str, tables: frozenset[str]
) -> frozenset[str]:
    """Return the tables that are neither candidates in the lake nor labelled in a release."""
    absent = lakes.unknown_tables(workspace, info.lake_key, tables)
    absent |= {table for table in tables if not info.is_candidate(table)}
    if not absent:
        return absent
    return absent - registry.labelled_among(workspace, info, absent, base)


def _keeping_grades_beyond_votes() -> pl.Expr:
    """Take votes for the published grade that they are as near to as their scale goes.

    A 3 that people call unionable, the most that they can say, is no wrong label; nor is a -1 that
    they call not unionable.
    """
    confirmed = pl.col("before").clip(SCALE[0], SCALE[-1]) == pl.col("after")
    return pl.when(confirmed).then("before").otherwise("after")


def lacking_votes(found: Conclusions) -> str:
    """Say how many open cases lack only labels, and how to take them as they are; empty if none."""
    few = found.lacking
    if few.is_empty():
        return ""
    want = "has" if len(few) == 1 else "have"
    return (
        f"{amount(len(few), 'case')} {want} votes, but fewer labels than a queue or --least-votes "
        "asks for; gather more, or settle them by fewer (--least-votes 1, or Votes from 1)."
    )


def rules_beside(
    workspace: Workspace,
    reader: Voter,
    info: BenchmarkInfo,
    settling: Settling | None,
    kinds: tuple[Kind, ...],
) -> tuple[tuple[Consensus, ...], pl.DataFrame]:
    """Conclude by every rule, and lay the conclusions beside each other.

    Parameters
    ----------
    settling
        As `conclude`.

    Returns
    -------
    found, frame
        One conclusion a rule, of the cases of `of_known_tables`, and
        `core.labels.settling.consensus.side_by_side` of them with ``query`` and ``table`` after a
        whole number ``case``, by case.

    Raises
    ------
    RoleError
        As `conclude`.
    """
    reader.require(Role.CURATOR, "open the votes of others")
    settling = settling or _as_wanted(workspace, info, kinds)
    votes = settling.counted(votes_of(workspace, info, kinds))
    pairs = of_known_tables(workspace, info, votes.select("case", "query", "table").unique("case"))
    known = pl.col("case").is_in(pairs["case"].cast(pl.String).implode())
    found = tuple(
        replace(one, frame=one.frame.filter(known))
        for one in consensus_by_rules(votes, settling=settling)
    )
    beside = side_by_side(found).with_columns(pl.col("case").cast(pl.Int64))
    frame = pairs.join(beside, on="case").sort("case")
    return found, frame


def estimated_weights(
    workspace: Workspace,
    reader: Voter,
    info: BenchmarkInfo,
    kinds: Sequence[Kind],
    without: Sequence[str],
) -> pl.DataFrame:
    """Estimate what each voter should count in a weighted majority.

    Parameters
    ----------
    without
        Voters who are set aside, and by whose votes nobody is measured.

    Returns
    -------
    polars.DataFrame
        As `core.labels.voters.weights.voter_weights`, from the current votes of these kinds and
        from what curators decided, with ``kind`` after ``voter``.

    Raises
    ------
    RoleError
        As `conclude`.
    """
    reader.require(Role.CURATOR, "open the votes of others")
    votes = votes_without(votes_of(workspace, info, kinds), without)
    found = voter_weights(votes, current_votes(workspace, info.key, final=True))
    known = votes.select("voter", "kind").unique("voter")
    beside = found.join(known, on="voter", how="left", maintain_order="left")
    return beside.select("voter", "kind", "compared", "accuracy", "weight")


def _as_wanted(workspace: Workspace, info: BenchmarkInfo, kinds: Sequence[Kind]) -> Settling:
    """Return when votes settle a case: queues want votes of people, and none of judges alone."""
    return as_wanted(workspace, info.key) if Kind.HUMAN in kinds else Settling()
