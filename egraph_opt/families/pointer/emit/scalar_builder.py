"""Emission of polynomials as scalar operations, hoisted out of loops as far as their operands allow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from egraph_opt.families.pointer.analysis.access_facts import Numbers
from egraph_opt.families.pointer.analysis.term_table import TermAtom
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.analysis.dominance import Scopes
from egraph_opt.ir.create import binary, cast, constant
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.types import integer_bits

SAFE = frozenset(
    "addi subi muli extsi extui trunci minsi maxsi minui maxui andi ori xori select cmpi index_cast constant".split()
)
"""Operations of `arith` that may be executed speculatively."""


@dataclass(frozen=True, slots=True)
class Point:
    """Insertion point before an operation of a block."""

    block: Block
    op: Op


@dataclass(slots=True)
class ScalarBuilder:
    """Builder of scalar operations in a function; `before` maps an operation to new operations that precede it."""

    function: Op
    numbers: Numbers
    before: dict[Op, list[Op]] = field(default_factory=dict)
    memo: dict[tuple[Block, Poly, str], Value] = field(default_factory=dict)
    cache: dict[tuple[Block, str, Value, str], Value] = field(default_factory=dict)
    iterations: dict[Op, int] = field(default_factory=dict)
    whole: dict[Op, int] = field(default_factory=dict)
    smaller: dict[tuple[Block, Value, Value], Value] = field(default_factory=dict)
    early: dict[Value, Value] = field(default_factory=dict)
    """Copies of values, rematerialised before new users that precede the original definition."""
    parent: dict[Block, Op] = field(default_factory=dict)
    block: dict[Op, Block] = field(default_factory=dict)
    home: dict[Value, Block] = field(default_factory=dict)
    order: dict[Op, int] = field(default_factory=dict)
    position: dict[Value, float] = field(default_factory=dict)
    """Position of each definition in program order; a new operation gets the position of its insertion point minus 0.5."""

    scopes: Scopes = field(default_factory=Scopes)

    def __post_init__(self) -> None:
        self.scopes.add(self.function, -1, 1.0)
        for i, op in enumerate(self.function.walk()):
            self.order[op] = i
            self.position.update(dict.fromkeys(op.results, i))
            for region in op.regions:
                for b in region.blocks:
                    self.parent[b] = op
                    self.home.update(dict.fromkeys(b.arguments, b))
                    self.position.update(dict.fromkeys(b.arguments, i))
                    for below in b.ops:
                        self.block[below] = b
                        self.home.update(dict.fromkeys(below.results, b))

    def parameters(self, added: Iterable[Value]) -> None:
        """Make appended function parameters visible everywhere."""
        for value in added:
            self.home[value], self.position[value] = self.function.regions[0].blocks[0], -1

    def points(self, op: Op) -> list[Point]:
        """Return the insertion points before an operation and before each enclosing operation, outermost first."""
        found = []
        while op in self.block:
            found.append(Point(self.block[op], op))
            op = self.parent[self.block[op]]
        return found[::-1]

    def put(self, point: Point, op: Op) -> Value:
        self.before.setdefault(point.op, []).append(op)
        (result,) = op.results
        self.home[result], self.position[result] = point.block, self.order[point.op] - 0.5
        return result

    def outermost(self, op: Op, blocks: list[Block]) -> Point:
        """Return the outermost point before `op` at which values of all blocks are visible.

        If several of `blocks` belong to one region, the point is in the block of `op`.
        """
        points = self.points(op)
        depth = {self.parent[p.block]: i for i, p in enumerate(points)}
        if any(self.parent[b] not in depth for b in blocks):
            raise NotRaised("a number it is made of is not visible where it stands")
        return points[max((depth[self.parent[b]] for b in blocks), default=0)]

    # --- scalars
    def expand_number(self, poly: Poly, op: Op) -> Poly:
        """Return a polynomial without iteration counts: each becomes `(induction variable - lower bound) / step`."""
        for a in sorted(poly.atoms):
            atom = self.numbers.terms.atoms[a]
            if a in self.numbers.terms.minima:
                poly = poly.replace({a: Poly.atom(self.least(a, op))})
            if atom.loop is None:
                continue
            if atom.trips:
                poly = poly.replace({a: Poly.atom(self.trips(atom.loop, op))})
                continue
            counter = Poly.atom(self.numbers.atom_of(atom.loop.regions[0].blocks[0].arguments[0]))
            lower, stride = (self.numbers.found.poly(v) for v in (atom.loop.operands[0], atom.loop.operands[2]))
            if lower is None or stride is None or len(stride.terms) != 1:
                raise NotRaised("a loop's bounds are no numbers")
            most, rest = poly.split(Poly.atom(a))
            quotient, remainder = most.split(stride)
            if a in quotient.atoms:
                raise NotRaised("an address does not grow evenly")
            poly = quotient * (counter - lower) + rest
            if remainder.terms:
                poly += remainder * Poly.atom(self.iteration(atom.loop))
        return poly

    def least(self, atom: int, op: Op) -> int:
        """Emit, in 64 bits, the minimum that `atom` represents, and return the index of an atom (opaque scalar) for the emitted value."""
        x, y = (self.number(part, "i64", op) for part in self.numbers.terms.minima[atom])
        point = self.outermost(op, [self.home[x], self.home[y]])
        if (key := (point.block, x, y)) not in self.smaller or not self.visible(self.smaller[key], point):
            self.smaller[key] = self.put(point, binary("arith.minsi", x, y))
            self.new(self.smaller[key])
        return self.numbers.atom_of(self.smaller[key])

    def new(self, value: Value) -> int:
        return self.numbers.terms.atom(TermAtom(value))

    def iteration(self, loop: Op) -> int:
        """Emit the number of completed iterations at the start of a loop's body, and return the index of an atom (opaque scalar) for it."""
        if loop not in self.iterations:
            ranges = [self.numbers.terms.facts.of(v) for v in loop.operands[:3]]
            if ranges[2].low < 1 or not all(r.within(-(1 << 61), 1 << 61) for r in ranges):
                raise NotRaised("how often a loop has gone round is not known to fit in 64 bits")
            body = loop.regions[0].blocks[0]
            point = Point(body, body.ops[0])
            counter, lower, stride = (
                self.as_type(v, "i64", point) for v in (body.arguments[0], loop.operands[0], loop.operands[2])
            )
            done = self.put(point, binary("arith.subi", counter, lower))
            self.iterations[loop] = self.new(self.put(point, binary("arith.divsi", done, stride)))
        return self.iterations[loop]

    def trips(self, loop: Op, op: Op) -> int:
        """Emit a loop's trip count in 64 bits before the loop, and return the index of an atom (opaque scalar) for it."""
        facts = self.numbers.terms.facts
        if loop not in self.whole:
            ranges = [facts.of(v) for v in loop.operands[:3]]
            if ranges[2].low < 1 or not all(r.within(-(1 << 61), 1 << 61) for r in ranges):
                raise NotRaised("how often a loop runs is not known to fit in 64 bits")
            point = self.outermost(loop, [self.home[v] for v in loop.operands[:3]])
            lower, upper, stride = (self.as_type(v, "i64", point) for v in loop.operands[:3])
            zero, one = (self.constant(n, "i64", point.op) for n in (0, 1))
            room = self.put(point, binary("arith.subi", upper, lower))
            room = self.put(point, binary("arith.maxsi", room, zero))
            more = self.put(point, binary("arith.addi", room, self.put(point, binary("arith.subi", stride, one))))
            self.whole[loop] = self.new(self.put(point, binary("arith.divsi", more, stride)))
        return self.whole[loop]

    def number(self, poly: Poly, type: str, op: Op) -> Value:
        """Return a value of type `type` that equals `poly` modulo 2^width and is visible at `op`; emit operations if necessary."""
        known = self.existing(poly, type, op)
        if known is not None:
            return known
        poly = self.expand_number(poly, op)
        blocks = [self.home[self.known_at(self.value_of(a, op), op)] for a in sorted(poly.atoms)]
        point = self.outermost(op, blocks)
        if (memo := self.memo.get((point.block, poly, type))) is not None and self.visible(memo, point):
            return memo
        total: Value | None = None
        for monomial, coefficient in sorted(poly.terms, key=lambda t: (not t[0], t[1] < 0, t)):
            term = self.product(monomial, abs(coefficient) if monomial and total is not None else coefficient, type, op, point)
            if total is None:
                total = term
            else:
                name = "arith.subi" if monomial and coefficient < 0 else "arith.addi"
                total = self.put(point, binary(name, total, term))
        found = total if total is not None else self.constant(0, type, op)
        self.memo[point.block, poly, type] = found
        return found

    def constant(self, number: int, type: str, op: Op) -> Value:
        poly = Poly.number(number)
        known = self.existing(poly, type, op)
        if known is not None:
            return known
        first = self.points(op)[0].block
        point = Point(first, first.ops[0])
        if (first, poly, type) not in self.memo:
            self.memo[first, poly, type] = self.put(point, constant(number, type))
        return self.memo[first, poly, type]

    def product(self, monomial: tuple[int, ...], coefficient: int, type: str, op: Op, point: Point) -> Value:
        if not monomial:
            return self.constant(coefficient, type, point.op)
        product: Value | None = None
        for a in monomial:
            value = self.as_type(self.known_at(self.value_of(a, op), op), type, point)
            product = value if product is None else self.put(point, binary("arith.muli", product, value))
        assert product is not None
        if coefficient == 1:
            return product
        return self.put(point, binary("arith.muli", product, self.constant(coefficient, type, point.op)))

    def value_of(self, atom: int, op: Op) -> Value:
        """Return the value of an atom (opaque scalar), or an equal value, that is visible at `op`."""
        value = self.numbers.terms.atoms[atom].value
        if value is None:
            raise NotRaised("an iteration's number is not a value")
        if self.reaches(value, op):
            return value
        equal = (v for v in self.numbers.equal(Poly.atom(atom)) if v.type == value.type and self.reaches(v, op))
        if (found := next(equal, None)) is None:
            raise NotRaised(f"{value.name}, which its address is made of, is not visible where it stands")
        return found

    def reaches(self, value: Value, op: Op) -> bool:
        """Return whether the block of `value` contains `op` or dominates the block of `op`."""
        blocks = [point.block for point in self.points(op)]
        home = self.home[value]
        return home in blocks or (
            home in self.scopes.inside and self.scopes.dominates(*(self.scopes.inside[b] for b in (home, blocks[0])))
        )

    def safe(self, op: Op) -> bool:
        """Return whether a scalar operation may be executed speculatively; a division needs a positive divisor."""
        facts, name = self.numbers.terms.facts, op.name.removeprefix("arith.")
        return op.name.startswith("arith.") and (
            name in SAFE or (name in ("divsi", "remsi") and facts.of(op.operands[1]).low > 0)
        )

    def known_at(self, value: Value, op: Op) -> Value:
        """Return `value`, or a copy of its definition before `op` if `value` is defined later."""
        if self.position[value] < self.order[op]:
            return value
        if value not in self.early or self.position[self.early[value]] >= self.order[op]:
            source = self.numbers.terms.facts.defined.get(value)
            if source is None or not self.safe(source):
                raise NotRaised(f"{value.name}, which its address is made of, is only known after it")
            operands = tuple(self.known_at(v, op) for v in source.operands)
            point = self.outermost(op, [self.home[v] for v in operands])
            self.early[value] = self.put(point, replace(source, operands=operands, results=(Value(value.type, value.name),)))
        return self.early[value]

    def as_type(self, value: Value, type: str, point: Point) -> Value:
        if value.type == type:
            return value
        if (value.type, type) == ("i1", "index"):
            value = self.as_type(value, "i64", point)
        name = (
            "arith.index_cast"
            if "index" in (value.type, type)
            else "arith.extsi"
            if integer_bits(type) > integer_bits(value.type)
            else "arith.trunci"
        )
        blocks = [self.home[value]]
        outer = self.outermost(point.op, blocks)
        key = (outer.block, name, value, type)
        if key not in self.cache or not self.visible(self.cache[key], outer):
            self.cache[key] = self.put(outer, cast(name, value, type))
        return self.cache[key]

    def existing(self, poly: Poly, type: str, op: Op) -> Value | None:
        """Return a value that equals a polynomial, or the sign extension of such a 32-bit value; None if the function has neither."""
        points = self.points(op)
        for value in self.numbers.equal(poly):
            if value.type == type and self.visible_at(value, points):
                return value
        for value in self.numbers.equal(poly):
            if poly.atoms and integer_bits(value.type) == 32 and self.visible_at(value, points):
                blocks = [self.home[value]]
                return self.as_type(value, type, self.outermost(op, blocks))
        return None

    def visible_at(self, value: Value, points: list[Point]) -> bool:
        return any(self.visible(value, point) for point in points if point.block is self.home.get(value))

    def visible(self, value: Value, point: Point) -> bool:
        """Return whether a value of the point's block, or of an enclosing one, is defined before the point."""
        return self.position[value] < self.order[point.op]
