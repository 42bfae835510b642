"""Checker's facts about lanes and loops beside arithmetic: where operations find their elements, and what is invariant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.state import State
from egraph_opt.families.pointer.symbolic.unknowns import Index, Shared
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.def_use import inner_values
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import integer_bits, tensor_type

SHAPES = frozenset("tt.splat tt.expand_dims tt.broadcast tt.trans tt.reshape".split())
"""Operations that only rearrange elements."""


def shape(program: State, op: Op, index: Index) -> Any:
    operand = op.operands[0]
    tensor = tensor_type(operand.type)
    if op.name == "tt.splat" or tensor is None:
        return program.at(operand)
    match op.name:
        case "tt.expand_dims":
            axis = integer(op.attributes["axis"])
            return program.at(operand, index[:axis] + index[axis + 1 :])
        case "tt.reshape" if reorders(op):
            return program.taken(op.results[0], index, integer_bits(tensor.element))
        case "tt.reshape":
            return program.at(operand, reshaped(index, op, tensor.shape))
        case "tt.broadcast":
            return program.at(operand, tuple(z3.IntVal(0) if n == 1 else i for i, n in zip(index, tensor.shape, strict=True)))
    return program.at(operand, turned(index, op))


def reorders(op: Op) -> bool:
    """Return whether an operation may put elements in any order."""
    return op.attributes.get("allow_reorder", "false") != "false"


def reshaped(index: Index, op: Op, shape: tuple[int, ...]) -> Index:
    """Return where a `tt.reshape` finds an element of its result: at the same place in order, the last dimension fastest."""
    result = tensor_type(op.results[0].type)
    assert result
    wide = [d for d, n in enumerate(shape) if n > 1]
    if len(wide) <= 1 and sum(n > 1 for n in result.shape) <= 1:
        place = next((i for i, n in zip(index, result.shape, strict=True) if n > 1), z3.IntVal(0))
        return tuple(place if d in wide else z3.IntVal(0) for d in range(len(shape)))
    place = z3.IntVal(0)
    for i, n in zip(index, result.shape, strict=True):
        place = place * n + i
    found = []
    for n in reversed(shape):
        found.append(place % n)
        place = place / n
    return tuple(z3.simplify(i) for i in reversed(found))


def turned(index: Index, op: Op) -> Index:
    """Return where a `tt.trans` finds an element of its result."""
    order = integers(op.attributes["order"])
    return tuple(index[order.index(d)] for d in range(len(order)))


def varies(program: State, value: Value, loop: Op) -> bool:
    """Return whether a value may differ between the iterations of a loop."""
    inside = inner_values(loop)
    todo, seen = [value], set()
    while todo:
        v = todo.pop()
        if v in seen or v not in inside:
            continue
        seen.add(v)
        op = program.defined.get(v, (None, 0))[0]
        pure = op is not None and not op.regions and (op.name.startswith("arith.") or op.name in (*SHAPES, "tt.make_range"))
        if op is None or not pure or reorders(op):
            return True
        todo += op.operands
    return False


def monotone(shared: Shared, x: Any, y: Any) -> None:
    """Hints that hold for all integers: between two numbers, lanes or iterations, a product of two terms is between those with the two.

    Those about a lane or a loop that one of the terms speaks of are `known`. What they do not speak of is seldom needed, and three products
    more for each of them cost the solver ten times as long: that is `remote`, and not written before it is needed.
    """
    shared.factors[x.get_id(), y.get_id()] = x, y
    for factor, other in ((y, x), (x, y)):
        if z3.is_int_value(factor):
            continue
        named = shared.named(other)
        counts = [(lane, size - 1) for lane, size in shared.lanes if not z3.is_int_value(lane)]
        for count, last in (*counts, *shared.rounds.items()):
            if count.get_id() in named:
                shared.found.known.append(between(count, last, factor))
            else:
                shared.found.remote[count.get_id(), factor.get_id()] = count, last, factor


def ends(shared: Shared) -> Iterator[Any]:
    """Yield hints of the kind of `monotone` about quotients and remainders that change with a loop."""
    for number, last in shared.below:
        for x, y in shared.factors.values():
            for factor, other in ((y, x), (x, y)):
                if number.get_id() in shared.named(other) and not z3.is_int_value(factor):
                    yield z3.Implies(last >= 0, between(number, last, factor))


def between(count: Any, last: Any, factor: Any) -> Any:
    """Return that the product of a number and a factor is between those with zero and with the last such number."""
    product, most = count * factor, last * factor
    up, down = z3.And(product >= 0, product <= most), z3.And(product <= 0, product >= most)
    hint = z3.If(factor >= 0, up, down)
    return hint if isinstance(last, int) else z3.Implies(z3.And(count >= 0, count <= last), hint)


def digits(x: Any, by: int) -> tuple[Any, Any] | None:
    """Split a sum into its terms that are multiples of a number, divided by it, and the others; None if it lacks one of both kinds."""
    x = z3.simplify(x, som=True)
    whole: list[Any] = []
    rest: list[Any] = []
    for term in x.children() if z3.is_add(x) else [x]:
        factor = term.arg(0) if z3.is_mul(term) else term
        many = factor.as_long() if z3.is_int_value(factor) else 1
        if many % by:
            rest.append(term)
        else:
            whole.append(z3.Product(z3.IntVal(many // by), *(term.children()[1:] if z3.is_mul(term) else ())))
    return (z3.Sum(*whole), z3.Sum(*rest)) if whole and rest else None


def runs(program: State, op: Op, access: Op) -> list[Any] | None:
    """Return when an operation runs, given that an access does; None if that is unknown."""
    around = set()
    outer = program.within.get(access)
    while outer is not None:
        around.add(outer)
        outer = program.within.get(outer[0])
    found: list[Any] = []
    outer = program.within.get(op)
    while outer is not None and outer not in around:
        choice, number = outer
        if choice.name == "scf.if":
            truth = program.at(choice.operands[0])
            found.append(z3.Not(truth) if number else truth)
        elif choice.name == "scf.for" and "unsignedCmp" not in choice.attributes:
            found.append(program.at(choice.operands[0]) < program.at(choice.operands[1]))
        else:
            return None
        outer = program.within.get(choice)
    return found
