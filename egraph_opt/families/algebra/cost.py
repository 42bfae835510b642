"""Cost model of tensor algebra: elements computed, weighted by the throughput class of their operation."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from egraph_opt.cost.target import DEFAULT, target
from egraph_opt.ir.declaration_lookup import DECLARATIONS, Throughput
from egraph_opt.ir.types import bits_of, element_of, tensor_type

LANES = 32
"""Elements per warp instruction."""


@dataclass(frozen=True)
class ElementCost:
    """Cost model `elements`: cycles of one multiprocessor, from the constants of `target`, if each element is computed by one thread.

    A movement costs `movement` cycles per 32 result elements. A tensor with fewer elements than `threads` costs as much as one with
    `threads` elements. Layouts are not yet known.
    """

    name: str = "elements"
    unit: str = "cycles"
    target: str = DEFAULT
    movement: float = 0.01
    threads: int = 128

    def cost(self, name: str, operands: tuple[str, ...], result: str) -> float:
        """Return the cost of one execution of an operation, from its types. A data movement has an empty name."""
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
