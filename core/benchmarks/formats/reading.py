"""Find out which format a benchmark is in, and read it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.benchmarks.formats import nlctables, own_form, pair_csv, pickles, target, trec
from core.benchmarks.formats.errors import UnknownFormatError
from core.benchmarks.formats.packed_labels import told_packed
from core.benchmarks.formats.pair_columns import columns_of
from core.benchmarks.formats.source import BenchmarkSource, Mode
from core.errors import InputError

_TELLING: dict[str, Callable[[Path, Path | None], BenchmarkSource]] = {
    own_form.NAME: own_form.read,
    nlctables.NAME: nlctables.read,
    target.NAME: target.read,
}
"""How formats are read that say of each query what it asks for."""

_PAIRS_ONLY: dict[str, Callable[[Path, Path | None, Mode | None], BenchmarkSource]] = {
    pair_csv.LABELLED: pair_csv.read_labelled,
    pair_csv.PAIRS: pair_csv.read_pairs,
    pickles.NAME: pickles.read,
    trec.NAME: trec.read,
}
"""How those are read that have pairs of tables and do not say what for."""

DETECTORS: tuple[Callable[[Path], str | None], ...] = (
    own_form.detect,
    nlctables.detect,
    target.detect,
    pair_csv.detect,
    pickles.detect,
    trec.detect,
)

FORMATS = (*_TELLING, *_PAIRS_ONLY)
"""Most telling first."""
_MOST_BELOW = 50


def detect(path: Path | str) -> str:
    """Return the name of the format that a benchmark's folder, or its ground truth, is in.

    ``soundings`` (our own form), ``nlctables``, ``target``, ``ugen`` (CSV with labels: ALT-Gen,
    UGEN), ``lakebench`` (CSV of positive pairs: LakeBench, SANTOS, TUS), ``pickle`` (the form of
    the paper's folders, SANTOS and TUS) or ``trec``. Where several fit, the one that says more
    wins: labels in CSV over positives in a pickle.

    Raises
    ------
    UnknownFormatError
        If none fits, or there is no such folder.
    AmbiguousSourceError
        If a folder holds several ground truths.
    """
    path = Path(path)
    if path.is_file():
        return _detect_file(path)
    if not path.is_dir():
        raise _neither(path)
    for fits in DETECTORS:
        found = fits(path)
        if found:
            return found
    raise UnknownFormatError(
        "A benchmark must have a ground truth: groundtruth.csv, benchmark.pkl, qrels.txt, "
        f"queries.jsonl, or queries-test.txt with qtrel-test.txt. Got {path} without one"
        f"{_below(path) or told_packed(path)}."
    )


def _below(path: Path) -> str:
    """Name the folders inside that are benchmarks, as the one above them was given."""
    inside = sorted(one for one in path.iterdir() if one.is_dir())[:_MOST_BELOW]
    found = [one.name for one in inside if _has_truth(one)]
    if not found:
        return ""
    word, has = ("folder", "has") if len(found) == 1 else ("folders", "have")
    return f", but its {word} {', '.join(found)} {has} one: name one of these"


def _has_truth(folder: Path) -> bool:
    try:
        return any(fits(folder) for fits in DETECTORS)
    except InputError:  # several ground truths
        return True


def _detect_file(path: Path) -> str:
    if path.suffix in {".pkl", ".pickle"}:
        return pickles.NAME
    if path.suffix == ".csv":
        columns = columns_of(path)
        return pair_csv.PAIRS if columns and columns.label is None else pair_csv.LABELLED
    if path.name.startswith("qtrel-"):
        return nlctables.NAME
    if own_form.detect(path.parent):
        return own_form.NAME
    return trec.NAME


def says_what_for(format: str) -> bool:  # noqa: A002 - the word of the field
    """Whether a format says of each query whether tables to unite or to join are searched for."""
    return format not in _PAIRS_ONLY


def read(
    path: Path | str,
    format: str | None = None,  # noqa: A002 - the word of the field
    mode: Mode | None = None,
) -> BenchmarkSource:
    r"""Read a published benchmark: its queries, labels and what it says of its tables.

    The tables themselves are listed but not read.

    Parameters
    ----------
    path
        Its folder; or its ground-truth file, whose folder is then the benchmark's, if there are
        several or another than the usual one is meant.
    format
        One of `FORMATS`; without it, `detect` decides.
    mode
        What the query tables are searched for, of a format that does not say it (``ugen``,
        ``lakebench``, ``pickle``, ``trec``): tables to unite or to join. Without it they are to be
        joined if a CSV names the query's column, and else united.

    Raises
    ------
    UnknownFormatError, AmbiguousSourceError
        If the format is not known or not clear.
    InputError
        If `mode` is given for a format that says it.
    RefusedPickleError
        If a pickle holds more than plain values.
    LocatedError
        If a file does not have its form, an id is not unique, labels contradict each other, a name
        fits several files, or a query has no positive label; one class a fault, with file and line.
        Nothing is read half.

    Examples
    --------
    >>> import tempfile
    >>> root = Path(tempfile.mkdtemp())
    >>> for name in ("query/q.csv", "datalake/a.csv", "datalake/b.csv"):
    ...     (root / name).parent.mkdir(exist_ok=True)
    ...     _ = (root / name).write_text("x,y")
    >>> truth = "query_table,data_lake_table,unionable\nq.csv,a.csv,1\nq.csv,b.csv,0\n"
    >>> _ = (root / "groundtruth.csv").write_text(truth)
    >>> source = read(root)
    >>> source.format, source.queries[0].table, source.qrels.to_dict()
    ('ugen', 'query/q.csv', {'q.csv': {'datalake/a.csv': 1, 'datalake/b.csv': 0}})
    """
    path = Path(path)
    name = format or detect(path)
    if name not in FORMATS:
        raise UnknownFormatError(f"A format must be one of {', '.join(FORMATS)}. Got {name!r}.")
    if mode is not None and says_what_for(name):
        raise InputError(
            f"What queries ask for is said for {', '.join(_PAIRS_ONLY)} only. Got {mode.value!r} "
            f"for {name}, whose files say it themselves."
        )
    if not path.is_file() and not path.is_dir():
        raise _neither(path)
    root, truth = (path.parent, path) if path.is_file() else (path, None)
    if name in _TELLING:
        return _TELLING[name](root, truth)
    return _PAIRS_ONLY[name](root, truth, mode)


def _neither(path: Path) -> UnknownFormatError:
    """Return the error of a path that is no folder and no file, most often as nothing is there."""
    got = f"Got {path}" if path.exists() else f"There is nothing at {path}; correct the path"
    return UnknownFormatError(f"A benchmark must be a folder or a ground truth. {got}.")
