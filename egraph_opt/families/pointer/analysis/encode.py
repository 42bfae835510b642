"""Encoding of a function's address arithmetic as terms and facts.

Only values that addresses and masks depend on are encoded. If the vocabulary has no symbol for an operation, its result is an opaque
term. Opaque scalars are called atoms.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from egraph_opt.families.pointer.analysis.loop_terms import LoopTerms
from egraph_opt.families.pointer.analysis.op_terms import Words
from egraph_opt.families.pointer.analysis.term_table import TermAtom, TermTable
from egraph_opt.families.pointer.integers.assumptions import NO_OVERFLOW, POSITIVE, READABLE, find_overflow_ops
from egraph_opt.families.pointer.integers.interval_analysis import ANALYSED_OPS, LANES, Facts, yield_values
from egraph_opt.families.pointer.prepare.load_narrowing import find_bounded
from egraph_opt.families.pointer.prepare.residual_mask import VIEWS, residual
from egraph_opt.families.pointer.prepare.shadow_access import GUARD
from egraph_opt.ir.declaration_lookup import mask_of
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.semantics.ranges import AXIS_LIMITS
from egraph_opt.ir.types import element_of, integer_bits, pointee_of, tensor_type

ACCESSES = ("tt.load", "tt.store", "tt.atomic_rmw")
DIMENSIONS = 8


def encode(
    function: Op,
    assume: bool = False,
    tables: bool = False,
    wraps: Collection[Op] = (),
    promised: Collection[str] = (),
    grid: Sequence[int] = AXIS_LIMITS,
    kinds: Collection[str] = ACCESSES[:2],
) -> TermTable:
    """Encode the values that accesses depend on.

    Args:
        function: the function.
        assume: treat unproved facts as true; only remainders in `wraps` are not assumed to equal their dividend.
        tables: also represent one-dimensional integer tensors and masks without a proved affine form, as lookup tables.
        wraps: remainders expected to wrap around.
        promised: names of function attributes that record callers' promises (see `integers.assumptions`).
        grid: largest grid along each axis.
        kinds: names of access operations.
    """
    facts = Facts(function, grid)
    facts.least = 1 if POSITIVE in promised else None
    if NO_OVERFLOW in promised:
        facts.promised = find_overflow_ops((op for op in function.walk() if op.name in ACCESSES), facts)
    return _Encoder(function, facts, assume, tables, wraps, READABLE in promised).run(kinds)


class _Encoder:
    def __init__(self, function: Op, facts: Facts, assume: bool, tables: bool, wraps: Collection[Op], readable: bool) -> None:
        self.function, self.facts, self.tables, self.readable = function, facts, tables, readable
        self.t = TermTable(facts, bounded=find_bounded(function))
        self.words, self.loops = Words(self.t, assume, wraps), LoopTerms(self.t)

    def run(self, kinds: Collection[str]) -> TermTable:
        for op in self.function.walk():
            tensor = tensor_type(op.operands[0].type) if op.name in kinds else None
            if tensor and tensor.shape and pointee_of(tensor.element):
                self.t.accesses.append(op)
                if self.readable and op.name == "tt.load":
                    self.t.residual.update(v for mask in op.operands[1:2] for v in residual(mask, self.facts.defined))
        wanted = self.slice()
        for value in self.function.regions[0].blocks[0].arguments:
            if value in wanted:
                self.leaf(value)
        for op in _after_branches(self.function):
            if op.name == "scf.for":
                self.loops.enter(op, wanted)
            elif op.name == "scf.while":
                self.open_loop(op, wanted)
            for result in op.results:
                if result in wanted and result not in self.t.term:
                    self.value(op, result)
        self.loops.close()
        for d in range(DIMENSIONS):
            for e in range(d + 1, DIMENSIONS):
                self.t.fact("precedes", d, e)
        return self.t

    def slice(self) -> set[Value]:
        """Return the backward slice of all addresses and masks, through loops."""
        wanted: set[Value] = set()
        todo = [v for op in self.t.accesses for v in (op.operands[0], *mask_of(op))]
        while todo:
            value = todo.pop()
            if value in wanted or not integer_bits(value.type):
                continue
            wanted.add(value)
            parts: tuple[Value, ...] = ()
            if value in self.t.residual:
                pass
            elif (loop := self.facts.loops.get(value)) is not None:
                block = loop.op.regions[0].blocks[0]
                number = block.arguments.index(value) - 1
                parts = (*loop.op.operands[:3], block.arguments[0])
                if number >= 0:
                    parts = (*parts, loop.op.operands[3 + number], yield_values(block)[number])
            elif tensor_type(value.type) is None and integer_bits(value.type) == 1:
                parts = ()  # a scalar boolean is opaque
            elif (op := self.facts.defined.get(value)) is not None and op.name == "scf.for":
                number = op.results.index(value)
                parts = (*op.operands[:3], op.operands[3 + number], yield_values(op.regions[0].blocks[0])[number])
            elif op is not None and op.name == "scf.if":
                parts = conditional_values(op, value, self.facts)
            elif op is not None and op.name in (LANES if tensor_type(value.type) else ANALYSED_OPS):
                parts = op.operands
            self.t.depends[value] = parts
            todo += parts
        return wanted

    def open_loop(self, op: Op, wanted: Collection[Value]) -> None:
        """Represent each scalar in `wanted` that an `scf.while` carries by an atom (opaque scalar)."""
        for value in (argument for region in op.regions for block in region.blocks for argument in block.arguments):
            if value in wanted and tensor_type(value.type) is None:
                self.leaf(value)

    def leaf(self, value: Value) -> int:
        tensor = tensor_type(value.type)
        number = self.t.atom(TermAtom(value))
        if tensor is not None:
            self.t.opaque.add(value)
        symbol = "atom" if tensor is None else "opaque_mask" if tensor.element == "i1" else "opaque_lanes"
        found = self.t.term[value] = self.t.make(symbol, number)
        return found

    def table(self, op: Op, value: Value, known: bool) -> None:
        """Register `value` as a lookup table, if it varies along one dimension and is a mask or has no proved affine form."""
        tensor = tensor_type(value.type)
        if tensor is None or op.name == "arith.constant":
            return
        uncertain = not known or op in (*self.t.exact_terms, *self.t.remainders, *self.t.clamps, *self.t.blocks)
        if uncertain or any(v in self.t.irregular for v in self.t.depends.get(value, ())):
            self.t.irregular.add(value)
        mask = tensor.element == "i1"
        along = [d for d, extent in enumerate(tensor.shape) if extent > 1] or [0]
        if len(along) > 1 or op.name in VIEWS or (value not in self.t.irregular and not mask):
            return
        if mask or (tensor.element in ("i32", "i64") and tensor.shape):
            number = len(self.t.tables)
            self.t.tables.append(value)
            one, none = self.t.make("integer", 1), self.t.make("uniform", self.t.make("integer", 0))
            parts = ("chosen", along[0], number) if mask else ("lookup", along[0], number, one, none)
            self.t.unions.append((self.t.term[value], self.t.make(*parts)))

    def value(self, op: Op, value: Value) -> None:
        op = self.facts.defined[value]  # a remainder replaces an equal difference
        if value in self.t.residual:
            self.leaf(value)
            return
        parts = self.t.depends.get(value, ())
        found = None
        if op.name != "scf.if":
            found = self.words.of(op)
        elif parts:
            found = self.words.choice([self.t.term[v] for v in parts], element_of(value.type) == "i1")
        if found is None:
            self.leaf(value)
        else:
            self.t.term[value] = found
        if self.tables:
            self.table(op, value, found is not None)
        if found is None:
            return
        if tensor_type(value.type) is None and op.name != "arith.constant":
            self.t.unions.append((found, self.t.make("atom", self.t.atom(TermAtom(value)))))


def _after_branches(function: Op) -> Iterator[Op]:
    waiting: list[tuple[Op, Op]] = []
    for op in function.walk():
        if op.name == "scf.if" and op.results:
            waiting.append((op, _last(op)))
        else:
            yield op
        while waiting and waiting[-1][1] is op:
            yield waiting.pop()[0]


def _last(op: Op) -> Op:
    while op.regions and op.regions[-1].blocks[-1].ops:
        op = op.regions[-1].blocks[-1].ops[-1]
    return op


def conditional_values(op: Op, value: Value, facts: Facts) -> tuple[Value, ...]:
    """Return the condition and both alternatives of a conditional's tensor result; () for alternatives with different base pointers."""
    tensor = tensor_type(value.type)
    if tensor is None or len(op.regions) != 2 or (tensor.element == "i1" and GUARD in op.attributes):
        return ()  # a guard's condition is long, and selects between equal masks
    number = op.results.index(value)
    both = [yield_values(region.blocks[0])[number] for region in op.regions]
    if pointee_of(tensor.element) and len({_root(v, facts) for v in both}) > 1:
        return ()
    return op.operands[0], *both


def _root(value: Value, facts: Facts) -> Value:
    """Return the base pointer of an address computed by sums and views."""
    while (op := facts.defined.get(value)) is not None and op.name in (*VIEWS, "tt.addptr"):
        value = op.operands[0]
    return value
