"""Votes of a benchmark in and out of files, by its own names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.amounts import amount, listed
from core.benchmarks import registry
from core.benchmarks.curating.labelling import unknown_pairs
from core.benchmarks.curating.pair_names import PairNames
from core.benchmarks.errors import AmbiguousQueryError
from core.benchmarks.formats import written_names
from core.benchmarks.types import BenchmarkInfo
from core.errors import LocatedError, MalformedFileError
from core.labels.queueing.carried import CarriedCase, CarriedQueue, carried_queues
from core.labels.types import Kind, Pair, Role, Task, Voter
from core.labels.voting.entering import enter_votes
from core.labels.voting.importing import FileVote, read_votes
from core.labels.voting.vote_documents import (
    is_vote_document,
    queue_document,
    read_queues,
    read_vote_document,
)
from core.labels.voting.voter_names import alike_names
from core.labels.voting.votes import all_votes
from core.store import Workspace

_LINES = 5
_BROKEN = 10


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
    queues: tuple[str, ...] = ()
    """Names of queues that came with the votes and were not there."""
    less: int = 0
    """Cases that fewer votes settle here than where the file comes from."""
    not_put: tuple[tuple[str, str], ...] = ()
    """Query and table of pairs of these queues that are not of the benchmark."""
    unqueued: int = 0
    """Cases on which people of the file voted and that are in no queue."""

    @property
    def queues_told(self) -> str:
        """Say what became of the queues of a file; empty if it has none or they were there."""
        told = []
        if self.queues:
            named = listed([repr(name) for name in self.queues], _LINES)
            several = "A queue comes" if len(self.queues) == 1 else "Queues come"
            told.append(f"{several} with the votes: {named}.")
        if self.not_put:
            pairs = [f"{query!r} and {table!r}" for query, table in self.not_put]
            told.append(
                f"{amount(len(pairs), 'pair')} of the file's queues not of the benchmark and left "
                f"out ({listed(pairs, _LINES)})."
            )
        if self.less:
            told.append(
                f"Fewer votes settle {amount(self.less, 'case')} here than where the file comes "
                "from: another queue is here by the name of theirs, and stays as it is."
            )
        return " ".join(told)

    @property
    def unqueued_told(self) -> str:
        """Say how many cases a single vote will settle; empty if none."""
        if not self.unqueued:
            return ""
        each = "it" if self.unqueued == 1 else "each"
        return (
            f"{amount(self.unqueued, 'case', 'is', 'are')} in no queue, so that a single vote "
            f"is enough to settle {each}, unless a rule asks for more (--least-votes, Votes from)."
        )

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
            "are one, write one name in the file before it is taken in: votes stay with the name "
            "that they came by. Those under another name can be set aside (--without, or Without "
            "the votes of)."
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
        If the file is faulty; names file and line, and of a CSV all lines that are broken.
    """
    curator.require(Role.CURATOR, "import votes")
    names = PairNames(workspace, info)
    votes, unknown, blank = [], [], []
    in_json = is_vote_document(path)
    given, unread, faults = (
        (read_vote_document(path, voter, kind), (), [])
        if in_json
        else read_votes(path, voter, kind)
    )
    for vote in given:
        if vote.blank:
            blank.append(vote.line)
            continue
        try:
            query = names.query(vote.query, path, vote.line)
            table = names.table(vote.table, path, vote.line)
        except AmbiguousQueryError as error:
            faults.append(error)
            continue
        if query is None or table is None:
            unknown.append((vote.line, vote.query, vote.table))
        else:
            votes.append((query, table, names.task(query), vote))
    if faults:
        raise _all_told(path, faults, [] if skip_unknown else unknown)
    if unknown and not (skip_unknown and votes):
        left_out = " and none is left when these are left out; correct the names"
        may_be = "; correct them, or have them left out (--known in the terminal)"
        raise unknown_pairs(info, path, unknown, left_out if skip_unknown else may_be)
    people = {vote.voter for *_, vote in votes if vote.kind is Kind.HUMAN}
    alike = alike_names(workspace, people)
    queues, not_put = _by_ids(read_queues(path) if in_json else [], names, path)
    entered = enter_votes(workspace, curator, info.key, votes, dry_run, queues)
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
        entered.queues.made,
        entered.queues.less,
        tuple(not_put),
        entered.unqueued,
    )


def _all_told(
    path: Path, faults: Sequence[LocatedError], unknown: Sequence[tuple[int, str, str]]
) -> LocatedError:
    """Return the error of a file with broken lines that tells of all of them at once."""
    if len(faults) == 1 and not unknown:
        return faults[0]
    told = [(fault.line or 0, fault.message) for fault in faults]
    told += [
        (line, f"A pair must be a query and a candidate. Got {query!r} and {table!r}.")
        for line, query, table in unknown
    ]
    lines = [f"Line {line:,}: {sentence}" for line, sentence in sorted(told)]
    more = len(lines) - _BROKEN
    return MalformedFileError(
        f"Every line of a file of votes must be one, and nothing was taken. Got {len(lines):,} "
        f"that are none. {' '.join(lines[:_BROKEN])}{f' And {more:,} more.' if more > 0 else ''}",
        path,
    )


def _by_ids(
    queues: Sequence[CarriedQueue], names: PairNames, path: Path
) -> tuple[list[CarriedQueue], list[tuple[str, str]]]:
    """Name the pairs of queues as the benchmark does, and return those apart that it has not."""
    found, unknown = [], []
    for one in queues:
        cases = []
        for case in one.cases:
            query = names.query(case.pair.query, path)
            table = names.table(case.pair.table, path)
            if query is None or table is None:
                unknown.append((case.pair.query, case.pair.table))
            else:
                pair = Pair(query, table, names.task(query), case.pair.origin)
                cases.append(CarriedCase(pair, case.wanted, case.needed))
        if cases:
            found.append(replace(one, cases=tuple(cases)))
    return found, unknown


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
    """Return every vote and decision with the benchmark's own names, oldest first, and the queues.

    What queues want of a case says how many votes settle it, elsewhere too.

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
    queues = carried_queues(workspace, reader, info.key)
    return {
        "benchmark": info.name,
        "votes": votes,
        "queues": [queue_document(one, names) for one in queues],
    }
