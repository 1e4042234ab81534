"""Votes of a benchmark in and out by its own names, and the releases that come of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.amounts import amount, listed
from core.benchmarks import formats, registry
from core.benchmarks.curating.known_votes import BETWEEN, vote_word
from core.benchmarks.curating.labelling import unknown_pairs
from core.benchmarks.curating.made_before import told_rule
from core.benchmarks.curating.pair_names import PairNames
from core.benchmarks.curating.released import released_source
from core.benchmarks.curating.settling import PEOPLE, conclude, lacking_votes
from core.benchmarks.formats import written_names
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import write_qrels
from core.labels.errors import BadReleaseError
from core.labels.settling import releases
from core.labels.settling.releases import Release
from core.labels.settling.rules import Rule, Settling
from core.labels.types import Kind, Role, Task, Voter
from core.labels.voting.entering import enter_votes
from core.labels.voting.importing import FileVote, read_votes
from core.labels.voting.vote_documents import is_vote_document, read_vote_document
from core.labels.voting.voter_names import alike_names
from core.labels.voting.votes import all_votes, current_votes, last_vote
from core.store import Workspace
from core.store.formulas import mark_formula
from core.store.text_files import write_whole

_LINES = 5


@dataclass(frozen=True)
class ImportedVotes:
    """What became of a file of votes."""

    added: int
    known: int
    """Votes that an earlier import entered."""
    unknown: tuple[tuple[int, str, str], ...]
    """Line, query and table of those that are not of the benchmark and were left out."""
    blank: tuple[int, ...] = ()
    """Lines without a label, which were left out."""
    superseded: tuple[int, ...] = ()
    """Lines of votes that were entered before, and superseded since."""
    unread: tuple[str, ...] = ()
    """Columns of a CSV that are none of a vote's and were not read."""
    contradicting: tuple[tuple[int, int], ...] = ()
    """Lines of a CSV that count only for standing after another label of their voter for the pair,
    each with the last line of such a label: neither says a moment."""
    alike: tuple[tuple[str, str], ...] = ()
    """Names of people in the file that differ from another's only in case, each with that one."""
    replaced: tuple[int, ...] = ()
    """Lines of votes that take the place of another label that their voter gave before."""

    @property
    def replaced_told(self) -> str:
        """Say which votes take the place of others; empty if none."""
        if not self.replaced:
            return ""
        lines = listed([f"{line:,}" for line in self.replaced], _LINES)
        return (
            f"{amount(len(self.replaced), 'vote', 'takes', 'take')} the place of another label "
            f"that the same voter gave for the pair before (line {lines})."
        )

    @property
    def alike_told(self) -> str:
        """Say which voters may be one person, and the way out; empty if none."""
        if not self.alike:
            return ""
        pairs = listed([f"{one!r} and {other!r}" for one, other in self.alike], _LINES)
        return (
            f"Names that differ only in case count as different people ({pairs}). If they "
            "are one, remove the benchmark with its votes and import them under one name."
        )

    @property
    def contradicting_told(self) -> str:
        """Say which labels count for their place in the file, and the way out; empty if none."""
        if not self.contradicting:
            return ""
        lines = listed([f"{old:,} and {new:,}" for new, old in self.contradicting], _LINES, "; ")
        several = amount(len(self.contradicting), "time")
        return (
            f"{several} a voter gave two labels for one pair without a moment, of which the lower "
            f"line counts (lines {lines}). Say in voted_at which was given last."
        )

    @property
    def superseded_told(self) -> str:
        """Say which votes do not count as they were superseded, and the way out; empty if none."""
        if not self.superseded:
            return ""
        lines = listed([f"{line:,}" for line in self.superseded], _LINES)
        return (
            f"{amount(len(self.superseded), 'vote', 'was', 'were')} entered before, and a later "
            f"one still stands above {'it' if len(self.superseded) == 1 else 'them'} (line "
            f"{lines}). To correct one back, say in voted_at when it was given."
        )


