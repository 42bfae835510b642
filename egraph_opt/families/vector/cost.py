"""Cost of the layouts by which IREE distributes vectors over threads; layouts are taken from the types of values.

A conversion that moves elements between threads writes the vector to shared memory once and reads it back, between two barriers
(GPUVectorAlloc.cpp of IREE 3.13). A conversion that only renumbers a thread's registers is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from egraph_opt.cost.axis_info import AddressPattern
from egraph_opt.cost.model_spec import parse_model
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.vector.iree_analysis import bytes_of
from egraph_opt.families.vector.layout_ir import CONVERT
from egraph_opt.families.vector.vector_layouts import TO_LAYOUT
from egraph_opt.ir.declaration_lookup import DECLARATIONS, Effect, Throughput
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import nested_layout

BARRIERS = 2
ACCESS_BYTES = 16
"""Bytes of a thread's widest access to shared memory."""
PER_ELEMENT = {Throughput.FREE: 0, Throughput.MULTIPLY: 2, Throughput.CAST: 1, Throughput.SPECIAL: 4, Throughput.DIVIDE: 8,
               Throughput.SLOW: 16}  # fmt: skip
"""Instructions per element by throughput class, assumed, not measured; 1 for a class not listed."""


@dataclass(frozen=True)
class VectorCost:
    """Cost model of vector layouts: weights for a conversion, a converted byte, a barrier, a shared memory access and an instruction."""

    name: str
    unit: str
    what: str
    conversion: float = 0.0
    byte: float = 0.0
    barrier: float = 0.0
    access: float = 0.0
    instruction: float = 0.0
    change_factor: float = 1.0
    change_price: float = 0.001
    prices_accesses: bool = False

    @property
    def error(self) -> float | None:
        """Relative error of the model: None (unknown) if instructions have a weight, since their counts are assumed; else 0."""
        return None if self.instruction else 0.0

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None) -> float:
        """Return the cost of one execution of an operation by a workgroup.

        Bytes are counted for all threads, accesses and instructions for one thread.
        """
        if name in (CONVERT, TO_LAYOUT):
            source, target = tensor_type(operands[0]), tensor_type(results[0])
            if not source or not target or not source.encoding or not target.encoding:
                return 0.0
            if name == CONVERT and not nested_layout.through_shared_memory(source.encoding, target.encoding):
                return 0.0
            accesses = ordered_sum(
                _accesses(t.encoding or "", bytes_of(str(t._replace(shape=(), encoding=None)))) for t in (source, target)
            )
            moved = bytes_of(str(target._replace(encoding=None)))
            return self.conversion + self.byte * moved + self.barrier * BARRIERS + self.access * accesses
        if not self.instruction:
            return 0.0
        tensors = [tensor for tensor in map(tensor_type, (*results, *operands)) if tensor]
        known = DECLARATIONS.get(name)
        each = PER_ELEMENT.get(known.throughput, 1) if known and known.effect is not Effect.OPAQUE else 1
        return self.instruction * each * max((nested_layout.elements_held(t.encoding) for t in tensors if t.encoding), default=0)

    def spills(self, pressure: int, threads: int) -> float:
        return 0.0


def _accesses(encoding: str, element: int) -> int:
    """Return a thread's number of shared memory accesses for its elements of a vector; an element has `element` bytes."""
    run = 1
    for d in nested_layout.parse(encoding)[-1:]:
        run = d.element
    return nested_layout.elements_held(encoding) // run * -(-run * element // ACCESS_BYTES)


MODELS = {
    model.name: model
    for model in (
        VectorCost(
            "instructions", "instructions", "Instructions of one thread; a barrier counts as many, an access to shared memory as some.",
            barrier=32.0, access=4.0, instruction=1.0, change_price=0.1,
        ),
        VectorCost("converts", "conversions", "Conversions that IREE takes through shared memory.", conversion=1.0),
        VectorCost("shared_bytes", "bytes", "Bytes of shared memory that conversions write and read once.", byte=1.0, change_price=0.1),
        VectorCost("barriers", "barriers", "Barriers of conversions.", barrier=1.0),
    )
}  # fmt: skip
"""Cost models by name.

`instructions` counts a barrier as 32 and a shared memory access as 4 instructions of one thread: assumed, not measured.
"""


def cost_model(text: str) -> VectorCost:
    """Return the cost model named `text`.

    Raises:
        ValueError: no model has this name.
    """
    model: VectorCost = parse_model(text, MODELS, "vector layouts", "vector-layout")
    return model
