"""One lane of a program's integers as z3 terms: the checker's own account of what operations compute. It shares nothing with `encode`.

Integers are unbounded. A result of 32 bits or less is the exact one less a multiple of 2^32 that brings it into range; one of 64 bits
stays exact, which is right modulo 2^64 and so for addresses. What else is made of 64 bits is known where they hold the number (`meant`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.lanes import SHAPES, digits, monotone, runs, shape
from egraph_opt.families.pointer.symbolic.loops import loop_result, loop_value
from egraph_opt.families.pointer.symbolic.unknowns import Index, Shared, Unknown, element_bytes
from egraph_opt.ir.attributes import divisibility, integer, splat_integer
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import integer_bits, pointee_of, tensor_type

_COMPARE: tuple[Callable[[Any, Any], Any], ...] = (eq, ne, lt, le, gt, ge)
"""Predicates of `arith.cmpi` by number; those without sign follow in the order of the last four."""
_SAME = frozenset("arith.extsi arith.index_cast tt.unsplat".split())
GRID = ((1 << 31) - 1, 65535, 65535)


@dataclass(slots=True)
class Program:
    """One function, evaluated lane by lane on demand."""

    function: Op
    shared: Shared
    own: int = 1 << 31
    """How many parameters the function had before some were added for shapes."""
    promise: Op | None = None
    """An access, where callers promise that `addi`, `subi`, `muli` and `shli` of 32 bits or less that it depends on, as on all that its
    address and mask are evaluated from, do not overflow if they run. Of a program that was made of the given one nothing is promised."""
    granted: Collection[Value] = ()
    """Truths that are taken to hold in every lane."""
    within: dict[Op, tuple[Op, int]] = field(default_factory=dict)
    """The operation that has another one in a region, and the region's number."""
    exact: list[Any] = field(default_factory=list)
    """What must hold for operations on 64 bits to mean what they say."""
    guarding: bool = False
    """Whether what is computed is a guard, whose comparisons are to mean what they say."""
    defined: dict[Value, tuple[Op, int]] = field(default_factory=dict)
    carried: dict[Value, tuple[Op, int]] = field(default_factory=dict)
    parameters: dict[Value, int] = field(default_factory=dict)
    hints: list[int] = field(default_factory=list)
    loops: dict[Op, int] = field(default_factory=dict)
    used: dict[object, Value] = field(default_factory=dict)
    """Values that were taken for unknowns, by the key they share with the other program: to be proved equal by other means."""
    steps: dict[tuple[int, tuple[str, str]], Value] = field(default_factory=dict)
    """The same of what loops add, by the loop's number, and name and type."""
    memo: dict[tuple[Value, tuple[int, ...]], Any] = field(default_factory=dict)
    kept: list[Any] = field(default_factory=list)
    """Terms whose identities are keys."""

    def __post_init__(self) -> None:
        self.parameters = {v: i for i, v in enumerate(self.function.regions[0].blocks[0].arguments)}
        self.hints = divisibility(self.function)
        for op in self.function.walk():
            self.within.update({b: (op, i) for i, region in enumerate(op.regions) for block in region.blocks for b in block.ops})
            self.defined.update({v: (op, i) for i, v in enumerate(op.results)})
            if op.name == "scf.for":
                self.loops[op] = len(self.loops)
                self.carried.update({v: (op, i - 1) for i, v in enumerate(op.regions[0].blocks[0].arguments)})

    def promised(self, value: Value) -> bool:
        """Whether a value is a parameter that was added for a shape that was not known, sign-extended or not."""
        while (found := self.defined.get(value)) is not None and found[0].name == "arith.extsi":
            value = found[0].operands[0]
        return self.parameters.get(value, -1) >= self.own

    def at(self, value: Value, index: Index = ()) -> Any:
        """The term of one lane; pointers are numbers of bytes."""
        key = value, tuple(i.get_id() for i in index)
        if key not in self.memo:
            self.kept += index
            self.memo[key] = self.compute(value, index)
        return self.memo[key]

    def compute(self, value: Value, index: Index) -> Any:
        bits = integer_bits(value.type)
        if not bits:
            raise Unknown(f"{value.name} is no integer")
        if value in self.granted:
            return z3.BoolVal(True)
        if value in self.parameters:
            number = self.parameters[value]
            found = self.shared.unknown(("parameter", number), bits)
            divisor = self.hints[number] if number < len(self.hints) else 1
            if divisor > 1:
                self.shared.known.append(found == divisor * self.shared.counted(("multiple", number)))
            return found
        if value in self.carried:
            return loop_value(self, value, index, bits)
        if value not in self.defined:  # what another kind of loop, or a block, is handed
            return self.taken(value, index, bits)
        op, number = self.defined[value]
        if op.name == "scf.for":
            return loop_result(self, op, number, index, bits)
        if op.name == "scf.if" and bits > 1 and all(b.name != "scf.for" for b in op.walk()):
            lanes = index if tensor_type(value.type) else ()
            branches = [self.at(region.blocks[0].ops[-1].operands[number], lanes) for region in op.regions]
            return z3.If(self.at(op.operands[0]), *branches)
        if op.regions or len(op.results) != 1:
            return self.taken(value, index, bits)
        return self.operation(op, index, bits)

    def taken(self, value: Value, index: Index, bits: int) -> Any:
        """A value as an unknown, which is the same in both programs if values of this name are: that is to be proved."""
        key: tuple[str, ...] = "value", value.name, value.type
        while self.used.get(key, value) is not value:  # regions side by side may use a name twice
            key = (*key, "again")
        self.used[key] = value
        return self.shared.unknown((key, self.ids(index)), bits)

    def ids(self, terms: Index) -> tuple[int, ...]:
        self.kept += terms
        return tuple(t.get_id() for t in terms)

    def wrap(self, exact: Any, bits: int, op: Op | None = None) -> Any:
        """A result of a width; with `op`, of an operation that may be promised not to overflow, or a loop whose steps may be."""
        if bits == 64:
            return exact
        self.kept.append(exact)
        conditions = runs(self, op, self.promise) if self.promise is not None and op is not None else None
        if conditions is not None:
            fits = z3.And(exact >= -(1 << bits - 1), exact < 1 << bits - 1)
            self.shared.known.append(z3.Implies(z3.And(*conditions), fits) if conditions else fits)
            if not conditions:
                self.shared.fitting.add((exact.get_id(), bits))
        if (exact.get_id(), bits) in self.shared.fitting:
            return exact
        turns = self.shared.counted(("turns", bits, exact.get_id()))
        found = exact - (1 << bits) * turns
        self.shared.known += [found >= -(1 << bits - 1), found < 1 << bits - 1]
        return found

    def operation(self, op: Op, index: Index, bits: int) -> Any:
        if op.name in SHAPES:
            return shape(self, op, index)
        match op.name:
            case "arith.constant":
                number = splat_integer(op.attributes["value"])
                if number is None:
                    raise Unknown("a constant that is not one number")
                return z3.BoolVal(number in (1, -1)) if bits == 1 else z3.IntVal(_signed(number, bits))
            case "tt.get_program_id":
                axis = integer(op.attributes["axis"])
                found = self.shared.unknown(("program", axis), 32)
                self.shared.known += [found >= 0, found < GRID[axis]]
                return found
            case "tt.get_num_programs":
                axis = integer(op.attributes["axis"])
                found = self.shared.unknown(("programs", axis), 32)
                self.shared.known += [found >= 1, found <= GRID[axis]]
                return found
            case "tt.make_range":
                return index[0] + _signed(integer(op.attributes["start"]), 32)
            case "tt.addptr":
                return self.at(op.operands[0], index) + element_bytes(pointee_of(op.results[0].type) or "") * self.at(
                    op.operands[1], index
                )
        if not op.name.startswith("arith.") or any(not integer_bits(v.type) for v in op.operands):
            return self.taken(op.results[0], index, bits)
        xs = [self.at(v, index if tensor_type(v.type) else ()) for v in op.operands]
        match op.name:
            case "arith.addi" if bits > 1:
                return self.wrap(xs[0] + xs[1], bits, op)
            case "arith.subi" if bits > 1:
                return self.wrap(xs[0] - xs[1], bits, op)
            case "arith.muli" if bits > 1:
                monotone(self.shared, xs)
                return self.wrap(xs[0] * xs[1], bits, op)
            case "arith.andi" if bits == 1:
                return z3.And(*xs)
            case "arith.ori" if bits == 1:
                return z3.Or(*xs)
            case "arith.trunci" if bits > 1:
                return self.wrap(xs[0], bits)
            case "arith.cmpi" if integer_bits(op.operands[0].type) > 1:
                return self.comparison(op, xs)
            case "arith.minsi" | "arith.maxsi":
                found = z3.If((xs[0] < xs[1]) == (op.name == "arith.minsi"), xs[0], xs[1])
                return self.meant((op.name,), xs, found, 64) if bits == 64 else found
            case "arith.select":
                return z3.If(*xs)
            case "arith.extui" if integer_bits(op.operands[0].type) in (8, 16, 32):
                return z3.If(xs[0] < 0, xs[0] + (1 << integer_bits(op.operands[0].type)), xs[0])
            case "arith.shli" if z3.is_int_value(xs[1]) and 0 <= xs[1].as_long() < 31:
                return self.wrap(xs[0] * (1 << xs[1].as_long()), bits, op)
            case "arith.divsi" | "arith.remsi" if z3.is_int_value(xs[1]) and xs[1].as_long() > 0:
                return self.divided(op.name, xs[0], xs[1].as_long(), bits)
            case "arith.divsi" if bits == 64 and (done := self.rounds(xs[0], xs[1])) is not None:
                return self.meant((op.name,), xs, done, 64)
            case "arith.divsi" if bits > 1:
                return self.quotient(xs[0], xs[1], bits)
            case "arith.extsi" if integer_bits(op.operands[0].type) == 1:
                return z3.If(xs[0], -1, 0)
            case "arith.remsi" if bits > 1:
                return self.remainder(op.name, xs[0], xs[1], bits)
            case "arith.remui" if bits == 32:  # the same of numbers that are not negative, and nothing is said of others
                return self.remainder(op.name, xs[0], xs[1], bits)
            case _ if op.name in _SAME and integer_bits(op.operands[0].type) > 1:  # a cast of an index to fewer bits cuts it off
                return xs[0] if bits >= integer_bits(op.operands[0].type) else self.wrap(xs[0], bits)
        return self.shared.unknown((op.name, tuple(sorted(op.attributes.items())), self.ids(tuple(xs))), bits)

    def comparison(self, op: Op, xs: list[Any]) -> Any:
        predicate, bits = integer(op.attributes["predicate"]), integer_bits(op.operands[0].type)
        given = xs
        if predicate > 5:  # without sign
            xs, predicate = [z3.If(x < 0, x + (1 << bits), x) for x in xs], predicate - 4
        found = _COMPARE[predicate](xs[0], xs[1])
        return self.meant(("compared", op.attributes["predicate"]), given, found, 1) if bits == 64 else found

    def meant(self, name: tuple[object, ...], xs: list[Any], found: Any, bits: int) -> Any:
        """What an operation on 64 bits makes of numbers: the same of the same ones, and `found` of those that 64 bits hold."""
        if self.guarding and bits == 1:
            self.in_range(xs)
            return found
        value = self.shared.unknown((*name, self.ids(tuple(xs))), bits)
        self.shared.known.append(z3.Implies(z3.And(*(_in_range(x) for x in xs)), value == found))
        return value

    def divided(self, name: str, x: Any, by: int, bits: int) -> Any:
        self.kept.append(x)
        quotient, rest = (self.shared.counted((part, by, x.get_id())) for part in ("quotient", "rest"))
        sign = z3.If(x >= 0, z3.And(rest >= 0, rest < by), z3.And(rest <= 0, rest > -by))
        self.shared.known += [x == by * quotient + rest, sign]
        if (parts := digits(x, by)) is not None:  # a hint, true of all integers
            alone = z3.And(parts[0] >= 0, parts[1] >= 0, parts[1] < by)
            self.shared.known.append(z3.Implies(alone, z3.And(quotient == parts[0], rest == parts[1])))
        found = quotient if name == "arith.divsi" else rest
        if bits < 64:
            return found
        value = self.meant((name, by), [x], found, 64)
        if name == "arith.remsi":  # of whatever 64 bits hold
            self.shared.known += [value > -by, value < by]
        return value

    def rounds(self, x: Any, by: Any) -> Any:
        """How often a loop has gone round, where a number is exactly that many of its strides."""
        for loop, number in self.loops.items():
            if ("counter", number) in self.used and self.at(loop.operands[2]).eq(by):
                done = self.shared.counted(("iterations", number))
                if z3.is_int_value(rest := z3.simplify(x - done * by, som=True)) and rest.as_long() == 0:
                    return done
        return None

    def remainder(self, name: str, x: Any, by: Any, bits: int) -> Any:
        """As `divided`, for a divisor that is not known: what is below it stays, what is not negative becomes less than it."""
        found = self.shared.unknown((name, self.ids((x, by))), bits)
        self.shared.known += [
            z3.Implies(x >= 0, z3.And(found >= 0, found <= x)),  # the sign is that of the dividend
            z3.Implies(x == 0 if name == "arith.remui" else x <= 0, z3.And(found <= 0, found >= x)),
            z3.Implies(z3.And(x >= 0, by > 0), found < by),
            z3.Implies(z3.And(x >= 0, x < by), found == x),
            z3.Implies(z3.And(x >= by, x < 2 * by), found == x - by),
        ]
        return self.meant((name, "meant"), [x, by], found, 64) if bits == 64 else found

    def quotient(self, x: Any, by: Any, bits: int) -> Any:
        """As `divided`, for a divisor that is not known: no quotient is farther from zero than what is divided."""
        found = self.shared.unknown(("arith.divsi", self.ids((x, by))), bits)
        self.shared.known += [
            z3.If(x >= 0, z3.And(found <= x, found >= -x), z3.And(found >= x, found <= -x)),
            z3.Implies(z3.And(x >= 0, by > 0), found >= 0),
        ]
        return self.meant(("arith.divsi", "meant"), [x, by], found, 64) if bits == 64 else found

    def in_range(self, xs: list[Any]) -> None:
        self.exact += [_in_range(x) for x in xs]


def _signed(number: int, bits: int) -> int:
    """The number that a constant of some bits is, which may be written without its sign."""
    return (number + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def _in_range(x: Any) -> Any:
    """Whether 64 bits hold a number."""
    return z3.And(x >= -(1 << 63), x < 1 << 63)
