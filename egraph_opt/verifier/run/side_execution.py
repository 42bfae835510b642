"""Runs of a side (old or new kernels) in the interpreter: all program instances one after the other, in memory that records accesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

import numpy as np

from egraph_opt.errors import EgraphOptError
from egraph_opt.interpret.element_types import Array, Datum, dtype_of, element_of, fit, from_bits, pointee, storage_of, to_bits
from egraph_opt.interpret.errors import NotModelled, OutOfBounds, StepLimit
from egraph_opt.interpret.executor import Machine
from egraph_opt.interpret.global_memory import active
from egraph_opt.interpret.memory_ops import RMW
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op, symbol_name
from egraph_opt.ir.types import pointee_of
from egraph_opt.verifier.run.tracked_memory import Outside, Race, TrackedMemory
from egraph_opt.verifier.run.widening import widen_functions, widen_type
from egraph_opt.verifier.side import ArraySpec, Launch, Question, Side

Contents = Mapping[str, Array]
"""Contents of arrays by name, each of the array's shape; elements of `bf16` and `f8` are float32 numbers."""
OPERATION, ELEMENT = 1000, 4
"""Fixed cost of an operation, and cost of one array element in each run; computing one element costs 1."""
_ATOMIC = frozenset("tt.atomic_rmw tt.atomic_cas tt.descriptor_reduce".split())
_ASSUMPTIONS = frozenset(("llvm.intr.assume", "tt.assert", "cf.assert"))


class WorkLimit(EgraphOptError):
    """A run exceeded its limit on work."""


class Broken(EgraphOptError, AssertionError):
    """An assumption or assertion in a kernel is violated."""


@dataclass(slots=True)
class Work:
    """Limit on work (`left`) and work done so far (`spent`), in elements computed."""

    left: int
    spent: int = 0

    def spend(self, amount: int) -> None:
        """Add to the work done. Raises WorkLimit beyond the limit."""
        self.spent += amount
        if self.spent > self.left:
            raise WorkLimit("the runs take too much work")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a run of one side (the old or the new kernels).

    Attributes:
        arrays: contents of the result arrays, by name.
        written: which elements of each result array were written.
        races: data races, the first one of each launch.
        error: message of the error that ended the run, or empty.
        kind: `address`, `index` or `assumption` for such an error, or empty.
        undefined: whether a load has masked lanes without `other`, or reads undefined elements.
    """

    arrays: Mapping[str, Array] = field(default_factory=dict)
    written: Mapping[str, Array] = field(default_factory=dict)
    races: tuple[Race, ...] = ()
    error: str = ""
    kind: str = ""
    undefined: bool = False


@dataclass(slots=True)
class CountingMachine(Machine):
    """Interpreter that counts work, marks atomic updates in the memory's records, and raises Broken at a violated assumption."""

    memory: TrackedMemory
    work: Work = field(default_factory=lambda: Work(1 << 62))
    wide: bool = False

    def apply(self, op: Op, operands: Sequence[Datum]) -> Datum:
        name = op.name
        if name in _ASSUMPTIONS and operands and not np.all(operands[0]):
            raise Broken(f"{'an assumption' if name.startswith('llvm') else 'an assertion'} does not hold, line {op.line}")
        if name in _ATOMIC:
            self.memory.state.atomic = True
            try:
                found = self.update_memory(op, operands)
            finally:
                self.memory.state.atomic = False
        elif self.wide and name == "tt.dot" and element_of(op.results[0].type) == "f64":
            a, b, c = operands[:3]
            found = np.asarray(np.matmul(a, b) + c)
        else:
            found = Machine.apply(self, op, operands)
        amount = OPERATION
        for result in found if isinstance(found, tuple) else (found,):
            amount += getattr(result, "size", 1)
        if name == "tt.dot":
            amount += amount * operands[0].shape[-1] // 16
        self.work.spend(amount)
        return found

    def update_memory(self, op: Op, operands: Sequence[Datum]) -> Datum:
        """Apply an atomic operation: to all addresses at once if they are distinct, else to one after the other."""
        if op.name == "tt.atomic_rmw" and isinstance(operands[0], np.ndarray) and operands[0].ndim:
            pointers, values, mask = (*operands, None)[:3]
            chosen = active(pointers, mask)
            if len(np.unique(pointers.reshape(-1)[chosen])) == len(chosen):
                element = pointee(op.operands[0].type)
                old = self.memory.load(pointers, element, mask)
                new = fit(RMW[integer(op.attributes["atomic_rmw_op"])](old, values), element)
                self.memory.store(pointers, new, element, mask)
                return old
        return Machine.apply(self, op, operands)


