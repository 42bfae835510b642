"""Memory SSA: for each memory state, the first earlier state that is equal in one aspect.

The aspects are the contents of global memory, asynchronous work in flight, the last fence, and the contents of shared memory.
"""

from __future__ import annotations

from egraph_opt.checker.access import effects
from egraph_opt.ir.module import Op

GLOBAL, RUNNING, FENCE, SHARED = RESPECTS = range(4)
"""Aspects in which memory states are compared: global memory, asynchronous work in flight, last fence to the asynchronous proxy, and the
shared memory that reads see."""


class MemoryStates:
    """Memory states of a function, compared in each of `RESPECTS`."""

    def __init__(self) -> None:
        self._first: list[dict[int, int]] = [{} for _ in RESPECTS]
        self._leaving = (effects.NOT_GLOBAL_WRITES, effects.CALM, effects.UNFENCED_WRITES, effects.NOT_SHARED_WRITES)
        """For each aspect, the writing operations that preserve it."""

    def __call__(self, respect: int, state: int) -> int:
        """Return the first memory state that equals `state` in the aspect `respect` (one of `RESPECTS`)."""
        return self._first[respect].get(state, state)

    def keep(self, respect: int, after: int, before: int) -> None:
        """Record that the memory state `after` equals `before` in the aspect `respect` (one of `RESPECTS`)."""
        self._first[respect][after] = self(respect, before)

    def write(self, op: Op, after: int, before: int) -> None:
        """Record which aspects a writing operation leaves unchanged.

        `before` and `after` are the memory states around the operation.
        """
        for respect, leaving in zip(RESPECTS, self._leaving, strict=True):
            if op.name in leaving and not (respect == SHARED and effects.OFFSET in op.attributes):
                self.keep(respect, after, before)