def import_votes(
    workspace: Workspace,
    curator: Voter,
    info: BenchmarkInfo,
    path: Path,
    voter: str | None = None,
    *,
    kind: Kind = Kind.HUMAN,
    skip_unknown: bool = False,
    dry_run: bool = False,
) -> ImportedVotes:
    """Enter the votes of a file, all or none: CSV, or JSON as `votes_document` has it.

    See `core.labels.voting.importing.read_votes` and
    `core.labels.voting.vote_documents.read_vote_document`; a document under another name is known
    by how it begins.

    Names may be in any spelling that the benchmark publishes. A file imported twice adds nothing
    the second time, and undoes nothing that was voted since.

    Parameters
    ----------
    skip_unknown
        Whether to leave out, and tell, the votes on pairs that are not of the benchmark.
    dry_run
        Whether only to tell what would come of it, and keep nothing.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    UnknownPairsError
        If there are such votes and `skip_unknown` is not set, or all votes are such.
    AmbiguousQueryError
        If a query is named by a table that several have.
    InputError
        If the file is faulty; names file and line.
    """
    curator.require(Role.CURATOR, "import votes")
    names = PairNames(workspace, info)
    votes, unknown, blank = [], [], []
    in_json = is_vote_document(path)
    given, unread = (
        (read_vote_document(path, voter, kind), ()) if in_json else read_votes(path, voter, kind)
    )
    for vote in given:
        if vote.blank:
            blank.append(vote.line)
            continue
        query = names.query(vote.query, path, vote.line)
        table = names.table(vote.table, path, vote.line)
        if query is None or table is None:
            unknown.append((vote.line, vote.query, vote.table))
        else:
            votes.append((query, table, names.task(query), vote))
    if unknown and not (skip_unknown and votes):
        left_out = " and none is left when these are left out; correct the names"
        may_be = "; correct them, or have them left out (--known in the terminal)"
        raise unknown_pairs(info, path, unknown, left_out if skip_unknown else may_be)
    people = {vote.voter for *_, vote in votes if vote.kind is Kind.HUMAN}
    alike = alike_names(workspace, people)
    entered = enter_votes(workspace, curator, info.key, votes, dry_run)
    return ImportedVotes(
        entered.added,
        entered.known,
        tuple(unknown),
        tuple(blank),
        entered.superseded,
        unread,
        () if in_json else _contradicting(votes),
        alike,
        entered.replaced,
    )


def _contradicting(votes: Sequence[tuple[str, str, Task, FileVote]]) -> tuple[tuple[int, int], ...]:
    """Return the lines of a voter's last label for a pair and of another before it.

    Of votes without a moment, of which the order of the lines decides.
    """
    given: dict[tuple[str, str, str], list[FileVote]] = {}
    for query, table, _, vote in votes:
        if not vote.voted_at:
            given.setdefault((query, table, vote.voter), []).append(vote)
    found = []
    for *before, last in given.values():
        others = [vote.line for vote in before if vote.label != last.label]
        found += [(last.line, others[-1])] if others else []
    return tuple(found)


