"""Cost models: the cost of one run of an operation, from its name, types and layouts.

`CostModel` lists what a model must have. A model may also have

- `error`: the error of its costs against measured ones, as a fraction of them; None if never measured. A change must save more
than that fraction of the cost of the changed operations;
- `on(target)`: the model for a processor, if its costs depend on one;
- `whole(function)`: the cost of a function, if that is no sum over operations; then also `least_by_sum(moved)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from inspect import get_annotations
from typing import Any, Protocol

from egraph_opt.cost.axis_info import AddressPattern, accesses
from egraph_opt.cost.checked_model import CostModelError, op_cost, query_cost
from egraph_opt.cost.cycles import Cycles
from egraph_opt.cost.roofline import Roofline
from egraph_opt.cost.target import named_by
from egraph_opt.cost.tensor_footprint import held_elements, tensor_layout
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.trip_count import weighted_operations
from egraph_opt.ir.types import element_bytes, tensor_type
from egraph_opt.linear_layout import ConversionClass, conversion_class

__all__ = [
    "MODELS", "SHARED", "ConversionClass", "Converts", "CostModel", "CostModelError", "Cycles", "Roofline", "SharedBytes", "Total",
    "bind_target", "changed_cost", "conversion", "element_bytes", "error_of", "evaluate", "least_by_sum",
]  # fmt: skip


class CostModel(Protocol):
    """Price operations. Any object with these properties and methods is a cost model; derive from `Converts` to write a short one.

    Every cost is a finite number of at least 0, in `unit`. If a model returns anything else or raises, the caller gets `CostModelError`.
    """

    @property
    def name(self) -> str:
        """Return the name of the model in messages and tables."""

    @property
    def unit(self) -> str:
        """Return the unit of its costs, such as `cycles`."""

    @property
    def change_factor(self) -> float:
        """Return the factor on the cost of each new conversion. It is at least 1, so that nothing changes without a gain."""

    @property
    def change_price(self) -> float:
        """Return the price of each new conversion, added to its cost. Any other new operation is charged a hundredth of it."""

    @property
    def prices_accesses(self) -> bool:
        """Return whether the model prices loads and stores of global memory. If not, they keep their layouts."""

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None) -> float:
        """Return the cost of one execution of an operation by one program instance (CTA). The caller multiplies by trip counts.

        Args:
            name: the operation, as `tt.load`.
            operands: the types of its operands, aliases expanded.
            results: the types of its results.
            access: for a load or store of global memory, how its addresses run, where that is known.
        """

    def spills(self, pressure: int, threads: int) -> float:
        """Return the cost of spilled registers. A program is changed only if it saves more than its spills add.

        Args:
            pressure: registers of 32 bits that are live at once, per thread.
            threads: threads of a program instance.
        """


@lru_cache(maxsize=1 << 16)
def conversion(source: str, target: str) -> tuple[ConversionClass, int]:
    """Return how a conversion between two types moves data, and the bytes it writes to and reads from shared memory.

    Each element is written once, and read once by every thread that holds it. An unknown encoding counts as the most expensive
    class.
    """
    a, b = tensor_layout(source), tensor_layout(target)
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
"""Kinds of conversions that go through shared memory. The others move data between lanes or registers, or nothing."""


@dataclass(frozen=True)
class Converts:
    """Number of `ttg.convert_layout` that run, each times the iterations of the loops around it; free ones included."""

    name: str = "converts"
    unit: str = "conversions"
    change_factor: float = 1.0
    change_price: float = 0.01
    prices_accesses: bool = False
    error = 0.0

    def __init_subclass__(cls, **named: Any) -> None:
        """Make plain attributes of a subclass, such as `name = "joules"`, the defaults of its fields."""
        super().__init_subclass__(**named)
        inherited = {field.name: field.type for field in fields(cls)}
        own = get_annotations(cls)
        if plain := {name: type for name, type in inherited.items() if name in cls.__dict__ and name not in own}:
            cls.__annotations__ = {**own, **plain}
            dataclass(frozen=True)(cls)

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None) -> float:
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

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None) -> float:
        if name != "ttg.convert_layout":
            return 0.0
        kind, moved = conversion(operands[0], results[0])
        return float(moved) if kind in SHARED else 0.0

    def spills(self, pressure: int, threads: int) -> float:
        return 0.0


MODELS: dict[str, CostModel] = {model.name: model for model in (Converts(), SharedBytes(), Cycles(), Roofline())}


def error_of(model: CostModel) -> float:
    """Return the error of a model, as a fraction of its costs; for a model that was never measured, that of `cycles`."""
    error: float | None = getattr(model, "error", 0.0)
    return (Cycles().error or 0.0) if error is None else error


def bind_target(model: CostModel, module: Module) -> CostModel:
    """Return the model for a module's own target, if it depends on a target and the user named none."""
    on = getattr(model, "on", None)
    chosen: CostModel = on(named_by(module.op.attributes.get("ttg.target", ""))) if on else model
    return chosen


@dataclass(frozen=True, slots=True)
class Total:
    """Cost of a function under one model, and the conversions in the function."""

    cost: float
    converts: int
    converts_in_loops: int


def evaluate(function: Op, model: CostModel) -> Total:
    """Price a function as written: each operation, times the trip counts of the loops around it.

    Trip counts are exact where loop bounds are constants, and assumed elsewhere. A model with a method `whole(function)` prices the
    function itself.

    Args:
        function: an operation of `read(text).functions()`.
        model: the cost model; `bind_target(model, module)` is the model for a module's own target.

    Returns:
        The cost in the model's unit, and the conversions in the function and in its loops.

    Raises:
        CostModelError: the model raised, or returned something that is not a cost.
    """
    access = accesses(function)
    cost, converts, inside = 0.0, 0, 0
    whole = getattr(model, "whole", None)
    for op, weight, in_loop in weighted_operations(function):
        if not whole:
            types = [v.type for v in op.operands], [v.type for v in op.results]
            cost += weight * op_cost(model, op.name, *types, access.get(op), op.line)
        if op.name == "ttg.convert_layout":
            converts += 1
            inside += in_loop
    if whole:
        cost = query_cost(model, f"function {function.attributes.get('sym_name', '')}", whole, function, line=function.line)
    return Total(cost, converts, inside)


def least_by_sum(model: CostModel, moved: bool) -> bool:
    """Return whether the choice with the least sum of costs costs least.

    `moved` says that choices differ in their accesses to global memory.

    For a model with a method `whole` this is unknown unless the model also has a method `least_by_sum(moved)`. That method
    promises: if the sum falls by some amount, the function's cost does not grow, and falls by no more than that amount.
    """
    known = getattr(model, "least_by_sum", None)
    return bool(known(moved)) if known else not hasattr(model, "whole")


def changed_cost(old: Op, new: Op, model: CostModel) -> float:
    """Return the cost of the operations that only one of two functions holds: the part of their costs that a comparison rests on."""
    counts: Counter[Hashable] = Counter()
    prices: dict[Hashable, float] = {}
    for function, sign in ((old, 1), (new, -1)):
        access = accesses(function)
        for op, weight, _ in weighted_operations(function):
            types = tuple(v.type for v in op.operands), tuple(v.type for v in op.results)
            key = op.name, types, weight, access.get(op)
            if key not in prices:
                prices[key] = weight * op_cost(model, op.name, *types, access.get(op), op.line)
            counts[key] += sign
    return ordered_sum(abs(count) * prices[key] for key, count in counts.items())
