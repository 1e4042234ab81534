"""A release brought in from a file, in any of the forms that one is written in."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks import registry
from core.benchmarks.curating.known_votes import last_known
from core.benchmarks.curating.labelling import unknown_pairs
from core.benchmarks.curating.pair_names import PairNames
from core.benchmarks.curating.provenance import COLUMNS, Provenance, read_beside
from core.benchmarks.formats import own_form, pair_csv
from core.benchmarks.formats.benchmark_format import labels_reader
from core.benchmarks.formats.labels import LabelRow, check_alike
from core.benchmarks.formats.pair_columns import LABEL_COLUMNS
from core.benchmarks.formats.pair_columns import QUERY_COLUMNS as PUBLISHED_QUERY
from core.benchmarks.formats.pair_columns import TABLE_COLUMNS as PUBLISHED_TABLE
from core.benchmarks.types import BASE, BenchmarkInfo
from core.errors import MalformedFileError, UnknownColumnsError
from core.evaluation import Qrels
from core.evaluation.joined_queries import QUERY_COLUMN_COLUMNS, query_id
from core.evaluation.qrels_files import read_qrels_rows
from core.evaluation.text_lines import fields_of, from_trec, has_blank
from core.labels.errors import BadReleaseError
from core.labels.queueing.cases import put_all
from core.labels.settling import releases
from core.labels.settling.releases import (
    ADJUDICATION,
    CONSENSUS,
    Release,
    ReleaseDraft,
    Settled,
    graded,
    knows_two_grades,
)
from core.labels.types import Origin, Pair, Role, Voter
from core.labels.voting.importing import QUERY_COLUMNS, TABLE_COLUMNS
from core.labels.voting.votes import last_vote
from core.store import Workspace
from core.store.formulas import unmark_formula
from core.store.text_files import column_of, csv_rows, full_rows, read_text

_ENDINGS = {".csv", ".qrels", ".trec", ".tsv", ".txt"}
"""Of the forms that are written of every benchmark."""
_HEAD = 65_536
_OF_TREC = 4
IMPORTED = "imported from "
"""How the rule of a release begins that came from a file."""
WITH_VOTES = ", with its votes"
"""How it ends if the file says of which votes the release knows."""
_UNKNOWN = Provenance()
_VOTES = re.compile(rb'\s*\{[^\[]*"votes"\s*:')


@dataclass(frozen=True)
class _Line:
    """What one line of a release says of a pair."""

    label: LabelRow
    settled_by: str = ""
    column: str = ""
    """Of the query's table, which tells apart queries with one table."""
    votes: str = ""
    """As a CSV of a release names them."""
    comes_from: Provenance = _UNKNOWN


Labels = dict[tuple[str, str], tuple[int, str]]
"""Query and table to the label and, where the file says it, what settled it."""


