"""Replacement of one function's accesses by structured ones: by proved facts, then by promises, then by facts that a guard checks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from egraph_opt.families.pointer.analysis.access_facts import Numbers
from egraph_opt.families.pointer.analysis.div_mod import hoist_div_mod
from egraph_opt.families.pointer.emit.gather_scatter import write_unstructured
from egraph_opt.families.pointer.emit.guard import GuardBuilder, span_of, write_versions
from egraph_opt.families.pointer.emit.raised_access import FormWriter
from egraph_opt.families.pointer.emit.scalar_builder import ScalarBuilder
from egraph_opt.families.pointer.forms.candidates import RESORT
from egraph_opt.families.pointer.forms.form_choice import (
    DESCRIPTOR_TARGETS,
    POINTERS,
    WORK_ENDED_REASON,
    ChosenForms,
    access_keys,
    accesses,
    choose,
    explain_kept,
    wrapping,
)
from egraph_opt.families.pointer.forms.raising_plan import RaisePlan
from egraph_opt.families.pointer.integers import assumptions
from egraph_opt.families.pointer.integers.interval_analysis import is_size
from egraph_opt.families.pointer.prepare.base_offset import select_base
from egraph_opt.families.pointer.prepare.descriptor_lowering import lower_accesses
from egraph_opt.families.pointer.prepare.induction_sums import carry_sums
from egraph_opt.families.pointer.prepare.load_narrowing import narrow_loads, widen_loads
from egraph_opt.families.pointer.prepare.shadow_access import MARK, AccessKey, access_key, keep_lowered, restore_unraised
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.module import Op
from egraph_opt.ir.rewriting.dead_code import erase_dead
from egraph_opt.ir.rewriting.rewrite import substitute


def raise_function(function: Op, plan: RaisePlan) -> tuple[Op, dict[Op, str], tuple[str, ...]]:
    """Raise the accesses of a function: replace as many as possible by structured accesses of the target.

    Accesses are raised by proved facts, then by promises (no overflow, or shape parameters), then under a guard if `plan.version` is
    set. A `weak` guard omits redundant tests. The last resorts are forms with a table of indices, and then one offset per lane. With
    `plan.narrow`, loads skip lanes that no store uses. Accesses outside `plan.only` influence all choices but are not rewritten.

    Returns:
        The new function, the reason for each access not raised or raised with an offset for each lane, and the caller's promises.

    Raises:
        SaturationFailed: the e-graph engine failed.
    """
    start = lower_accesses(function, plan.target in DESCRIPTOR_TARGETS) if plan.target != "block-pointer" else function
    start = hoist_div_mod(carry_sums(select_base(start), plan.summed))
    below = narrow_loads(start, access_keys(accesses(start, plan.target))) if plan.narrow else start
    apart = tuple(
        mark for mark in plan.promised if mark == assumptions.NO_ALIAS
    )  # this promise is about memory order, which raised accesses take part in
    ended: dict[Op, str] = {}
    new, reasons = _split_ended(_raise_derived(below, replace(plan, promised=apart)), ended)
    about_integers = [mark for mark in plan.promised if mark not in apart]
    for count in range(1, len(about_integers) + 1):
        if reasons:
            some = replace(plan, promised=(*apart, *about_integers[:count]))
            new, reasons = _split_ended(_raise_derived(new, some, access_keys(reasons)), ended)
    if plan.parents and reasons:
        new, reasons = _split_ended(_raise_promised(new, plan, access_keys(reasons)), ended)
    if plan.version and reasons:
        for number in range(len(new.regions[0].blocks)):
            inside = access_keys(op for top in new.regions[0].blocks[number].ops for op in accesses(top, plan.target))
            if here := access_keys(reasons) & inside:
                new, left = _split_ended(_raise_guarded(new, plan, here), ended)
                reasons = {op: why for op, why in reasons.items() if access_key(op) not in here} | left
    new = widen_loads(new) if new is not below else start
    if plan.target == "tts" and reasons:
        before = {access_key(op): why for op, why in reasons.items()}
        new, last = _split_ended(_raise_derived(new, plan, before, gathers=True), ended)
        reasons = {op: why if before[access_key(op)] == RESORT else before[access_key(op)] for op, why in last.items()}
    if plan.target == "tts" and (reasons or ended):
        new, reasons = _raise_single_lanes(new, reasons, access_keys(ended), plan)
    else:
        reasons |= ended
    if new is start:
        return function, reasons, ()
    if start is not function:
        new = erase_dead(restore_unraised(new))
    new, promises = plan.parents.add_parameters(new) if plan.parents else (new, ())
    return new, reasons, (*promises, *(text for mark, text in assumptions.TEXTS.items() if mark in new.attributes))


def through_pointers(function: Op) -> tuple[Op, dict[Op, str], tuple[str, ...]]:
    """Lower accesses through block pointers and descriptors to pointers.

    Returns:
        The new function, the reason for each access that cannot be lowered, and `()` for the callers' promises.
    """
    new = lower_accesses(function, descriptors=True)
    new = erase_dead(keep_lowered(new)) if new is not function else function
    return new, {op: explain_kept(op) for op in accesses(new, POINTERS)}, ()


def _split_ended(found: tuple[Op, dict[Op, str]], ended: dict[Op, str]) -> tuple[Op, dict[Op, str]]:
    """Move the reasons that say that the work budget was exhausted to `ended`. Return the function and the other reasons."""
    new, reasons = found
    ended.update((op, why) for op, why in reasons.items() if why == WORK_ENDED_REASON)
    return new, {op: why for op, why in reasons.items() if why != WORK_ENDED_REASON}


def _raise_single_lanes(
    function: Op, reasons: dict[Op, str], ended: Collection[AccessKey], plan: RaisePlan
) -> tuple[Op, dict[Op, str]]:
    if plan.only is None:
        return write_unstructured(function, reasons, plan.kept)
    whys = {access_key(op): why for op, why in reasons.items()} | dict.fromkeys(ended, WORK_ENDED_REASON)
    stayed = {op: whys[access_key(op)] for op in accesses(function, plan.target) if access_key(op) in whys}
    out = whys.keys() - plan.only - plan.others
    new, found = write_unstructured(function, stayed, plan.kept | out)
    return new, {op: WORK_ENDED_REASON if access_key(op) in out else why for op, why in found.items()}


def _raise_derived(
    function: Op, plan: RaisePlan, wanted: Collection[AccessKey] | None = None, gathers: bool = False
) -> tuple[Op, dict[Op, str]]:
    """Raise the accesses in `wanted` that equal a form by proved facts; `gathers` also allows forms with a table of indices."""
    chosen, numbers = choose(function, plan, False, wanted, gathers)
    return _replace_accesses(function, chosen, numbers, plan)


def _raise_promised(function: Op, plan: RaisePlan, wanted: Collection[AccessKey]) -> tuple[Op, dict[Op, str]]:
    """Raise the accesses in `wanted` whose unproved facts follow from promises about shape parameters."""
    chosen, numbers = choose(function, plan, True, wanted, guarded=False)
    return _replace_accesses(function, chosen, numbers, plan)


def _replace_accesses(function: Op, chosen: ChosenForms, numbers: Numbers, plan: RaisePlan) -> tuple[Op, dict[Op, str]]:
    writer, reasons = _write_forms(function, chosen, numbers, plan)
    if not writer.instead:
        return function, reasons
    return erase_dead(
        substitute(_mark_promises(function, numbers, chosen, writer.instead, plan), writer.emit.before, writer.instead)
    ), reasons


def _mark_promises(function: Op, numbers: Numbers, chosen: ChosenForms, raised: Collection[Op], plan: RaisePlan) -> Op:
    """Record on a function the promises that its raised accesses may rely on."""
    facts = numbers.terms.facts
    if facts.taken and assumptions.find_overflow_ops(raised, facts) & facts.taken.keys():
        function = assumptions.mark_promise(function, assumptions.NO_OVERFLOW)
    if any(chosen.forms[op][0].access.residual for op in raised):
        function = assumptions.mark_promise(function, assumptions.READABLE)
    if chosen.apart.intersection(raised):
        function = assumptions.mark_promise(function, assumptions.NO_ALIAS)
    if assumptions.POSITIVE in plan.promised and any(
        v in facts.hints and is_size(v) for v in assumptions.dependencies(raised, facts)
    ):
        function = assumptions.mark_promise(function, assumptions.POSITIVE)
    return function


def _raise_guarded(given: Op, plan: RaisePlan, wanted: Collection[AccessKey]) -> tuple[Op, dict[Op, str]]:
    """Duplicate the function's code under a guard, and raise the accesses in `wanted` in the first version."""
    function = hoist_div_mod(given)
    wraps = wrapping(function, plan, wanted) if plan.target in ("tts", "buffer") else ()
    chosen, numbers = choose(function, plan, True, wanted, wraps=wraps)
    if not chosen.forms:
        return given, chosen.reasons
    try:
        marks = {op.attributes[MARK] for op in chosen.forms if MARK in op.attributes}
        spanned = [op for op in function.walk() if op in chosen.forms or op.attributes.get(MARK) in marks]
        span = span_of(function, spanned, plan.version == "kernel")
    except NotRaised as left:
        return given, chosen.reasons | dict.fromkeys(chosen.forms, str(left))
    guard = GuardBuilder(numbers, _emitter(function, numbers, plan), span.ops[0], plan.weak)
    for op, (form, required_facts) in list(chosen.forms.items()):
        try:
            numbers.look_at(op)
            for fact in required_facts:
                guard.add(fact, numbers.terms.facts.inside[op])
            numbers.trusted |= form.access.sources if not form.promised else set()  # a promise about one access covers no other
        except NotRaised as left:
            del chosen.forms[op]
            chosen.reasons[op] = str(left)
    writer, reasons = _write_forms(function, chosen, numbers, plan)
    if not writer.instead:
        return given, reasons
    return write_versions(
        _mark_promises(function, numbers, chosen, writer.instead, plan), span, guard, writer.emit.before, writer.instead
    ), reasons


def _emitter(function: Op, numbers: Numbers, plan: RaisePlan) -> ScalarBuilder:
    emit = ScalarBuilder(function, numbers)
    if plan.parents:
        emit.parameters(plan.parents.about)
    return emit


def _write_forms(function: Op, chosen: ChosenForms, numbers: Numbers, plan: RaisePlan) -> tuple[FormWriter, dict[Op, str]]:
    writer = FormWriter(function, numbers, _emitter(function, numbers, plan), plan.short)
    reasons = dict(chosen.reasons)
    for op, (form, _) in chosen.forms.items():
        if plan.only is not None and access_key(op) not in plan.only:
            reasons[op] = WORK_ENDED_REASON
            continue
        numbers.look_at(op)
        try:
            writer.write(form)
        except NotRaised as left:
            reasons[op] = str(left)
    return writer, reasons
