"""Check of an output module: every operation with new types must satisfy Triton's layout rule for its kind."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator

from egraph_opt.families.layout.recheck.element_owner import element_table
from egraph_opt.families.layout.recheck.triton_verifier import broken_law
from egraph_opt.ir.control_flow import BRANCHES
from egraph_opt.ir.module import Block, Module, Op, Value
from egraph_opt.ir.types import FunctionType, tensor_type, type_of

_PASSING = ("scf.for", "scf.while", *BRANCHES)
_FUNCTIONS = ("tt.func", "func.func")
_RETURNS = ("tt.return", "func.return")
_OWNED = (*_PASSING, "scf.yield", "scf.condition", *_FUNCTIONS, *_RETURNS)
"""Control-flow and function operations, which have checks of their own."""


def unlawful(before: Module, after: Module) -> str:
    """Return the first operation of `after` that violates a layout rule, with the reason, or an empty string.

    An operation is accepted without a check if `before` has an operation with the same attributes and types. Programs without
    Triton layouts are accepted.
    """
    known = {None, *(_signature(op, warps) for op, warps in _walk(before))}
    types = {(v.type, warps) for op, warps in _walk(before) for v in _defined_values(op)}
    lanes, blocks = (_attribute(after, name) for name in ("threads-per-warp", "num-ctas"))
    for op, warps in _walk(after):
        reason = _edges(op) if op.name in _PASSING else _return_error(op) if op.name in _FUNCTIONS else ""
        for value in _defined_values(op):
            if not reason and (value.type, warps) not in types:
                types.add((value.type, warps))
                reason = _misfit(value, (blocks, warps, lanes))
        if not reason and (signature := _signature(op, warps)) not in known:
            known.add(signature)
            reason = broken_law(op)
        if reason:
            return f"{op.name} (line {op.line}): {reason}"
    return ""


def _walk(module: Module) -> Iterator[tuple[Op, int]]:
    """Yield every operation of a module with the number of warps that run it, or 0 if unspecified."""
    stack = [(module.op, _attribute(module, "num-warps"))]
    while stack:
        op, warps = stack.pop()
        if op is not module.op:
            yield op, warps
        counts = [warps] * len(op.regions)
        if op.name == "ttg.warp_specialize":
            numbers = [int(n) for n in re.findall(r"\d+", op.attributes.get("partitionNumWarps", "").partition(":")[2])]
            for holder in (inner for region in op.regions[1:] for block in region.blocks for inner in block.ops):
                stack += [
                    (b, n)
                    for region, n in zip(holder.regions, numbers, strict=False)
                    for block in region.blocks
                    for b in block.ops
                ]
            counts = counts[:1]
        for region, count in zip(op.regions, counts, strict=False):
            stack += [(inner, count) for block in region.blocks for inner in block.ops]


def _defined_values(op: Op) -> tuple[Value, ...]:
    return (*op.results, *(v for region in op.regions for block in region.blocks for v in block.arguments))


def _attribute(module: Module, name: str) -> int:
    return int(module.op.attributes.get(f"ttg.{name}", "0").split(" ")[0])


def _signature(op: Op, warps: int) -> Hashable:
    """Return the properties of an operation that a layout rule depends on, or None if no tensor has a layout."""
    types = tuple(v.type for v in (*op.operands, *op.results))
    if op.name in _OWNED or not any(t.startswith("tensor<") and "#ttg." in t for t in types):
        return None
    return op.name, warps, tuple(sorted(op.attributes.items())), len(op.operands), types


def _misfit(value: Value, machine: tuple[int, int, int]) -> str:
    """Return an error if a tensor's layout has other thread counts than the program, else an empty string."""
    tensor = tensor_type(value.type)
    if tensor is None or not tensor.encoding or not tensor.encoding.startswith("#ttg."):
        return ""
    try:
        points = element_table(tensor.encoding, tensor.shape).shape
    except ValueError as error:
        return str(error)
    if any(wanted and wanted != found for wanted, found in zip(machine, points, strict=False)):
        return f"{value.name} is held by other threads than run: [blocks, warps, lanes] = {list(points[:3])}, not {list(machine)}"
    return ""


def _edges(op: Op) -> str:
    """Return an error if a loop or conditional passes on values of different types, else an empty string."""
    blocks = [region.blocks[0] for region in op.regions if region.blocks]
    results = _types(op.results)
    if op.name == "scf.for":
        flows = [_types(op.operands[3:]), _types(blocks[0].arguments[1:]), _terminator_types(blocks[0])]
    elif op.name in BRANCHES:
        flows = [_terminator_types(block) for block in blocks]
    else:
        head, body = blocks
        flows = [_terminator_types(head)[1:], _types(body.arguments)]
        if not _types(op.operands) == _types(head.arguments) == _terminator_types(body):
            return "what it is given, carries and yields does not have the same types"
    return (
        ""
        if all(flow == results for flow in flows)
        else "what it is given, carries, yields and returns does not have the same types"
    )


def _return_error(function: Op) -> str:
    """Return an error if a function returns other types than those in its signature, else an empty string."""
    type = type_of(function.attributes.get("function_type", ""))
    results = list(type.results) if isinstance(type, FunctionType) else []
    returns = [op for region in function.regions for block in region.blocks for op in block.ops[-1:] if op.name in _RETURNS]
    same = all(_types(op.operands) == results for op in returns)
    return "" if same else "it does not return values of the types that its signature says"


def _terminator_types(block: Block) -> list[str]:
    last = block.ops[-1] if block.ops else None
    return _types(last.operands) if last and last.name in ("scf.yield", "scf.condition") else []


def _types(values: tuple[Value, ...]) -> list[str]:
    return [v.type for v in values]