def import_release(
    workspace: Workspace,
    curator: Voter,
    info: BenchmarkInfo,
    path: Path,
    name: str,
    *,
    base: str = BASE,
    note: str = "",
    partly: bool = False,
) -> Release:
    """Make a release of the labels of a file: CSV with votes, qrels, or a published form.

    The form is told by the ending, or by how the file begins if it has none of the usual ones.

    The release has the same labels, and so the same fingerprint, as the one that was written. What
    settled a label is kept where the file says it (CSV with votes); in the other forms each label
    that differs from the base counts as decided by the curator who vouches for the file. Its rule
    says by which rule the file's was made, by whom and when, and whether its labels were changed
    since, where the file says so; so does its note unless another is given. It knows
    of the votes that the file names, if these ever were the benchmark's, and else of those that
    are there by now: later ones are newer than the release.

    Parameters
    ----------
    base
        The release that the file's one was made from.
    partly
        Whether a 1 means partly even if no label is 2. It does where the file says what settled
        a label; elsewhere labels of only 0 and 1 are as ground truths are published, and a 1 means
        unionable.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    UnknownPairsError
        If a pair is not the benchmark's.
    BadReleaseError
        If a pair that the base labels has no label in the file, or no label differs.
    ContradictingLabelsError
        If two lines label a pair differently, however each spells its names.
    ReleaseExistsError, ReleaseNotFoundError, InputError
        If the name is taken, there is no such base, or the file is faulty.
    """
    curator.require(Role.CURATOR, "import a release")
    releases.check_name(workspace, info.key, name)
    last = last_vote(workspace, info.key)
    _require_labels(path)
    names = PairNames(workspace, info)
    labels, votes, comes_from = _found(workspace, info, names, path)
    if not partly and not any(by for _, by in labels.values()):
        labels = _on_scale(labels)
    truth = registry.graded_qrels(workspace, info, base)
    before = {(q, t): grade for q, t, grade in truth.frame.iter_rows()}
    absent = sorted(set(before) - set(labels))
    if absent:
        raise BadReleaseError(
            f"A release labels every pair that {base!r} labels. {path.name} has no label for "
            f"{len(absent):,} of {len(before):,}, first {absent[0]}; write it with grades."
        )
    changed = {
        pair: (grade, by or ADJUDICATION)
        for pair, (grade, by) in labels.items()
        if by or before.get(pair) != grade
    }
    if not changed:
        raise BadReleaseError(
            f"A release has at least one label that differs from its base. The labels of "
            f"{path.name} are those of {base!r}, all {len(labels):,}; change one in the file, or "
            "name another base."
        )
    cases = put_all(
        workspace,
        curator,
        info.key,
        [Pair(query, table, names.task(query), Origin.UPLOAD) for query, table in changed],
    )
    settled = [
        Settled(case, query, table, grade, by)
        for case, ((query, table), (grade, by)) in zip(cases, changed.items(), strict=True)
    ]
    settled_as = releases.settled_truth(truth, settled).fingerprint
    rule = f"{IMPORTED}{path.name}{comes_from.told(settled_as)}"
    if (known := last_known(workspace, info, votes)) is not None:
        last, rule = known, f"{rule}{WITH_VOTES}"
    draft = ReleaseDraft(
        name=name,
        base=base,
        truth=truth,
        settled=settled,
        rule=rule,
        last_vote=last,
        note=note or comes_from.note,
    )
    return releases.store_release(workspace, curator, info.key, draft, again=True)


def _require_labels(path: Path) -> None:
    """Refuse a file of votes, from which a release is made and not read."""
    if _VOTES.match(_head(path).removeprefix(codecs.BOM_UTF8)):
        raise BadReleaseError(
            f"A release is read from a file of labels. Got {path.name}, which holds votes; "
            "take them in as votes (`label import`) and make a release of them."
        )


def _on_scale(labels: Labels) -> Labels:
    """Bring labels that know only 0 and 1 to the scale of votes."""
    rows = [(query, table, grade) for (query, table), (grade, _) in labels.items()]
    truth = Qrels.from_rows(rows)
    if not knows_two_grades(truth):
        return labels
    lifted = graded(truth).frame.iter_rows()
    return {(query, table): (grade, labels[query, table][1]) for query, table, grade in lifted}


def _found(
    workspace: Workspace, info: BenchmarkInfo, names: PairNames, path: Path
) -> tuple[Labels, dict[tuple[str, str], str], Provenance]:
    """Return the labels of a file, the votes that it names for each pair, and its provenance."""
    missing = {(pair.query, pair.table) for pair in registry.missing_pairs(workspace, info)}
    found: dict[tuple[str, str], tuple[LabelRow, str]] = {}
    votes: dict[tuple[str, str], str] = {}
    unknown = []
    comes_from = read_beside(path) if path.name == own_form.QRELS else _UNKNOWN
    for one in _read(info, path):
        if comes_from == _UNKNOWN:
            comes_from = one.comes_from
        label, by = one.label, one.settled_by
        query = names.query_on(label.query, one.column, path, label.line)
        table = names.table(label.table, path, label.line)
        if query is not None and table is not None:
            first, settled = found.setdefault((query, table), (label, by))
            check_alike(first, label, path)
            found[query, table] = first, settled or by
            votes.setdefault((query, table), one.votes)
        elif (
            not {
                (known, label.table)
                for known in (query, label.query, query_id(label.query, one.column))
            }
            & missing
        ):
            unknown.append((label.line or 0, label.query, label.table))
    if unknown:
        raise unknown_pairs(info, path, unknown)
    labels = {pair: (label.relevance, by) for pair, (label, by) in found.items()}
    return labels, votes, comes_from


