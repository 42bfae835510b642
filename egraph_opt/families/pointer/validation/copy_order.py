"""Memory order of rewritten accesses: each hardware copy must be ordered with every access that may touch the same bytes.

Equal addresses do not imply equal order. Accesses by block pointers and `tts` are loads and stores of threads, like the accesses that
they replace: PTX's generic proxy, in program order (Triton's RewriteTensorPointer; triton-shared runs on CPUs). Descriptor accesses are
copies of the asynchronous proxy. The PTX ISA orders no two copies, and `cp.async.bulk.wait_group.read` waits only for reads of the
source. By the PTX ISA and the code of Triton 3.6, the following holds in one program.
    A copy that loads has read when its mbarrier wait ends, before later operations in straight-line code. Without a fence or a wait,
    the copy does not see earlier writes of either proxy.
    A copy that stores may write any time after it starts. A later read may miss the copy's write, and this write may overwrite later
    writes. Earlier reads by threads are done, by the preceding barrier; earlier writes may come later.
In a loop each access follows the other, as the pipeliner starts loads early. Triton 3.7 to 3.9 emit the same code; 3.8 and 3.9
wait for writes before the kernel ends. Other memory operations (atomics, calls, volatile loads, inline assembly, unknown ones) may
touch any memory, and let other programs do so. Tests that run programs sequentially do not reveal races of hardware copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import z3

from egraph_opt.checker.access.effects import OpEffect, effect
from egraph_opt.checker.access.pointer_origins import Origins, origins_of
from egraph_opt.families.pointer.symbolic.access_semantics import AccessFormulas, pointers, window
from egraph_opt.families.pointer.symbolic.entailment import refute
from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols, UnknownValue, element_bytes
from egraph_opt.families.pointer.validation.disjointness import Times, are_disjoint
from egraph_opt.families.pointer.validation.errors import SolverUndecided, UnorderedCopy
from egraph_opt.families.pointer.validation.queries import FIRST, NO_ALIAS
from egraph_opt.ir.module import Op, Region, Value
from egraph_opt.ir.types import TensorType, is_block_pointer, tensor_type

STORES = frozenset("tt.store tt.descriptor_store tt.descriptor_reduce tt.descriptor_scatter tts.store tts.scatter".split())
LOADS = frozenset("tt.load tt.descriptor_load tt.descriptor_gather tts.load tts.gather".split())
HARMLESS = frozenset(
    "gpu.barrier llvm.intr.assume tt.assert tt.map_elementwise.return tt.print tt.return tt.reduce.return tt.scan.return tts.make_tptr"
    " tts.make_gather_scatter_tptr scf.yield scf.condition cf.br cf.cond_br".split()
)
"""Operations that touch no memory that a raised access may touch."""
FRAMES = frozenset("scf.for scf.while scf.if tt.map_elementwise tt.reduce tt.scan".split())
"""Operations whose only effects are the effects of operations in their regions."""

Frame = tuple[tuple[Op, Region], ...]
"""Enclosing operations, outermost first, each with the region that contains the given operation."""
Known = Callable[[LaneEvaluator], list[Any]]
"""Function that returns the facts that hold when an access runs: the guard and the callers' promises."""


def require_order(function: Op, copies: Mapping[Op, Known], own: int, called: bool) -> Iterator[Op]:
    """Prove that hardware copies are ordered with every access that may touch the same bytes; yield each proved copy.

    Args:
        copies: the copies, each with the facts that hold when it runs.
        own: number of parameters before shape parameters were added.
        called: whether the module calls the function.

    Raises:
        UnorderedCopy: a copy is not ordered, or its order is unknown.
    """
    frames = dict(_frames(function))
    turn = {op: number for number, op in enumerate(frames)}
    straight = len(function.regions[0].blocks) == 1
    arrays = origins_of(function) if NO_ALIAS in function.attributes else {}
    for copy, known in copies.items():
        if called:
            raise _unordered_copy(copy, "what callers of its function do")
        for op, frame in frames.items():
            reads, writes, where = _touches(op)
            around = [(x, r is s) for (x, r), (y, s) in zip(frames[copy], frame, strict=False) if x is y]
            cyclic = not straight or any(x.name != "scf.if" for x, _ in around)
            if not cyclic and not all(together for _, together in around):
                continue  # branches exclude each other
            before, after = (cyclic or turn[op] < turn[copy]), (cyclic or turn[op] > turn[copy])
            unordered = (writes and before) or ((reads or writes) and copy.name in STORES and after)
            if unordered and where and arrays and _other_array(arrays, copy, op, frames):
                continue
            if unordered and not (where and _disjoint(function, copy, op, frames, known, own)):
                raise _unordered_copy(copy, "itself, in another iteration" if op is copy else f"{op.name} at line {op.line}")
        yield copy


def _other_array(arrays: Mapping[Value, Origins], copy: Op, other: Op, frames: Iterable[Op]) -> bool:
    """Return whether two accesses are based on different parameters, which the caller promises not to alias."""
    makers = {v: op for op in frames if op.name == "tt.make_tensor_descriptor" for v in op.results}
    found = []
    for op in (copy, other):
        maker = makers.get(op.operands[0])
        found.append(arrays.get(maker.operands[0] if maker else op.operands[0], frozenset()))
    return all(len(origins) == 1 and min(origins) >= 0 for origins in found) and found[0] != found[1]


def _unordered_copy(copy: Op, what: str) -> UnorderedCopy:
    return UnorderedCopy(f"{copy.name} at line {copy.line}: a hardware copy is not ordered with {what}")


