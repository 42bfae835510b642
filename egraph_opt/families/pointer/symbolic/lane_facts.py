"""Facts about lanes and loops apart from arithmetic: index maps of shape operations, loop invariance, and monotonicity.

`LaneFacts` is the state of evaluating a program's lanes, with an unknown integer for each opaque value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.solver import spend
from egraph_opt.families.pointer.symbolic.symbols import Index, Ranges, SharedSymbols, TermFacts
from egraph_opt.ir.attributes import divisibility, integer, integers
from egraph_opt.ir.def_use import inner_values
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import integer_bits, tensor_type

VALUE = 150
"""Approximate cost of evaluating an operation in one lane, with its facts, in steps of the work budget (1 µs each)."""


@dataclass(slots=True)
class LaneFacts:
    """State of the lazy evaluation of a function's values in one lane."""

    function: Op
    shared: SharedSymbols
    own: int = 1 << 31
    """Number of parameters before shape parameters were appended."""
    promise: Op | None = None
    """Access whose address and mask are computed without overflow, as the function's caller promises; None without a promise.

    The promise covers `addi`, `subi`, `muli` and `shli` of at most 32 bits in the access's backward slice. It is used only for the original
    program, not for the rewritten one.
    """
    granted: Collection[Value] = ()
    """Masks that the evaluation assumes to be true in every lane."""
    within: Mapping[Op, tuple[Op, int]] = field(init=False)
    """Enclosing operation of each operation, and the index of the region that contains it."""
    guarding: bool = False
    """True while a guard is evaluated: comparisons must be exact, so their operands must be in range."""
    narrowed: Ranges | None = None
    """Ranges of terms that follow from the guard's conjuncts evaluated so far."""
    defined: Mapping[Value, tuple[Op, int]] = field(init=False)
    carried: Mapping[Value, tuple[Op, int]] = field(init=False)
    parameters: Mapping[Value, int] = field(init=False)
    hints: Sequence[int] = field(init=False)
    loops: Mapping[Op, int] = field(init=False)
    taken_as: dict[object, Value] = field(default_factory=dict)
    """Values that are represented by unknown integers, by key."""
    memo: dict[tuple[Value, tuple[int, ...]], tuple[Any, TermFacts]] = field(default_factory=dict)
    """Term and its facts, by value and lane."""
    kept: list[Any] = field(default_factory=list)
    """Terms kept alive because their z3 AST ids are keys."""

    def __post_init__(self) -> None:
        self.within, self.defined, self.carried, self.parameters, self.hints, self.loops = _tables(self.function)

    def is_promised(self, value: Value) -> bool:
        """Return whether a value is an added shape parameter, possibly sign-extended."""
        while (found := self.defined.get(value)) is not None and found[0].name == "arith.extsi":
            value = found[0].operands[0]
        return self.parameters.get(value, -1) >= self.own

    def at(self, value: Value, index: Index = ()) -> Any:
        """Return the z3 term of a value in one lane; a pointer is a byte address."""
        key = value, tuple(i.get_id() for i in index)
        outer = self.shared.found
        if key not in self.memo:
            spend(VALUE)
            self.kept += index
            self.shared.found = TermFacts()
            try:
                self.memo[key] = self.compute(value, index), self.shared.found
            finally:
                self.shared.found = outer
        term, found = self.memo[key]
        outer.join(found)
        return term

    def compute(self, value: Value, index: Index) -> Any:
        raise NotImplementedError

    def take_unknown(self, value: Value, index: Index, bits: int) -> Any:
        """Return an unknown integer for a value.

        The original and the rewritten program share the unknown of values with one name; the caller must prove these values equal.
        """
        key: tuple[str, ...] = "value", value.name, value.type
        while self.taken_as.get(key, value) is not value:  # sibling regions may use a name twice
            key = (*key, "again")
        self.uses(key, value)
        return self.shared.unknown_integer((key, self.ids(index)), bits)

    def uses(self, key: object, value: Value) -> None:
        """Record that the unknown with key `key` represents `value`; the caller must prove both programs' values equal."""
        self.taken_as[key] = self.shared.found.used[key] = value

    def ids(self, terms: Index) -> tuple[int, ...]:
        self.kept += terms
        return tuple(t.get_id() for t in terms)


Tables = tuple[
    Mapping[Op, tuple[Op, int]],
    Mapping[Value, tuple[Op, int]],
    Mapping[Value, tuple[Op, int]],
    Mapping[Value, int],
    Sequence[int],
    Mapping[Op, int],
]


@lru_cache(maxsize=8)
def _tables(function: Op) -> Tables:
    within: dict[Op, tuple[Op, int]] = {}
    defined: dict[Value, tuple[Op, int]] = {}
    carried: dict[Value, tuple[Op, int]] = {}
    loops: dict[Op, int] = {}
    for op in function.walk():
        within.update({b: (op, i) for i, region in enumerate(op.regions) for block in region.blocks for b in block.ops})
        defined.update({v: (op, i) for i, v in enumerate(op.results)})
        if op.name == "scf.for":
            loops[op] = len(loops)
            carried.update({v: (op, i - 1) for i, v in enumerate(op.regions[0].blocks[0].arguments)})
    parameters = {v: i for i, v in enumerate(function.regions[0].blocks[0].arguments)}
    return within, defined, carried, parameters, divisibility(function), loops


SHAPES = frozenset("tt.splat tt.expand_dims tt.broadcast tt.trans tt.reshape".split())
"""Operations that only rearrange elements."""


