"""Cost models: what one run of an operation costs, from its name, types and layouts.

A model is any object with a `name`, a `unit`, two prices on change, and `cost(name, operands, results, access)`: the cost of one
execution of an operation by one program instance (CTA), given the types of its operands and results, and for a load or store how its
addresses run, where that is known. Loop weights are multiplied in by the
caller. `change_factor` and `change_price` are charged on conversions that the input does not contain, and a hundredth of the price
on any other new operation, so that nothing changes for nothing. `prices_accesses` says whether loads and stores of global memory have
their price; where they have none, they keep their layouts. `spills(pressure, threads)` prices too many live registers per thread: a
program is changed only where it saves more than that adds. A model may have an `error`, that of its costs against measured ones, as
a part of them (None: never measured): what a change saves must be more than that part of all that it changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from egraph_opt.cost.axis import Access, accesses
from egraph_opt.cost.cycles import Cycles
from egraph_opt.cost.held import held, held_elements
from egraph_opt.cost.price import CostModelError, asked, priced
from egraph_opt.cost.roofline import Roofline
from egraph_opt.cost.target import named_by
from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.scope import weighted_operations
from egraph_opt.ir.types import element_bytes, tensor_type
from egraph_opt.linear_layout import ConversionClass, conversion_class

__all__ = [
    "MODELS", "ConversionClass", "Converts", "CostModel", "CostModelError", "Cycles", "Roofline", "SharedBytes", "Total", "bound",
    "changed", "conversion", "element_bytes", "error_of", "evaluate", "least_by_sum",
]  # fmt: skip


class CostModel(Protocol):
    """See the module's docstring; what `cost` gives is a finite number, never negative, or `CostModelError` is raised."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def change_factor(self) -> float: ...
    @property
    def change_price(self) -> float: ...
    @property
    def prices_accesses(self) -> bool: ...
    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: Access | None = None) -> float: ...
    def spills(self, pressure: int, threads: int) -> float: ...


@lru_cache(maxsize=1 << 16)
def conversion(source: str, target: str) -> tuple[ConversionClass, int]:
    """How a conversion between two types moves data, and the bytes it writes to and reads from shared memory.

    Each element is written once and read once by every thread that holds it. An unknown encoding counts as the dearest kind.
    """
    a, b = held(source), held(target)
    if a is None or b is None:
        tensor = tensor_type(source)
        elements = 1
        for extent in tensor.shape if tensor else ():
            elements *= extent
        return ConversionClass.SHARED, 2 * elements * (element_bytes(tensor.element) if tensor else 8)
    kind = conversion_class(a[1], b[1])
    elements = 1
    for extent in a[0].shape:
        elements *= extent
    return kind, (elements + held_elements(b[1])) * element_bytes(a[0].element)


SHARED = (ConversionClass.LANE_SHARED, ConversionClass.SHARED)


@dataclass(frozen=True)
class Converts:
    """The number of `ttg.convert_layout`, as compilers' own tests count it: free ones too."""

    name: str = "converts"
    unit: str = "conversions"
    change_factor: float = 1.0
    change_price: float = 0.01
    prices_accesses: bool = False
    error = 0.0

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: Access | None = None) -> float:
        return 1.0 if name == "ttg.convert_layout" else 0.0

    def spills(self, pressure: int, threads: int) -> float:
        return 0.0


@dataclass(frozen=True)
class SharedBytes:
    """Bytes that conversions write to and read from shared memory."""

    name: str = "shared_bytes"
    unit: str = "bytes"
    change_factor: float = 1.0
    change_price: float = 1.0
    prices_accesses: bool = False
    error = 0.0

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: Access | None = None) -> float:
        if name != "ttg.convert_layout":
            return 0.0
        kind, moved = conversion(operands[0], results[0])
        return float(moved) if kind in SHARED else 0.0

    def spills(self, pressure: int, threads: int) -> float:
        return 0.0


MODELS: dict[str, CostModel] = {model.name: model for model in (Converts(), SharedBytes(), Cycles(), Roofline())}


def error_of(model: CostModel) -> float:
    """The error of a model, as a part of its costs. One that was never measured is not better than the one that was."""
    error: float | None = getattr(model, "error", 0.0)
    return (Cycles().error or 0.0) if error is None else error


def bound(model: CostModel, module: Module) -> CostModel:
    """The model for a module's own target, where it depends on one and none was asked for."""
    on = getattr(model, "on", None)
    chosen: CostModel = on(named_by(module.op.attributes.get("ttg.target", ""))) if on else model
    return chosen


@dataclass(frozen=True, slots=True)
class Total:
    """What a function costs under one model, and the conversions it holds."""

    cost: float
    converts: int
    converts_in_loops: int


def evaluate(function: Op, model: CostModel) -> Total:
    """Cost of a function as it is written: every operation, weighted by the loops around it (bounds known: exact trip counts).

    A model with a method `whole(function)` says itself what a function costs.
    """
    access = accesses(function)
    cost, converts, inside = 0.0, 0, 0
    whole = getattr(model, "whole", None)
    for op, weight, in_loop in weighted_operations(function):
        if not whole:
            types = [v.type for v in op.operands], [v.type for v in op.results]
            cost += weight * priced(model, op.name, *types, access.get(op), op.line)
        if op.name == "ttg.convert_layout":
            converts += 1
            inside += in_loop
    if whole:
        cost = asked(model, f"function {function.attributes.get('sym_name', '')}", whole, function, line=function.line)
    return Total(cost, converts, inside)


def least_by_sum(model: CostModel, moved: bool) -> bool:
    """Return whether what has the least sum of costs costs least; `moved`: choices differ in their accesses to global memory.

    Nothing is known of a model with a method `whole` unless it has a method `least_by_sum(moved)` too: that a sum that is less by some
    amount makes the function's cost no more, and no less than by that amount.
    """
    known = getattr(model, "least_by_sum", None)
    return bool(known(moved)) if known else not hasattr(model, "whole")


def changed(old: Op, new: Op, model: CostModel) -> float:
    """What the operations cost that only one of two functions holds: the part of their costs that a comparison rests on."""
    counts: Counter[Hashable] = Counter()
    prices: dict[Hashable, float] = {}
    for function, sign in ((old, 1), (new, -1)):
        access = accesses(function)
        for op, weight, _ in weighted_operations(function):
            types = tuple(v.type for v in op.operands), tuple(v.type for v in op.results)
            key = op.name, types, weight, access.get(op)
            if key not in prices:
                prices[key] = weight * priced(model, op.name, *types, access.get(op), op.line)
            counts[key] += sign
    return sum(abs(count) * prices[key] for key, count in counts.items())
