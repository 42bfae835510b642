"""Since when memory is, in one respect, what it is: of each state of it, the last one that may differ in that respect."""

from __future__ import annotations

from egraph_opt.checker.access import effects
from egraph_opt.ir.module import Op

GLOBAL, RUNNING, FENCE = RESPECTS = range(3)
"""What may differ between two states of memory: what global memory holds; what goes on beside the program, which an operation starts
or awaits; which fence between the program and the asynchronous proxy was the last."""


class Since:
    """The states of one function's memory."""

    def __init__(self) -> None:
        self._first: list[dict[int, int]] = [{} for _ in RESPECTS]
        self._leaving = (effects.ELSEWHERE, effects.CALM, effects.UNFENCED)
        """For each respect the operations that write, and leave it as it was."""

    def __call__(self, respect: int, state: int) -> int:
        """Return the first state from which on nothing differs in some respect until `state`."""
        return self._first[respect].get(state, state)

    def keep(self, respect: int, after: int, before: int) -> None:
        """Note that a state is in some respect what an earlier one was."""
        self._first[respect][after] = self(respect, before)

    def write(self, op: Op, after: int, before: int) -> None:
        """Note what an operation that writes leaves as it was."""
        for respect, leaving in zip(RESPECTS, self._leaving, strict=True):
            if op.name in leaving:
                self.keep(respect, after, before)