def _read(info: BenchmarkInfo, path: Path) -> list[_Line]:
    ending = path.suffix.lower()
    head = _head(path)
    read = labels_reader(info.format, ending, None if ending in _ENDINGS else head)
    if read is not None:
        return [_Line(label) for label in read(path, Path(info.root))]
    if ending == ".csv" or (ending not in _ENDINGS and _is_csv(head)):
        return _read_csv(path)
    rows = read_qrels_rows(path)
    # Blanks are written as in addresses in TREC's four columns, but not in our own three, nor where
    # a benchmark publishes them as they are.
    as_they_are = _columns(path) != _OF_TREC or has_blank(n for row in rows for n in row[1:3])
    plain = str if as_they_are else from_trec
    return [
        _Line(LabelRow(line, plain(query), plain(table), grade))
        for line, query, table, grade in rows
    ]


def _columns(path: Path) -> int:
    """Count the columns of qrels, which are the same in every line."""
    with path.open(encoding="utf-8-sig", newline="\n") as file:
        first = next((line for line in file if line.strip()), "").rstrip("\r\n")
    return len(fields_of(first, "\t" in first))


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""  # the reader says what is wrong


def _is_csv(head: bytes) -> bool:
    """Whether a file whose name says nothing of its form begins with the columns of a release."""
    first = head.decode("utf-8-sig", errors="replace").lstrip().partition("\n")[0]
    names = {name.strip().strip('"').casefold() for name in first.split(",")}
    return bool(names & {*QUERY_COLUMNS, *PUBLISHED_QUERY}) and "," in first


def _read_csv(path: Path) -> list[_Line]:
    rows = csv_rows(read_text(path), path)
    line, header = next(rows, (1, []))
    columns = [name.strip().casefold() for name in header]

    def place(*wanted: str) -> int | None:
        return column_of(columns, wanted, path, line)

    query, table = place(*QUERY_COLUMNS, *PUBLISHED_QUERY), place(*TABLE_COLUMNS, *PUBLISHED_TABLE)
    label, settled = place(*LABEL_COLUMNS), place("settled_by")
    column, votes = place(*QUERY_COLUMN_COLUMNS), place("votes")
    if query is None or table is None or label is None:
        raise UnknownColumnsError(
            "A release in CSV must have a query, a table and a label. Got "
            f"{', '.join(header) or 'nothing'}.",
            path,
            line,
        )
    # In another CSV of labels, columns of these names may hold anything.
    said = [one for one in COLUMNS if settled is not None and place(one) is not None]
    found = []
    for line, row in full_rows(rows, len(columns), path):
        by = row[settled].strip() if settled is not None else ""
        if by not in {"", CONSENSUS, ADJUDICATION}:
            raise MalformedFileError(
                f"What settled a label is {CONSENSUS} or {ADJUDICATION}. Got {by!r}.", path, line
            )
        asked, ranked = (unmark_formula(row[at].strip()) for at in (query, table))
        found.append(
            _Line(
                LabelRow(line, asked, ranked, pair_csv.parse_label(row[label], path, line)),
                by,
                "" if column is None else unmark_formula(row[column].strip()),
                "" if votes is None else row[votes].strip(),
                Provenance.of_cells({one: row[columns.index(one)] for one in said}),
            )
        )
    return found
