"""State of a program during the evaluation of its lanes, and unknowns for values that are not analysed further."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from egraph_opt.families.pointer.symbolic.ask import spend
from egraph_opt.families.pointer.symbolic.ranges import Ranges
from egraph_opt.families.pointer.symbolic.terms import Found
from egraph_opt.families.pointer.symbolic.unknowns import Index, Shared
from egraph_opt.ir.attributes import divisibility
from egraph_opt.ir.module import Op, Value

VALUE = 150
"""Steps that it takes to evaluate an operation in a lane, and to make the facts about it."""


@dataclass(slots=True)
class State:
    """Function whose lanes are computed on demand."""

    function: Op
    shared: Shared
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
    memo: dict[tuple[Value, tuple[int, ...]], tuple[Any, Found]] = field(default_factory=dict)
    """By value and lane: the term, and what belongs to it."""
    kept: list[Any] = field(default_factory=list)
    """Terms whose identities are keys."""

    def __post_init__(self) -> None:
        self.within, self.defined, self.carried, self.parameters, self.hints, self.loops = _tables(self.function)

    def promised(self, value: Value) -> bool:
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
            self.shared.found = Found()
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

    def taken(self, value: Value, index: Index, bits: int) -> Any:
        """Return a value as an unknown, which is the same in both programs if values of this name are: that is to be proved."""
        key: tuple[str, ...] = "value", value.name, value.type
        while self.taken_as.get(key, value) is not value:  # regions side by side may use a name twice
            key = (*key, "again")
        self.uses(key, value)
        return self.shared.unknown((key, self.ids(index)), bits)

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
