"""Choice of the form (replacing operation) of each access: the cheapest of the forms proved equal, or none if raising saves nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact, dependencies
from egraph_opt.families.pointer.analysis.encode import ACCESSES, encode
from egraph_opt.families.pointer.analysis.saturate import saturate
from egraph_opt.families.pointer.analysis.structured_access import StructuredAccess, structure_access
from egraph_opt.families.pointer.forms.candidate import AccessForm, Target
from egraph_opt.families.pointer.forms.candidate_proofs import equal_forms
from egraph_opt.families.pointer.forms.candidates import RESORT, forms, from_below
from egraph_opt.families.pointer.forms.cost import FormCosts, cheapest, loops_that_remake
from egraph_opt.families.pointer.forms.descriptor_form import all_at_launch
from egraph_opt.families.pointer.forms.descriptor_hazards import MemoryOrder, TiledStores
from egraph_opt.families.pointer.forms.iteration_disjointness import find_disjointness_facts
from egraph_opt.families.pointer.forms.raising_plan import RaisePlan
from egraph_opt.families.pointer.integers.assumptions import NO_ALIAS
from egraph_opt.families.pointer.prepare.descriptor_lowering import is_block_pointer_access, is_descriptor_access
from egraph_opt.families.pointer.prepare.load_narrowing import find_bounded, remainders
from egraph_opt.families.pointer.prepare.shadow_access import ACCESS_KINDS, AccessKey, access_key, as_written
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.families.pointer.symbolic.access_semantics import BUFFER
from egraph_opt.families.pointer.symbolic.solver import spend
from egraph_opt.ir.module import Op
from egraph_opt.ir.semantics.ranges import ANY_GRID, AXIS_LIMITS
from egraph_opt.ir.types import tensor_type

POINTERS = "pointers"
"""Name of the target for which block pointers and descriptors are lowered to pointers."""
DESCRIPTOR_TARGETS = frozenset(("tts", "buffer"))
"""Targets that also raise descriptor accesses."""
TERM = 50
"""Approximate cost of analysing one term, in steps of the work budget (1 µs each)."""
WORK_ENDED_REASON = "the limit of work ended before it was proved"
"""Message for an access that stays unraised because the work budget was exhausted before the proof ended."""
REDUCES = "tt.descriptor_reduce"
BLOCK_POINTER_REASON = "it is one through a block pointer already"


@dataclass(slots=True)
class ChosenForms:
    """Form of each raised access with the facts that a guard must check, and the reason why each other access is not raised."""

    forms: dict[Op, tuple[AccessForm, tuple[RequiredFact, ...]]]
    reasons: dict[Op, str]
    apart: frozenset[Op] = frozenset()
    """Accesses whose order relies on the promise that arrays do not alias."""


def accesses(function: Op, target: str = "") -> list[Op]:
    """Return the loads, stores and atomic operations that `target` supports.

    Descriptor accesses are included if the target raises them or lowers them to pointers. If `prepare` has put a rewritten copy beside
    an access, only the copy is returned.
    """
    ops = [op for op in function.walk() if not as_written(op)]
    if target == POINTERS:
        return [op for op in ops if is_block_pointer_access(op) or is_descriptor_access(op) or op.name == REDUCES]
    more = {*ACCESS_KINDS, REDUCES} if target in DESCRIPTOR_TARGETS else set()
    return [op for op in ops if op.name in kinds(target) or op.name in more]


def kinds(target: str) -> tuple[str, ...]:
    return ACCESSES if target == "buffer" else ACCESSES[:2]


def explain_kept(op: Op) -> str:
    """Return why an access, typically through a block pointer or descriptor, cannot be lowered to pointers."""
    if op.name == REDUCES:
        return "it combines what it stores with what memory holds"
    if is_block_pointer_access(op):
        return "its block pointer is not made, advanced and carried by loops alone"
    if is_descriptor_access(op):
        return "its descriptor is not made in the function, or not the same one each time, or pads with what pointers cannot load"
    return "its tensor has no dimensions" if tensor_type(op.operands[0].type) else "it is not an access to a tensor of pointers"


def access_keys(ops: Iterable[Op]) -> set[AccessKey]:
    """Return the key (line, operation name) of each access. A rewritten copy has the key of its original."""
    return {access_key(op) for op in ops}


def choose(
    function: Op,
    plan: RaisePlan,
    assume: bool,
    wanted: Collection[AccessKey] | None = None,
    gathers: bool = False,
    wraps: Collection[Op] = (),
    guarded: bool = True,
) -> tuple[ChosenForms, Numbers]:
    """Choose forms for the accesses whose keys (line, name) are in `wanted`, or for all accesses.

    With `assume`, the analysis assumes unproved facts. With `guarded`, a guard may check these facts; otherwise callers' promises must
    imply them. `gathers` allows forms with a table of indices, and the remainders in `wraps` are expected to wrap around.
    """
    tables, grid = plan.target in ("tts", "buffer"), AXIS_LIMITS if plan.target == "descriptor" else ANY_GRID
    terms = encode(function, assume, tables, wraps, plan.promised, grid, kinds(plan.target))
    spend(TERM * len(terms.terms))
    known = saturate(terms, plan.limits, plan.own)
    numbers = Numbers(terms, known, assume)
    chosen = ChosenForms({}, {})
    proposed: list[tuple[StructuredAccess, list[AccessForm]]] = []
    order = MemoryOrder(function, numbers, plan.called, NO_ALIAS in plan.promised)
    for op in accesses(function, plan.target):
        if wanted is not None and access_key(op) not in wanted:
            continue
        try:
            proposed.append(_propose_forms(op, plan, numbers, order, assume, gathers))
        except NotRaised as left:
            chosen.reasons[op] = str(left)
    found: list[tuple[StructuredAccess, list[AccessForm]]] = []
    relied = partial(_may_rely, numbers, assume and guarded)
    ways, stopped_by = equal_forms(proposed, numbers, relied, plan.limits, plan.own)
    for (access, candidates), equal in zip(proposed, ways, strict=True):
        try:
            found.append((access, _steady(access, candidates, equal, numbers)))
        except NotRaised as left:
            chosen.reasons[access.op] = str(left)
    alone = plan.limited or plan.host or not (assume and guarded)
    prices = FormCosts(function, numbers, found, plan.trips, alone, plan.host)
    for (access, equal), form in zip(found, cheapest(found, prices), strict=True):
        if form is None:
            chosen.reasons[access.op] = prices.unpaid(access, equal[0])
        else:
            chosen.forms[access.op] = form, _missing(form, numbers)
    chosen.apart = frozenset(order.relied)
    if limit := known.stopped_by or stopped_by:
        plan.stopped.append(limit)
        chosen.reasons = {
            op: f"{why} (as far as is known: its analysis was stopped by {limit})" for op, why in chosen.reasons.items()
        }
    return chosen, numbers


def _propose_forms(
    op: Op, plan: RaisePlan, numbers: Numbers, order: MemoryOrder, assume: bool, gathers: bool
) -> tuple[StructuredAccess, list[AccessForm]]:
    """Return the structured form of access `op`, and its candidate forms (operations of the target that may replace it).

    Raises:
        NotRaised: the access has no structured form or no candidate form.
    """
    if op not in numbers.terms.accesses:
        raise NotRaised(_other_kind(op, plan.target))
    if BUFFER in op.attributes:
        raise NotRaised("it is one to a buffer already")
    access = structure_access(op, numbers, assume, bounded=plan.target != "buffer")
    if gathers and not all(numbers.holds(fact, access.loops) for fact in from_below(access, numbers)):
        with suppress(NotRaised):
            access = structure_access(op, numbers, assume, listed=True)
    why = order.hazard(op) if plan.target == "descriptor" else ""
    tiled = order.tiled_store(op) if why and plan.tiled else None
    if why and tiled is None:
        raise NotRaised(why)
    try:
        found = forms(access, plan.target, numbers, gathers, plan.parents if assume else None)
        found = all_at_launch(found, numbers) if plan.host else found
        return access, _require_disjointness(found, numbers, tiled, why) if tiled else found
    except NotRaised as left:
        if str(left) != RESORT or not assume:
            raise
        if not (gathered := [f for f in forms(access, plan.target, numbers, True) if _missing(f, numbers)]):
            raise  # no fact to check, so the access is gathered without assumptions
        return access, gathered


def _require_disjointness(found: Sequence[AccessForm], numbers: Numbers, tiled: TiledStores, why: str) -> list[AccessForm]:
    """Return the candidate forms of a store, each with the facts under which tiles of different iterations are disjoint.

    Raises:
        NotRaised: no sufficient condition is known; the message is `why`.
    """
    more = [(form, find_disjointness_facts(form, numbers, tiled)) for form in found]
    if not (
        kept := [
            replace(form, required_facts=(*form.required_facts, *required_facts))
            for form, required_facts in more
            if required_facts is not None
        ]
    ):
        raise NotRaised(why)
    return kept


def _other_kind(op: Op, target: Target) -> str:
    return BLOCK_POINTER_REASON if target == "block-pointer" and is_block_pointer_access(op) else explain_kept(op)


def _steady(
    access: StructuredAccess, candidates: Sequence[AccessForm], equal: Sequence[AccessForm], numbers: Numbers
) -> list[AccessForm]:
    """Return the forms, of those proved equal, whose descriptor does not vary in a loop around the access.

    Raises:
        NotRaised: no form is proved equal, or all descriptors vary.
    """
    if not equal:
        missing = [fact.text for form in candidates for fact in _missing(form, numbers)]
        raise NotRaised(f"needs {missing[0]}" if missing else "no rule makes it one of the target's forms")
    steady = [form for form in equal if form.target != "descriptor" or not loops_that_remake(form, numbers)]
    if not steady:
        line = max(
            loop.line for loop in loops_that_remake(equal[0], numbers)
        )  # Triton's pipeliner skips loops that make descriptors
        raise NotRaised(f"its descriptor would be another one in each iteration of the loop at line {line}")
    return steady


def _may_rely(numbers: Numbers, guarded: bool, form: AccessForm, fact: RequiredFact) -> bool:
    """Return whether a fact that a form requires is proved, promised by callers, or to be checked by a guard."""
    numbers.look_at(form.access.op)
    return guarded or numbers.holds(fact, form.access.loops) or form.is_promised(fact)


def _missing(form: AccessForm, numbers: Numbers) -> tuple[RequiredFact, ...]:
    return tuple(n for n in (*form.access.required_facts, *form.required_facts) if not _may_rely(numbers, False, form, n))


def wrapping(function: Op, plan: RaisePlan, wanted: Collection[AccessKey]) -> set[Op]:
    """Return the remainders `x % M` for which every dependent access in `wanted` has a form whose index wraps around at `M`."""
    found = remainders(function) - find_bounded(function)
    if not found:
        return found
    chosen, numbers = choose(function, plan, True, wanted, wraps=found)
    for op in (op for op in accesses(function) if access_key(op) in wanted):
        form = chosen.forms[op][0] if op in chosen.forms else None
        table = form.access.table if form is not None and form.wrap else None
        parts = dependencies(op.operands[0], numbers.terms)
        found -= {r for r in found if r.results[0] in parts and not (table and table.value is r.results[0])}
    return found
