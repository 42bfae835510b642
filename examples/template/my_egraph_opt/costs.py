"""A cost model for layouts: `--cost energy`, or `--cost energy:picojoules=20`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from egraph_opt.cost import SHARED, Converts, conversion


@dataclass(frozen=True)
class Energy(Converts):
    """Energy of the bytes that conversions move through shared memory. The number of picojoules is an example, not a measurement."""

    name: str = "energy"
    unit: str = "pJ"
    picojoules: float = 15.0
    error = None

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: Any = None) -> float:
        """The cost of one run of an operation, by its name and the types of its operands and results."""
        if name != "ttg.convert_layout":
            return 0.0
        kind, moved = conversion(operands[0], results[0])
        return self.picojoules * moved if kind in SHARED else 0.0  # others move data between lanes, or nothing
