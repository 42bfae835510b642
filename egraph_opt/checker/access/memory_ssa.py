"""For each state of memory and each respect, the last earlier state that may differ in that respect."""

from __future__ import annotations

from egraph_opt.checker.access import effects
from egraph_opt.ir.module import Op

GLOBAL, RUNNING, FENCE = RESPECTS = range(3)
"""Respects in which two states of memory may differ: the contents of global memory; the work that runs beside the program, which
an operation starts or awaits; the last fence between the program and the asynchronous proxy.
"""


class MemoryStates:
    """States of one function's memory."""

    def __init__(self) -> None:
        self._first: list[dict[int, int]] = [{} for _ in RESPECTS]
        self._leaving = (effects.NOT_GLOBAL_WRITES, effects.CALM, effects.UNFENCED_WRITES)
        """For each respect, the writing operations that leave it unchanged."""

    def __call__(self, respect: int, state: int) -> int:
        """Return the first state from which nothing differs in a respect until `state`."""
        return self._first[respect].get(state, state)

    def keep(self, respect: int, after: int, before: int) -> None:
        """Note that a state equals an earlier one in a respect."""
        self._first[respect][after] = self(respect, before)

    def write(self, op: Op, after: int, before: int) -> None:
        """Note the respects that a writing operation leaves unchanged."""
        for respect, leaving in zip(RESPECTS, self._leaving, strict=True):
            if op.name in leaving:
                self.keep(respect, after, before)
