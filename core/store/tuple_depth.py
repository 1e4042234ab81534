"""How deep tuples lie inside tuples in a pickle, and whether some are hashed, told unbuilt.

Hashing a tuple hashes what is in it, in C and without a limit: a pickle whose dictionary key is a
tuple nested a million times deep ends the process, and one of 15 tuples that each hold the one
before ten times does not end. Lists and dicts cannot be keys.
"""

from __future__ import annotations

import pickletools
from typing import Any

_FIXED = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
_READ = {"GET", "BINGET", "LONG_BINGET"}
_KEPT = {"PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"}
_WITH_KEYS = {"DICT", "SETITEM", "SETITEMS"}
_WITH_MEMBERS = {"ADDITEMS", "FROZENSET"}


class TupleDepths:
    """Follows the unpickler's stack, knowing of each value only how deep a tuple it is.

    What a list holds is not known, nor what is built of it by name.

    Examples
    --------
    >>> import pickle
    >>> depths = TupleDepths()
    >>> for step, argument, _ in pickletools.genops(pickle.dumps((("a",),), protocol=5)):
    ...     depths.follow(step, argument)
    >>> depths.deepest
    2
    """

    def __init__(self) -> None:
        self.deepest = 0
        self.hashed = False
        """Whether a tuple is a key, or in a set."""
        self._stack: list[int | None] = []
        self._memo: dict[int, int] = {}

    def follow(self, step: pickletools.OpcodeInfo, argument: Any) -> None:
        """Carry out one instruction; a mark on the stack is None.

        Raises
        ------
        IndexError, KeyError
            If the stack or the memo does not hold what the instruction takes.
        """
        name = step.name
        if name == "MARK":
            self._stack.append(None)
        elif name in _READ:
            self._stack.append(self._memo[int(argument)])
        elif name in _KEPT:
            place = len(self._memo) if name == "MEMOIZE" else int(argument)
            self._memo[place] = self._stack[-1] or 0
        elif name == "DUP":
            self._stack.append(self._stack[-1])
        elif name in _FIXED:
            self._push(1 + max(self._take(_FIXED[name])))
        elif name == "TUPLE":
            self._push(1 + max(self._take_to_mark(), default=0))
        else:
            self._other(step)

    def _other(self, step: pickletools.OpcodeInfo) -> None:
        before = list(step.stack_before)
        taken: list[int] = []
        if pickletools.markobject in before:
            taken = self._take_to_mark()
            before = before[: before.index(pickletools.markobject)]
        if step.name == "POP":
            self._stack.pop()
            return
        taken += self._take(len(before))
        # The last comes first: a value, its key, and so on; then the dict or the set.
        if step.name in _WITH_KEYS:
            self.hashed |= any(taken[1::2])
        elif step.name in _WITH_MEMBERS:
            self.hashed |= any(taken)
        for _ in step.stack_after:
            self._push(0)

    def _push(self, depth: int) -> None:
        self._stack.append(depth)
        self.deepest = max(self.deepest, depth)

    def _take(self, count: int) -> list[int]:
        return [self._stack.pop() or 0 for _ in range(count)]

    def _take_to_mark(self) -> list[int]:
        taken = []
        while (depth := self._stack.pop()) is not None:
            taken.append(depth)
        return taken
