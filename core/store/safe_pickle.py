"""Ground truths and rankings in pickles, read without running anything.

A pickle is a program: loading one freely runs what its author chose. Here the program is read
first, instruction by instruction, and refused by name if it does more than build dict, list, set,
tuple, str and int (and float, where scores are read); then it is loaded by an unpickler that knows
no other name either.
"""

from __future__ import annotations

import io
import pickle
import pickletools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import RefusedPickleError
from core.store.tuple_depth import TupleDepths

MAX_BYTES = 256 * 1024 * 1024
MAX_DEPTH = 16
"""Containers inside containers; a ground truth needs two or three."""

SUFFIXES = (".pkl", ".pickle")
BEGINNINGS = tuple(bytes((0x80, protocol)) for protocol in range(2, 6))
"""How pickles begin since protocol 2, which no text in UTF-8 does."""


@dataclass(frozen=True)
class PickleOf:
    """What a pickle is to hold, ``{query: candidates}``, in the words of whoever reads it."""

    what: str
    variable: str
    """What the dictionary is called in the line that writes it."""
    numbers: str
    """What candidates may have."""
    floats: bool = False
    """Whether these may be floats."""


GROUND_TRUTH = PickleOf("the ground truth", "truth", "grades")
RANKINGS = PickleOf("the rankings", "run", "scores", floats=True)

SET_NAMES = {("builtins", "set"), ("__builtin__", "set")}
"""What protocols below 4 name to build a set."""

_CONTAINERS = {"MARK", "EMPTY_LIST", "EMPTY_DICT", "EMPTY_SET", "EMPTY_TUPLE"}
_PLAIN = _CONTAINERS | {
    *("PROTO", "FRAME", "STOP", "POP", "POP_MARK", "DUP"),
    *("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"),
    *("STRING", "BINSTRING", "SHORT_BINSTRING"),
    *("UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"),
    *("LIST", "APPEND", "APPENDS", "DICT", "SETITEM", "SETITEMS", "ADDITEMS"),
    "REDUCE",  # of a name, which can only be the set
    *("TUPLE", "TUPLE1", "TUPLE2", "TUPLE3"),
    *("GET", "BINGET", "LONG_BINGET", "PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"),
}
_FLOATS = {"FLOAT", "BINFLOAT"}
_SAYS = {
    "NEWTRUE": "True",
    "NEWFALSE": "False",
    "NONE": "None",
    "FLOAT": "a float",
    "BINFLOAT": "a float",
    "BINBYTES": "bytes",
    "SHORT_BINBYTES": "bytes",
    "BINBYTES8": "bytes",
    "BYTEARRAY8": "a bytearray",
    "FROZENSET": "a frozenset",
    "PERSID": "a reference to outside of the file",
    "BINPERSID": "a reference to outside of the file",
}

_EASILY_PLAIN = {
    *("collections.defaultdict", "collections.OrderedDict"),
    *("a frozenset", "builtins.frozenset", "__builtin__.frozenset"),
}
"""Containers that whoever wrote the file most likely did not choose for what they do."""


def is_pickle(path: Path) -> bool:
    """Whether a file is called a pickle, or begins like one.

    Examples
    --------
    >>> is_pickle(Path("benchmark_result_by_starmie.pickle")), is_pickle(Path("nowhere.csv"))
    (True, False)
    """
    if path.suffix.lower() in SUFFIXES:
        return True
    try:
        with path.open("rb") as file:
            return file.read(2) in BEGINNINGS
    except OSError:
        return False


def load_plain(path: Path, wanted: PickleOf = GROUND_TRUTH) -> Any:
    """Load a pickle of dict, list, set, tuple, str and int, protocols 0 to 5.

    Parameters
    ----------
    wanted
        Says whether it may hold floats, too, and what a refusal calls it.

    Raises
    ------
    RefusedPickleError
        If it holds anything else (named in the message), is larger than 256 MiB, nested deeper
        than 16, or broken. Nothing of it has run then.
    """
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise RefusedPickleError(
                f"A pickle must be at most {MAX_BYTES // 2**20} MiB. Got {size / 2**20:,.0f} MiB; "
                f"write {wanted.what} as CSV.",
                path,
            )
        content = path.read_bytes()
    except OSError as error:
        raise RefusedPickleError(
            f"The file must be readable. Got: {error.strerror or error}.", path
        ) from None
    allowed = _vetted(content, path, wanted)
    try:
        value = _PlainUnpickler(allowed, wanted).load()
    except RefusedPickleError as error:
        raise RefusedPickleError(error.message, path) from None
    except (MemoryError, RecursionError):
        raise _refused("more than fits in memory", path, wanted) from None
    except Exception as error:  # noqa: BLE001 - a broken pickle may raise anything
        raise RefusedPickleError(f"The file must be a whole pickle. Got: {error}.", path) from None
    _check_plain(value, path, wanted)
    return value


