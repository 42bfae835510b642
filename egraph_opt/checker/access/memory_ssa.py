"""Memory SSA: for each memory state, the first earlier state that is equal in one aspect.

The aspects are the contents of global memory, asynchronous work in flight, and the last fence.
"""

from __future__ import annotations

from egraph_opt.checker.access import effects
from egraph_opt.ir.module import Op

GLOBAL, RUNNING, FENCE = RESPECTS = range(3)
"""Aspects in which memory states are compared: global memory, asynchronous work in flight, last fence to the asynchronous proxy."""


class MemoryStates:
    """Memory states of a function, compared in three aspects: global memory, asynchronous work in flight, last fence."""

    def __init__(self) -> None:
        self._first: list[dict[int, int]] = [{} for _ in RESPECTS]
        self._leaving = (effects.NOT_GLOBAL_WRITES, effects.CALM, effects.UNFENCED_WRITES)
        """For each aspect, the writing operations that preserve it."""

    def __call__(self, respect: int, state: int) -> int:
        """Return the first memory state that equals `state` in the aspect `respect`: global memory, asynchronous work, or last fence."""
        return self._first[respect].get(state, state)

    def keep(self, respect: int, after: int, before: int) -> None:
        """Record that the memory state `after` equals `before` in the aspect `respect`: global memory, asynchronous work, or last fence."""
        self._first[respect][after] = self(respect, before)

    def write(self, op: Op, after: int, before: int) -> None:
        """Record which aspects a writing operation leaves unchanged: global memory, asynchronous work, last fence.

        `before` and `after` are the memory states around the operation.
        """
        for respect, leaving in zip(RESPECTS, self._leaving, strict=True):
            if op.name in leaving:
                self.keep(respect, after, before)
