"""Floats at one index as real numbers: sums of products of opaque values, in a normal form.

A product has a coefficient, conditions (zero unless all hold), summation indices, factors, and an exponent per base. An exponent
is a linear combination of values, so exp(a - b) and exp(a) / exp(b) have one form. Equality is an identity of polynomials and
exponentials (Mirage, OSDI 2025, tests such identities at random; here normal forms are compared).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from egraph_opt.checker.values.index_polynomials import (
    Atom,
    Conditions,
    Index,
    Places,
    UnequalValues,
    drop_conditions,
    element,
    variable,
)
from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.ir.module import Op, Value

NO_FLAGS = "#arith.fastmath<none>"
BASES = {"math.exp2": "2", "math.exp": "e"}
LIMIT = 4096
"""Maximum number of products in a sum."""


class Product(NamedTuple):
    """Product of real numbers in normal form, without its coefficient: conditions, summation indices, factors, powers."""

    conditions: Conditions = frozenset()
    summed: tuple[Atom, ...] = ()
    factors: tuple[Atom, ...] = ()
    powers: tuple[tuple[str, tuple[tuple[Atom, Fraction], ...]], ...] = ()


Sum = Mapping[Product, Fraction]
ONE = Product()


def add_sums(*sums: Sum) -> Sum:
    found: dict[Product, Fraction] = {}
    for each in sums:
        for key, c in each.items():
            found[key] = found.get(key, Fraction(0)) + c
    if len(found) > LIMIT:
        raise UnequalValues("a sum has too many products")
    return {key: c for key, c in found.items() if c}


def scale_sum(x: Sum, by: Fraction) -> Sum:
    return {key: c * by for key, c in x.items()}


def multiply_sums(x: Sum, y: Sum) -> Sum:
    found: dict[Product, Fraction] = {}
    for p, c in x.items():
        for q, d in y.items():
            if set(p.summed) & set(q.summed):
                raise UnequalValues("two sums are multiplied")
            key = Product(
                p.conditions | q.conditions,
                tuple(sorted((*p.summed, *q.summed), key=repr)),
                tuple(sorted((*p.factors, *q.factors), key=repr)),
                _powers(p, q),
            )
            found[key] = found.get(key, Fraction(0)) + c * d
    return add_sums(found)


def _powers(p: Product, q: Product) -> tuple[tuple[str, tuple[tuple[Atom, Fraction], ...]], ...]:
    exponents: dict[str, dict[Atom, Fraction]] = {}
    for base, terms in (*p.powers, *q.powers):
        for a, c in terms:
            of = exponents.setdefault(base, {})
            of[a] = of.get(a, Fraction(0)) + c
    kept = ((base, tuple(sorted(((a, c) for a, c in of.items() if c), key=repr))) for base, of in sorted(exponents.items()))
    return tuple((base, terms) for base, terms in kept if terms)


def conditional(x: Sum, conditions: Conditions) -> Sum:
    return add_sums({key._replace(conditions=key.conditions | conditions): c for key, c in x.items()})


def assume_conditions(x: Sum, assumed: Conditions) -> Sum:
    """Simplify a sum under assumed conditions. Factors and exponents are also simplified under the conditions of their product."""
    found: dict[Product, Fraction] = {}
    for key, c in x.items():
        mine = key.conditions - assumed
        plain = Product(
            mine,
            key.summed,
            drop_conditions(key.factors, assumed | mine),
            _merge_powers(drop_conditions(key.powers, assumed | mine)),
        )
        found[plain] = found.get(plain, Fraction(0)) + c
    return {key: c for key, c in found.items() if c}


def _merge_powers(
    powers: tuple[tuple[str, tuple[tuple[Atom, Fraction], ...]], ...],
) -> tuple[tuple[str, tuple[tuple[Atom, Fraction], ...]], ...]:
    return _powers(Product(powers=powers), ONE)


@dataclass
class Reals:
    """Elements of float tensors as sums of products of real numbers; `places` gives the integers.

    `memory` says whether a load may be identified by its address.
    """

    places: Places
    memory: Callable[[Op], bool]

    def sum(self, v: Value, index: Index, depth: int = 0) -> Sum:
        """Return a float tensor's element at `index` as a polynomial; summation indices are numbered from `depth`."""
        op = self.places.known.get(v)
        if op is None:
            return self.single(self.places.opaque(v, index))
        if (moved := self.places.source(op, index)) is not None:
            return self.sum(*moved, depth)
        if op.attributes.get("fastmath", NO_FLAGS) != NO_FLAGS:
            return self.single(self.places.opaque(v, index))
        if op.name in ("arith.addf", "arith.subf"):
            x, y = (self.sum(o, index, depth) for o in op.operands)
            return add_sums(x, scale_sum(y, Fraction(-1 if op.name == "arith.subf" else 1)))
        if op.name == "arith.mulf" and element(v) == "f32":
            return multiply_sums(*(self.sum(o, index, depth) for o in op.operands))
        if op.name == "arith.extf":
            return self.sum(op.operands[0], index, depth)
        return self.opaque_sum(op, v, index, depth)

    def opaque_sum(self, op: Op, v: Value, index: Index, depth: int) -> Sum:
        if op.name == "arith.constant" and (c := real(op)) is not None:
            return {ONE: c} if c else {}
        if op.name == "arith.select" and not self.sum(op.operands[2], index, depth):
            place = index if tensor_type(op.operands[0].type) else ()
            return conditional(self.sum(op.operands[1], index, depth), self.places.conditions(op.operands[0], place))
        if op.name in BASES and element(v) == "f32":
            return self.power(op, index, depth)
        if op.name == "tt.load" and self.memory(op):
            return self.load_sum(op, index)
        if op.name == "tt.reduce":
            return self.reduce_sum(op, index, depth)
        if op.name == "tt.dot":
            (i, j), inner = index, tensor_type(op.operands[0].type)
            k = variable(f"sum {depth}", inner.shape[1] if inner else 1)
            x = multiply_sums(self.sum(op.operands[0], (i, k), depth + 1), self.sum(op.operands[1], (k, j), depth + 1))
            return add_sums(sum_over_axis(x, k[0][0][0]), self.sum(op.operands[2], index, depth))
        return self.single(self.places.opaque(v, index))

    def single(self, a: Atom) -> Sum:
        return {Product(factors=(a,)): Fraction(1)}

    def power(self, op: Op, index: Index, depth: int) -> Sum:
        """Return an element of an exponential. If the exponent is no linear combination of values, the element is an opaque value."""
        terms: dict[Atom, Fraction] = {}
        for key, c in self.sum(op.operands[0], index, depth).items():
            if key.summed or key.powers or len(key.factors) > 1:
                return self.single(self.places.opaque(op.results[0], index))
            terms["where", key.conditions, key.factors] = c
        return {Product(powers=((BASES[op.name], tuple(sorted(terms.items(), key=repr))),)): Fraction(1)}

    def load_sum(self, op: Op, index: Index) -> Sum:
        """Return an element of a load: the memory contents at its address if its mask is true, else zero."""
        address = self.places.integer(op.operands[0], index)
        held: Atom = ("memory", element(op.results[0]), address)
        if len(op.operands) == 1:
            return self.single(held)
        if len(op.operands) != 3 or self.sum(op.operands[2], index):
            return self.single(self.places.opaque(op.results[0], index))
        return conditional(self.single(held), self.places.conditions(op.operands[1], index))

    def reduce_sum(self, op: Op, index: Index, depth: int) -> Sum:
        inner, tensor = op.regions[0].blocks[0], tensor_type(op.operands[0].type)
        is_sum = len(inner.ops) == 2 and inner.ops[0].name == "arith.addf" and set(inner.ops[0].operands) == set(inner.arguments)
        if len(op.operands) != 1 or not is_sum or tensor is None or element(op.results[0]) != "f32":
            return self.single(self.places.opaque(op.results[0], index))
        axis = int(op.attributes["axis"].partition(" ")[0])
        k = variable(f"sum {depth}", tensor.shape[axis])
        return sum_over_axis(self.sum(op.operands[0], (*index[:axis], k, *index[axis:]), depth + 1), k[0][0][0])


def sum_over_axis(x: Sum, place: Atom) -> Sum:
    """Return the sum of `x` over all values of the index variable `place`."""
    return add_sums({key._replace(summed=tuple(sorted((*key.summed, place), key=repr))): c for key, c in x.items()})


def real(op: Op) -> Fraction | None:
    text = op.attributes.get("value", "").partition(" : ")[0].removeprefix("dense<").removesuffix(">")
    try:
        return Fraction(text)
    except ValueError:
        return None
