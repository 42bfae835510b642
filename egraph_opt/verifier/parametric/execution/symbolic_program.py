"""Symbolic execution of a kernel: it runs once, with symbols for program ids, tile indices and loop counters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from egraph_opt.interpret.element_types import element_of
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.interpret.op_table import OpTable
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Block, Op, Region
from egraph_opt.ir.module import Value as Result
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.parametric.execution.launch_cases import ProgramCase
from egraph_opt.verifier.parametric.execution.symbolic_arrays import Contents
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_condition import Condition
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial
from egraph_opt.verifier.parametric.sizes.piecewise import Path, Value, combine
from egraph_opt.verifier.parametric.sizes.size_facts import Facts, NotDecided
from egraph_opt.verifier.proof.reals.real_domain import Reals

ENDS = frozenset("scf.yield tt.return tt.reduce.return tt.scan.return func.return".split())
"""Operations that end a block. Some blocks have none."""
OPERATIONS = 20_000
"""Largest number of operations in one symbolic execution; a loop body counts once for each pass over it."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Address in an array: an offset in elements."""

    array: str
    offset: Value


@dataclass(frozen=True, slots=True)
class Window:
    """Block pointer or descriptor: a block of a tensor, with its offset in each axis. Strides are in elements."""

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
    """A store or an atomic addition, recorded with symbolic offset, mask and value.

    Attributes:
        binders: names of the symbols for program ids, tile indices and loop counters.
        path: conditions of the branches around the operation.
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
    """A load, recorded with symbolic offset and mask.

    Attributes:
        path: conditions of the branches around the operation.
        late: whether the program stores to the same array before this load.
        in_loop: whether the load is in a loop.
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
    """State of the symbolic execution of one kernel, for all its programs at once.

    Attributes:
        arrays: contents of arrays before the launch.
        programs: symbolic program id in each axis; `grid` has the number of programs.
        path: conditions of the branches around the current operation.
        counters: symbols of the loops around the current operation.
        records: whether stores are recorded and accesses checked; unset while closed forms of a loop are sought.
        taken: symbols of the program ids that numbers of items replace, in the persistent loops around the current operation.
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
    taken: frozenset[str] = frozenset()
    stores: list[Store] = field(default_factory=list)
    reads: set[str] = field(default_factory=set)
    loads: list[Load] = field(default_factory=list)
    steps: int = OPERATIONS

    @property
    def facts(self) -> Facts:
        """Facts about the symbols, such as their ranges."""
        return self.ring.facts

    def call(self, function: Op, arguments: Sequence[Datum]) -> list[Datum]:
        """Run a function, and return its results."""
        return self.region(function.regions[0], arguments)

    def region(self, region: Region, arguments: Sequence[Datum] = ()) -> list[Datum]:
        """Run a region of one block, and return the operands of its terminator."""
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
        """Return the symbolic result of an operation, or a list of results."""
        meaning = MEANINGS.get(op.name)
        if meaning is not None:
            return meaning(self, op, *operands)
        if op.regions or any(isinstance(each, Pointer | Window) for each in operands):
            raise NotDecided("the operation has no form for all sizes")
        return combine(self.leaf_function(op), *operands)

    def leaf_function(self, op: Op) -> Callable[..., Value]:
        """Return an operation on real numbers and booleans as a function of values without case distinctions."""
        function = self.domain.function(op)
        ring = self.ring

        def apply(*leaves: Value) -> Value:
            numbers = [ring.index_number(each) if isinstance(each, Polynomial) else each for each in leaves]
            return function(*numbers)

        return apply

    def assume(self, *conditions: Condition) -> Path:
        """Return the current path with further conditions; the program's own path does not change."""
        return (*self.path, *conditions)


MEANINGS = OpTable()
"""Functions that execute operations symbolically. They take the program, the operation, and its operands."""
meaning = MEANINGS.enter


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