def votes_document(workspace: Workspace, reader: Voter, info: BenchmarkInfo) -> dict[str, Any]:
    """Return every vote and decision with the benchmark's own names, oldest first.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    names = written_names(registry.source(workspace, info))
    votes: list[dict[str, Any]] = [
        {
            "query": vote.query,
            "table": names.get(vote.table, vote.table),
            "voter": vote.voter,
            "kind": vote.kind.value,
            "label": vote.ballot.label,
            "final": vote.final,
            "current": vote.current,
            "case": vote.case,
            "facets": list(vote.ballot.facets),
            "confidence": vote.ballot.confidence,
            "reason": vote.ballot.reason,
            "alignment": vote.ballot.alignment and [list(p) for p in vote.ballot.alignment],
            "seconds": vote.ballot.seconds,
            "app_version": vote.app_version,
            "shown": vote.ballot.shown,
            "key": vote.client_key,
            "voted_at": vote.voted_at,
            "timed": vote.timed,
        }
        for vote in all_votes(workspace, reader, info.key)
    ]
    return {"benchmark": info.name, "votes": votes}


def make_release(
    workspace: Workspace,
    curator: Voter,
    info: BenchmarkInfo,
    name: str,
    rule: Rule = Rule.MAJORITY,
    *,
    settling: Settling | None = None,
    kinds: tuple[Kind, ...] = PEOPLE,
    base: str = BASE,
    note: str = "",
    again: bool = False,
) -> Release:
    """Make a release from the votes so far; what it settles is that of `settling.conclude`.

    Unless told otherwise, a case is settled once it has the votes that its queues want.

    Parameters
    ----------
    again
        Whether it may have the labels of one that there is, of the same votes by the same rule
        (`core.benchmarks.curating.made_before.same_release`).

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    BadReleaseError, ReleaseExistsError, ReleaseNotFoundError
        If nothing is settled, the name is taken, or there is no such base.
    SameReleaseError
        If there is such a one and `again` is not set.
    """
    curator.require(Role.CURATOR, "make a release")
    truth = registry.graded_qrels(workspace, info, base)
    last = last_vote(workspace, info.key)
    found = conclude(workspace, curator, info, rule, settling, kinds=kinds, base=base, up_to=last)
    lacking = f"{lacking_votes(found)} {found.left_out_told}".strip()
    if not found.settled and lacking:
        raise BadReleaseError(f"A release has at least one settled label. {lacking}")
    return releases.make_release(
        workspace,
        curator,
        info.key,
        name,
        truth,
        settled=found.settled,
        rule=told_rule(found),
        base_release=base,
        note=note,
        last_vote=last,
        again=again,
    )


def export_release(
    workspace: Workspace, reader: Voter, info: BenchmarkInfo, name: str, path: Path
) -> None:
    """Write a release: CSV with votes, TREC qrels, or a benchmark's folder, by the path's ending.

    ``.csv`` has a line a label: query, table, label, label before, what settled it and the votes
    (``voter=label``, a curator's with an asterisk). ``.qrels``, ``.trec``, ``.tsv`` and ``.txt``
    are qrels. Anything else is a new folder in our own form, without the tables, whose labels
    `bench add` reads as they are. In each, tables have the names of `runs.export_run`.

    Raises
    ------
    RoleError
        If votes are asked for by somebody else than a curator.
    ReleaseNotFoundError
        If there is no such release.
    InputError
        If the place cannot be written.
    """
    truth = registry.qrels(workspace, info, name)
    ending = path.suffix.lower()
    if ending == ".csv":
        reader.require(Role.CURATOR, "open the votes of others")
        write_whole(path, _csv(workspace, info, name))
    elif ending in {".qrels", ".trec", ".tsv", ".txt"}:
        write_qrels(truth, path, written_names(registry.source(workspace, info)))
    else:
        formats.write(released_source(workspace, info, name), path, tables=False)


def _csv(workspace: Workspace, info: BenchmarkInfo, name: str) -> str:
    release = releases.release(workspace, info.key, name)
    said: dict[tuple[str, str], list[str]] = {}
    for final in (False, True):
        found = current_votes(workspace, info.key, final, release.last_vote)
        for query, table, voter, label in found.select("query", "table", "voter", "label").rows():
            said.setdefault((query, table), []).append(vote_word(voter, label, final))
    settled = {
        (row["query"], row["table"]): row
        for row in releases.settled_labels(workspace, info.key, name).iter_rows(named=True)
    }
    names = written_names(registry.source(workspace, info))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["query", "table", "label", "before", "settled_by", "votes"])
    for query, table, label in registry.qrels(workspace, info, name).frame.iter_rows():
        row = settled.get((query, table))
        writer.writerow(
            [
                mark_formula(query),
                mark_formula(names.get(table, table)),
                label,
                label if row is None else row["before"],
                "" if row is None else row["settled_by"],
                BETWEEN.join(said.get((query, table), [])),
            ]
        )
    return text.getvalue()
