"""Program of a launch, run once with symbols for its program ids, tile axes and counters of loops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from egraph_opt.interpret.element_types import element_of
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Block, Op, Region
from egraph_opt.ir.module import Value as Result
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.parametric.index_condition import Condition
from egraph_opt.verifier.parametric.index_polynomial import Polynomial
from egraph_opt.verifier.parametric.launch_cases import ProgramCase
from egraph_opt.verifier.parametric.piecewise import Path, Value, combine
from egraph_opt.verifier.parametric.size_facts import Facts, NotDecided
from egraph_opt.verifier.parametric.symbolic_arrays import Contents
from egraph_opt.verifier.parametric.symbolic_ring import SymbolicRing
from egraph_opt.verifier.proof.reals.real_domain import Reals

ENDS = frozenset("scf.yield tt.return tt.reduce.return tt.scan.return func.return".split())
"""Operations that end a block, which the text may leave out."""
OPERATIONS = 20_000
"""Largest number of operations that are run, bodies of loops once for each pass."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Address in an array: an offset in elements."""

    array: str
    offset: Value


@dataclass(frozen=True, slots=True)
class Window:
    """Block pointer or descriptor: a block at offsets in a tensor of a shape, whose strides count elements."""

    base: Pointer
    shape: tuple[Value, ...]
    strides: tuple[Value, ...]
    offsets: tuple[Value, ...]
    block: tuple[int, ...]
    padding: float = 0.0


Datum = Any
"""A `Value`, a `Pointer`, or a `Window`."""


@dataclass(frozen=True, slots=True)
class Store:
    """A store or an atomic addition: what it writes, for all binders within their facts.

    Attributes:
        binders: program ids, tile axes and counters of loops.
        path: conditions under which the operation is run.
        adds: whether the value is added by an atomic operation.
    """

    array: str
    binders: tuple[str, ...]
    path: Path
    offset: Value
    mask: Value
    value: Value
    place: str
    adds: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    """A load: what it reads, for all binders within their facts.

    Attributes:
        path: conditions under which the operation is run.
        late: whether the program has written the array before.
        in_loop: whether it is in a loop.
    """

    array: str
    path: Path
    offset: Value
    mask: Value
    late: bool
    in_loop: bool
    place: str


@dataclass(slots=True)
class SymbolicProgram:
    """Run of a program.

    Attributes:
        arrays: contents of arrays before the launch.
        programs: program ids, and `grid` their numbers.
        path: conditions under which the present operation is run.
        counters: symbols of the loops around it.
        records: whether stores count and accesses are checked.
        in_turn: whether programs take numbers in turn, so that a number and not a program is a binder.
    """

    ring: SymbolicRing
    domain: Reals
    arrays: Mapping[str, Contents]
    functions: Mapping[str, Op]
    case: ProgramCase
    programs: tuple[Polynomial, ...]
    grid: tuple[Polynomial, ...]
    values: dict[Result, Datum] = field(default_factory=dict)
    path: Path = ()
    counters: tuple[str, ...] = ()
    records: bool = True
    in_turn: bool = False
    stores: list[Store] = field(default_factory=list)
    reads: set[str] = field(default_factory=set)
    loads: list[Load] = field(default_factory=list)
    steps: int = OPERATIONS

    @property
    def facts(self) -> Facts:
        """What is known of symbols."""
        return self.ring.facts

    def call(self, function: Op, arguments: Sequence[Datum]) -> list[Datum]:
        """Run a function, and return its results."""
        return self.region(function.regions[0], arguments)

    def region(self, region: Region, arguments: Sequence[Datum] = ()) -> list[Datum]:
        """Run a region of one block, and return what its last operation passes on."""
        if len(region.blocks) != 1:
            raise NotDecided("branches between blocks have no form for all sizes")
        return self.block(region.blocks[0], arguments)

    def block(self, block: Block, arguments: Sequence[Datum]) -> list[Datum]:
        """Run a block."""
        self.values.update(zip(block.arguments, arguments, strict=True))
        for op in block.ops:
            if op.name in ENDS:
                return [self.values[operand] for operand in op.operands]
            self.run(op)
        return []

    def run(self, op: Op) -> None:
        """Run an operation."""
        self.steps -= 1
        if self.steps < 0:
            raise NotDecided("more operations are run than the limit allows")
        try:
            found = self.apply(op, [self.values[operand] for operand in op.operands])
        except NotDecided as error:
            error.place = error.place or f"{op.name} at line {op.line}"
            raise
        except (Unliftable, NotModelled) as error:
            raise NotDecided(str(error), f"{op.name} at line {op.line}") from None
        results = found if isinstance(found, list) else [found] * len(op.results)
        self.values.update(zip(op.results, results, strict=True))

    def apply(self, op: Op, operands: list[Datum]) -> Datum | list[Datum]:
        """Return the result of an operation, or a list of its results."""
        meaning = MEANINGS.get(op.name)
        if meaning is not None:
            return meaning(self, op, *operands)
        if op.regions or any(isinstance(each, Pointer | Window) for each in operands):
            raise NotDecided("the operation has no form for all sizes")
        return combine(self.leaf_function(op), *operands)

    def leaf_function(self, op: Op) -> Callable[..., Value]:
        """Return an operation on real numbers and truth values as a function of leaves."""
        function = self.domain.function(op)
        ring = self.ring

        def apply(*leaves: Value) -> Value:
            numbers = [ring.index_number(each) if isinstance(each, Polynomial) else each for each in leaves]
            return function(*numbers)

        return apply

    def assume(self, *conditions: Condition) -> Path:
        """Return the path with further conditions."""
        return (*self.path, *conditions)


Meaning = Callable[..., Any]
MEANINGS: dict[str, Meaning] = {}
"""Operations that have a meaning of their own, by name: functions of the program, the operation, and its operands."""


def meaning(names: str) -> Callable[[Meaning], Meaning]:
    """Decorate a function as the meaning of some operations."""

    def enter(function: Meaning) -> Meaning:
        for name in names.split():
            MEANINGS[name] = function
        return function

    return enter


@meaning("tt.get_program_id")
def _program(program: SymbolicProgram, op: Op) -> Value:
    return program.programs[integer(op.attributes["axis"])]


@meaning("tt.get_num_programs")
def _programs(program: SymbolicProgram, op: Op) -> Value:
    return program.grid[integer(op.attributes["axis"])]


@meaning("tt.assert cf.assert tt.print llvm.intr.assume gpu.barrier ttg.barrier")
def _nothing(program: SymbolicProgram, op: Op, *operands: Datum) -> Datum:
    return []


@meaning("tt.call func.call")
def _call(program: SymbolicProgram, op: Op, *operands: Datum) -> list[Datum]:
    name = op.attributes["callee"].lstrip("@").strip('"')
    if name not in program.functions:
        raise NotDecided(f"a call of @{name}")
    return program.call(program.functions[name], operands)


__all__ = ["MEANINGS", "Datum", "Pointer", "Store", "SymbolicProgram", "Window", "element_of", "meaning"]
