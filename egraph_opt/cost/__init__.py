"""Cost models, which price one execution of an operation from its name, types and layouts.

`CostModel` lists the required members. Optional members:

- `error`: relative error against measured costs, None if never measured. A new program must save more than this fraction of the
  cost of the changed operations.
- `on(target)`: return the model for a processor, if costs depend on one.
- `whole(function)`: return the cost of a function, if it is not the sum over its operations.
- `least_by_sum(moved)`: see the function `least_by_sum`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from inspect import get_annotations
from typing import Any, Protocol

from egraph_opt.cost.axis_info import AddressPattern, accesses
from egraph_opt.cost.checked_model import op_cost, query_cost
from egraph_opt.cost.cycles import Cycles
from egraph_opt.cost.roofline import Roofline
from egraph_opt.cost.target import named_by
from egraph_opt.cost.tensor_footprint import held_elements, tensor_layout
from egraph_opt.errors import CostModelError
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.ir.analysis.trip_count import weighted_operations
from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.types import element_bytes, tensor_type
from egraph_opt.linear_layout import ConversionClass, conversion_class

__all__ = [
    "MODELS", "SHARED", "ConversionClass", "Converts", "CostModel", "CostModelError", "Cycles", "Roofline", "SharedBytes", "Total",
    "bind_target", "changed_cost", "conversion", "element_bytes", "error_of", "evaluate", "least_by_sum",
]  # fmt: skip


class CostModel(Protocol):
    """Protocol of a cost model. A model that derives from `Converts` needs to define only what differs.

    Every cost must be a finite number >= 0, in `unit`. Otherwise, or if a model raises an error, the caller gets `CostModelError`.
    """

    @property
    def name(self) -> str:
        """Return the model's name in messages and tables."""

    @property
    def unit(self) -> str:
        """Return the unit of costs, such as `cycles`."""

    @property
    def change_factor(self) -> float:
        """Return the factor, at least 1, by which the search multiplies the cost of a conversion that the input lacks.

        It prevents changes without a real gain.
        """

    @property
    def change_price(self) -> float:
        """Return the penalty added to the cost of each new layout conversion. Other new operations get a hundredth of this penalty."""

    @property
    def prices_accesses(self) -> bool:
        """Return whether the model prices global loads and stores, so that their layouts may change."""

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None) -> float:
        """Return the cost of one execution of an operation by one program instance (CTA). The caller multiplies by trip counts.

        Args:
            name: name of the operation, such as `tt.load`.
            operands: types of the operands, with aliases expanded.
            results: types of the results.
            access: address pattern of a global load or store, if known.
        """

    def spills(self, pressure: int, threads: int) -> float:
        """Return the cost of spilled registers. A new program must save more than its additional spills cost.

        Args:
            pressure: 32-bit registers per thread that are live at once.
            threads: number of threads of a program instance.
        """


@lru_cache(maxsize=1 << 16)
def conversion(source: str, target: str) -> tuple[ConversionClass, int]:
    """Return the class of a layout conversion, and the number of bytes that it moves through shared memory.

    Each element is written once, and read by every thread that holds it after the conversion. Unknown encodings get the most
    expensive class.
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
"""Classes of layout conversions through shared memory. Other conversions use registers or warp shuffles."""


@dataclass(frozen=True)
class Converts:
    """Number of executed `ttg.convert_layout`, weighted by trip counts, including free conversions."""

    name: str = "converts"
    unit: str = "conversions"
    change_factor: float = 1.0
    change_price: float = 0.01
    prices_accesses: bool = False
    error = 0.0

    def __init_subclass__(cls, **named: Any) -> None:
        """Turn class attributes of a subclass, such as `name = "joules"`, into defaults of the dataclass fields."""
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
class SharedBytes(Converts):
    """Bytes that layout conversions write to and read from shared memory."""

    name: str = "shared_bytes"
    unit: str = "bytes"
    change_price: float = 1.0

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None) -> float:
        if name != "ttg.convert_layout":
            return 0.0
        kind, moved = conversion(operands[0], results[0])
        return float(moved) if kind in SHARED else 0.0


MODELS: dict[str, CostModel] = {model.name: model for model in (Converts(), SharedBytes(), Cycles(), Roofline())}


def error_of(model: CostModel) -> float:
    """Return a model's relative error against measurements. A model that was never measured gets the error of the model `cycles`."""
    error: float | None = getattr(model, "error", 0.0)
    return (Cycles().error or 0.0) if error is None else error


def bind_target(model: CostModel, module: Module) -> CostModel:
    """Return the model for the processor named by a module's `ttg.target`, unless the user has set a processor."""
    on = getattr(model, "on", None)
    chosen: CostModel = on(named_by(module.op.attributes.get("ttg.target", ""))) if on else model
    return chosen


@dataclass(frozen=True, slots=True)
class Total:
    """Cost of a function under one model, and its numbers of layout conversions."""

    cost: float
    converts: int
    converts_in_loops: int


def evaluate(function: Op, model: CostModel) -> Total:
    """Return the cost of a function: the sum over operations, weighted by trip counts.

    Trip counts are exact for constant loop bounds, else assumed. A model with the method `whole` prices the whole function instead.

    Args:
        function: an operation of `read(text).functions()`.
        model: the cost model; `bind_target(model, module)` adapts it to a module's target.

    Returns:
        The cost in the model's unit, and the numbers of layout conversions in the function and in its loops.

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
    """Return whether the program with the least sum of operation costs also has the least cost as a whole function.

    `moved`: whether programs in the search space differ in global memory accesses. A model that prices whole
    functions (`whole`) answers by its own method `least_by_sum`. It may return True only if a sum lower by x means a cost lower by 0
    to x.
    """
    known = getattr(model, "least_by_sum", None)
    return bool(known(moved)) if known else not hasattr(model, "whole")


def changed_cost(old: Op, new: Op, model: CostModel) -> float:
    """Return the cost of the operations that occur in only one of two functions.

    A load or store in another layout is the same operation if its cost is the same.
    """
    counts: Counter[Hashable] = Counter()
    prices: dict[Hashable, float] = {}
    for function, sign in ((old, 1), (new, -1)):
        access = accesses(function)
        for op, weight, _ in weighted_operations(function):
            types = tuple(v.type for v in op.operands), tuple(v.type for v in op.results)
            pattern = access.get(op)
            price = weight * op_cost(model, op.name, *types, pattern, op.line)
            key = (op.name, types, weight, pattern) if pattern is None else (op.name, price, pattern)
            prices[key] = price
            counts[key] += sign
    return ordered_sum(abs(count) * prices[key] for key, count in counts.items())