@lru_cache(maxsize=256)
def wide_functions(function: Op, others: tuple[Op, ...]) -> tuple[Op, Mapping[str, Op]] | None:
    """Return a kernel and the functions that it may call with all floats as `f64`; None if one inspects the bits of floats."""
    named = {str(number): each for number, each in enumerate((function, *others))}
    wide = widen_functions(named)
    if wide is None:
        return None
    first, *rest = wide.values()
    return first, {symbol_name(each): each for each in rest}


def has_wide_form(side: Side) -> bool:
    """Return whether a side (old or new kernels) can be run with all floats as `f64`."""
    return all(wide_functions(launch.function, tuple(launch.functions.values())) is not None for launch in side.launches)


def waits_for_programs(launch: Launch) -> bool:
    """Return whether a launch's programs may synchronise with each other: results of atomic operations on integers are used."""
    bodies = [launch.function, *launch.functions.values()]
    used = {operand for body in bodies for op in body.walk() for operand in op.operands}
    return any(
        op.name in _ATOMIC and element_of(op.operands[0].type) == "ptr" and (pointee_of(op.operands[0].type) or "").startswith("i")
        and any(result in used for result in op.results)
        for body in bodies for op in body.walk()
    )  # fmt: skip


def run_side(
    question: Question,
    side: Side,
    contents: Contents,
    work: Work,
    *,
    wide: bool = False,
    garbage: int = 0,
    programs: Sequence[int] | None = None,
    memories: list[TrackedMemory] | None = None,
) -> Outcome:
    """Run a side (the old or the new kernels), and return its result arrays with races and errors.

    Args:
        contents: contents of the arrays, by name; used for those that start with given contents.
        work: limit on the work.
        wide: compute all floats as `f64`.
        garbage: 0 or 1, which chooses the values of undefined elements and of masked lanes without `other`.
        programs: numbers of the programs of each launch to run; all by default.
        memories: list to which the memory of the run is appended.

    Raises:
        WorkLimit: the run exceeds its limit.
        NotModelled: the interpreter does not support an operation.
    """
    work.spend(memory_work(question))
    memory = TrackedMemory(fill=garbage)
    if memories is not None:
        memories.append(memory)
    buffers, addresses = {}, {}
    for name, spec in question.arrays.items():
        buffer, inside, defined = make_buffer(spec, contents[name], wide, garbage)
        buffers[name], addresses[name] = buffer, memory.add_array(name, buffer, inside, defined)
    races: list[Race] = []
    error = kind = ""
    try:
        for launch in side.launches:
            memory.begin_launch(waits_for_programs(launch))
            _run_launch(launch, memory, addresses, work, wide, programs)
            races += memory.state.races[:1]
            memory.state.races.clear()
    except Outside as outside:
        error, kind = _with_notes(outside), "address"
    except OutOfBounds as outside:
        error, kind = _with_notes(outside), "index"
    except Broken as broken:
        error, kind = str(broken), "assumption"
    except StepLimit:
        raise WorkLimit("a program has too many operations") from None
    tracks = {track.name: track for track in memory.tracks}
    specs = [question.arrays[name] for name in question.results]
    state = memory.state
    return Outcome(
        {spec.name: view_array(spec, buffers[spec.name], wide) for spec in specs},
        {spec.name: view_elements(spec, tracks[spec.name].written) for spec in specs},
        tuple(races), error, kind, bool(state.undefined_reads or state.masked_reads),
    )  # fmt: skip