def shape(program: LaneFacts, op: Op, index: Index) -> Any:
    operand = op.operands[0]
    tensor = tensor_type(operand.type)
    if op.name == "tt.splat" or tensor is None:
        return program.at(operand)
    match op.name:
        case "tt.expand_dims":
            axis = integer(op.attributes["axis"])
            return program.at(operand, index[:axis] + index[axis + 1 :])
        case "tt.reshape" if reorders(op):
            return program.take_unknown(op.results[0], index, integer_bits(tensor.element))
        case "tt.reshape":
            return program.at(operand, reshape_index(index, op, tensor.shape))
        case "tt.broadcast":
            return program.at(operand, tuple(z3.IntVal(0) if n == 1 else i for i, n in zip(index, tensor.shape, strict=True)))
    return program.at(operand, transpose_index(index, op))


def reorders(op: Op) -> bool:
    """Return whether an operation may permute elements arbitrarily."""
    return op.attributes.get("allow_reorder", "false") != "false"


def reshape_index(index: Index, op: Op, shape: tuple[int, ...]) -> Index:
    """Return the operand index of an element of a `tt.reshape` in row-major order."""
    result = tensor_type(op.results[0].type)
    assert result
    wide = [d for d, n in enumerate(shape) if n > 1]
    if len(wide) <= 1 and sum(n > 1 for n in result.shape) <= 1:
        place = next((i for i, n in zip(index, result.shape, strict=True) if n > 1), z3.IntVal(0))
        return tuple(place if d in wide else z3.IntVal(0) for d in range(len(shape)))
    place = z3.IntVal(0)
    for i, n in zip(index, result.shape, strict=True):
        place = place * n + i
    found = []
    for n in reversed(shape):
        found.append(place % n)
        place = place / n
    return tuple(z3.simplify(i) for i in reversed(found))


def transpose_index(index: Index, op: Op) -> Index:
    """Return the operand index of an element of a `tt.trans`."""
    order = integers(op.attributes["order"])
    return tuple(index[order.index(d)] for d in range(len(order)))


def varies(program: LaneFacts, value: Value, loop: Op) -> bool:
    """Return whether a value may differ between iterations of a loop."""
    inside = inner_values(loop)
    todo, seen = [value], set()
    while todo:
        v = todo.pop()
        if v in seen or v not in inside:
            continue
        seen.add(v)
        op = program.defined.get(v, (None, 0))[0]
        pure = op is not None and not op.regions and (op.name.startswith("arith.") or op.name in (*SHAPES, "tt.make_range"))
        if op is None or not pure or reorders(op):
            return True
        todo += op.operands
    return False


def monotone(shared: SharedSymbols, x: Any, y: Any) -> None:
    """Add bounds for `x * y`, valid for all integers: for lane or iteration `i` in `[0, last]`, `i * f` lies between `0` and `last * f`.

    Here `f` is `x` or `y`. If `i` occurs in the other factor, the bounds become known facts. Otherwise they are rarely needed and make the
    solver ten times slower. So they are stored in `TermFacts.remote`, to be instantiated on demand.
    """
    shared.factors[x.get_id(), y.get_id()] = x, y
    for factor, other in ((y, x), (x, y)):
        if z3.is_int_value(factor):
            continue
        named = shared.unknowns_in(other)
        counts = [(lane, size - 1) for lane, size in shared.lanes if not z3.is_int_value(lane)]
        for count, last in (*counts, *shared.rounds.items()):
            if count.get_id() in named:
                shared.found.known.append(between(count, last, factor))
            else:
                shared.found.remote[count.get_id(), factor.get_id()] = count, last, factor


def ends(shared: SharedSymbols) -> Iterator[Any]:
    """Yield bounds (see `between`) on products with a factor that contains a quotient or remainder that varies in a loop."""
    for number, last in shared.below:
        for x, y in shared.factors.values():
            for factor, other in ((y, x), (x, y)):
                if number.get_id() in shared.unknowns_in(other) and not z3.is_int_value(factor):
                    yield z3.Implies(last >= 0, between(number, last, factor))


def between(count: Any, last: Any, factor: Any) -> Any:
    """Return a z3 condition, true of all integers: `count * factor` lies between 0 and `last * factor` for `count` in `[0, last]`."""
    product, most = count * factor, last * factor
    up, down = z3.And(product >= 0, product <= most), z3.And(product <= 0, product >= most)
    hint = z3.If(factor >= 0, up, down)
    return hint if isinstance(last, int) else z3.Implies(z3.And(count >= 0, count <= last), hint)


def digits(x: Any, by: int) -> tuple[Any, Any] | None:
    """Split a sum into `(q, r)` with `x = by * q + r`, where `q` collects multiples of `by`; None if either part is empty."""
    x = z3.simplify(x, som=True)
    whole: list[Any] = []
    rest: list[Any] = []
    for term in x.children() if z3.is_add(x) else [x]:
        factor = term.arg(0) if z3.is_mul(term) else term
        many = factor.as_long() if z3.is_int_value(factor) else 1
        if many % by:
            rest.append(term)
        else:
            whole.append(z3.Product(z3.IntVal(many // by), *(term.children()[1:] if z3.is_mul(term) else ())))
    return (z3.Sum(*whole), z3.Sum(*rest)) if whole and rest else None


def runs(program: LaneFacts, op: Op, access: Op) -> list[Any] | None:
    """Return z3 conditions under which an operation runs if `access` does; None if unknown."""
    around = set()
    outer = program.within.get(access)
    while outer is not None:
        around.add(outer)
        outer = program.within.get(outer[0])
    found: list[Any] = []
    outer = program.within.get(op)
    while outer is not None and outer not in around:
        choice, number = outer
        if choice.name == "scf.if":
            truth = program.at(choice.operands[0])
            found.append(z3.Not(truth) if number else truth)
        elif choice.name == "scf.for" and "unsignedCmp" not in choice.attributes:
            found.append(program.at(choice.operands[0]) < program.at(choice.operands[1]))
        else:
            return None
        outer = program.within.get(choice)
    return found
