"""Comparison of the loops of two programs: elements that an iteration converts, and layouts of loop-carried values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from egraph_opt.cost import conversion
from egraph_opt.families.layout.report.layout_drawings import ReportLayouts
from egraph_opt.ir.control_flow import LOOPS
from egraph_opt.ir.module import Op, symbol_name
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import ConversionClass
from egraph_opt.reports.report_data import CarriedValue, LoopRecord


def loops(before: Sequence[Op], after: Sequence[Op], layouts: ReportLayouts) -> list[LoopRecord]:
    """Return the loops whose number of converted elements or layouts of loop-carried values changed.

    Loops are matched in order. Functions with different numbers of loops are skipped.
    """
    found = []
    for old, new in zip(before, after, strict=True):
        pairs = [[op for op in function.walk() if op.name in LOOPS] for function in (old, new)]
        if len(pairs[0]) != len(pairs[1]):
            continue
        for one, other in zip(*pairs, strict=True):
            counts, carried = (_converted_elements(one), _converted_elements(other)), list(_carried_values(one, other, layouts))
            if carried or counts[0] != counts[1]:
                found.append(LoopRecord(symbol_name(old), one.line, *counts, carried))
    return found


def _converted_elements(loop: Op) -> int:
    """Return the number of elements that one iteration of a loop converts, without nested loops."""
    total, stack = 0, [loop]
    while stack:
        for op in (op for region in stack.pop().regions for block in region.blocks for op in block.ops):
            if op.name == "ttg.convert_layout" and (tensor := tensor_type(op.results[0].type)):
                moves = conversion(op.operands[0].type, op.results[0].type)[0] is not ConversionClass.EQUAL
                total += prod(tensor.shape) * moves
            elif op.regions and op.name not in LOOPS:
                stack.append(op)
    return total


def _carried_values(one: Op, other: Op, layouts: ReportLayouts) -> Iterator[CarriedValue]:
    """Yield the loop-carried values whose layouts differ between two loops."""
    arguments = [loop.regions[0].blocks[0].arguments for loop in (one, other)]
    if len(arguments[0]) != len(arguments[1]):
        return
    for old, new in zip(*arguments, strict=True):
        a, b = tensor_type(old.type), tensor_type(new.type)
        if a and b and a.encoding and b.encoding and a.shape == b.shape and a.encoding != b.encoding:
            yield CarriedValue(old.name, layouts.name(a.encoding), layouts.name(b.encoding))
