"""One function with its accesses raised: by derived facts first, then by promises, then by facts that a guard can check."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

from egraph_opt.families.pointer.analysis.access_facts import Numbers
from egraph_opt.families.pointer.analysis.div_mod import of_first_lanes
from egraph_opt.families.pointer.emit.guard import Guard, span_of, versioned
from egraph_opt.families.pointer.emit.scalar_builder import Emitter
from egraph_opt.families.pointer.emit.unstructured import unstructured
from egraph_opt.families.pointer.emit.write_access import Writer
from egraph_opt.families.pointer.forms.candidates import RESORT
from egraph_opt.families.pointer.forms.selection import (
    ENDED,
    LOWERED,
    POINTERS,
    Aim,
    Chosen,
    accesses,
    choose,
    kept_as_it_is,
    places,
    wrapping,
)
from egraph_opt.families.pointer.integers import assumptions
from egraph_opt.families.pointer.integers.interval_analysis import is_size
from egraph_opt.families.pointer.prepare.base_offset import from_one_base
from egraph_opt.families.pointer.prepare.induction_sums import summed
from egraph_opt.families.pointer.prepare.lower_descriptors import lowered
from egraph_opt.families.pointer.prepare.narrow_loads import narrowed, widened
from egraph_opt.families.pointer.prepare.shadow_access import MARK, Place, place_of, replaced, restored
from egraph_opt.families.pointer.prepare.tensors import Left
from egraph_opt.ir.dead_code import erase_dead
from egraph_opt.ir.module import Op
from egraph_opt.ir.rewrite import substitute

Version = Literal["", "loop", "kernel"]
"""Part of a program with two versions: nothing, from its first guarded access to its last, or all of it."""


def raise_function(
    function: Op, aim: Aim, version: Version = "", weak: bool = True, narrow: bool = True
) -> tuple[Op, dict[Op, str], tuple[str, ...]]:
    """Return a function with all possible accesses raised, the reasons of those that stayed, and its caller's promises. An access that has
    an offset for each lane has a reason too: why it has no better form.

    First those whose facts were derived; then those for which a promise suffices: that nothing overflows, or by parameters for
    shapes; then, with a `version`, the others under a guard, a `weak` one without tests that follow from others; the rest may be
    gathered, in the end with an offset for each lane. With `narrow`, loads leave out lanes that no store keeps. What is not to be raised
    (`aim.only`) is chosen like the rest, and then left.

    Raises:
        SaturationFailed: the e-graph engine failed.
    """
    start = lowered(function, aim.target in LOWERED) if aim.target != "block-pointer" else function
    start = of_first_lanes(summed(from_one_base(start), aim.summed))
    below = narrowed(start, places(accesses(start, aim.target))) if narrow else start
    apart = tuple(
        mark for mark in aim.promised if mark == assumptions.NO_ALIAS
    )  # it is about an order, which raised accesses are part of
    ended: dict[Op, str] = {}
    new, reasons = _parted(_derived(below, replace(aim, promised=apart)), ended)
    about_integers = [mark for mark in aim.promised if mark not in apart]
    for count in range(1, len(about_integers) + 1):
        if reasons:
            some = replace(aim, promised=(*apart, *about_integers[:count]))
            new, reasons = _parted(_derived(new, some, places(reasons)), ended)
    if aim.parents and reasons:
        new, reasons = _parted(_promised(new, aim, places(reasons)), ended)
    if version and reasons:
        for number in range(len(new.regions[0].blocks)):
            inside = places(op for top in new.regions[0].blocks[number].ops for op in accesses(top, aim.target))
            if here := places(reasons) & inside:
                new, left = _parted(_guarded(new, aim, version, here, weak), ended)
                reasons = {op: why for op, why in reasons.items() if place_of(op) not in here} | left
    new = widened(new) if new is not below else start
    if aim.target == "tts" and reasons:
        before = {place_of(op): why for op, why in reasons.items()}
        new, last = _parted(_derived(new, aim, before, gathers=True), ended)
        reasons = {op: why if before[place_of(op)] == RESORT else before[place_of(op)] for op, why in last.items()}
    if aim.target == "tts" and (reasons or ended):
        new, reasons = _single(new, reasons, places(ended), aim)
    else:
        reasons |= ended
    if new is start:
        return function, reasons, ()
    if start is not function:
        new = erase_dead(restored(new))
    new, promises = aim.parents.extended(new) if aim.parents else (new, ())
    return new, reasons, (*promises, *(text for mark, text in assumptions.TEXTS.items() if mark in new.attributes))


def through_pointers(function: Op) -> tuple[Op, dict[Op, str], tuple[str, ...]]:
    """Return a function whose accesses through block pointers and descriptors go through pointers, in the form of `raise_function`."""
    new = lowered(function, descriptors=True)
    new = erase_dead(replaced(new)) if new is not function else function
    return new, {op: kept_as_it_is(op) for op in accesses(new, POINTERS)}, ()


def _parted(found: tuple[Op, dict[Op, str]], ended: dict[Op, str]) -> tuple[Op, dict[Op, str]]:
    """Return a raised function and the reasons for what may be raised in another way; what is not to be raised goes to `ended`."""
    new, reasons = found
    ended.update((op, why) for op, why in reasons.items() if why == ENDED)
    return new, {op: why for op, why in reasons.items() if why != ENDED}


def _single(function: Op, reasons: dict[Op, str], ended: Collection[Place], aim: Aim) -> tuple[Op, dict[Op, str]]:
    """Return the function with an offset for each lane of the accesses that are left, as far as these may have one, and their reasons."""
    if aim.only is None:
        return unstructured(function, reasons, aim.kept)
    whys = {place_of(op): why for op, why in reasons.items()} | dict.fromkeys(ended, ENDED)
    stayed = {op: whys[place_of(op)] for op in accesses(function, aim.target) if place_of(op) in whys}
    out = whys.keys() - aim.only - aim.others
    new, found = unstructured(function, stayed, aim.kept | out)
    return new, {op: ENDED if place_of(op) in out else why for op, why in found.items()}


def _derived(function: Op, aim: Aim, wanted: Collection[Place] | None = None, gathers: bool = False) -> tuple[Op, dict[Op, str]]:
    """Raise the wanted accesses whose facts are derived; with `gathers`, gathered ones too."""
    chosen, numbers = choose(function, aim, False, wanted, gathers)
    return _exchanged(function, chosen, numbers, aim)


def _promised(function: Op, aim: Aim, wanted: Collection[Place]) -> tuple[Op, dict[Op, str]]:
    """Raise the wanted accesses whose other facts follow from the caller's promises about shapes."""
    chosen, numbers = choose(function, aim, True, wanted, guarded=False)
    return _exchanged(function, chosen, numbers, aim)


