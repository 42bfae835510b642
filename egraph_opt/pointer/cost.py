"""Which of the ways to write an access is worth it.

A block pointer and a `tts` access become the same machine code as pointers: their price is the arithmetic that is left in loops.
A descriptor that the kernel makes is 13 `tensormap.replace`, 128 bytes of scratch and a fence before its first use. On an H200 an fp16
matrix product with tiles of 64 along K and descriptors made in the kernel had 0.67 to 0.80 of the throughput of pointers at K = 512,
0.91 to 1.03 at K = 4096, 0.96 to 1.19 at K = 8192: making one breaks even at about 64 uses.
"""

from __future__ import annotations

from collections.abc import Iterable

from egraph_opt.ir import Op
from egraph_opt.pointer.numbers import Numbers
from egraph_opt.pointer.poly import Poly
from egraph_opt.pointer.target import Form
from egraph_opt.scope import integer_constants, trip_count

BREAK_EVEN = 64.0
"""Uses after which a descriptor that the kernel makes has paid for itself."""
TRIPS = 64.0
"""Iterations that a loop is taken to make where its bounds are not constants."""
MAKE = {"tts": 1.0, "block-pointer": 1.0, "descriptor": 200.0}
"""Scalar operations that making a pointer or descriptor is taken for."""
TWICE = 8.0
"""Scalar operations that copying a tile in two parts is taken for; a gather copies it in as many parts as there are indices."""


def loops_of(poly: Poly, numbers: Numbers) -> set[Op]:
    """The loops that a number changes with."""
    found: set[Op] = set()
    for a in poly.atoms:
        atom = numbers.terms.atoms[a]
        if atom.loop is not None:
            found |= set(numbers.terms.facts.inside[atom.loop]) if atom.trips else {atom.loop}
        elif atom.value is not None:
            source = numbers.terms.facts.defined.get(atom.value)
            found |= set(numbers.terms.facts.inside.get(source, ())) if source is not None else set()
            if (carried := numbers.terms.facts.loops.get(atom.value)) is not None:
                found |= {carried.op, *carried.around}
    return found


def made_in(form: Form, numbers: Numbers) -> set[Op]:
    """The loops of an access in each of whose iterations its pointer or descriptor is another one."""
    parts = (form.base, *form.strides, *(s for s in form.shapes if s is not None))
    return {loop for part in parts for loop in loops_of(part, numbers)} & set(form.access.loops)


def uses(form: Form, numbers: Numbers, function: Op, trips: float) -> float:
    """How often an access uses a descriptor before it needs another one."""
    constants = integer_constants(function)
    product = 1.0
    for loop in set(form.access.loops) - made_in(form, numbers):
        product *= trip_count(loop, constants, trips)
    return product


def unpaid(forms: Iterable[Form], numbers: Numbers, function: Op, trips: float) -> dict[Op, str]:
    """Accesses whose descriptor would not be used often enough, and why; accesses with the same descriptor count together."""
    shared: dict[tuple[object, ...], list[Form]] = {}
    for form in forms:
        if form.target == "descriptor":
            sizes = tuple(d.size for d in form.access.dimensions)
            shared.setdefault((form.access.pointer, form.base, form.strides, form.shapes, sizes), []).append(form)
    found: dict[Op, str] = {}
    for same in shared.values():
        total = sum(uses(form, numbers, function, trips) for form in same)
        if total < BREAK_EVEN:
            why = f"its descriptor would be made for {total:g} uses, which is worth it from {BREAK_EVEN:g} on"
            found |= {form.access.op: why for form in same}
    return found


def cost(form: Form, numbers: Numbers, function: Op) -> float:
    """Scalar operations that a form takes in one run of the function, by the trip counts of the loops they stand in."""
    constants = integer_constants(function)

    def weight(loops: set[Op]) -> float:
        product = 1.0
        for loop in form.access.loops:
            if loop in loops:
                product *= trip_count(loop, constants)
        return product

    total = MAKE[form.target] * weight(made_in(form, numbers))
    parts = form.access.dimensions[form.gather].size if form.gather is not None else 2 if form.wrap else 1
    total += TWICE * (parts - 1) * weight(set(form.access.loops))
    for part in (form.base, *form.offsets, *form.strides, *(s for s in form.shapes if s is not None)):
        total += len(part.terms) * weight(loops_of(part, numbers))
    return total
