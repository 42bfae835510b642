"""Prefetched loads: loop-carried values that were loaded for an iteration before it began.

An argument of an `scf.for` equals a load at the start of an iteration if two other loads match this load. One is the initial value: the
load on the first iteration's operands. The other is the yielded value: the load on the next iteration's operands. By induction, iteration 0
gets the initial value, and iteration i + 1 gets what iteration i yielded. Memory must not change between a prefetched load and its
iteration.

Prefetching must read only addresses that the iteration reads: both loads must be masked by the loop condition of their iteration. The loop
condition is signed and on the same value numbers (MLIR's SCFToControlFlow: counter + step < upper bound). It is true within the iteration,
so the mask of the load at the start of the iteration omits it.

An argument that receives another prefetched argument (two iterations ahead, and so on) is found in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from egraph_opt.checker.access.effects import CONVERSIONS, OpEffect, effect, is_global
from egraph_opt.checker.access.pointer_origins import leaves_memory
from egraph_opt.checker.operations.op_structure import attributes
from egraph_opt.checker.operations.op_text import words
from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.checker.values.value_graph import scalar_type
from egraph_opt.ir.def_use import inner_values
from egraph_opt.ir.module import Op, Operand, Value

_ADDRESSES = frozenset(
    (
        "arith.addi arith.andi arith.cmpi arith.constant arith.extsi arith.extui arith.maxsi arith.maxui"
        " arith.minsi arith.minui arith.muli arith.ori arith.select arith.subi arith.trunci arith.xori"
    ).split()
) | frozenset("tt.addptr tt.broadcast tt.expand_dims tt.get_num_programs tt.get_program_id tt.make_range tt.splat".split())
"""Operations allowed in addresses and masks: total and deterministic."""
_SPREADING = frozenset(("tt.splat", "tt.broadcast", "tt.expand_dims"))
_LESS, _WRAPS = "2 : i64", "#arith.overflow<none>"
DEPTH = 200
"""Maximum length of a def-use chain that is followed backwards."""
TRUE = Value("i1", "true")
"""Stands for the loop's condition, which is true within an iteration; for a tensor, for a condition true in all elements."""


@dataclass(slots=True)
class CarriedLoads:
    """Loop-carried values of one function that were loaded for an iteration before it began."""

    stands_for: dict[Value, tuple[Op, ...]] = field(default_factory=dict)
    """Loop-carried value that was loaded ahead -> operations that compute it within its own iteration; the last is a load."""
    elsewhere: set[Op] = field(default_factory=set)
    """Loads ahead of an iteration: before the loop, and in the previous iteration. They read only addresses that iterations read, too."""
    unchanged: set[Value] = field(default_factory=set)
    """Pointers, among those of the loads ahead of an iteration, to memory that never changes."""


def loads_ahead(function: Op, unchanged: Collection[Value]) -> CarriedLoads:
    """Find the loop-carried values of a function that were loaded for an iteration before it began, and equal loads in the iteration.

    Args:
        function: a function with a body.
        unchanged: pointers to memory that never changes.
    """
    found = CarriedLoads()
    values = _Values(function)
    used = {v for op in function.walk() for v in op.operands}
    for block in (block for op in function.walk() for region in op.regions for block in region.blocks):
        for place, op in enumerate(block.ops):
            if op.name == "scf.for" and _regular(op):
                loop = _Loop(op, block.ops[:place], values, unchanged, found)
                loop.look({n for n, result in enumerate(op.results) if result not in used})
    return found


def _regular(loop: Op) -> bool:
    """Return whether a loop has a signed counter, one block, and as many carried values as initial values."""
    blocks = loop.regions[0].blocks if len(loop.regions) == 1 else ()
    if len(loop.operands) < 4 or len(blocks) != 1 or not blocks[0].ops or "unsignedCmp" in loop.attributes:
        return False
    carried, last = len(loop.operands) - 3, blocks[0].ops[-1]
    return last.name == "scf.yield" and len(last.operands) == len(loop.results) == len(blocks[0].arguments) - 1 == carried