def memory_work(question: Question) -> int:
    """Return the work that setting up the arrays of a question costs in each run."""
    return ELEMENT * sum(spec.extent for spec in question.arrays.values())


def _run_launch(
    launch: Launch, memory: TrackedMemory, addresses: Mapping[str, Array], work: Work, wide: bool, programs: Sequence[int] | None
) -> None:
    function, functions = launch.function, launch.functions
    if wide:
        found = wide_functions(function, tuple(functions.values()))
        if found is None:
            raise NotModelled("a function that looks at the bits of floats")
        function, functions = found
    values: list[Datum] = []
    for argument in launch.arguments:
        if argument.array:
            size = (np.dtype(np.float64) if wide and widen_type(argument.dtype) == "f64" else storage_of(argument.dtype)).itemsize
            values.append(np.asarray(addresses[argument.array] + argument.offset * size, np.int64))
        else:
            element = element_of(widen_type(argument.type) if wide else argument.type)
            values.append(fit(np.asarray(argument.value).astype(dtype_of(element)), element))
    grid = launch.grid
    instances = [(x, y, z) for z, y, x in product(*(range(extent) for extent in reversed(grid)))]
    with np.errstate(all="ignore"):
        for number in range(len(instances)) if programs is None else programs:
            if number >= len(instances):
                break
            memory.state.program = number
            machine = CountingMachine(functions, memory, instances[number], grid, 1 << 62, work=work, wide=wide)
            work.spend(OPERATION)
            machine.call(function, values)


def _with_notes(error: BaseException) -> str:
    return ", ".join((str(error), *getattr(error, "__notes__", ())))


def storage_element(spec: ArraySpec, wide: bool) -> str:
    """Return the element type with which an array is stored in a run: `f64` for floats in a wide run."""
    return "f64" if wide and widen_type(spec.dtype) == "f64" else spec.dtype


def make_buffer(spec: ArraySpec, contents: Array, wide: bool, garbage: int) -> tuple[Array, Array, Array]:
    """Return a flat buffer for an array, and two masks: elements that are no gap between strides, and elements that are defined."""
    element = storage_element(spec, wide)
    buffer = to_bits(fill_garbage(spec, element, garbage), element)
    inside = np.zeros(spec.extent, np.bool_)
    view_elements(spec, inside)[...] = True
    defined = inside.copy() if spec.start != "undefined" else np.zeros(spec.extent, np.bool_)
    if spec.start == "given":
        view_elements(spec, buffer)[...] = to_bits(fit(contents, element), element)
    elif spec.start == "zeros":
        view_elements(spec, buffer)[...] = 0
    return buffer, inside, defined


def fill_garbage(spec: ArraySpec, element: str, garbage: int) -> Array:
    """Return arbitrary contents of memory before the first write, which differ between `garbage` 0 and 1."""
    values = np.full(spec.extent, 3 + 7 * garbage) + np.arange(spec.extent) % 5
    if dtype_of(element).kind == "f":
        return fit(np.full(spec.extent, np.nan) if garbage else values.astype(np.float64), element)
    return fit(values, element)


def view_elements(spec: ArraySpec, buffer: Array) -> Array:
    """Return a view of an array's flat buffer, with the shape and strides of the array."""
    steps = tuple(step * buffer.itemsize for step in spec.strides)
    return np.lib.stride_tricks.as_strided(buffer, spec.shape, steps)


def view_array(spec: ArraySpec, buffer: Array, wide: bool) -> Array:
    """Return the elements of an array's flat buffer as numbers, in the array's shape."""
    return np.array(from_bits(np.asarray(view_elements(spec, buffer), order="C"), storage_element(spec, wide)))
