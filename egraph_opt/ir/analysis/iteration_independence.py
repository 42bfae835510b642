"""Loops whose iterations are scalar and independent, so that they may run in any order or as the elements of a tensor.

If no load reads what the function stores, iterations depend on each other only through the order of stores. Different iterations write
different elements if the index of a store is `c * i + k` modulo the number of iterations, a power of two, with an odd constant `c` and `k`
equal in all iterations. Wrap-around and extension of 32-bit and 64-bit integers keep the index modulo a power of two.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import NamedTuple

from egraph_opt.ir.analysis.trip_count import integer_constants
from egraph_opt.ir.analysis.underlying_array import underlying_array
from egraph_opt.ir.declaration_lookup import Effect, Layouts, declaration
from egraph_opt.ir.def_use import defining_ops, inner_values
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.types import PointerType, ScalarType, type_of

LEAST, MOST = 32, 1024
"""Least and greatest number of iterations: a warp's threads, and an instance's."""
MAX_TERMS = 64
_KNOWN = frozenset(
    "tt.func scf.for scf.if scf.while tt.reduce tt.scan scf.yield scf.condition cf.br cf.cond_br tt.return tt.reduce.return"
    " tt.scan.return tt.store".split()
)
"""Operations, other than pure ones and loads, of functions in which loops are looked for."""
_EXTENSIONS = ("arith.extsi", "arith.extui", "arith.trunci")


class Multiple(NamedTuple):
    """Condition on values that are defined before a loop: their product is a multiple of `of`, a power of two."""

    factors: tuple[Value, ...]
    of: int


class IndependentLoop(NamedTuple):
    """Loop from 0 to `size` by 1 whose iterations are independent if each of `conditions` holds. `varying` differ by iteration."""

    loop: Op
    size: int
    conditions: tuple[Multiple, ...]
    varying: frozenset[Value]


def independent_loops(function: Op) -> list[IndependentLoop]:
    """Return the outermost loops of a function with scalar, independent iterations.

    The caller must know that arrays which the function stores do not overlap other arrays.
    """
    blocks = function.regions[0].blocks
    order = {block.label: number for number, block in enumerate(blocks)}
    if any(order[name] <= number for number, block in enumerate(blocks) for op in block.ops for name in op.successors):
        return []  # blocks that may run again
    if not all(_is_fixed(op) or op.name in _KNOWN for op in function.walk()):
        return []  # other effects on memory
    analysis = _Addresses(function)
    found: list[IndependentLoop] = []
    inside: set[Op] = set()
    for op in function.walk():
        if op not in inside and (known := analysis.independent_loop(op)) is not None:
            found.append(known)
            inside.update(op.walk())
    return found


def varying_values(loop: Op) -> frozenset[Value]:
    """Return the values in a loop that depend on the induction variable by data flow."""
    found = {loop.regions[0].blocks[0].arguments[0]}
    size = 0
    while size < len(found):
        size = len(found)
        for op in loop.walk():
            if op.name == "scf.for" and op is not loop:
                for result, argument, *ends in carried_values(op):
                    found.update((result, argument) if not found.isdisjoint((argument, *ends)) else ())
            elif op.name == "scf.if":
                found.update(result for result, *ends in branch_values(op) if not found.isdisjoint(ends))
            elif not found.isdisjoint(op.operands):
                found.update(op.results)
    return frozenset(found)


def carried_values(loop: Op) -> Iterator[tuple[Value, ...]]:
    """Yield the result, block argument, initial and next value of each value that a loop carries."""
    (block,) = loop.regions[0].blocks
    if loop.results:
        yield from zip(loop.results, block.arguments[1:], loop.operands[3:], block.ops[-1].operands, strict=True)


def branch_values(conditional: Op) -> Iterator[tuple[Value, ...]]:
    """Yield each result of an `scf.if` with the value of each branch."""
    if conditional.results:
        ends = (block.ops[-1].operands for region in conditional.regions for block in region.blocks)
        yield from zip(conditional.results, *ends, strict=True)


class _Addresses:
    """Addresses of a function's stores as polynomials, for values modulo 2**32."""

    def __init__(self, function: Op) -> None:
        ops = list(function.walk())
        self._made, self._constants = defining_ops(ops), integer_constants(function)
        self._array = underlying_array(function)
        stores = [self._array(op.operands[0]) for op in ops if op.name == "tt.store"]
        self._stored_once = {array for array in stores if array is not None and stores.count(array) == 1}
        self._loaded = {self._array(op.operands[0]) for op in ops if op.name == "tt.load"}
        self._moving = _moving_values(function)
        self._values: list[Value] = []
        self._polynomials: dict[Value, Poly] = {}

    def independent_loop(self, loop: Op) -> IndependentLoop | None:
        """Return a loop with the conditions under which its iterations are independent; None if none are known."""
        if loop.name != "scf.for" or loop.results or loop.operands[0].type != "i32":
            return None
        lower, count, step = (self._constants.get(value) for value in loop.operands)
        if (lower, step) != (0, 1) or count is None or not LEAST <= count <= MOST or count & (count - 1):
            return None
        varying = varying_values(loop)
        if not all(_may_be_elementwise(op, varying) for op in loop.walk() if op is not loop):
            return None
        stores = [op for op in loop.walk() if op.name == "tt.store"]
        conditions: dict[Multiple, None] = {}
        for op in stores:
            array = self._array(op.operands[0])
            if array not in self._stored_once or not self._loaded.isdisjoint((array, None)):
                return None
            if varying.isdisjoint(op.operands):
                continue  # every iteration stores the same
            needed = self._conditions(op.operands[0], loop, count)
            if needed is None:
                return None
            conditions.update(dict.fromkeys(needed))
        if all(varying.isdisjoint(op.operands) for op in stores):
            return None
        return IndependentLoop(loop, count, tuple(conditions), varying)

    def _conditions(self, pointer: Value, loop: Op, count: int) -> list[Multiple] | None:
        """Return conditions under which two iterations of a loop never store to the same element; None if none are known."""
        index, inside = Poly(), inner_values(loop)
        while (op := self._made.get(pointer)) is not None and op.name == "tt.addptr":
            index += self._polynomial(op.operands[1])
            pointer = op.operands[0]
        if pointer in self._moving:
            return None
        iteration = self._atom(loop.regions[0].blocks[0].arguments[0]).terms[0][0]
        if dict(index.terms).get(iteration, 0) % 2 == 0:
            return None
        found = []
        for monomial, coefficient in index.terms:
            values = [self._values[atom] for atom in monomial]
            if monomial == iteration or coefficient % count == 0 or self._moving.isdisjoint(values):
                continue
            factors = tuple(value for value in values if value not in self._moving and value not in inside)
            if len({value.type for value in factors}) != 1:
                return None
            found.append(Multiple(factors, count // gcd(coefficient, count)))
        return found

    def _polynomial(self, value: Value) -> Poly:
        """Return a 32-bit or 64-bit integer as a polynomial that is equal modulo 2**32."""
        known = self._polynomials.get(value)
        if known is None:
            known = self._sum_or_product(value)
            if known is None or len(known.terms) > MAX_TERMS:
                known = self._atom(value)
            self._polynomials[value] = known
        return known

    def _sum_or_product(self, value: Value) -> Poly | None:
        op = self._made.get(value)
        if value in self._constants and value.type in ("i32", "i64"):
            return Poly.number(self._constants[value])
        if op is None or any(each.type not in ("i32", "i64") for each in (value, *op.operands)):
            return None
        match op.name:
            case "arith.addi":
                return self._polynomial(op.operands[0]) + self._polynomial(op.operands[1])
            case "arith.subi":
                return self._polynomial(op.operands[0]) - self._polynomial(op.operands[1])
            case "arith.muli":
                return self._polynomial(op.operands[0]) * self._polynomial(op.operands[1])
            case "arith.shli" if 0 <= self._constants.get(op.operands[1], -1) < 31:
                return self._polynomial(op.operands[0]) * Poly.number(1 << self._constants[op.operands[1]])
        return self._polynomial(op.operands[0]) if op.name in _EXTENSIONS else None

    def _atom(self, value: Value) -> Poly:
        if value not in self._values:
            self._values.append(value)
        return Poly.atom(self._values.index(value))


def _moving_values(function: Op) -> set[Value]:
    """Return the values that may differ between two executions of the operation that defines them, in one program instance."""
    found = set(inner_values(function)) - {value for op in function.walk() for value in op.results}
    found -= set(function.regions[0].blocks[0].arguments)
    for op in function.walk():
        if op.regions or not found.isdisjoint(op.operands) or not _is_fixed(op):
            found.update(op.results)
    return found


def _is_fixed(op: Op) -> bool:
    """Return whether an operation has the same result each time, for equal operands and unchanged memory."""
    effect = declaration(op).effect
    return effect is Effect.PURE or (op.name == "tt.load" and effect is Effect.READS)


def _may_be_elementwise(op: Op, varying: frozenset[Value]) -> bool:
    """Return whether an operation in a loop is scalar and may compute the values of all iterations at once."""
    if not all(_is_scalar(value.type) for value in (*op.operands, *op.results)) or op.successors:
        return False
    if op.name == "scf.for":
        return all(value not in varying for value in op.operands[:3]) and len(op.regions[0].blocks) == 1
    if op.name == "scf.if":
        return op.operands[0] not in varying and all(len(region.blocks) <= 1 for region in op.regions)
    if op.name in ("scf.yield", "tt.store"):
        return True
    if op.regions or not _is_fixed(op):
        return False
    if all(value not in varying for value in op.operands):
        return True
    return declaration(op).layouts is Layouts.POINTWISE and not any(name.startswith("tt.") for name in op.attributes)


def _is_scalar(text: str) -> bool:
    type = type_of(text)
    return isinstance(type, ScalarType) or (isinstance(type, PointerType) and isinstance(type_of(type.pointee), ScalarType))