def _exchanged(function: Op, chosen: Chosen, numbers: Numbers, aim: Aim) -> tuple[Op, dict[Op, str]]:
    writer, reasons = _write(function, chosen, numbers, aim)
    if not writer.instead:
        return function, reasons
    return erase_dead(
        substitute(_said(function, numbers, chosen, writer.instead, aim), writer.emit.before, writer.instead)
    ), reasons


def _said(function: Op, numbers: Numbers, chosen: Chosen, raised: Collection[Op], aim: Aim) -> Op:
    """Return the function, marked if raised accesses may rest on promises."""
    facts = numbers.terms.facts
    if facts.taken and assumptions.behind(raised, facts) & facts.taken.keys():
        function = assumptions.promising(function, assumptions.NO_OVERFLOW)
    if any(chosen.forms[op][0].access.residual for op in raised):
        function = assumptions.promising(function, assumptions.READABLE)
    if chosen.apart.intersection(raised):
        function = assumptions.promising(function, assumptions.NO_ALIAS)
    if assumptions.POSITIVE in aim.promised and any(
        v in facts.hints and is_size(v) for v in assumptions.dependencies(raised, facts)
    ):
        function = assumptions.promising(function, assumptions.POSITIVE)
    return function


def _guarded(given: Op, aim: Aim, version: Version, wanted: Collection[Place], weak: bool) -> tuple[Op, dict[Op, str]]:
    """Return a function in two versions, the first with all wanted accesses raised whose facts a guard can check."""
    function = of_first_lanes(given)
    wraps = wrapping(function, aim, wanted) if aim.target in ("tts", "buffer") else ()
    chosen, numbers = choose(function, aim, True, wanted, wraps=wraps)
    if not chosen.forms:
        return given, chosen.reasons
    try:
        marks = {op.attributes[MARK] for op in chosen.forms if MARK in op.attributes}
        spanned = [op for op in function.walk() if op in chosen.forms or op.attributes.get(MARK) in marks]
        span = span_of(function, spanned, version == "kernel")
    except Left as left:
        return given, chosen.reasons | dict.fromkeys(chosen.forms, str(left))
    guard = Guard(numbers, _emitter(function, numbers, aim), span.ops[0], weak)
    for op, (form, needs) in list(chosen.forms.items()):
        try:
            numbers.look_at(op)
            for need in needs:
                guard.add(need, numbers.terms.facts.inside[op])
            numbers.trusted |= form.access.sources if not form.promised else set()  # a promise about one access is not about all
        except Left as left:
            del chosen.forms[op]
            chosen.reasons[op] = str(left)
    writer, reasons = _write(function, chosen, numbers, aim)
    if not writer.instead:
        return given, reasons
    return versioned(
        _said(function, numbers, chosen, writer.instead, aim), span, guard, writer.emit.before, writer.instead
    ), reasons


def _emitter(function: Op, numbers: Numbers, aim: Aim) -> Emitter:
    emit = Emitter(function, numbers)
    if aim.parents:
        emit.parameters(aim.parents.about)
    return emit


def _write(function: Op, chosen: Chosen, numbers: Numbers, aim: Aim) -> tuple[Writer, dict[Op, str]]:
    """Return the operations of the chosen forms, and the reasons for the accesses that stay."""
    writer = Writer(function, numbers, _emitter(function, numbers, aim), aim.short)
    reasons = dict(chosen.reasons)
    for op, (form, _) in chosen.forms.items():
        if aim.only is not None and place_of(op) not in aim.only:
            reasons[op] = ENDED
            continue
        numbers.look_at(op)
        try:
            writer.write(form)
        except Left as left:
            reasons[op] = str(left)
    return writer, reasons
