"""Ground truths and rankings in pickles, read without running anything.

A pickle is a program: loading one freely runs what its author chose. Here the program is read
first, instruction by instruction, and refused by name if it does more than build dict, list, set,
tuple, str and int (and float, where scores are read); then it is loaded by an unpickler that knows
no other name either. The kinds of dict and set that such files often hold, ``defaultdict``,
``OrderedDict`` and ``frozenset``, are built by functions of this module in place of theirs.
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

_FACTORIES = {
    f"builtins.{name}" for name in ("list", "dict", "int", "long", "float", "str", "unicode")
}
"""What a ``defaultdict`` may fill itself with, which is left out; two are of Python 2."""
_NAMES = _FACTORIES | {
    *("builtins.set", "builtins.frozenset"),  # only protocols below 4 name them
    *("collections.defaultdict", "collections.OrderedDict"),
}
_HASHED = "a tuple as a key or in a set"
MAX_COPIED = 5_000_000
"""Values that a pickle may have copied into sets, however small it is."""

_CONTAINERS = {"MARK", "EMPTY_LIST", "EMPTY_DICT", "EMPTY_SET", "EMPTY_TUPLE"}
_PLAIN = _CONTAINERS | {
    *("PROTO", "FRAME", "STOP", "POP", "POP_MARK", "DUP"),
    *("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"),
    *("STRING", "BINSTRING", "SHORT_BINSTRING"),
    *("UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"),
    *("LIST", "APPEND", "APPENDS", "DICT", "SETITEM", "SETITEMS", "ADDITEMS"),
    *("STACK_GLOBAL", "FROZENSET"),
    "REDUCE",  # of a name, which can only be one of the known
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
    "PERSID": "a reference to outside of the file",
    "BINPERSID": "a reference to outside of the file",
}


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

    A ``defaultdict`` or an ``OrderedDict`` in it is a dict.

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
    _vet(content, path, wanted)
    try:
        value = _PlainUnpickler(content, wanted).load()
    except RefusedPickleError as error:
        raise RefusedPickleError(error.message, path) from None
    except (MemoryError, RecursionError):
        raise _refused("more than fits in memory", path, wanted) from None
    except Exception as error:  # noqa: BLE001 - a broken pickle may raise anything
        raise RefusedPickleError(f"The file must be a whole pickle. Got: {error}.", path) from None
    _check_plain(value, path, wanted)
    return value


class _PlainUnpickler(pickle.Unpickler):  # noqa: S301  # what it is there to refuse
    """Knows a few names of containers, which it builds itself, and no other."""

    def __init__(self, content: bytes, wanted: PickleOf) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8")
        self._wanted = wanted
        self._copied = 0
        self._known: dict[str, Any] = {
            **{name: _Factory(name) for name in _FACTORIES},
            "builtins.set": lambda items=(): set(self._members(items)),
            "builtins.frozenset": lambda items=(): frozenset(self._members(items)),
            "collections.defaultdict": self._default_dict,
            "collections.OrderedDict": lambda pairs=(): {
                key: value for (key, value) in pairs if self._members([key])
            },
        }

    def find_class(self, module_name: str, global_name: str) -> Any:
        name = _full_name(module_name, global_name)
        if name not in _NAMES:
            raise _refused(name, None, self._wanted)
        return self._known[name]

    def _members(self, items: Any) -> Any:
        if any(isinstance(item, tuple) for item in items):
            raise _refused(_HASHED, None, self._wanted)
        self._copied += len(items)
        if self._copied > MAX_COPIED:
            raise _refused(f"more than {MAX_COPIED:,} values in sets", None, self._wanted)
        return items

    def _default_dict(self, factory: Any = None) -> dict[Any, Any]:
        if factory is not None and not any(factory is known for known in self._known.values()):
            raise _refused("collections.defaultdict of something else", None, self._wanted)
        return {}

    def persistent_load(self, pid: Any) -> Any:
        raise _refused(_SAYS["PERSID"], None, self._wanted)


@dataclass(frozen=True)
class _Factory:
    """Stands for what a ``defaultdict`` fills itself with; nothing can be done with it."""

    name: str


def _full_name(module: str, name: str) -> str:
    return f"{'builtins' if module == '__builtin__' else module}.{name}"


def _vet(content: bytes, path: Path, wanted: PickleOf) -> None:
    """Read the pickle's instructions without carrying them out, and refuse those that may not be.

    Names that are taken from the stack are left to the unpickler, which knows what is there.
    """
    plain = _PLAIN | (_FLOATS if wanted.floats else set())
    steps = named = 0
    depths = TupleDepths()
    try:
        for step, argument, position in pickletools.genops(content):
            steps += 1
            if step.name == "STACK_GLOBAL":
                named = (position or 0) + 1
            if step.name == "GLOBAL":
                name = _full_name(*str(argument).split(" ", 1))
                if name not in _NAMES:
                    raise _refused(name, path, wanted)
            elif step.name not in plain:
                _refuse_name(content, named, path, wanted)
                told = _SAYS.get(step.name, f"the instruction {step.name}")
                raise _refused(told, path, wanted)
            elif step.name in {"PUT", "BINPUT", "LONG_BINPUT"} and int(str(argument)) > steps:
                # The unpickler would make room for as many values as the number says.
                raise _refused("a memory slot beyond its own length", path, wanted)
            depths.follow(step, argument)
            if depths.deepest > MAX_DEPTH:
                raise _refused(f"containers nested deeper than {MAX_DEPTH}", path, wanted)
            if depths.hashed:
                raise _refused(_HASHED, path, wanted)
    except RefusedPickleError:
        raise
    except Exception as error:  # noqa: BLE001 - a broken pickle may raise anything
        raise RefusedPickleError(f"The file must be a whole pickle. Got: {error}.", path) from None


def _refuse_name(content: bytes, named: int, path: Path, wanted: PickleOf) -> None:
    """Refuse the last name taken from the stack, if it is not known, as it says more than the rest.

    All up to it may be carried out. Behind it every instruction is made "stop"; the length stays,
    for frames state theirs.
    """
    if not named:
        return
    try:
        _PlainUnpickler(content[:named] + b"." * (len(content) - named), wanted).load()
    except RefusedPickleError as error:
        raise RefusedPickleError(error.message, path) from None
    except Exception:  # noqa: BLE001, S110 - a broken pickle may raise anything; it is refused then
        pass


def _check_plain(value: Any, path: Path, wanted: PickleOf) -> None:
    """Look at every value, each shared container once, for types and depth."""
    plain = {str, int, float} if wanted.floats else {str, int}
    waiting: list[tuple[Any, int]] = [(value, 0)]
    seen: dict[int, int] = {}
    while waiting:
        current, depth = waiting.pop()
        if type(current) in plain:
            continue
        if type(current) not in {dict, list, set, frozenset, tuple}:
            named = isinstance(current, _Factory)
            raise _refused(current.name if named else f"a {type(current).__name__}", path, wanted)
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
    of = f"for q, c in {wanted.variable}.items()"
    if what.startswith("numpy."):
        graded = f"{{str(t): {'float' if wanted.floats else 'int'}(g) for t, g in c.items()}}"
        way_out += (
            f", or to write it by `pickle.dump({{str(q): [str(t) for t in c] {of}}}, file)`; where "
            f"candidates have {wanted.numbers}, with `{graded}`"
        )
    numbers = "int and float" if wanted.floats else "and int"
    return RefusedPickleError(
        f"A pickle may hold dict, list, set, tuple, str{',' * wanted.floats} {numbers} only, as "
        f"loading anything else can run code. Got {what}; {way_out}.",
        path,
    )
