"""Integers, addresses and conditions at one tensor index, as polynomials, for `real_arithmetic`.

A polynomial is a sorted tuple of (monomial, coefficient); a monomial is a sorted tuple of atoms. Integers of one width form a
ring under wrapping addition and multiplication, so equal polynomials are equal integers. An integer is widened term by term only
if its range is known to fit. A value that is not modelled is an atom, equal only to itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.ir.module import Op, Value

Atom = tuple[Any, ...]
Poly = tuple[tuple[tuple[Atom, ...], int], ...]
Index = tuple[Poly, ...]
Conditions = frozenset[Atom]
ZERO: Poly = ()


class UnequalValues(Exception):
    """Error for values that are not proved equal, with the reason."""


def number(n: int) -> Poly:
    return (((), n),) if n else ZERO


def atom(a: Atom) -> Poly:
    return (((a,), 1),)


def variable(name: str, extent: int) -> Poly:
    """Return an index variable with the range [0, extent)."""
    return atom(("index", name, extent))


def plus(x: Poly, y: Poly, times: int = 1) -> Poly:
    """Return x + times * y."""
    found = dict(x)
    for monomial, c in y:
        found[monomial] = found.get(monomial, 0) + times * c
    return tuple(sorted(((m, c) for m, c in found.items() if c), key=repr))


def product(x: Poly, y: Poly) -> Poly:
    found: dict[tuple[Atom, ...], int] = {}
    for m, c in x:
        for n, d in y:
            both = tuple(sorted((*m, *n), key=repr))
            found[both] = found.get(both, 0) + c * d
    return tuple(sorted(((m, c) for m, c in found.items() if c), key=repr))


def split_affine(x: Poly) -> tuple[Poly, dict[Atom, int]]:
    """Split a polynomial into its index-independent terms and its stride for each index variable.

    Raises:
        UnequalValues: the polynomial is not affine in the index variables.
    """
    fixed, steps = [], {}
    for monomial, c in x:
        indices = [a for a in monomial if a[0] == "index"]
        if not indices:
            fixed.append((monomial, c))
        elif len(monomial) == 1:
            steps[monomial[0]] = c
        else:
            raise UnequalValues("an address does not grow evenly")
    return tuple(fixed), steps


def ends(x: Poly) -> tuple[Poly, Poly]:
    """Return the minimum and maximum of a polynomial over all indices, without wrap-around.

    Raises:
        UnequalValues: the polynomial is not affine in the index variables.
    """
    fixed, steps = split_affine(x)
    low = sum(min(0, c * (a[2] - 1)) for a, c in steps.items())
    high = sum(max(0, c * (a[2] - 1)) for a, c in steps.items())
    return plus(fixed, number(low)), plus(fixed, number(high))


def known_range(x: Poly) -> tuple[int, int] | None:
    """Return the range of a polynomial in index variables only; None for other polynomials."""
    try:
        low, high = ends(x)
    except UnequalValues:
        return None
    values = [dict(p).get((), 0) for p in (low, high)]
    return (values[0], values[1]) if all(set(dict(p)) <= {()} for p in (low, high)) else None


def drop_conditions(x: Any, assumed: Conditions) -> Any:
    if isinstance(x, frozenset):
        return x - assumed
    return tuple(drop_conditions(part, assumed) for part in x) if isinstance(x, tuple) else x


_BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}


@dataclass
class Places:
    """Integers, addresses and conditions of a function at a tensor index, as polynomials.

    `counters` and `pointers` describe loop counters and loop-carried pointers. `numbers` numbers the values that are not modelled.
    """

    known: Mapping[Value, Op]
    counters: dict[Value, Poly] = field(default_factory=dict)
    pointers: dict[Value, tuple[Value, Value, Value]] = field(default_factory=dict)
    """Loop-carried pointer -> its start, its step in elements, and the loop counter."""
    numbers: dict[Value, int] = field(default_factory=dict)

    def opaque(self, v: Value, index: Index) -> Atom:
        return "value", self.numbers.setdefault(v, len(self.numbers)), index

    def source(self, op: Op, index: Index) -> tuple[Value, Index] | None:
        """Return the value and index from which a data movement such as `tt.splat` takes its element `index`; None for other operations."""
        x = op.operands[0] if op.operands else None
        if op.name == "tt.splat" and x is not None:
            return x, ()
        if op.name == "tt.expand_dims" and x is not None:
            axis = int(op.attributes["axis"].partition(" ")[0])
            return x, (*index[:axis], *index[axis + 1 :])
        if op.name == "tt.broadcast" and x is not None and (taken := tensor_type(x.type)) is not None:
            return x, tuple(ZERO if n == 1 else i for n, i in zip(taken.shape, index, strict=True))
        if op.name == "tt.trans" and x is not None:
            order = [int(n) for n in op.attributes["order"].partition(":")[2].rstrip(">").split(",")]
            return x, tuple(index[order.index(k)] for k in range(len(order)))
        return None

    def integer(self, v: Value, index: Index) -> Poly:
        """Return the element of an integer tensor at an index, or an address in bytes, as a polynomial."""
        op = self.known.get(v)
        if v in self.counters:
            return self.counters[v]
        if v in self.pointers:
            start, step, counter = self.pointers[v]
            size = number(size_of(v.type))
            return plus(
                self.integer(start, index), product(size, product(self.extend_to_64(step, index), self.extend_to_64(counter, ())))
            )
        if op is None:
            return atom(self.opaque(v, index))
        if (moved := self.source(op, index)) is not None:
            return self.integer(*moved)
        if op.name == "arith.constant" and (n := integer_constant(op)) is not None:
            return number(n)
        if op.name == "tt.make_range":
            return plus(index[0], number(int(op.attributes["start"].partition(" ")[0])))
        if op.name in ("arith.addi", "arith.subi", "arith.muli"):
            x, y = (self.integer(o, index) for o in op.operands)
            return product(x, y) if op.name == "arith.muli" else plus(x, y, -1 if op.name == "arith.subi" else 1)
        if op.name == "arith.extsi":
            return self.extend_to_64(op.operands[0], index)
        if op.name == "tt.addptr":
            size = number(size_of(op.operands[0].type))
            return plus(self.integer(op.operands[0], index), product(size, self.extend_to_64(op.operands[1], index)))
        if op.name == "tt.ptr_to_int":
            return self.integer(op.operands[0], index)
        if op.name.startswith("arith.") and len(op.results) == 1 and all(element(o) in _BITS for o in op.operands):
            parts = tuple(self.integer(o, index) for o in op.operands)
            return atom(("apply", op.name, tuple(sorted(op.attributes.items())), element(op.results[0]), parts))
        return atom(self.opaque(v, index))

    def extend_to_64(self, v: Value, index: Index) -> Poly:
        """Return the element of an integer tensor at an index, sign-extended to 64 bits, as a polynomial."""
        x, bits = self.integer(v, index), _BITS[element(v)]
        if bits == 64:
            return x
        limits = known_range(x)
        if limits is not None and -(1 << bits - 1) <= limits[0] and limits[1] < 1 << bits - 1:
            return x
        return atom(("extsi", bits, x))

    def conditions(self, v: Value, index: Index) -> Conditions:
        """Return the element of a boolean tensor at an index as a conjunction of conditions, such as comparisons."""
        op = self.known.get(v)
        if op is None:
            return frozenset((self.opaque(v, index),))
        if (moved := self.source(op, index)) is not None:
            return self.conditions(*moved)
        if op.name == "arith.constant" and "true" in op.attributes.get("value", ""):
            return frozenset()
        if op.name == "arith.andi":
            return self.conditions(op.operands[0], index) | self.conditions(op.operands[1], index)
        if op.name == "arith.ori":
            return frozenset((("or", frozenset(self.conditions(o, index) for o in op.operands)),))
        if op.name == "arith.cmpi" and all(element(o) in _BITS for o in op.operands):
            x, y = (self.integer(o, index) for o in op.operands)
            return frozenset((comparison_atom(op.attributes["predicate"].partition(" ")[0], x, y, element(op.operands[0])),))
        return frozenset((self.opaque(v, index),))


def comparison_atom(predicate: str, x: Poly, y: Poly, bits: str) -> Atom:
    """Return an integer comparison; `predicate` is a number of MLIR's ArithBase.td."""
    return "cmp", predicate, x, y, bits


def element(v: Value) -> str:
    tensor = tensor_type(v.type)
    return tensor.element if tensor else v.type


def size_of(type: str) -> int:
    tensor = tensor_type(type)
    inner = (tensor.element if tensor else type).removeprefix("!tt.ptr<").partition(">")[0].partition(",")[0].strip()
    sizes = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "bf16": 2, "f32": 4, "f64": 8, "f8E5M2": 1, "f8E4M3FN": 1}
    if inner not in sizes:
        raise UnequalValues(f"a pointer to {inner}")
    return sizes[inner]


def integer_constant(op: Op) -> int | None:
    text = op.attributes.get("value", "").partition(" : ")[0].removeprefix("dense<").removesuffix(">")
    return int(text) if text.removeprefix("-").isdecimal() else {"true": 1, "false": 0}.get(text)
