"""Which of the ways to write an access is worth it.

A block pointer and a `tts` access become the same machine code as pointers: their price is the arithmetic that is left in loops.
A descriptor that the kernel makes is 13 `tensormap.replace`, 128 bytes of scratch and a fence before its first use; then one thread
starts the copy of a tile that else all threads start in parts. Measured on an H200 (fp16, `benchmarks/results/gpu_pointers.tsv`): a loop of
nothing but matrix products has issue slots to spare and gains nothing, however long it is (0.79 of the speed of pointers at K = 512, 0.92
at 4096, 0.91 at 8192); one that computes between them, as attention does, gains where descriptors are used 64 times (1.13, 1.22).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from egraph_opt.ir import Op, tensor_type
from egraph_opt.pointer.form import Form
from egraph_opt.pointer.numbers import Numbers
from egraph_opt.pointer.poly import Poly
from egraph_opt.scope import integer_constants, trip_count

BREAK_EVEN = 64.0
"""Uses after which a descriptor that the kernel makes is known to have paid for itself."""
TRIPS = 64.0
"""Iterations that a loop is taken to make where its bounds are not constants."""
FLOATS = frozenset(f"arith.{name}f" for name in "add sub mul div maxnum minnum maximum minimum rem".split())
"""Elementwise arithmetic; conversions alone keep no thread busy."""
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
        idle = [form for form in same if not computes(form)]
        if len(idle) == len(same) and all(form.access.loops for form in same):
            why = "its loop computes less than it loads, matrix products apart, and then a descriptor gains nothing"
            found |= {form.access.op: why for form in same}
            continue
        total = sum(uses(form, numbers, function, trips) for form in same)
        if total < BREAK_EVEN:
            why = f"its descriptor would be made for {total:g} uses, which is worth it from {BREAK_EVEN:g} on"
            found |= {form.access.op: why for form in same}
    return found


def computes(form: Form) -> bool:
    """Whether the innermost loop of an access computes at least as many floats as the access has, one by one: so threads are busy."""
    body = form.access.loops[-1].walk() if form.access.loops else ()
    tensors = [tensor_type(op.results[0].type) for op in body if op.name in FLOATS or op.name.startswith("math.")]
    return sum(prod(t.shape) for t in tensors if t is not None) >= prod(d.size for d in form.access.dimensions)


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