def _frames(function: Op) -> Iterator[tuple[Op, Frame]]:
    todo: list[tuple[Op, Frame]] = [(op, ()) for block in reversed(function.regions[0].blocks) for op in reversed(block.ops)]
    while todo:
        op, around = todo.pop()
        yield op, around
        for region in reversed(op.regions):
            todo += [(below, (*around, (op, region))) for block in reversed(region.blocks) for below in reversed(block.ops)]


def _touches(op: Op) -> tuple[bool, bool, bool]:
    """Return whether an operation may read memory, may write memory, and has known addresses; its regions are ignored."""
    if op.name in HARMLESS or op.name in FRAMES:
        return False, False, True
    does = effect(op)
    if does is OpEffect.PURE:
        return False, False, True
    if op.name in LOADS and (does is OpEffect.READ or op.name.startswith("tts.")):
        return True, False, True
    return (False, True, True) if op.name in STORES else (True, True, False)


def _disjoint(function: Op, copy: Op, other: Op, frames: Mapping[Op, Frame], known: Known, own: int) -> bool:
    """Return whether a copy and another access touch disjoint bytes whenever both run.

    If `other` is `copy`, two of its runs are compared: for each loop around it, in two iterations, within one iteration of the outer loops.

    Raises:
        SolverUndecided: the solver gave up.
    """
    loops = [[around for around, _ in frames[op] if around.name != "scf.if"] for op in (copy, other)]
    straight = len(function.regions[0].blocks) == 1
    if copy is other and not (straight and all(loop.name == "scf.for" for loop in loops[0])):
        return False  # the number of runs is unknown
    shared = SharedSymbols()
    program = LaneEvaluator(function, shared, own)
    with suppress(UnknownValue):
        given = known(program)
        (one, first), (two, second) = _find_touched(program, copy, "x"), _find_touched(program, other, "y")
        counters = [shared.unbounded_unknown(("iterations", program.loops[loop])) for loop in loops[0]] if copy is other else []
        moved = _another_time(program, frames, straight) if any(loops) or not straight else []
        facts = [*given, *shared.found.known, *one.promised, *two.promised]
        steps = [(counter, z3.substitute(counter, *moved)) for counter in counters]
        cases = [[*(a == b for a, b in steps[:n]), a < b] for n, (a, b) in enumerate(steps)] if copy is other else [[]]
        if moved and two.coordinates and _array(program, copy) is _array(program, other):
            times = Times(shared, facts, one, two, (first, second), moved, counters)
            if (found := times.never_meet(cases)) or shared.divided:  # a nonlinear solver proves no more of these
                return found
        facts += [z3.substitute(fact, *moved) for fact in facts]
        meant = [*program.shared.found.exact, *(z3.substitute(fact, *moved) for fact in program.shared.found.exact)]
        active, address = (z3.substitute(term, *moved) for term in (two.active, two.address))
        claim = z3.Implies(z3.And(one.active, active), z3.And(are_disjoint(one.address, first, address, second), *meant))
        answers = [refute([*facts, *case], claim, FIRST) for case in cases]
        if given_up := [why for answer, why in answers if answer == z3.unknown]:
            raise SolverUndecided(f"{copy.name} at line {copy.line}: order with {other.name} at line {other.line}: {given_up[0]}")
        return all(answer == z3.unsat for answer, _ in answers)
    return False


def _array(program: LaneEvaluator, op: Op) -> Value:
    """Return the base pointer from which an access's descriptor or offsets start."""
    value = op.operands[0]
    while (made := program.defined.get(value)) is not None and made[0].name in ("tt.make_tensor_descriptor", "tt.addptr"):
        value = made[0].operands[0]
    return value


def _find_touched(program: LaneEvaluator, op: Op, lane: str) -> tuple[AccessFormulas, int]:
    """Return the semantics of an access in any lane, and the number of bytes that one lane touches."""
    tensor = _tile(op)
    index = tuple(z3.Int(f"{lane}{d}") if size > 1 else z3.IntVal(0) for d, size in enumerate(tensor.shape))
    for i, size in zip(index, tensor.shape, strict=True):
        program.shared.found.known += [i >= 0, i < size]
        program.shared.lanes.append((i, size))
        program.shared.ranges.note(i, 0, size - 1)
    if op.name in ("tt.load", "tt.store") and not is_block_pointer(op.operands[0].type):
        return pointers(program, op, index), element_bytes(tensor.element)
    return window(program, op, index), element_bytes(tensor.element)


def _tile(op: Op) -> TensorType:
    """Return the tensor type that an access loads or stores, of rank 0 for a scalar.

    Raises:
        UnknownValue: the access is of another kind.
    """
    if op.name.endswith("load"):
        text = op.results[0].type
    elif op.name in ("tt.store", "tt.descriptor_store", "tts.store"):
        text = op.operands[1].type
    else:
        raise UnknownValue(op.name)
    return tensor_type(text) or TensorType((), text, None)


def _another_time(program: LaneEvaluator, frames: Mapping[Op, Frame], straight: bool) -> list[tuple[Any, Any]]:
    """Return each unknown integer that may change while a program runs, paired with an unknown for its value at another point in time.

    With `straight` (the function has one block), values outside of loops do not change.
    """
    found = []
    for key, term in program.shared.unknowns.items():
        kind = key[0] if isinstance(key, tuple) else key
        fixed = kind in ("parameter", "multiple", "program", "programs")
        if isinstance(kind, tuple) and kind in program.shared.found.used:
            fixed = straight and _is_outside_loops(program, program.shared.found.used[kind], frames)
        if not fixed:
            found.append((term, z3.Const(f"{term}'", term.sort())))
    return found


def _is_outside_loops(program: LaneEvaluator, value: Value, frames: Mapping[Op, Frame]) -> bool:
    op, _ = program.defined.get(value, (None, 0))
    return op is not None and op in frames and all(around.name == "scf.if" for around, _ in frames[op])
