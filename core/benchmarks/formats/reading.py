"""Find out which format a benchmark is in, and read it."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path

from core.benchmarks.formats import benchmark_format
from core.benchmarks.formats.benchmark_format import format_named, root_of
from core.benchmarks.formats.errors import UnknownFormatError
from core.benchmarks.formats.made_here import told_made
from core.benchmarks.formats.packed_labels import told_packed
from core.benchmarks.formats.source import BenchmarkSource, Mode
from core.errors import InputError

FORMATS = tuple(one.name for one in benchmark_format.BENCHMARK_FORMATS)
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
    if found := _detect_folder(path):
        return found
    raise UnknownFormatError(
        f"A benchmark must have a ground truth: {_known_by()}. Got {path} without one"
        f"{_below(path) or told_packed(path)}."
    )


def _detect_folder(path: Path) -> str | None:
    looks = dict.fromkeys(one.detect for one in benchmark_format.BENCHMARK_FORMATS)
    return next(filter(None, (fits(path) for fits in looks)), None)


def _known_by() -> str:
    """Name what folders are known by, those of a file of labels alone first."""
    known = (one.known_by for one in benchmark_format.BENCHMARK_FORMATS)
    *most, last = sorted(dict.fromkeys(known), key=lambda by: by.startswith("queries"))
    return f"{', '.join(most)}, or {last}"


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
        return _detect_folder(folder) is not None
    except InputError:  # several ground truths
        return True


def _detect_file(path: Path) -> str:
    formats = benchmark_format.BENCHMARK_FORMATS
    sure = (one.name for one in formats if one.is_truth(path))
    maybe = (one.name for one in formats if one.may_be_truth(path))
    return next(chain(sure, maybe))


def says_what_for(format: str) -> bool:  # noqa: A002 - the word of the field
    """Whether a format says of each query whether tables to unite or to join are searched for."""
    found = format_named(format)
    return found is None or found.says_what_for


def read(
    path: Path | str,
    format: str | None = None,  # noqa: A002 - the word of the field
    mode: Mode | None = None,
) -> BenchmarkSource:
    r"""Read a published benchmark: its queries, labels and what it says of its tables.

    The tables themselves are listed and not read, but for captions that stand inside them
    (in JSON) and tables that stand inside the published files (``target``).

    Parameters
    ----------
    path
        Its folder; or its ground-truth file, if there are several or another than the usual one
        is meant. Its folder is then the benchmark's, or the one above ``groundtruth/``.
    format
        One of `FORMATS`; without it, `detect` decides.
    mode
        What the query tables are searched for, of a format that does not say it (``ugen``,
        ``lakebench``, ``pickle``, ``trec``, ``nlctables``): tables to unite or to join. Without it
        they are to be joined if a CSV names the query's column, and else united.

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
        fits several files, or a query has no label; one class a fault, with file and line.
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
    known = benchmark_format.BENCHMARK_FORMATS
    form = format_named(name)
    if form is None:
        names = ", ".join(one.name for one in known)
        raise UnknownFormatError(f"A format must be one of {names}. Got {name!r}.")
    if mode is not None and form.says_what_for:
        silent = ", ".join(one.name for one in known if not one.says_what_for)
        raise InputError(
            f"What queries ask for is said for {silent} only. Got {mode.value!r} "
            f"for {name}, whose files say it themselves."
        )
    if not path.is_file() and not path.is_dir():
        raise _neither(path)
    root = root_of(path)
    source = form.read(root, path if path.is_file() else None, mode)
    return replace(source, notes=(*source.notes, *told_made(root)))


def _neither(path: Path) -> UnknownFormatError:
    """Return the error of a path that is no folder and no file, most often as nothing is there."""
    got = f"Got {path}" if path.exists() else f"There is nothing at {path}; correct the path"
    return UnknownFormatError(f"A benchmark must be a folder or a ground truth. {got}.")
