"""Roles (input, output, both or scalar) of a kernel's parameters, from the loads and stores through them."""

from __future__ import annotations

from collections.abc import Mapping

from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import pointee_of, type_of
from egraph_opt.verifier.side import Role

_READS = frozenset("tt.load tt.descriptor_load tt.descriptor_gather".split())
_WRITES = frozenset("tt.store tt.descriptor_store tt.descriptor_scatter".split())
_UPDATES = frozenset("tt.atomic_rmw tt.atomic_cas tt.descriptor_reduce".split())


def is_array(type: str) -> bool:
    """Return whether a parameter of this type points to an array."""
    return pointee_of(type) is not None


def is_descriptor(type: str) -> bool:
    """Return whether a parameter of this type is a tensor descriptor."""
    return type.startswith("!tt.tensordesc") or type_of(type).__class__.__name__ == "DescriptorType"


def roles_of(function: Op, functions: Mapping[str, Op] | None = None) -> tuple[Role, ...]:
    """Return the role of each parameter. A pointer that nothing reads or writes is an input."""
    reads, writes = _flows(function, functions or {}, frozenset())
    found: list[Role] = []
    for number, parameter in enumerate(function.regions[0].blocks[0].arguments):
        if not is_array(parameter.type) and not is_descriptor(parameter.type):
            found.append("scalar")
        elif number in writes:
            found.append("both" if number in reads else "output")
        else:
            found.append("input")
    return tuple(found)


def _flows(function: Op, functions: Mapping[str, Op], within: frozenset[str]) -> tuple[set[int], set[int]]:
    """Return the indices of the parameters through which a function loads, and of those through which it stores.

    `within`: names of the functions that are being analysed, so that recursion ends.
    """
    sources: dict[Value, frozenset[int]] = {
        value: frozenset((number,)) for number, value in enumerate(function.regions[0].blocks[0].arguments)
    }
    reads: set[int] = set()
    writes: set[int] = set()
    while True:
        before = sum(map(len, sources.values())) + len(reads) + len(writes)
        for op in function.walk():
            if op is not function:
                _enter(op, sources, reads, writes, functions, within)
        if before == sum(map(len, sources.values())) + len(reads) + len(writes):
            return reads, writes


def _enter(
    op: Op,
    sources: dict[Value, frozenset[int]],
    reads: set[int],
    writes: set[int],
    functions: Mapping[str, Op],
    within: frozenset[str],
) -> None:
    """Update the analysis with one operation: `sources` (parameters to which each value may point), `reads` and `writes`."""
    flows = [sources.get(value, frozenset()) for value in op.operands]
    if op.name in _READS | _UPDATES:
        reads |= flows[0]
    if op.name in _WRITES | _UPDATES:
        writes |= flows[0]
    if op.name == "tt.call":
        name = op.attributes.get("callee", "").lstrip("@").strip('"')
        if name in functions and name not in within:
            inner_reads, inner_writes = _flows(functions[name], functions, within | {name})
            reads |= {source for number in inner_reads for source in flows[number]}
            writes |= {source for number in inner_writes for source in flows[number]}
    carried = frozenset().union(*(flow for flow, value in zip(flows, op.operands, strict=True) if _points(value)))
    inner = [value for region in op.regions for block in region.blocks for value in block.arguments]
    ends = [value for region in op.regions for block in region.blocks if block.ops for value in block.ops[-1].operands]
    carried |= frozenset().union(*(sources.get(value, frozenset()) for value in ends if _points(value)))
    for value in (*op.results, *inner):
        if _points(value) and carried:
            sources[value] = sources.get(value, frozenset()) | carried


def _points(value: Value) -> bool:
    return is_array(value.type) or is_descriptor(value.type) or value.type == "i64"
