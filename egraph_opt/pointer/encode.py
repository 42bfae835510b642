"""The address arithmetic of a function as terms and facts: what every tensor of pointers and every mask is made of.

Only what addresses and masks depend on is encoded. An operation that the vocabulary does not know becomes an atom (a scalar) or is
opaque (lanes, masks). `needs` names the facts that the arithmetic needs and that the analysis could not derive: the term they are
about, and the operation that would have to be exact.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from egraph_opt.ir import Op, Value, tensor_type
from egraph_opt.pointer.facts import Facts, Range, dense, width, yielded

ACCESSES = ("tt.load", "tt.store")
WORD = Range(-(1 << 31), (1 << 31) - 1)
MODERATE = Range(-(1 << 61), 1 << 61)
DIMENSIONS = 8
_LESS = {"2": (0, 1, 0), "3": (0, 1, 1), "4": (1, 0, 0), "5": (1, 0, 1)}
"""Signed predicates of `arith.cmpi`: which operand is less than which, plus how much."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A scalar that is not taken apart, or the number of iterations that a loop has done."""

    value: Value | None
    loop: Op | None = None


@dataclass(slots=True)
class Terms:
    """Terms by number, in an order in which each stands after its parts; facts as rows; and what stands for what."""

    facts: Facts
    terms: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    rows: dict[tuple[str, tuple[int, ...]], None] = field(default_factory=dict)
    unions: list[tuple[int, int]] = field(default_factory=list)
    term: dict[Value, int] = field(default_factory=dict)
    atoms: list[Atom] = field(default_factory=list)
    loops: dict[Op, int] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    """The atom that stands for the iterations of each loop."""
    needs: dict[int, Op] = field(default_factory=dict)
    depends: dict[Value, tuple[Value, ...]] = field(default_factory=dict)
    accesses: list[Op] = field(default_factory=list)

    def make(self, symbol: str, *arguments: int) -> int:
        return self.terms.setdefault((symbol, *arguments), len(self.terms))

    def fact(self, name: str, *arguments: int) -> None:
        self.rows[name, arguments] = None


