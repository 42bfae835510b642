"""Cost model of tensor algebra: elements computed, weighted by the class of their operation."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from egraph_opt.cost.target import DEFAULT, target
from egraph_opt.ir.declaration import DECLARATIONS, Throughput
from egraph_opt.ir.types import bits_of, element_of, tensor_type

LANES = 32
"""Elements of one warp instruction."""


@dataclass(frozen=True)
class ElementCost:
    """With `--rules algebra`: cycles of one multiprocessor, from the table of constants of `target`, as if no element were computed twice.

    What moves elements costs `movement` cycles for each 32 of its result. A program instance has `threads` threads, which compute at least
    one element each: a smaller tensor is computed by several of them. Layouts are not known yet.
    """

    name: str = "elements"
    unit: str = "cycles"
    target: str = DEFAULT
    movement: float = 0.01
    threads: int = 128

    def cost(self, name: str, operands: tuple[str, ...], result: str) -> float:
        """Return the price of one run of an operation, given the types of its operands and of its result. Movements have no name."""
        tensor = tensor_type(result)
        warps = max(prod(tensor.shape) if tensor else 1, self.threads) / LANES
        if not name:
            return warps * self.movement if tensor else 0.0
        known = DECLARATIONS.get(name)
        throughput = known.throughput if known else Throughput.FREE
        if throughput is Throughput.FREE:
            return 0.0
        bits = max(bits_of(element_of(type)) for type in (*operands, result))
        kind = throughput.value
        if bits == 64:
            kind += "_double" if "f64" in map(element_of, (*operands, result)) else "_long"
        return warps * target(self.target).cycles[kind]


MODELS = {"elements": ElementCost()}
