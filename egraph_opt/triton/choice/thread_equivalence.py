"""Check that each thread does the same in two programs of a kernel, so that neither needs to be compiled for comparison.

Thread-local computations are compared by value number and layout, regardless of order: LLVM merges equal computations, and a
conversion that moves no data is free. Operations across threads are compared in order, except for adjacent loads. If both
programs do the same, the new one is not compiled: in 102 kernels, machine code never favoured such a program.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from egraph_opt.cost.tensor_footprint import tensor_layout
from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.families.layout.encode.transparent_ops import erase_layouts
from egraph_opt.ir.declaration_lookup import Effect, Layouts
from egraph_opt.ir.module import Module, Op, Region, Value
from egraph_opt.linear_layout import ConversionClass, conversion_class

_ALONE = frozenset(
    (Layouts.POINTWISE, Layouts.GENERATE, Layouts.BROADCAST, Layouts.EXPAND_DIMS, Layouts.REINDEX, Layouts.INTERLEAVE)
)
_READS = ("tt.load", "ttg.local_load")
_STAY = (ConversionClass.EQUAL, ConversionClass.REGISTER)


def alike(one: Module, other: Module) -> bool:
    """Return whether each thread computes the same values, and takes part in the same cross-thread operations, in two programs."""
    numbers = _KeyNumbers()
    first, second = (
        [_ThreadSteps(function, numbers).visible_events() for function in module.functions()] for module in (one, other)
    )
    return first == second


class _KeyNumbers(dict[Hashable, int]):
    """Value numbers, shared by both programs. A key describes an operation, its operands and layouts; a new key gets the next
    number.
    """

    def __missing__(self, key: Hashable) -> int:
        self[key] = number = len(self)
        return number


class _ThreadSteps:
    """Builder of the sequence of a function's operations across threads, with value numbers for what each thread computes."""

    def __init__(self, function: Op, numbers: _KeyNumbers) -> None:
        self._function, self._memory, self._known = function, FunctionBuffers(function), numbers
        self._numbers: dict[Value, int] = {}
        self._given = 0
        """Number of values so far that come from operations across threads."""
        self._reads: list[int] = []
        """Value numbers of the reads since the last operation across threads; their order is irrelevant."""

    def visible_events(self) -> list[Hashable]:
        return self._region(self._function.regions[0])

    def _region(self, region: Region) -> list[Hashable]:
        steps: list[Hashable] = []
        for block in region.blocks:
            for argument in block.arguments:
                self._fresh(argument)
            steps.append(("block", *(_registers(argument.type) for argument in block.arguments)))
            for op in block.ops:
                self._operation(op, steps)
            steps += sorted(self._reads)
            self._reads.clear()
        return steps

    def _operation(self, op: Op, steps: list[Hashable]) -> None:
        operands = tuple(self._numbers[v] for v in op.operands)
        types = tuple(_registers(v.type) for v in (*op.operands, *op.results))
        known = self._memory.declaration(op)
        conversion = op.name == "ttg.convert_layout"
        if conversion and types[0] == types[1]:
            self._numbers[op.results[0]] = operands[0]
            return
        attributes = tuple((name, erase_layouts(text)) for name, text in sorted(op.attributes.items()))
        does = (op.name, attributes, types, operands, op.successors)
        alone = known.effect is Effect.PURE and not op.regions and (known.layouts in _ALONE or not op.operands)
        if alone or (conversion and _stays(op.operands[0].type, op.results[0].type)):
            for index, result in enumerate(op.results):
                self._numbers[result] = self._known[index, does]
            return
        if op.name in _READS:
            (result,) = op.results
            self._numbers[result] = number = self._known[does, self._given]
            self._reads.append(number)
            return
        steps += (*sorted(self._reads), does)
        self._reads.clear()
        for region in op.regions:
            steps += self._region(region)
        self._fresh(op)
        for result in op.results:
            self._fresh(result)

    def _fresh(self, value: Value | Op) -> None:
        self._given += 1
        if isinstance(value, Value):
            self._numbers[value] = self._known["given", self._given]


@lru_cache(maxsize=1 << 14)
def _registers(text: str) -> Hashable:
    """Return shape, element type and layout map of a tensor type, or the type itself if its layout is unknown."""
    found = tensor_layout(text)
    return text if found is None else (found[0].shape, found[0].element, found[1])


@lru_cache(maxsize=1 << 14)
def _stays(source: str, target: str) -> bool:
    """Return whether a conversion between two tensor types moves no data between threads."""
    a, b = tensor_layout(source), tensor_layout(target)
    return a is not None and b is not None and conversion_class(a[1], b[1]) in _STAY