def pointee_bytes(text: str) -> int:
    """Bytes that a pointer, or a tensor of pointers, points to per element; 0 where that is not known."""
    tensor = tensor_type(text)
    found = re.fullmatch(r"!tt\.ptr<(?:[a-z]+)?(\d+)[A-Z\dMFNUZ]*(?:, \d+)?>", tensor.element if tensor else text)
    if not found:
        return 0
    bits = int(re.search(r"(\d+)", text.rpartition("!tt.ptr<")[2])[1])  # type: ignore[index]
    return max(1, bits // 8)


def encode(function: Op, assume: bool = False) -> Terms:
    """Encode what the accesses of a function depend on. With `assume`, facts that were not derived are taken to hold."""
    facts = Facts(function)
    return _Encoder(function, facts, assume).run()


class _Encoder:
    def __init__(self, function: Op, facts: Facts, assume: bool) -> None:
        self.function, self.facts, self.assume = function, facts, assume
        self.t = Terms(facts)
        self.arguments: dict[Value, tuple[Op, int]] = {}
        self.sizes: set[int] = set()

    def run(self) -> Terms:
        for op in self.function.walk():
            if op.name in ACCESSES and (tensor := tensor_type(op.operands[0].type)) and tensor.element.startswith("!tt.ptr<"):
                self.t.accesses.append(op)
        wanted = self.slice()
        for value in self.function.regions[0].blocks[0].arguments:
            if value in wanted:
                self.leaf(value)
        for op in self.function.walk():
            if op.name == "scf.for":
                self.loop(op, wanted)
            for result in op.results:
                if result in wanted:
                    self.value(op, result)
        for op in self.t.loops:
            self.close(op, wanted)
        for d in range(DIMENSIONS):
            for e in range(d + 1, DIMENSIONS):
                self.t.fact("precedes", d, e)
        return self.t

    def slice(self) -> set[Value]:
        """Everything that addresses and masks depend on, around loops too."""
        wanted: set[Value] = set()
        todo = [v for op in self.t.accesses for v in (op.operands[0], *op.operands[1 + (op.name == "tt.store") :][:1])]
        while todo:
            value = todo.pop()
            if value in wanted or not width(value.type):
                continue
            wanted.add(value)
            parts: tuple[Value, ...] = ()
            if (loop := self.facts.loops.get(value)) is not None:
                block = loop.op.regions[0].blocks[0]
                number = block.arguments.index(value) - 1
                parts = (*loop.op.operands[:3], block.arguments[0])
                if number >= 0:
                    parts = (*parts, loop.op.operands[3 + number], yielded(block)[number])
            elif (op := self.facts.defined.get(value)) is not None and op.name in KNOWN:
                parts = op.operands
            self.t.depends[value] = parts
            todo += parts
        return wanted

    # --- what cannot be taken apart
    def atom(self, atom: Atom) -> int:
        self.t.atoms.append(atom)
        return len(self.t.atoms) - 1

    def leaf(self, value: Value) -> int:
        """The term of a value that nothing is known of."""
        tensor = tensor_type(value.type)
        number = self.atom(Atom(value))
        symbol = "atom" if tensor is None else "opaque_mask" if tensor.element == "i1" else "opaque_lanes"
        found = self.t.term[value] = self.t.make(symbol, number)
        return found

    # --- loops
    def loop(self, op: Op, wanted: set[Value]) -> None:
        number = self.t.loops[op] = len(self.t.loops)
        for argument in op.regions[0].blocks[0].arguments:
            if argument not in wanted:
                continue
            if argument is op.regions[0].blocks[0].arguments[0]:
                self.t.term[argument] = self.t.make("counter", number)
            elif tensor_type(argument.type):
                self.t.term[argument] = self.t.make("carried_lanes", self.carried(argument, op))
            else:
                self.t.term[argument] = self.t.make("carried_number", self.carried(argument, op))
            if not tensor_type(argument.type):
                self.t.unions.append((self.t.term[argument], self.t.make("atom", self.atom(Atom(argument)))))

    def carried(self, argument: Value, op: Op) -> int:
        self.arguments[argument] = op, len(self.arguments)
        return len(self.arguments) - 1

    def close(self, op: Op, wanted: set[Value]) -> None:
        """The facts of a loop, once all it carries has terms."""
        block, number = op.regions[0].blocks[0], self.t.loops[op]
        inside = {result for below in op.walk() for result in below.results} | {
            a for below in op.walk() for r in below.regions for b in r.blocks for a in b.arguments
        }
        self.t.counts[number] = self.atom(Atom(None, op))
        if "unsignedCmp" not in op.attributes and all(v in self.t.term for v in op.operands[:3]):
            self.t.fact("counts", number, self.t.term[op.operands[0]], self.t.term[op.operands[2]])
        changing = set(block.arguments)
        for below in op.walk():
            if below is not op and (below.name not in KNOWN or changing.intersection(below.operands)):
                changing.update(below.results)
                changing.update(a for r in below.regions for b in r.blocks for a in b.arguments)
        for value, term in list(self.t.term.items()):
            if value not in changing and width(value.type) and (value in inside or not self.deeper(value, op)):
                tensor = tensor_type(value.type)
                if tensor is None or tensor.element != "i1":
                    self.t.fact("invariant" if tensor else "invariant_number", number, term)
        for argument, initial, following in zip(block.arguments[1:], op.operands[3:], yielded(block), strict=True):
            if argument in self.arguments and initial in self.t.term and following in self.t.term:
                name = "repeats" if tensor_type(argument.type) else "repeats_number"
                self.t.fact(name, self.arguments[argument][1], number, self.t.term[initial], self.t.term[following])
        for name, symbol in (("invariant", "multiply"), ("invariant_number", "times")):
            for (found, *arguments), term in list(self.t.terms.items()):
                if found == symbol and (name, (number, int(arguments[1]))) in self.t.rows and int(arguments[0]) in self.sizes:
                    self.t.fact(name, number, term)

    def deeper(self, value: Value, op: Op) -> bool:
        """Whether a value is defined in a loop that `op` is not in."""
        home = self.facts.defined.get(value)
        loops = self.facts.inside.get(home, ()) if home is not None else ()
        if value in self.facts.loops:
            loops = (*self.facts.loops[value].around, self.facts.loops[value].op)
        return not set(loops) <= {op, *self.facts.inside.get(op, ())}

    # --- one value
    def value(self, op: Op, value: Value) -> None:
        tensor = tensor_type(value.type)
        found = None
        if len(op.results) == 1 and op.name in KNOWN and all(v in self.t.term for v in op.operands):
            found = self.number(op) if tensor is None else self.mask(op) if tensor.element == "i1" else self.lanes(op)
        if found is None:
            self.leaf(value)
            return
        self.t.term[value] = found
        if tensor is None and op.name != "arith.constant":
            self.t.unions.append((found, self.t.make("atom", self.atom(Atom(value)))))

    def number(self, op: Op) -> int | None:
        t, bits = self.t, width(op.results[0].type)
        xs = [t.term[v] for v in op.operands]
        match op.name:
            case "arith.constant":
                number = dense(op.attributes["value"])
                return None if number is None or bits == 1 else t.make("integer", number)
            case "arith.addi":
                found = t.make("plus", *xs)
            case "arith.subi":
                found = t.make("plus", xs[0], t.make("times", t.make("integer", -1), xs[1]))
            case "arith.muli":
                found = t.make("times", *xs)
            case "arith.shli" if (by := self.shift(op)) is not None:
                found = t.make("times", t.make("integer", by), xs[0])
            case "arith.extsi" | "arith.index_cast" if 1 < width(op.operands[0].type) <= bits:
                return xs[0]
            case "tt.addptr" if pointee_bytes(op.operands[0].type):
                return t.make("plus", xs[0], t.make("times", self.size(op), xs[1]))
            case _:
                return None
        return found if bits == 64 else self.exact(op, "wrapped", "fits_number", found) if bits == 32 else None

    def lanes(self, op: Op) -> int | None:
        t, bits = self.t, width(op.results[0].type)
        xs = [t.term[v] for v in op.operands]
        match op.name:
            case "arith.constant":
                number = dense(op.attributes["value"])
                return None if number is None else t.make("uniform", t.make("integer", number))
            case "tt.make_range":
                start = int(op.attributes["start"].split(" ")[0])
                return t.make("step", 0, t.make("integer", 1), t.make("uniform", t.make("integer", start)))
            case "tt.splat":
                return t.make("uniform", xs[0]) if not tensor_type(op.operands[0].type) else None
            case "tt.expand_dims" | "tt.broadcast" | "tt.trans":
                return t.make("view", self.view(op), xs[0])
            case "arith.addi":
                found = t.make("add", *xs)
            case "arith.subi":
                found = t.make("add", xs[0], t.make("multiply", t.make("uniform", t.make("integer", -1)), xs[1]))
            case "arith.muli":
                found = t.make("multiply", *xs)
            case "arith.shli" if (by := self.shift(op)) is not None:
                found = t.make("multiply", t.make("uniform", t.make("integer", by)), xs[0])
            case "arith.extsi" | "arith.index_cast" if 1 < width(op.operands[0].type) <= bits:
                return xs[0]
            case "arith.extui" if width(op.operands[0].type) == 32 and bits == 64:
                if self.facts.of(op.operands[0], self.facts.inside.get(op, ())).low >= 0:
                    t.fact("nonnegative", xs[0])
                return t.make("unsigned", xs[0])
            case "tt.addptr" if pointee_bytes(op.operands[0].type):
                return t.make("add", xs[0], t.make("multiply", self.size(op, "uniform"), xs[1]))
            case _:
                return None
        return found if bits == 64 else self.exact(op, "narrow", "fits", found) if bits == 32 else None

    def mask(self, op: Op) -> int | None:
        t = self.t
        xs = [t.term[v] for v in op.operands]
        match op.name:
            case "arith.constant":
                return t.make("always") if dense(op.attributes["value"]) == -1 else None
            case "arith.andi":
                return t.make("both", *xs)
            case "tt.expand_dims" | "tt.broadcast" | "tt.trans":
                return t.make("view_mask", self.view(op), xs[0])
            case "arith.cmpi":
                return self.comparison(op, xs)
        return None

    def comparison(self, op: Op, xs: list[int]) -> int | None:
        t, predicate = self.t, op.attributes["predicate"].split(" ")[0]
        ranges = [self.facts.of(v, self.facts.inside.get(op, ())) for v in op.operands]
        if width(op.operands[0].type) not in (32, 64):
            return None
        for x, found in zip(xs, ranges, strict=True):
            if found.within(*MODERATE[:2]):
                t.fact("small", x)
        if predicate == "6":
            if ranges[1].low >= 0 and ranges[1].high < 1 << 31:
                t.fact("nonnegative", xs[1])
            return t.make("below", *xs)
        if predicate not in _LESS:
            return None
        left, right, more = _LESS[predicate]
        limit = xs[right]
        if more:
            limit = t.make("add", limit, t.make("uniform", t.make("integer", 1)))
            if ranges[right].within(*MODERATE[:2]):
                t.fact("small", limit)
        return t.make("less", xs[left], limit)

    def size(self, op: Op, *symbols: str) -> int:
        """The bytes of what a pointer points to, as a term."""
        found = self.t.make("integer", pointee_bytes(op.operands[0].type))
        for symbol in symbols:
            found = self.t.make(symbol, found)
        self.sizes.add(found)
        return found

    # --- facts
    def exact(self, op: Op, symbol: str, fact: str, found: int) -> int:
        """The result of an operation on 32 bits, with the fact that it does not overflow if that is known."""
        whole = self.facts.exact(op)
        if whole and whole.within(*WORD[:2]):
            self.t.fact(fact, found)
        else:
            if self.assume:
                self.t.fact(fact, found)
            self.t.needs[found] = op
        return self.t.make(symbol, found)

    def shift(self, op: Op) -> int | None:
        by = self.facts.of(op.operands[1])
        return 1 << by.low if by.low == by.high and 0 <= by.low < 31 else None

    def view(self, op: Op) -> int:
        """The number of an index map, with the facts about its dimensions."""
        source, target = (tensor_type(v.type) for v in (op.operands[0], op.results[0]))
        assert source and target
        number = self.atom(Atom(None))
        order = list(range(len(source.shape)))
        if op.name == "tt.expand_dims":
            axis = int(op.attributes["axis"].split(" ")[0])
            order = [d + (d >= axis) for d in order]
        elif op.name == "tt.trans":
            taken = [int(n) for n in re.findall(r"\d{1,3}", op.attributes["order"].partition(":")[2])]
            order = [taken.index(d) for d in order]
        for d, e in enumerate(order):
            if source.shape[d] == target.shape[e]:
                self.t.fact("carries", number, d, e)
            elif source.shape[d] == 1:
                self.t.fact("flattens", number, d)
        return number


KNOWN = frozenset(
    "arith.constant arith.addi arith.subi arith.muli arith.shli arith.extsi arith.extui arith.index_cast arith.andi arith.cmpi"
    " tt.addptr tt.splat tt.make_range tt.expand_dims tt.broadcast tt.trans".split()
)
"""Operations that the vocabulary has words for: pure, and the same wherever they stand."""
