"""Proof of one raised (rewritten) access: in every lane and for all inputs it is equivalent to the original access.

Masked lanes of a load are filled with one scalar, with zero, or with the NaN that Triton pads with.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import z3

from egraph_opt.checker.access.effects import OpEffect, effect
from egraph_opt.families.pointer.prepare.residual_mask import residual
from egraph_opt.families.pointer.symbolic.access_semantics import BUFFER, AccessFormulas, grid_of, pointers, window
from egraph_opt.families.pointer.symbolic.entailment import multiplies, refute
from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.lane_facts import between, ends, transpose_index
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols, TermFacts, UnknownValue
from egraph_opt.families.pointer.validation.errors import RaiseRefused, SolverUndecided
from egraph_opt.families.pointer.validation.program_points import Steps, require_ends, split_by_point
from egraph_opt.families.pointer.validation.queries import (
    FIRST,
    NO_OVERFLOW,
    READABLE,
    STEPS,
    TOGETHER,
    AccessGuard,
    Claims,
    GuardedEqualities,
    assume_guard,
    bounds,
    cases,
    positive,
    reduce_claims,
    state_assumptions,
)
from egraph_opt.ir.attributes import splat
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import element_of, is_block_pointer, tensor_type

QUIET = {"f16": "0x7E00", "bf16": "0x7FC0", "f32": "0x7FC00000", "f64": "0x7FF8000000000000"}
"""NaN of `llvm::APFloat::getNaN`, which Triton pads with."""


def spread(old: LaneEvaluator, tensor: Value, new: LaneEvaluator, scalar: Value) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """Return values of both programs whose equality implies that all elements of `tensor` equal `scalar`.

    If both are equal constants, no values are returned.

    Raises:
        RaiseRefused: the elements and the scalar differ.
    """
    (one, _), (two, _) = old.defined.get(tensor, (None, 0)), new.defined.get(scalar, (None, 0))
    if (
        one is not None
        and two is not None
        and one.name == two.name
        and one.name in ("arith.sitofp", "arith.extf", "arith.truncf")
    ):
        if element_of(tensor.type) == scalar.type:
            return spread(old, one.operands[0], new, two.operands[0])
        raise RaiseRefused(f"masked lanes get {scalar.name}, not {tensor.name}")
    if one is not None and one.name == "tt.splat":
        return one.operands, (scalar,)
    if one is not None and two is not None and one.name == two.name == "arith.constant":
        words = [splat(op.attributes["value"]) for op in (one, two)]
        if words[0] is not None and words[0] == words[1] and element_of(tensor.type) == scalar.type:
            return (), ()
    raise RaiseRefused(f"masked lanes get {scalar.name}, not {tensor.name}")


def is_padding(program: LaneEvaluator, scalar: Value | None, nan: bool) -> bool:
    """Return whether a scalar or tensor is the padding constant: zero, or with `nan` a NaN."""
    op, _ = program.defined.get(scalar, (None, 0)) if scalar is not None else (None, 0)
    if op is None or op.name != "arith.constant":
        return False
    number = splat(op.attributes["value"])
    return number == QUIET.get(element_of(op.results[0].type), "") if nan else number in ("0", "0.000000e+00", "false")


def is_zero(program: LaneEvaluator, value: Value) -> bool:
    op, _ = program.defined.get(value, (None, 0))
    if op is None or op.name != "arith.constant":
        return False
    return splat(op.attributes["value"]) in ("0", "0.000000e+00", "false")


ATOMIC = "tt.atomic_rmw"
Values = tuple[tuple[Value, ...], tuple[Value, ...]]
"""Values of the old and the new function that the checker must prove pairwise equal."""


@dataclass(slots=True)
class EvaluatedPair:
    """Evaluators of an old and a new function in any lane of a tile, shared by accesses with the same tile shape and guard."""

    shared: SharedSymbols
    one: LaneEvaluator
    two: LaneEvaluator
    assuming: LaneEvaluator
    """Separate evaluator of the old function, for its `llvm.intr.assume` conditions."""
    index: tuple[Any, ...]
    lanes: TermFacts
    """Facts about lane indices, and callers' promises about parameters."""
    guard: AccessGuard | None = None
    """Guard of the new function, after its evaluation."""


Tiles = dict[tuple[tuple[int, ...], Value | None, Op | None], EvaluatedPair]
"""Evaluators by tile shape and guard; also by access if an overflow promise applies only to that access."""