class _PlainUnpickler(pickle.Unpickler):  # noqa: S301  # what it is there to refuse
    """Knows the name of the built-in set and no other."""

    def __init__(self, content: bytes, wanted: PickleOf) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8")
        self._wanted = wanted

    def find_class(self, module_name: str, global_name: str) -> Any:
        if (module_name, global_name) in SET_NAMES:
            return set
        raise _refused(f"{module_name}.{global_name}", None, self._wanted)

    def persistent_load(self, pid: Any) -> Any:
        raise _refused(_SAYS["PERSID"], None, self._wanted)


def _vetted(content: bytes, path: Path, wanted: PickleOf) -> bytes:
    """Read the pickle's instructions without carrying them out; return those that may be.

    The first name taken from the stack is the last of them: behind it every instruction is made
    "stop" (the length stays, for frames state theirs). No plain pickle has such a name, protocol 4
    builds sets without, and the unpickler, which knows what is on the stack, refuses it by name.
    """
    plain = _PLAIN | (_FLOATS if wanted.floats else set())
    steps = 0
    depths = TupleDepths()
    try:
        for step, argument, position in pickletools.genops(content):
            steps += 1
            if step.name == "STACK_GLOBAL":
                kept = (position or 0) + 1
                return content[:kept] + b"." * (len(content) - kept)
            if step.name == "GLOBAL":
                module, _, name = str(argument).partition(" ")
                if (module, name) not in SET_NAMES:
                    raise _refused(f"{module}.{name}", path, wanted)
            elif step.name not in plain:
                told = _SAYS.get(step.name, f"the instruction {step.name}")
                raise _refused(told, path, wanted)
            elif step.name in {"PUT", "BINPUT", "LONG_BINPUT"} and int(str(argument)) > steps:
                # The unpickler would make room for as many values as the number says.
                raise _refused("a memory slot beyond its own length", path, wanted)
            depths.follow(step, argument)
            if depths.deepest > MAX_DEPTH:
                raise _refused(f"containers nested deeper than {MAX_DEPTH}", path, wanted)
    except RefusedPickleError:
        raise
    except Exception as error:  # noqa: BLE001 - a broken pickle may raise anything
        raise RefusedPickleError(f"The file must be a whole pickle. Got: {error}.", path) from None
    return content


def _check_plain(value: Any, path: Path, wanted: PickleOf) -> None:
    """Look at every value, each shared container once, for types and depth."""
    plain = {str, int, float} if wanted.floats else {str, int}
    waiting: list[tuple[Any, int]] = [(value, 0)]
    seen: dict[int, int] = {}
    while waiting:
        current, depth = waiting.pop()
        if type(current) in plain:
            continue
        if type(current) not in {dict, list, set, tuple}:
            raise _refused(f"a {type(current).__name__}", path, wanted)
        if depth > MAX_DEPTH:
            raise _refused(f"containers nested deeper than {MAX_DEPTH}", path, wanted)
        if seen.get(id(current), -1) >= depth:
            continue
        seen[id(current)] = depth
        if isinstance(current, dict):
            waiting += [(part, depth + 1) for entry in current.items() for part in entry]
        else:
            waiting += [(part, depth + 1) for part in current]


def _refused(what: str, path: Path | None, wanted: PickleOf) -> RefusedPickleError:
    way_out = f"ask its author for {wanted.what} as CSV"
    of, numbers = f"for q, c in {wanted.variable}.items()", wanted.numbers
    if what in _EASILY_PLAIN:
        way_out += (
            f", or to write it by `pickle.dump({{q: list(c) {of}}}, file)`; where candidates have "
            f"{numbers}, with `dict(c)`"
        )
    elif what.startswith("numpy."):
        number = "float" if wanted.floats else "int"
        way_out += (
            f", or to write it by `pickle.dump({{str(q): [str(t) for t in c] {of}}}, file)`; where "
            f"candidates have {numbers}, with `{{str(t): {number}(g) for t, g in c.items()}}`"
        )
    types = (
        "dict, list, set, tuple, str, int and float"
        if wanted.floats
        else ("dict, list, set, tuple, str and int")
    )
    return RefusedPickleError(
        f"A pickle may hold {types} only, as loading anything else can run code. Got {what}; "
        f"{way_out}.",
        path,
    )
