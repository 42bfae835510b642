"""Facts about lanes and loops beside arithmetic: where operations find their elements, and what is invariant.

`LaneFacts` is what the evaluation of a program's lanes knows so far, with an unknown for each value that is not analysed further.
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
"""Steps that it takes to evaluate an operation in a lane, and to make the facts about it."""


@dataclass(slots=True)
class LaneFacts:
    """Function whose lanes are computed on demand."""

    function: Op
    shared: SharedSymbols
    own: int = 1 << 31
    """Number of parameters before some were added for shapes."""
    promise: Op | None = None
    """Access whose callers promise that `addi`, `subi`, `muli` and `shli` of 32 bits or less that it depends on, and that its
    address and mask are evaluated from, do not overflow if they run. A program made from the given one has no promises.
    """
    granted: Collection[Value] = ()
    """Truth values that are assumed to hold in every lane."""
    within: Mapping[Op, tuple[Op, int]] = field(init=False)
    """Operation that has another one in a region, and the region's number."""
    guarding: bool = False
    """True while a guard is computed: its comparisons must mean what they say."""
    narrowed: Ranges | None = None
    """Ranges that hold where the conjuncts of a guard do that were looked at before."""
    defined: Mapping[Value, tuple[Op, int]] = field(init=False)
    carried: Mapping[Value, tuple[Op, int]] = field(init=False)
    parameters: Mapping[Value, int] = field(init=False)
    hints: Sequence[int] = field(init=False)
    loops: Mapping[Op, int] = field(init=False)
    taken_as: dict[object, Value] = field(default_factory=dict)
    """Values that were taken as unknowns, by key, for whichever term."""
    memo: dict[tuple[Value, tuple[int, ...]], tuple[Any, TermFacts]] = field(default_factory=dict)
    """By value and lane: the term, and what belongs to it."""
    kept: list[Any] = field(default_factory=list)
    """Terms whose identities are keys."""

    def __post_init__(self) -> None:
        self.within, self.defined, self.carried, self.parameters, self.hints, self.loops = _tables(self.function)

    def is_promised(self, value: Value) -> bool:
        """Return whether a value is a parameter that was added for an unknown shape, sign-extended or not."""
        while (found := self.defined.get(value)) is not None and found[0].name == "arith.extsi":
            value = found[0].operands[0]
        return self.parameters.get(value, -1) >= self.own

    def at(self, value: Value, index: Index = ()) -> Any:
        """Return the term of one lane; pointers are numbers of bytes."""
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
        """Return the term of one lane that was not evaluated before."""
        raise NotImplementedError

    def take_unknown(self, value: Value, index: Index, bits: int) -> Any:
        """Return a value as an unknown, which is the same in both programs if values of this name are: that is to be proved."""
        key: tuple[str, ...] = "value", value.name, value.type
        while self.taken_as.get(key, value) is not value:  # regions side by side may use a name twice
            key = (*key, "again")
        self.uses(key, value)
        return self.shared.unknown_integer((key, self.ids(index)), bits)

    def uses(self, key: object, value: Value) -> None:
        """Note a value that is taken as an unknown."""
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
    """Return the facts of a function's text, which are the same for all of its accesses."""
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
    """Return whether an operation may put elements in any order."""
    return op.attributes.get("allow_reorder", "false") != "false"


def reshape_index(index: Index, op: Op, shape: tuple[int, ...]) -> Index:
    """Return where a `tt.reshape` finds an element of its result: at the same place in order, the last dimension fastest."""
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
    """Return where a `tt.trans` finds an element of its result."""
    order = integers(op.attributes["order"])
    return tuple(index[order.index(d)] for d in range(len(order)))


def varies(program: LaneFacts, value: Value, loop: Op) -> bool:
    """Return whether a value may differ between the iterations of a loop."""
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
    """Hints that hold for all integers: between two numbers, lanes or iterations, a product of two terms is between those with the two.

    Those about a lane or a loop that one of the terms speaks of are `known`. What they do not speak of is seldom needed, and three products
    more for each of them cost the solver ten times as long: that is `remote`, and not written before it is needed.
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
    """Yield hints of the kind of `monotone` about quotients and remainders that change with a loop."""
    for number, last in shared.below:
        for x, y in shared.factors.values():
            for factor, other in ((y, x), (x, y)):
                if number.get_id() in shared.unknowns_in(other) and not z3.is_int_value(factor):
                    yield z3.Implies(last >= 0, between(number, last, factor))


def between(count: Any, last: Any, factor: Any) -> Any:
    """Return that the product of a number and a factor is between those with zero and with the last such number."""
    product, most = count * factor, last * factor
    up, down = z3.And(product >= 0, product <= most), z3.And(product <= 0, product >= most)
    hint = z3.If(factor >= 0, up, down)
    return hint if isinstance(last, int) else z3.Implies(z3.And(count >= 0, count <= last), hint)


def digits(x: Any, by: int) -> tuple[Any, Any] | None:
    """Split a sum into its terms that are multiples of a number, divided by it, and the others; None if it lacks one of both kinds."""
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
    """Return when an operation runs, given that an access does; None if that is unknown."""
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