def prove_access(
    old: Op, new: Op, a: Op, b: Op, turn: Op | None, condition: Value | None, meant: bool, own: int, steps: Steps, tiles: Tiles
) -> tuple[Values, Op | None]:
    """Prove that access `b` of a new function is equivalent to access `a` of the old one.

    Args:
        old, new: the functions.
        a, b: the accesses.
        turn: the transpose or `tt.unsplat` after `b`, if any.
        condition: the guard of `b`, if any.
        meant: whether the guard is already proved free of overflow.
        own: the number of parameters before shape parameters were added.
        steps: collects pairs of values that must be equal in each iteration of a loop.
        tiles: caches evaluators for other accesses.

    Returns:
        The pairs of values that the checker must still prove equal, and the select of masked lanes after `b`, if any.

    Raises:
        RaiseRefused: the accesses differ, or the proof fails.
    """
    promise = a if NO_OVERFLOW in old.attributes else None
    key = _shape(a), condition, promise
    if key in tiles:
        with suppress(RaiseRefused):  # facts from other accesses may exhaust the solver
            return _prove(tiles[key], a, b, turn, condition, meant, steps)
    tiles[key] = _evaluate(old, new, promise, own, key[0])
    return _prove(tiles[key], a, b, turn, condition, meant, steps)


def _evaluate(old: Op, new: Op, promise: Op | None, own: int, shape: tuple[int, ...]) -> EvaluatedPair:
    shared = SharedSymbols(grid_of(new))
    one, two = LaneEvaluator(old, shared, own, promise=promise), LaneEvaluator(new, shared, own)
    shared.found.known += positive(one, own)
    index = tuple(z3.Int(f"i{d}") if size > 1 else z3.IntVal(0) for d, size in enumerate(shape))
    for i, size in zip(index, shape, strict=True):
        shared.found.known += [i >= 0, i < size]
        shared.lanes.append((i, size))
        shared.ranges.note(i, 0, size - 1)
    lanes, shared.found = shared.found, TermFacts()
    return EvaluatedPair(shared, one, two, LaneEvaluator(old, shared), index, lanes)


def _prove(
    tile: EvaluatedPair, a: Op, b: Op, turn: Op | None, condition: Value | None, meant: bool, steps: Steps
) -> tuple[Values, Op | None]:
    shared, one, two, index = tile.shared, tile.one, tile.two, tile.index
    old, new, own = one.function, two.function, one.own
    mine = shared.found = TermFacts()
    mine.join(tile.lanes)
    block = not is_pointers(a)
    kept = BUFFER in b.attributes and not block  # the mask and the value of masked lanes are unchanged
    promised = READABLE in old.attributes and a.name == "tt.load" and not block and not volatile(a)
    choice = _filter(new, turn or b) if promised and len(a.operands) > 2 else None
    readable = promised and (choice is not None or len(a.operands) == 2)
    try:
        before = (window if block else pointers)(one, a, index)  # first, because promises apply to its operations
        shared.found = TermFacts()
        tile.guard = guard = tile.guard or assume_guard(two, condition)
        theirs = shared.found = TermFacts()
        theirs.join(guard.found)
        most = _readable(old, shared, own, a, index) if readable else before.active
        after = (pointers if is_pointers(b) and BUFFER not in b.attributes else window)(
            two, b, transpose_index(index, turn) if turn is not None and turn.name == "tt.trans" else index
        )
    except UnknownValue as unknown:
        raise RaiseRefused(f"{a.name} at line {a.line}: the checker does not know {unknown}") from None
    rest = shared.found = TermFacts()
    rest.known += after.promised
    rest.known += state_assumptions(tile.assuming)
    shared.found = TermFacts()
    for part in (mine, theirs, rest):
        shared.found.join(part)
    shared.found.known += ends(shared)
    passed: Values = ((), ())
    if not kept and choice is None and not (before.zero or before.nan) and before.other is not None and after.other is None:
        choice = None if after.zero and is_zero(one, before.other) else _find_padding_select(new, turn or b, a)
    if kept:
        passed = a.operands[1:], b.operands[1:]
    elif choice is not None:
        passed = (a.operands[1], a.operands[2]), (choice.operands[0], choice.operands[2])  # under the load's own mask
    else:
        passed = _inactive(a, one, before, two, after)
    active = (
        [z3.Implies(before.active, after.active), z3.Implies(after.active, most)] if readable else [before.active == after.active]
    )
    others = [*active, *mine.exact, *theirs.exact, *after.legal]
    _decide(a, shared, ((one, mine), (two, theirs)), guard, meant, Claims(before.active, before.address == after.address, others))
    repeated = {key: (value, theirs.steps[key]) for key, value in mine.steps.items() if key in theirs.steps}
    require_ends(repeated, one, two, a)
    steps.update(repeated)
    used = {key: (value, theirs.used[key]) for key, value in mine.used.items() if key in theirs.used}
    here, later = split_by_point(used, one, a, two, b)
    steps.update(later)
    return ((*passed[0], *(x for x, _ in here)), (*passed[1], *(y for _, y in here))), choice


def is_pointers(op: Op) -> bool:
    """Return whether an access goes through a pointer or a tensor of pointers."""
    return op.name in ("tt.load", "tt.store", ATOMIC) and not is_block_pointer(op.operands[0].type)


def stored_or_combined(op: Op) -> Value | None:
    """Return the value that an access stores, or that an atomic operation combines with memory; None for a load."""
    return (
        None if op.results and op.name != ATOMIC else op.operands[{"tt.descriptor_scatter": 3, "tts.scatter": 2}.get(op.name, 1)]
    )


