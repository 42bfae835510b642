"""Definitions, uses and captured values, against a count by hand on random kernels."""

from hypothesis import given, settings

from egraph_opt.ir.def_use import captured_values, defining_ops, enclosing_ops, inner_values, used_values, using_ops
from egraph_opt.ir.module import Op, Value
from egraph_opt.text import read
from tests.support.programs import Program, programs


def blocks_of(op: Op) -> list[tuple[Op, ...]]:
    return [block.ops for region in op.regions for block in region.blocks]


def defined_inside(op: Op) -> set[Value]:
    found: set[Value] = set()
    for region in op.regions:
        for block in region.blocks:
            found |= set(block.arguments)
            for inner in block.ops:
                found |= set(inner.results) | defined_inside(inner)
    return found


def uses_inside(op: Op) -> list[Value]:
    return [v for ops in blocks_of(op) for inner in ops for v in (*inner.operands, *uses_inside(inner))]


@settings(max_examples=30, deadline=None)
@given(programs())
def test_definitions_and_uses_agree_with_the_program(program: Program) -> None:
    (function,) = read(program.text).functions()
    ops = list(function.walk())
    definitions, users, owners = defining_ops(ops), using_ops(ops), enclosing_ops(function)
    assert sum(len(op.results) for op in ops) == len(definitions)
    assert all(value in op.results for value, op in definitions.items())
    assert sum(len(op.operands) for op in ops) == sum(map(len, users.values()))
    assert all(value in op.operands for value, found in users.items() for op in found)
    assert owners.keys() == set(ops) - {function} and all(any(op in inner for inner in blocks_of(owners[op])) for op in owners)
    for op in ops:
        inside = defined_inside(op)
        assert inner_values(op) == inside
        captured = list(dict.fromkeys(v for v in uses_inside(op) if v not in inside))
        assert captured_values(op) == captured
        assert used_values(op) == list(dict.fromkeys([*op.operands, *captured]))
    assert not captured_values(function)
