"""Run-time guard for facts that the analysis cannot prove.

The guard is a conjunction of bounds on values that are available before the guarded operations. A value that is affine in a loop's
iteration is checked only at the first and the last iteration.
The code gets two versions: `scf.if guard { raised } else { original }`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import lcm, prod

from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact
from egraph_opt.families.pointer.analysis.diagnostics import describe_carried
from egraph_opt.families.pointer.emit.guard_minimization import Claim, weakest
from egraph_opt.families.pointer.emit.runtime_bounds import Interval, RuntimeEnds
from egraph_opt.families.pointer.emit.scalar_builder import SAFE, ScalarBuilder
from egraph_opt.families.pointer.prepare.shadow_access import GUARD
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.control_flow import choose_version
from egraph_opt.ir.create import binary, cast, constant, operation
from egraph_opt.ir.module import Block, Op, Operand, TypeOf, Value
from egraph_opt.ir.polynomial import Monomial, Poly
from egraph_opt.ir.rewriting.dead_code import erase_dead
from egraph_opt.ir.rewriting.rewrite import clone, replace_body, replace_ops, substitute_in
from egraph_opt.ir.types import integer_bits

DIVISIONS = ("arith.divsi", "arith.remsi", "arith.divui", "arith.remui", "arith.ceildivsi")


FACTORS = 6
"""Maximum number of factors in a product that a guard may check, since the bounds of all its sub-products are examined."""


@dataclass(slots=True)
class GuardBuilder:
    """Builder of a guard, which collects facts and checks them at run time, before the operation `insertion_point` of the entry block."""

    numbers: Numbers
    emit: ScalarBuilder
    insertion_point: Op
    weak: bool = True
    """True to drop tests that other tests imply."""
    limits: dict[Poly, tuple[int, int, int]] = field(default_factory=dict)
    """Lower bound, upper bound and divisor to check for each polynomial."""
    lasts: dict[int, Op] = field(default_factory=dict)
    """Loops, by the number of the opaque scalar that represents the index of the loop's last iteration. These numbers are negative."""
    ops: list[Op] = field(default_factory=list)
    last: dict[Op, Value] = field(default_factory=dict)
    copies: dict[Value, Value] = field(default_factory=dict)
    made: dict[tuple[object, ...], Value] = field(default_factory=dict)
    constants: dict[tuple[int, str], Value] = field(default_factory=dict)
    ends: RuntimeEnds = field(init=False)

    def __post_init__(self) -> None:
        self.ends = RuntimeEnds(self)

    def add(self, fact: RequiredFact, loops: tuple[Op, ...]) -> None:
        """Add a fact to check.

        Raises:
            NotRaised: the fact cannot be checked before the guarded operations.
        """
        for corner in self.corners(fact.number):
            if any(len(monomial) > FACTORS for monomial, _ in corner.terms):
                raise NotRaised(f"needs {fact.text}, a product of more than {FACTORS} numbers")
            known = self.range(corner, loops)
            if known[1] < fact.low or known[0] > fact.high or (corner.constant or 0) % fact.divisor:
                raise NotRaised(f"needs {fact.text}, which never holds")
            for a in sorted(corner.atoms):
                self.atom(a)
            if not _fits(known):
                self.products(corner, fact, loops)
            low, high, divisor = self.limits.get(corner, (-(1 << 62), 1 << 62, 1))
            self.limits[corner] = max(low, fact.low), min(high, fact.high), lcm(divisor, fact.divisor)

    def products(self, poly: Poly, fact: RequiredFact, loops: tuple[Op, ...]) -> None:
        """Add bounds on the products in a polynomial so that its value can be computed in 64 bits.

        Raises:
            NotRaised: a product might overflow in the guard.
        """
        for monomial, coefficient in poly.terms:
            for n in range(2, len(monomial) + 1):
                product = Poly(((monomial[:n], 1),))
                if not _fits(self.range(product, loops)):
                    raise NotRaised(f"needs {fact.text}, and the check itself might overflow")
                rest = [max(map(abs, self.known_range(Poly.atom(a), loops))) for a in monomial[n:]]
                room = (1 << 61) // (prod(rest) * abs(coefficient) * len(poly.terms))
                low, high, divisor = self.limits.get(product, (-(1 << 62), 1 << 62, 1))
                self.limits[product] = max(low, -room), min(high, room), divisor
        if not _fits(self.range(poly, loops)):
            raise NotRaised(f"needs {fact.text}, and the check itself might overflow")

    def corners(self, poly: Poly) -> list[Poly]:
        """Return a polynomial with each loop-dependent atom (opaque scalar) replaced by its least or greatest value, in every combination.

        For an iteration count, these are the first and last iteration. For other atoms, the guard computes bounds.
        """
        found = [poly]
        for a in sorted(poly.atoms):
            if (ends := self.ends_of(a)) is None:
                continue
            if any(m.count(a) > 1 for m, _ in poly.terms):
                raise NotRaised("needs a check of a number that does not grow evenly")
            found = [p.replace({a: v}) for p in found for v in dict.fromkeys(ends)]
        return list(dict.fromkeys(found))

    def ends_of(self, number: int) -> Interval | None:
        """Return the least and greatest value of an opaque scalar that varies in a loop; None if it is known before the guard."""
        atom = self.numbers.terms.atoms[number] if number >= 0 else None
        if atom is None or atom.trips or number in self.numbers.terms.minima:
            return None
        if atom.loop is not None:
            return Poly(), self.end_of(atom.loop)
        assert atom.value is not None
        ends = self.ends.of(atom.value)
        return None if ends[0] == ends[1] == Poly.atom(number) else ends

    def end_of(self, loop: Op) -> Poly:
        """Return, as a polynomial of one opaque scalar, the index of a loop's last iteration."""
        last = -1 - self.numbers.terms.loops[loop]
        self.lasts[last] = loop
        return Poly.atom(last)

    def range(self, poly: Poly, loops: tuple[Op, ...]) -> tuple[int, int]:
        """Return the range of a polynomial if the facts added so far hold. A bound on a product also bounds products that contain it."""
        low = high = 0
        for monomial, coefficient in poly.terms:
            whole = self.known_range(Poly(((monomial, coefficient),)), loops)
            for n, factor in ((n, c) for n in range(1, len(monomial) + 1) for c in dict.fromkeys((1, coefficient))):
                for part in combinations(monomial, n):
                    if (checked := self.limits.get(Poly(((part, factor),)))) is None:
                        continue
                    rest = Poly(((_without(monomial, part), coefficient // factor),))
                    corners = [x * y for x in checked[:2] for y in self.known_range(rest, loops)]
                    whole = max(whole[0], min(corners)), min(whole[1], max(corners))
            low, high = low + whole[0], high + whole[1]
        return low, high

    def known_range(self, poly: Poly, loops: tuple[Op, ...]) -> tuple[int, int]:
        back = {last: Poly.atom(self.numbers.terms.counts[self.numbers.terms.loops[loop]]) for last, loop in self.lasts.items()}
        found = self.numbers.range(poly.replace(back), loops)
        return found.low, found.high

    # --- condition of the guard
    def condition(self) -> Value:
        """Emit the guard's condition into `ops`, and return it."""
        total: Value | None = None
        for test in (
            weakest(self.tests(), lambda m: self.known_range(Poly(((m, 1),)), ()), self.divisor) if self.weak else self.tests()
        ):
            value = self.number(test.number)
            if test.kind == "divides":
                rest = self.put(binary("arith.remsi", value, self.constant(test.bound)))
                found = self.compare("eq", rest, 0)
            else:
                found = self.compare("sge" if test.kind == "least" else "sle", value, test.bound)
            total = found if total is None else self.put(binary("arith.andi", total, found))
        if total is None:
            total = self.put(replace(constant(1, "i1"), pieces=("arith.constant true",), attributes={"value": "true"}))
        return total

    def tests(self) -> list[Claim]:
        self.numbers.trusted.clear()  # facts that this guard checks are not known yet
        self.numbers.kept = ()
        found: list[Claim] = []
        for poly, (low, high, divisor) in self.limits.items():
            known = self.known_range(poly, ())
            if known[0] < low:
                found.append(Claim(poly, "least", low, _fits(known)))
            if known[1] > high:
                found.append(Claim(poly, "most", high, _fits(known)))
            if divisor > 1 and self.numbers.range(poly, ()).divisor % divisor:
                found.append(Claim(poly, "divides", divisor, _fits(known)))
        return found

    def divisor(self, atom: int) -> int:
        return self.numbers.atom(atom, ()).divisor if atom not in self.lasts else 1

    def compare(self, predicate: str, value: Value, number: int) -> Value:
        codes = {"eq": 0, "sle": 3, "sge": 5}
        pieces = (f"arith.cmpi {predicate}, ", Operand(0), ", ", Operand(1), " : ", TypeOf("operand", 0))
        operands = (value, self.constant(number))
        return self.put(operation("arith.cmpi", operands, "i1", pieces, predicate=f"{codes[predicate]} : i64"))

    def put(self, op: Op) -> Value:
        """Append an operation to the guard unless it contains an equal one, and return the result."""
        key = op.name, op.operands, tuple(sorted(op.attributes.items())), op.results[0].type
        if key not in self.made:
            self.ops.append(op)
            self.made[key] = op.results[0]
        return self.made[key]

    def constant(self, number: int, type: str = "i64") -> Value:
        if (number, type) not in self.constants:
            self.constants[number, type] = self.put(constant(number, type))
        return self.constants[number, type]

    def number(self, poly: Poly) -> Value:
        total: Value | None = None
        for monomial, coefficient in poly.terms:
            term: Value | None = None
            for a in monomial:
                value = self.wide(self.atom(a))
                term = value if term is None else self.put(binary("arith.muli", term, value))
            if term is None:
                term = self.constant(coefficient)
            elif coefficient != 1:
                term = self.put(binary("arith.muli", term, self.constant(coefficient)))
            total = term if total is None else self.put(binary("arith.addi", total, term))
        return total if total is not None else self.constant(0)

    def wide(self, value: Value) -> Value:
        if value.type == "i64":
            return value
        return self.put(cast("arith.index_cast" if value.type == "index" else "arith.extsi", value, "i64"))

    def atom(self, number: int) -> Value:
        """Return the value of an atom (opaque scalar), computed before the guarded operations if necessary."""
        if number not in self.lasts:
            atom = self.numbers.terms.atoms[number]
            if atom.value is not None:
                return self.copy(atom.value)
            if number in self.numbers.terms.minima:
                x, y = map(self.number, self.numbers.terms.minima[number])
                return self.put(binary("arith.minsi", x, y))
            assert atom.loop is not None and atom.trips
            return self.trips(atom.loop)
        loop = self.lasts[number]
        if loop not in self.last:
            lower, upper, stride = (self.wide(self.copy(v)) for v in loop.operands[:3])
            if self.numbers.terms.facts.of(loop.operands[2]).low < 1:
                raise NotRaised("needs a check at the last iteration of a loop whose step is not known to be positive")
            room = self.put(binary("arith.subi", self.put(binary("arith.subi", upper, self.constant(1))), lower))
            last = self.put(binary("arith.divsi", room, stride))
            self.last[loop] = self.put(binary("arith.maxsi", last, self.constant(0)))
        return self.last[loop]

    def trips(self, loop: Op) -> Value:
        if self.numbers.terms.facts.of(loop.operands[2]).low < 1:
            raise NotRaised("needs a check of how often a loop runs whose step is not known to be positive")
        lower, upper, stride = (self.wide(self.copy(v)) for v in loop.operands[:3])
        room = self.put(binary("arith.maxsi", self.put(binary("arith.subi", upper, lower)), self.constant(0)))
        more = self.put(binary("arith.addi", room, self.put(binary("arith.subi", stride, self.constant(1)))))
        return self.put(binary("arith.divsi", more, stride))

    def copy(self, value: Value) -> Value:
        """Return `value` if it is visible before the guarded operations, else a copy of its definition there."""
        if value in self.ends.made:
            return value
        points = self.emit.points(self.insertion_point)
        elsewhere = self.emit.home[value] not in [point.block for point in points]
        if self.emit.reaches(value, self.insertion_point) if elsewhere else self.emit.visible_at(value, points):
            return value
        if value not in self.copies:
            op = self.numbers.terms.facts.defined.get(value)
            if op is None or not self.safe(op):
                carried = value in self.numbers.terms.facts.open
                name = (
                    describe_carried(value, self.numbers.terms.facts) if carried else f"{value.name}, which is not known before"
                )
                raise NotRaised(f"needs a check of {name}")
            operands = tuple(self.copy(v) for v in op.operands)
            self.copies[value] = self.put(replace(op, operands=operands, results=(Value(value.type, value.name),)))
        return self.copies[value]

    def safe(self, op: Op) -> bool:
        if op.name in ("tt.get_program_id", "tt.get_num_programs"):
            return True
        if op.name in DIVISIONS:
            # A division that is executed unconditionally traps in the original, too.
            always = self.emit.home[op.results[0]] is self.emit.function.regions[0].blocks[0]
            return always or self.numbers.terms.facts.of(op.operands[1]).low > 0
        return op.name.startswith("arith.") and op.name[6:] in SAFE and all(integer_bits(v.type) for v in op.results)


def _fits(known: tuple[int, int]) -> bool:
    return known[0] >= -(1 << 63) and known[1] < 1 << 63


def _without(monomial: Monomial, part: Monomial) -> Monomial:
    left = list(monomial)
    for a in part:
        left.remove(a)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive operations `first` to `last - 1` of one block, of which two versions are emitted."""

    block: Block
    first: int
    last: int

    @property
    def ops(self) -> tuple[Op, ...]:
        return self.block.ops[self.first : self.last]


def span_of(function: Op, accesses: Sequence[Op], everything: bool) -> Span:
    """Return the operations from the first access to the last, or the whole body if `everything`.

    All accesses must be in one block of the function's body, or nested in its loops and conditionals, which are never split.

    Raises:
        NotRaised: `everything` is true and the body has more than one block, or no access is in the body.
    """
    blocks = function.regions[0].blocks
    if everything and len(blocks) > 1:
        raise NotRaised("a kernel of several blocks is not versioned as a whole")
    wanted = set(accesses)
    for block in blocks:
        places = [i for i, op in enumerate(block.ops) if wanted.intersection(op.walk())]
        if places:
            return Span(block, 0, len(block.ops) - 1) if everything else Span(block, places[0], places[-1] + 1)
    raise NotRaised("there is nothing to version")


def write_versions(
    function: Op, span: Span, guard: GuardBuilder, before: Mapping[Op, Sequence[Op]], instead: Mapping[Op, Sequence[Op]]
) -> Op:
    """Replace the operations of `span` by a conditional on the guard: a version with raised accesses, else the original."""
    condition = guard.condition()
    inner = set(span.ops)
    outer = [op for block in function.regions[0].blocks for op in block.ops if op not in inner]
    used = {v for op in outer for below in op.walk() for v in below.operands}
    results = tuple(v for op in span.ops for v in op.results if v in used)
    versions = []
    for ops in (substitute_in(span.ops, before, instead), span.ops):
        names: dict[Value, Value] = {}
        versions.append((clone(ops, names), [names[v] for v in results]))
    choice = choose_version(condition, results, versions, GUARD)
    head = substitute_in(span.block.ops[: span.first], before, instead)
    rest = substitute_in(span.block.ops[span.last :], before, instead)
    new = replace(span.block, ops=(*head, *guard.ops, choice, *rest))
    blocks = (
        new if b is span.block else replace_ops(b, substitute_in(b.ops, before, instead)) for b in function.regions[0].blocks
    )
    return erase_dead(replace_body(function, *blocks))