def _shape(access: Op) -> tuple[int, ...]:
    tile = tensor_type((stored_or_combined(access) or access.results[0]).type)
    return tile.shape if tile else ()


def _find_padding_select(function: Op, load: Op, old: Op) -> Op | None:
    """Return the select after a load that gives masked lanes their original value; None if the load has no users."""
    select = _select(function, load)
    if select is None and any(load.results[0] in op.operands for op in function.walk()):
        raise RaiseRefused(f"{old.name} at line {old.line}: masked lanes get another value")
    return select


def _inactive(a: Op, one: LaneEvaluator, before: AccessFormulas, two: LaneEvaluator, after: AccessFormulas) -> Values:
    """Return values of both programs whose equality implies that inactive lanes of both accesses load equal values."""
    if before.other is not None and after.other is not None:
        scalars = tensor_type(before.other.type) is None
        return ((before.other,), (after.other,)) if scalars else spread(one, before.other, two, after.other)
    if (
        a.results
        and (before.zero or before.nan)
        and not (after.zero and before.zero)
        and not is_padding(two, after.other, before.nan)
    ):
        raise RaiseRefused(f"{a.name} at line {a.line}: lanes out of bounds get another value")
    return (), ()


def _decide(
    a: Op,
    shared: SharedSymbols,
    programs: Sequence[tuple[LaneEvaluator, TermFacts]],
    guard: AccessGuard,
    meant: bool,
    wanted: Claims,
) -> None:
    """Prove that a guard does not overflow and implies the claims `wanted`.

    All claims are queried together, then each unproved claim, then each with more facts.
    """
    hard, answer, why = _find_unproved([*shared.found.known], [] if meant else guard.sure, STEPS)
    plain = all(z3.is_true(z3.simplify(claim, som=True)) for claim in (wanted.same, *wanted.rest))
    if not hard and not plain:
        settled = GuardedEqualities(shared, guard, [wanted.active, wanted.same, *wanted.rest])
        facts = settled.facts
        claims = reduce_claims(shared, facts, wanted, settled.equal)
        hard, answer, why = _ask_together(facts, claims)
        hard = [case for claim in hard for case in cases(claim)]
        before = shared.found
        shared.found = TermFacts()
        more = [*bounds(programs)] if hard else []
        if hard and (answer != z3.sat or more):
            hard, answer, why = _find_unproved(facts, hard, FIRST)
        if hard and (answer != z3.sat or more):
            more = [*shared.found.known, *(between(*hint) for hint in (before.remote | shared.found.remote).values()), *more]
            hard, answer, why = _find_unproved([*facts, *more], hard, STEPS)
    if hard and answer == z3.sat:
        raise RaiseRefused(f"{a.name} at line {a.line} differs for some values")
    if hard:
        raise SolverUndecided(f"{a.name} at line {a.line}: {why}")


def _ask_together(facts: list[Any], claims: list[Any]) -> tuple[list[Any], Any, str]:
    hard: list[Any] = []
    answer, why = z3.unsat, ""
    for kind in (False, True):
        group = [claim for claim in claims if multiplies(claim) is kind and not z3.is_true(claim)]
        found = refute(facts, z3.And(*group), TOGETHER) if group else (z3.unsat, "")
        if found[0] != z3.unsat:
            hard += group
            answer, why = found
    return hard, answer, why


def _find_unproved(facts: list[Any], claims: list[Any], steps: int) -> tuple[list[Any], Any, str]:
    answers = [(claim, *refute(facts, claim, steps, whole=True)) for claim in claims]
    left = [(claim, answer, why) for claim, answer, why in answers if answer != z3.unsat]
    return [claim for claim, *_ in left], *(left[0][1:] if left else (z3.unsat, ""))


def volatile(op: Op) -> bool:
    """Return whether a load is volatile, so that it may read memory that others write concurrently."""
    return op.name == "tt.load" and effect(op) is OpEffect.WRITE


def _select(function: Op, load: Op) -> Op | None:
    """Return the select that is a load's only user and replaces the masked lanes, or None."""
    users = [op for op in function.walk() if load.results[0] in op.operands]
    if len(users) == 1 and users[0].name == "arith.select" and users[0].operands[1] is load.results[0]:
        return users[0]
    return None


def _filter(function: Op, load: Op) -> Op | None:
    """If a load lacks some conjuncts of the original mask, return the select after it that applies these; None for other loads.

    Such a load is recognised by the name of its result.
    """
    return _select(function, load) if load.results[0].name.startswith("%loaded") else None


def _readable(old: Op, shared: SharedSymbols, own: int, load: Op, index: tuple[Any, ...]) -> Any:
    """Return the z3 condition that a lane meets the comparisons in the load's mask, and so may be read."""
    defined = defining_ops(old.walk())
    program = LaneEvaluator(old, shared, own, granted=residual(load.operands[1], defined))
    return program.at(load.operands[1], index)
