"""Underlying array of a pointer: the function argument from which the pointer is derived."""

from __future__ import annotations

from collections.abc import Callable

from egraph_opt.ir.module import Op, Value

_POINTERS = frozenset(
    "tt.addptr tt.advance tt.bitcast tt.broadcast tt.expand_dims tt.make_tensor_descriptor tt.make_tensor_ptr tt.splat"
    " ttg.convert_layout".split()
)
"""Operations whose results point into the array of their first operand."""


def underlying_array(function: Op) -> Callable[[Value], Value | None]:
    """Return a function from a pointer value of `function` to the parameter from which the pointer is derived, or None."""
    joined: dict[Value, Value] = {}
    unknown: set[Value] = set()

    def find(value: Value) -> Value:
        while value in joined:
            value = joined[value]
        return value

    def join(first: Value, *others: Value) -> None:
        for other in map(find, others):
            if other is not (group := find(first)):
                joined[other] = group

    for op in function.walk():
        bodies = [block for region in op.regions for block in region.blocks]
        if op is function:
            unknown.update(v for body in bodies[1:] for v in body.arguments)
        elif op.name in _POINTERS and op.operands and op.results:  # malformed operations are reported later
            join(op.results[0], op.operands[0])
        elif op.name == "scf.for" and bodies:
            ends = [body.ops[-1].operands for body in bodies if body.ops]  # a loop without carried values may omit its terminator
            for same in zip(op.operands[3:], bodies[0].arguments[1:], *ends, op.results, strict=False):
                join(*same)
        else:
            unknown.update(op.results, *(body.arguments for body in bodies))
    known: dict[Value, Value | None] = {}
    for argument in function.regions[0].blocks[0].arguments:
        group = find(argument)
        known[group] = None if group in known else argument
    known |= dict.fromkeys(map(find, unknown))
    return lambda pointer: known.get(find(pointer))