class _Values:
    """Defining operation of each value, and one representative of all values with the same computation."""

    def __init__(self, function: Op) -> None:
        self.made: dict[Value, Op] = {}
        self._first: dict[Hashable, Value] = {}
        self._stands: dict[Value, Value] = {}
        for op in function.walk():
            self.note(op)

    def note(self, op: Op) -> None:
        self.made.update((v, op) for v in op.results)
        if len(op.results) != 1 or op.regions:
            return
        (value,) = op.results
        if op.name in CONVERSIONS and len(op.operands) == 1:
            self._stands[value] = self.one(op.operands[0])
        elif op.name in _ADDRESSES:
            key = op.name, attributes(op), words(op), _erase_encoding(value), *map(self.one, op.operands)
            self._stands[value] = self._first.setdefault(key, value)

    def one(self, value: Value) -> Value:
        """Return the representative of all values with the same elements, in any layout."""
        return self._stands.get(value, value)

    def strip_conversions(self, value: Value) -> Value:
        """Return the source of a chain of layout conversions."""
        while (op := self.made.get(value)) is not None and op.name in CONVERSIONS and len(op.operands) == 1:
            (value,) = op.operands
        return value


class _Loop:
    """One `scf.for`, searched for loop-carried values that were loaded an iteration ahead."""

    def __init__(
        self, loop: Op, before: Sequence[Op], values: _Values, unchanged: Collection[Value], found: CarriedLoads
    ) -> None:
        self.loop, self.before, self.values, self.unchanged, self.found = loop, before, values, unchanged, found
        self.block = loop.regions[0].blocks[0]
        self.counter, *self.carried = self.block.arguments
        self.lower, self.upper, self.step = loop.operands[:3]
        self.inits, self.nexts = loop.operands[3:], self.block.ops[-1].operands
        pairs = zip(map(values.one, self.inits), map(values.one, self.nexts), strict=True)
        self.given = dict(zip(pairs, self.carried, strict=True))
        self.inside = inner_values(loop)
        self.loaded: set[Value] = set()
        """Loop-carried values that may be loaded ahead, and so must not occur in an address."""
        self.known: dict[tuple[Value, Value], Value | None] = {}
        self.ops: list[Op] = []

    def look(self, unused: Collection[int]) -> None:
        """Find the loop-carried values that are loaded one iteration ahead, then those that receive these (two ahead, and so on).

        `unused` are the indices of loop results without users.
        """
        loads = {v for op in self.block.ops if op.name == "tt.load" for v in op.results}
        todo = [n for n, v in enumerate(self.nexts) if v in loads]
        handed: dict[Value, list[int]] = {}
        for n, v in enumerate(self.nexts):
            handed.setdefault(v, []).append(n)
        for n in todo:  # the list grows in the loop
            todo += [more for more in handed.get(self.carried[n], ()) if more not in todo]
        self.loaded = {self.carried[n] for n in todo}
        for n in todo:
            first, following = self.values.made.get(self.inits[n]), self.values.made.get(self.nexts[n])
            if self.nexts[n] in self.found.stands_for:
                following = self.found.stands_for[self.nexts[n]][-1]
            if n in unused and first in self.before and first is not None and following is not None:
                self.stand(self.carried[n], first, following)

    def stand(self, argument: Value, first: Op, following: Op) -> None:
        """Record the load in an iteration that equals the loop-carried value `argument`.

        Such a load exists if `first` loads the initial value, `following` loads the next value in each iteration, and both match.
        """
        if not _is_same_op(first, following) or len(first.operands) < 2 or effect(first) is not OpEffect.READ:
            return
        pointers = {op.operands[0] for op in (first, following)}
        constant = pointers <= {*self.unchanged, *self.found.unchanged}
        if not is_global(first.operands[0].type) or not (constant or self.calm(first)):
            return
        self.known, self.ops = {}, []
        operands = [self.find_carried(a, b) for a, b in zip(first.operands, following.operands, strict=True)]
        pointer, mask, *other = operands
        if None in operands or TRUE in (pointer, *other) or not self.is_guarded(first.operands[1], following.operands[1]):
            return
        load: Op | None = replace(following, operands=_known_values(operands))
        if mask is TRUE:
            load = _drop_mask(following, _known_values((pointer,))) if not other else None
        if load is None:
            return
        self.add(load)
        if constant:
            self.found.unchanged.update(_known_values((pointer,)))
        self.found.stands_for[argument] = tuple(self.ops)
        self.found.elsewhere |= {first, following}

    def calm(self, first: Op) -> bool:
        """Return whether memory does not change between the load `first`, before the loop, and the loop's end."""
        between = self.before[self.before.index(first) :]
        return all(leaves_memory(inner) for op in (*between, self.loop) for inner in op.walk())

    def find_carried(self, first: Value, following: Value, depth: int = DEPTH) -> Value | None:
        """Return a value that equals `first` when the first iteration starts, and the previous iteration's `following` later.

        The result is None if no such value is found.
        """
        pair = self.values.one(first), self.values.one(following)
        if pair not in self.known:
            self.known[pair] = self.merge(first, following, depth) if depth else None
        return self.known[pair]

    def merge(self, first: Value, following: Value, depth: int) -> Value | None:
        """Compute the result of `find_carried` for a pair of values seen for the first time. A value is returned only if it is in scope."""
        a, b = self.values.one(first), self.values.one(following)
        first, following = self.values.strip_conversions(first), self.values.strip_conversions(following)
        one, other = self.values.made.get(first), self.values.made.get(following)
        if a is self.values.one(self.lower) and other is not None and self.counts(other):
            return self.counter
        if (a, b) in self.given:
            argument = self.given[a, b]
            return None if argument in self.loaded else argument
        if a is b and first not in self.inside:
            return first
        if one is None or other is None or other.regions or other.name not in _ADDRESSES or not _is_same_op(one, other):
            return None
        operands = [self.find_carried(x, y, depth - 1) for x, y in zip(one.operands, other.operands, strict=True)]
        return None if None in operands else self.compute_result(other, _known_values(operands))

    def counts(self, op: Op) -> bool:
        operands = tuple(map(self.values.one, op.operands))
        return op.name == "arith.addi" and operands == (self.counter, self.values.one(self.step))

    def compute_result(self, op: Op, operands: tuple[Value, ...]) -> Value | None:
        """Return the result of an operation on other operands, simplified since the loop's condition holds within an iteration."""
        test = op.name == "arith.cmpi" and op.attributes.get("predicate") == _LESS
        if test and operands[0] is self.counter and self.values.one(operands[1]) is self.values.one(self.upper):
            return TRUE
        if TRUE not in operands:
            return self.add(replace(op, operands=operands)).results[0]
        if op.name == "arith.andi":
            return operands[operands[0] is TRUE]
        return TRUE if op.name in _SPREADING else None

    def is_guarded(self, first: Value, following: Value) -> bool:
        """Return whether a mask is a conjunction that contains the condition for another iteration of the loop.

        `first` is the mask before the loop, `following` the mask in each iteration.
        """
        pair = a, b = self.values.one(first), self.values.one(following)
        if self.known.get(pair) is TRUE:
            return True
        one, other = self.values.made.get(a), self.values.made.get(b)
        if one is None or other is None or (other.name != "arith.andi" and other.name not in _SPREADING):
            return False
        return any(self.is_guarded(x, y) for x, y in zip(one.operands, other.operands, strict=False))

    def add(self, op: Op) -> Op:
        new = replace(op, results=tuple(Value(v.type, v.name) for v in op.results))
        self.ops.append(new)
        self.values.note(new)
        return new


def _is_same_op(a: Op, b: Op) -> bool:
    types = [[_erase_encoding(v) for v in (*op.operands, *op.results)] for op in (a, b)]
    wraps = a.attributes.get("overflowFlags", _WRAPS) == _WRAPS
    return wraps and a.name == b.name and attributes(a) == attributes(b) and words(a) == words(b) and types[0] == types[1]


def _erase_encoding(value: Value) -> str:
    tensor = tensor_type(value.type)
    return scalar_type(value.type) if tensor is None else str(tensor._replace(encoding=None))


def _known_values(values: Iterable[Value | None]) -> tuple[Value, ...]:
    return tuple(v for v in values if v is not None)


def _drop_mask(load: Op, operands: tuple[Value, ...]) -> Op | None:
    pieces = load.pieces
    if Operand(1) in pieces:
        at = pieces.index(Operand(1))
        if pieces[at - 1] != ", ":
            return None
        pieces = (*pieces[: at - 1], *pieces[at + 1 :])
    kept = {**load.attributes, "operandSegmentSizes": "array<i32: 1, 0, 0>"}
    return replace(load, operands=operands, attributes=kept, pieces=pieces)
