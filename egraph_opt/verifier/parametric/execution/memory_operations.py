"""Loads, stores and atomic additions, through pointers, block pointers and descriptors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from egraph_opt.interpret.element_types import element_of, shape_of
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import block_of
from egraph_opt.verifier.parametric.execution.integer_operations import condition_value, select_values
from egraph_opt.verifier.parametric.execution.shape_operations import axis
from egraph_opt.verifier.parametric.execution.symbolic_arrays import lies_inside
from egraph_opt.verifier.parametric.execution.symbolic_program import (
    Datum,
    Load,
    Pointer,
    Store,
    SymbolicProgram,
    Window,
    meaning,
)
from egraph_opt.verifier.parametric.folds.symbolic_ring import symbols_of_value
from egraph_opt.verifier.parametric.sizes.index_condition import at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial
from egraph_opt.verifier.parametric.sizes.piecewise import Path, Value, cases, combine, combine_within
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals.indicator_polynomials import conjunction
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import ONE, UNDEFINED, ZERO
from egraph_opt.verifier.proof.reals.real_domain import FLOATS


@meaning("tt.addptr")
def _add(program: SymbolicProgram, op: Op, pointer: Pointer, offset: Value) -> Pointer:
    def apply(p: Value, q: Value) -> Value:
        if not isinstance(p, Polynomial) or not isinstance(q, Polynomial):
            raise NotDecided("an address that depends on a value")
        return p + q

    return Pointer(pointer.array, combine(apply, pointer.offset, offset))


def window_access(program: SymbolicProgram, window: Window, axes: Sequence[int]) -> tuple[Pointer, Value]:
    """Return the addresses of a block, and the mask of those inside the tensor along the given axes."""
    offset, mask = window.base.offset, ONE
    here: Value = mask
    for number, (start, step, extent) in enumerate(zip(window.offsets, window.strides, window.shape, strict=True)):
        place = axis(program.facts, window.block, number)

        def index(path: Path, p: Value, place: Polynomial = place) -> Value:
            return whole_number(p) + place

        def within(path: Path, p: Value, n: Value) -> Value:
            low = condition_value(program, path, at_least(whole_number(p)))
            high = condition_value(program, path, less(whole_number(p), whole_number(n)))
            return combine(lambda c, d: conjunction(program.ring, c, d), low, high)

        found = combine_within(index, (start,))
        offset = combine(lambda p, q, s: whole_number(p) + whole_number(q) * whole_number(s), offset, found, step)
        if number in axes:
            inside = combine_within(within, (found, extent), program.path)
            here = combine(lambda c, d: conjunction(program.ring, c, d), here, inside)
    return Pointer(window.base.array, offset), here


def whole_number(value: Value) -> Polynomial:
    """Return a value as an index polynomial. Raises NotDecided if it is a real number or has cases."""
    if not isinstance(value, Polynomial):
        raise NotDecided("an address that depends on a value")
    return value


@meaning("tt.make_tensor_ptr tt.make_tensor_descriptor")
def _window(program: SymbolicProgram, op: Op, base: Pointer, *numbers: Value) -> Window:
    tile = block_of(op.results[0].type)
    if tile is None:
        raise NotDecided("a window of unknown type")
    rank = len(tile.shape)
    shape, strides, offsets = (tuple(numbers[i : i + rank]) for i in (0, rank, 2 * rank))
    nan = op.name == "tt.make_tensor_descriptor" and integer(op.attributes["padding"]) == 2
    zero: Value = Polynomial({})
    return Window(base, shape, strides, offsets or (zero,) * rank, tile.shape, float("nan") if nan else 0.0)


@meaning("tt.advance")
def _advance(program: SymbolicProgram, op: Op, window: Window, *steps: Value) -> Window:
    moved = (
        combine(lambda p, q: whole_number(p) + whole_number(q), a, b) for a, b in zip(window.offsets, steps, strict=True)
    )  # fmt: skip
    return replace(window, offsets=tuple(moved))


@meaning("tt.load")
def _load(program: SymbolicProgram, op: Op, pointer: Pointer | Window, mask: Value = ONE, other: Value | None = None) -> Value:
    if isinstance(pointer, Window):
        pointer, mask = window_access(program, pointer, integers(op.attributes["boundaryCheck"]))
        other = padding(program, op, integer(op.attributes.get("padding", "1")) == 2)
    return load(program, pointer, mask, UNDEFINED if other is None else other)


def padding(program: SymbolicProgram, op: Op, is_nan: bool) -> Value:
    """Return what a load gives outside of a tensor: zero or NaN."""
    element = element_of(op.results[0].type)
    return program.domain.constant(float("nan") if is_nan else 0.0, element) if element in FLOATS else ZERO


def load(program: SymbolicProgram, pointer: Pointer, mask: Value, other: Value) -> Value:
    """Return the loaded elements of an array where the mask is true, and `other` elsewhere."""
    program.reads.add(pointer.array)
    contents = program.arrays[pointer.array]
    check_access(program, pointer, mask)
    if program.records:
        late = any(store.array == pointer.array for store in program.stores)
        place = f"a load of {pointer.array}"
        program.loads.append(
            Load(pointer.array, program.path, pointer.offset, mask, late, bool(program.counters), place)
        )  # fmt: skip

    def apply(path: Path, active: Value, offset: Value) -> Value:
        if active == ZERO:
            return UNDEFINED
        return contents.read(program.ring, whole_number(offset), path)

    loaded = combine_within(apply, (mask, pointer.offset), program.path)
    return loaded if mask == ONE else select_values(program, mask, loaded, other)


def check_access(program: SymbolicProgram, pointer: Pointer, mask: Value) -> None:
    """Raise NotDecided unless all active lanes of an access are proved in bounds."""
    if not program.records:
        return
    array = program.arrays[pointer.array].array
    for path, active in cases(mask, program.path):
        if active == ZERO:
            continue
        for within, offset in cases(pointer.offset, path):
            inside = lies_inside(program.facts, array, whole_number(offset), within)
            if not inside and not program.facts.excludes(within):
                raise NotDecided(f"an access to {array.name} is not known to lie inside the array")


@meaning("tt.store")
def _store(program: SymbolicProgram, op: Op, pointer: Pointer | Window, value: Value, mask: Value = ONE) -> list[Datum]:
    shape = shape_of(op.operands[1].type)
    if isinstance(pointer, Window):
        pointer, mask = window_access(program, pointer, integers(op.attributes["boundaryCheck"]))
    store(program, op, pointer, value, mask, shape)
    return []


def store(
    program: SymbolicProgram, op: Op, pointer: Pointer, value: Value, mask: Value, shape: Sequence[int], adds: bool = False
) -> None:
    """Record a store, or an atomic addition if `adds` is set."""
    check_access(program, pointer, mask)
    if not program.records:
        return
    used = frozenset().union(*(symbols_of_value(program.ring, each) for each in (pointer.offset, value, mask)))
    if not program.taken.isdisjoint(used.union(*(each.symbols for each in program.path))):
        raise NotDecided("a store in a persistent loop that depends on the program which takes an item")
    axes = [axis(program.facts, shape, number) for number in range(len(shape))]
    binders = [*map(program.case.own_symbols, program.programs), *(tuple(sorted(each.symbols)) for each in axes)]
    names = tuple(name for each in binders for name in each if name not in program.taken) + program.counters
    place = f"{op.name} at line {op.line}"
    program.stores.append(Store(pointer.array, names, program.path, pointer.offset, mask, value, place, adds))


@meaning("tt.atomic_rmw")
def _atomic(program: SymbolicProgram, op: Op, pointer: Pointer, value: Value, mask: Value = ONE) -> Datum:
    if integer(op.attributes["atomic_rmw_op"]) != 5 or not isinstance(pointer, Pointer):
        raise NotDecided("an atomic operation other than an addition of floats")
    store(program, op, pointer, value, mask, shape_of(op.operands[1].type), adds=True)
    return UNDEFINED


@meaning("tt.descriptor_load")
def _descriptor_load(program: SymbolicProgram, op: Op, window: Window, *indices: Value) -> Value:
    pointer, mask = window_access(program, replace(window, offsets=indices), range(len(window.block)))
    found = load(program, pointer, mask, padding(program, op, window.padding != 0))
    return same_shape(window, shape_of(op.results[0].type), found)


@meaning("tt.descriptor_store")
def _descriptor_store(program: SymbolicProgram, op: Op, window: Window, value: Value, *indices: Value) -> list[Datum]:
    pointer, mask = window_access(program, replace(window, offsets=indices), range(len(window.block)))
    store(program, op, pointer, same_shape(window, shape_of(op.operands[1].type), value), mask, window.block)
    return []


def same_shape(window: Window, shape: tuple[int, ...], value: Value) -> Value:
    """Return `value` unchanged. Raises NotDecided if the tensor's shape differs from the block of the window."""
    if shape != tuple(window.block):
        raise NotDecided(f"a window of {prod(window.block)} elements with another rank than its tensor")
    return value


__all__ = ["element_of"]
