"""Conversion of expressions over sizes to index polynomials, and of assumptions on sizes to conditions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, equal, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, atom_polynomial, whole
from egraph_opt.verifier.parametric.sizes.size_facts import Facts, NotDecided

LARGEST_TILE = 1 << 20
"""Largest number of elements of a tile that Triton compiles."""
Power = Callable[[ast.expr], int]
"""Function that gives `next_power_of_2` of an expression."""


def read_size(value: Any, known: Mapping[str, Polynomial], facts: Facts) -> Polynomial:
    """Return a number or an expression over sizes as a polynomial. Raises NotDecided."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise NotDecided(f"{value!r} is no whole number")
    if isinstance(value, int):
        return whole(value)
    return read_node(ast.parse(value.strip(), mode="eval").body, known, facts)


def read_node(node: ast.expr, known: Mapping[str, Polynomial], facts: Facts, power: Power | None = None) -> Polynomial:
    """Return a syntax node of an expression over sizes as a polynomial.

    Args:
        power: function for `next_power_of_2`; by default, the facts must decide it.
    """

    def part(each: ast.expr) -> Polynomial:
        return read_node(each, known, facts, power)

    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return whole(number)
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -part(operand)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return part(left) + part(right)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return part(left) - part(right)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return part(left) * part(right)
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
            return facts.divide(part(left), positive(part(right)))
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            a, b = part(left), positive(part(right))
            return a - b * facts.divide(a, b)
        case ast.Call(func=ast.Name(id="cdiv"), args=[left, right], keywords=[]):
            a, b = part(left), positive(part(right))
            return facts.divide(a + b - 1, b)
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=[left, right], keywords=[]):
            return extremum(name, part(left), part(right), facts)
        case ast.Call(func=ast.Name(id="next_power_of_2"), args=[operand], keywords=[]):
            return whole(power(operand) if power is not None else power_of_two(part(operand), facts))
    raise NotDecided(f"{ast.unparse(node)!r} has no form for all sizes")


def power_of_two(p: Polynomial, facts: Facts) -> int:
    """Return the least power of two that is at least a number. Raises NotDecided if the facts allow several."""
    found = next((1 << k for k in range(LARGEST_TILE.bit_length()) if facts.holds(at_least(whole(1 << k), p))), 0)
    if not found or (found > 1 and not facts.holds(less(whole(found // 2), p))):
        raise NotDecided("next_power_of_2 of an open size has no form for all sizes")
    return found


def extremum(name: str, a: Polynomial, b: Polynomial, facts: Facts) -> Polynomial:
    """Return the smaller (`min`) or larger (`max`) of two numbers: one of them if the facts decide, else an atom."""
    for one, other in ((a, b), (b, a)):
        if facts.holds(at_least(other, one)):
            return one if name == "min" else other
    return atom_polynomial(name, *sorted((a, b), key=lambda each: each.text))


def positive(p: Polynomial) -> Polynomial:
    """Return a divisor unchanged. Raises NotDecided for a number that is not positive."""
    if p.constant is not None and p.constant <= 0:
        raise NotDecided("a divisor that is not positive")
    return p


def read_condition(text: str, known: Mapping[str, Polynomial], facts: Facts) -> Condition:
    """Return an assumption on sizes as a condition. Raises NotDecided."""
    node = ast.parse(text.strip(), mode="eval").body
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        raise NotDecided(f"the assumption {text!r} has no form for all sizes")
    a, b = (read_node(each, known, facts) for each in (node.left, node.comparators[0]))
    match node.ops[0]:
        case ast.Lt():
            return less(a, b)
        case ast.LtE():
            return at_least(b, a)
        case ast.Gt():
            return less(b, a)
        case ast.GtE():
            return at_least(a, b)
        case ast.Eq():
            return equal(a, b)
        case ast.NotEq():
            return equal(a, b).opposite()
    raise NotDecided(f"the assumption {text!r} has no form for all sizes")


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicSize:
    """Symbolic size that is passed to a Python function that computes a grid. It supports arithmetic, but no comparisons."""

    number: Polynomial
    facts: Facts

    def __add__(self, other: Any) -> SymbolicSize:
        return SymbolicSize(self.number + self.part(other), self.facts)

    def __mul__(self, other: Any) -> SymbolicSize:
        return SymbolicSize(self.number * self.part(other), self.facts)

    def __neg__(self) -> SymbolicSize:
        return SymbolicSize(-self.number, self.facts)

    def __sub__(self, other: Any) -> SymbolicSize:
        return SymbolicSize(self.number - self.part(other), self.facts)

    def __rsub__(self, other: Any) -> SymbolicSize:
        return SymbolicSize(self.part(other) - self.number, self.facts)

    def __floordiv__(self, other: Any) -> SymbolicSize:
        return SymbolicSize(self.facts.divide(self.number, positive(self.part(other))), self.facts)

    def __mod__(self, other: Any) -> SymbolicSize:
        return SymbolicSize(self.number - (self // other).number * self.part(other), self.facts)

    def __eq__(self, other: object) -> bool:
        raise NotDecided("a grid that depends on a condition")

    def __bool__(self) -> bool:
        raise NotDecided("a grid that depends on a condition")

    __radd__ = __add__
    __rmul__ = __mul__

    def part(self, other: Any) -> Polynomial:
        """Return the other operand of an operator as a polynomial. Raises NotDecided."""
        if isinstance(other, SymbolicSize):
            return other.number
        if type(other) is not int:
            raise NotDecided("a grid that is no expression over sizes")
        return whole(other)


def call_grid(grid: Callable[[Mapping[str, Any]], Any], known: Mapping[str, Polynomial], facts: Facts) -> tuple[Any, ...]:
    """Call a grid function with symbolic sizes, and return the extents. Raises NotDecided if it does anything but arithmetic."""
    sizes = {name: SymbolicSize(p, facts) if p.constant is None else p.constant for name, p in known.items()}
    try:
        found = grid(sizes)
    except NotDecided:
        raise
    except Exception:
        raise NotDecided("the grid is a function that has no form for all sizes") from None
    parts = tuple(found) if isinstance(found, tuple | list) else (found,)
    return tuple(each.number if isinstance(each, SymbolicSize) else each for each in parts)
