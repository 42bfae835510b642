"""Check that loops converted to matrix products are equal over the real numbers, and that the rest is unchanged.

`check_real_equality(before, after)` finds conditionals with the attribute `egraph_opt.bounded`, and proves three claims.

* `after` equals `before` bit for bit if each such conditional takes its second branch (`check`).
* The first branch yields and stores the same real numbers as the only loop of the second branch.
* The first branch loads only addresses that the loop loads, and the conditional's condition keeps stores disjoint from hoisted
  loads.

No bound on the rounding error is proved. It is not proved, either, that the conditional's condition implies the input ranges for which
such a bound is valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from egraph_opt.checker import check
from egraph_opt.checker.access.effects import OpEffect, effect
from egraph_opt.checker.values.index_polynomials import (
    Conditions,
    Index,
    Places,
    Poly,
    UnequalValues,
    comparison_atom,
    element,
    ends,
    integer_constant,
    number,
    plus,
    size_of,
    split_affine,
    variable,
)
from egraph_opt.checker.values.real_polynomials import Reals, Sum, add_sums, assume_conditions, conditional, sum_over_axis
from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Block, Module, Op, Region, Value
from egraph_opt.ir.rewriting.rewrite import expand_ops, replace_uses

MARK = "egraph_opt.bounded"
SLT, ULE = "2", "7"
"""Numbers of the `arith.cmpi` predicates slt and ule (MLIR's ArithBase.td)."""


def check_real_equality(before: Module, after: Module) -> str:
    """Return why `after` is not proved equal to `before` over the real numbers, or '' if it is proved."""
    try:
        kept = {function: _second_branches(function) for function in after.functions()}
        verdict = check(before, after.replace_functions(kept))
        if not verdict.equal:
            return f"with each guard false: {verdict}"
        for function in after.functions():
            for block, choice in _choices(function.regions[0]):
                MarkedConditional(function, block, choice).prove()
    except UnequalValues as refused:
        return str(refused)
    return ""


def _choices(region: Region) -> Iterator[tuple[Block, Op]]:
    for block in region.blocks:
        for op in block.ops:
            if op.name == "scf.if" and MARK in op.attributes:
                yield block, op
            else:
                for inner in op.regions:
                    yield from _choices(inner)


def _second_branches(function: Op) -> Op:
    """Replace each conditional with the attribute `egraph_opt.bounded` by its second branch.

    Operations before it that only the first branch uses are removed.
    """
    names: dict[Value, Value] = {}
    alive = _alive(function)
    dead = {op for block, choice in _choices(function.regions[0]) for op in _zone(block, choice)} - alive

    def keep_ops(op: Op) -> list[Op]:
        if op.name == "scf.if" and MARK in op.attributes:
            loop, last = _second(op)
            names.update(zip(op.results, last, strict=True))
            return [replace_uses(loop, names)]
        return [] if op in dead else [replace_uses(expand_ops(op, keep_ops), names)]

    return expand_ops(function, keep_ops)


def _zone(block: Block, choice: Op) -> tuple[Op, ...]:
    """Return the operations between a conditional and the last write that precedes it; they read the same memory as the conditional."""
    at = block.ops.index(choice)
    start = next((i + 1 for i in range(at - 1, -1, -1) if effect(block.ops[i]) not in (OpEffect.PURE, OpEffect.READ)), 0)
    return block.ops[start:at]


def _alive(function: Op) -> set[Op]:
    """Return the operations needed if each `egraph_opt.bounded` conditional takes its second branch: effects, and what they use."""
    known = defining_ops(function.walk())
    todo: list[Op] = []
    unseen = [function]
    while unseen:
        op = unseen.pop()
        marked = MARK in op.attributes
        if not marked and (op.name.startswith("scf.") or effect(op) not in (OpEffect.PURE, OpEffect.READ)):
            todo.append(op)
        if not marked and op.name == "tt.reduce":
            continue
        unseen += [_second(op)[0]] if marked else [inner for r in op.regions for b in r.blocks for inner in b.ops]
    found: set[Op] = set()
    while todo:
        op = todo.pop()
        if op not in found:
            found.add(op)
            todo += [known[v] for v in op.operands if v in known and MARK not in known[v].attributes]
    return found


def _second(choice: Op) -> tuple[Op, tuple[Value, ...]]:
    ops = [op for block in choice.regions[1].blocks for op in block.ops] if len(choice.regions) == 2 else []
    last = ops[-1] if ops and ops[-1].name == "scf.yield" else None
    rest = [op for op in ops if op is not last]
    if len(rest) != 1 or rest[0].name != "scf.for" or len(choice.regions[1].blocks) != 1:
        raise UnequalValues("the second branch is not one loop")
    return rest[0], last.operands if last else ()


@dataclass
class MarkedConditional:
    """Conditional with the attribute `egraph_opt.bounded`: the first branch has matrix products, the second is the original loop."""

    function: Op
    block: Block
    choice: Op

    def __post_init__(self) -> None:
        self.known = defining_ops(self.function.walk())
        self.loop, self.given = _second(self.choice)
        self.body = self.loop.regions[0].blocks[0]
        self.yielded = self.body.ops[-1].operands if self.body.ops[-1].name == "scf.yield" else ()
        self.zone = set(_zone(self.block, self.choice))
        (first,) = self.choice.regions[0].blocks
        self.first = first.ops
        self.places = Places(self.known)
        self.reals = Reals(self.places, self.reads_initial_memory)

    def reads_initial_memory(self, op: Op) -> bool:
        """Return whether a load in the function reads memory as it is when the conditional begins."""
        is_plain = op.attributes.get("isVolatile", "false") == "false"
        return is_plain and (op in self.zone or op in self.first or op in self.body.ops)

    def prove(self) -> None:
        """Prove that both branches of the conditional give the same real numbers.

        Raises:
            UnequalValues: the proof fails.
        """
        lower, upper, step, *inits = self.loop.operands
        limit = self.known.get(upper)
        if self.integer_constant(lower) != 0 or self.integer_constant(step) != 1 or limit is None:
            raise UnequalValues("the loop does not count from 0 by 1")
        least = [self.integer_constant(v) for v in limit.operands] if limit.name == "arith.minsi" else [integer_constant(limit)]
        extent = min((n for n in least if n is not None), default=None)
        if extent is None:
            raise UnequalValues("the loop may run any number of times")
        counter = self.body.arguments[0]
        self.trips, self.bits = self.places.integer(upper, ()), counter.type
        self.extent = extent
        for argument, start, after in zip(self.body.arguments[1:], inits, self.yielded, strict=True):
            op = self.known.get(after)
            if op is not None and op.name == "tt.addptr" and op.operands[0] is argument and self.is_outside(op.operands[1]):
                self.places.pointers[argument] = start, op.operands[1], counter
        self.require_order()
        self.sums()
        self.loads()
        self.stores()

    def integer_constant(self, v: Value) -> int | None:
        op = self.known.get(v)
        return integer_constant(op) if op is not None and op.name == "arith.constant" else None

    def is_outside(self, v: Value) -> bool:
        return v not in self.body.arguments and self.known.get(v) not in self.body.ops

    def iteration(self, at: Poly) -> Conditions:
        """Set the counter of the loop in the second branch to `at`; return the condition that this iteration runs."""
        self.places.counters[self.body.arguments[0]] = at
        return frozenset((comparison_atom(SLT, at, self.trips, self.bits),))

    def require_order(self) -> None:
        """Require that both branches of the conditional only load, store and compute, and that the first has no load after a store."""
        for ops in (self.first, self.body.ops):
            for op in ops:
                if op.name not in ("tt.load", "tt.store", "scf.yield") and effect(op) is not OpEffect.PURE:
                    raise UnequalValues(f"{op.name} (line {op.line}) in a branch")
        names = [op.name for op in self.first if op.name in ("tt.load", "tt.store")]
        if names != sorted(names):
            raise UnequalValues("the first branch loads what it may have stored")

    def sums(self) -> None:
        last = self.first[-1].operands if self.first and self.first[-1].name == "scf.yield" else ()
        for mine, theirs in zip(last, self.given, strict=True):
            if theirs not in self.loop.results:
                raise UnequalValues("the second branch gives what is no result of the loop")
            at = self.loop.results.index(theirs)
            argument, start, after = self.body.arguments[1 + at], self.loop.operands[3 + at], self.yielded[at]
            tensor = tensor_type(theirs.type)
            index = tuple(variable(f"place {i}", n) for i, n in enumerate(tensor.shape)) if tensor else ()
            j = variable("sum 0", self.extent)
            running = self.iteration(j)
            each = dict(self.reals.sum(after, index, 1))
            carried = self.reals.single(self.places.opaque(argument, index))
            (own,) = carried
            if each.pop(own, None) != 1 or any(a == own.factors[0] for key in each for a in key.factors):
                raise UnequalValues(f"{argument.name} is not what it was and something that is added")
            expected = add_sums(self.reals.sum(start, index), sum_over_axis(conditional(each, running), j[0][0][0]))
            self.require_equal(self.reals.sum(mine, index), expected, frozenset(), f"result {at} of the loop")

    def require_equal(self, mine: Sum, theirs: Sum, assumed: Conditions, what: str) -> None:
        if assume_conditions(mine, assumed) != assume_conditions(theirs, assumed):
            raise UnequalValues(f"{what} is another real number")

    def tile(self, v: Value, names: tuple[str, ...]) -> Index:
        tensor = tensor_type(v.type)
        shape = tensor.shape if tensor else ()
        return tuple(variable(name, n) for name, n in zip(names, shape, strict=False))

    def loads(self) -> None:
        """Require that each load of the first branch reads what an executed iteration of the second branch's loop loads, too."""
        old = [op for op in self.body.ops if op.name == "tt.load"]
        alive = _alive(self.function)
        for op in (*self.first, *self.zone):
            if op.name != "tt.load" or op in alive:
                continue
            tensor = tensor_type(op.operands[0].type)
            names = tuple(f"place {i}" for i in range(len(tensor.shape) if tensor else 0))
            index = self.tile(op.operands[0], names)
            address, conditions = self.places.integer(op.operands[0], index), self.mask_conditions(op, 1, index)
            if not any(self.covers(load, index, address, conditions) for load in old):
                raise UnequalValues(f"a load (line {op.line}) reads what the loop does not")

    def mask_conditions(self, op: Op, at: int, index: Index) -> Conditions:
        """Return the mask condition of a load or store; `at` is the operand index of the mask."""
        return self.places.conditions(op.operands[at], index) if len(op.operands) > at else frozenset()

    def covers(self, load: Op, index: Index, address: Poly, conditions: Conditions) -> bool:
        """Return whether `conditions` imply that the second branch's loop reads `address` by `load` in some iteration."""
        tensor = tensor_type(load.operands[0].type)
        rank = len(tensor.shape) if tensor else 0
        counts = [c[2] for c in conditions if c[0] == "cmp" and c[1] == SLT and c[3] == self.trips and self.is_count(c[2])]
        for at in counts:
            running = self.iteration(at)
            for places in permutations(index, rank):
                mine = self.places.integer(load.operands[0], places)
                if mine == address and self.mask_conditions(load, 1, places) | running <= conditions:
                    return True
        return False

    def is_count(self, x: Poly) -> bool:
        """Return whether `x`, which is below the trip count, is known to be non-negative: an index, or half of the trip count."""
        try:
            fixed, steps = split_affine(x)
        except UnequalValues:
            return False
        if not fixed:
            return all(c >= 0 for c in steps.values())
        half = len(x) == 1 and len(x[0][0]) == 1 and x[0][1] == 1 and x[0][0][0][:2] == ("apply", "arith.shrsi")
        return half and x[0][0][0][4] == (self.trips, number(1))

    def stores(self) -> None:
        old = [op for op in self.body.ops if op.name == "tt.store"]
        new = [op for op in self.first if op.name == "tt.store"]
        if len(old) != len(new):
            raise UnequalValues("the branches store another number of tiles")
        j = variable("iteration", self.extent)
        guard = self.places.conditions(self.choice.operands[0], ())
        spans: list[tuple[Poly, Poly]] = []
        for before, after in zip(old, new, strict=True):
            tensor = tensor_type(before.operands[0].type)
            index = self.tile(before.operands[0], tuple(f"place {i}" for i in range(len(tensor.shape) if tensor else 0)))
            running = self.iteration(j)
            address = self.places.integer(before.operands[0], index)
            conditions = self.mask_conditions(before, 2, index) | running
            value = self.reals.sum(before.operands[1], index)
            shape = tensor_type(after.operands[0].type)
            if before.attributes != after.attributes or shape is None or len(shape.shape) != len(index) + 1:
                raise UnequalValues("a store has another form")
            places = [p for p in permutations((*index, j)) if tuple(q[0][0][0][2] for q in p) == shape.shape]
            found = [
                p
                for p in places
                if self.places.integer(after.operands[0], p) == address and self.mask_conditions(after, 2, p) == conditions
            ]
            if not found or element(before.operands[1]) != element(after.operands[1]):
                raise UnequalValues("a store goes elsewhere, or under another mask")
            self.require_equal(
                self.reals.sum(after.operands[1], found[0]), value, conditions, f"what is stored (line {before.line})"
            )
            self.distinct(address, size_of(before.operands[0].type))
            spans.append(self.span(address, size_of(before.operands[0].type), guard))
        self.iteration(j)
        loads = [op for op in self.body.ops if op.name == "tt.load"] if old else []
        for op in loads:
            tensor = tensor_type(op.operands[0].type)
            index = self.tile(op.operands[0], tuple(f"place {i}" for i in range(len(tensor.shape) if tensor else 0)))
            load = self.span(self.places.integer(op.operands[0], index), size_of(op.operands[0].type), guard)
            for store in spans:
                self.require_disjoint(store, load, guard)
        for i, one in enumerate(spans):
            for other in spans[i + 1 :]:
                self.require_disjoint(one, other, guard)

    def distinct(self, address: Poly, size: int) -> None:
        """Require that a store of `size` bytes per element writes each byte at most once, over all iterations and elements."""
        reach = size
        for a, step in sorted(split_affine(address)[1].items(), key=lambda item: abs(item[1])):
            if abs(step) < reach:
                raise UnequalValues("two iterations may store to one address")
            reach += abs(step) * (a[2] - 1)
        axes = {a[1] for a in split_affine(address)[1]}
        if "iteration" not in axes:
            raise UnequalValues("all iterations store to one address")

    def span(self, address: Poly, size: int, guard: Conditions) -> tuple[Poly, Poly]:
        """Return the addresses of the first byte that a load or store accesses and of the byte after the last.

        The conditional's condition (`guard`) must exclude that the addresses wrap around.
        """
        low, high = ends(address)
        last = plus(high, number(size))
        if comparison_atom(ULE, low, last, "i64") not in guard:
            raise UnequalValues("the guard does not say that a tile does not wrap around")
        return low, last

    def require_disjoint(self, one: tuple[Poly, Poly], other: tuple[Poly, Poly], guard: Conditions) -> None:
        below, above = (frozenset((comparison_atom(ULE, a[1], b[0], "i64"),)) for a, b in ((one, other), (other, one)))
        if ("or", frozenset((below, above))) not in guard:
            raise UnequalValues("the guard does not keep stores apart from loads")
