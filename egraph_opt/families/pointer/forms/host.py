"""Descriptors made at launch: from a kernel's arguments, and numbers that follow from these alone.

Numbers that move with the program or a loop are no part of such a descriptor. If the base moves, it is by products of an index
and a stride: these become dimensions of one element before the others, with the largest possible extent, since their number is
unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.families.pointer.analysis.numbers import Numbers
from egraph_opt.families.pointer.forms.form import INT, ZERO, Form, divides, fits
from egraph_opt.families.pointer.rewriter.left import Left
from egraph_opt.ir.module import Value
from egraph_opt.ir.polynomial import Monomial, Poly
from egraph_opt.ir.types import tensor_type

RANK = 5
"""Most dimensions of a descriptor."""


def all_at_launch(forms: Sequence[Form], numbers: Numbers) -> list[Form]:
    """Return those forms whose descriptors may be made at launch, changed accordingly.

    Raises:
        Left: there are none.
    """
    found, why = [], Left("it has no form")
    for form in forms:
        try:
            found.append(at_launch(form, numbers))
        except Left as left:
            why = left
    if not found:
        raise why
    return found


def at_launch(form: Form, numbers: Numbers) -> Form:
    """Return the form with its descriptor made at launch.

    Raises:
        Left: it depends on numbers that only the kernel knows.
    """
    if not given(form.access.pointer, numbers):
        raise Left(f"only the kernel knows {form.access.pointer.name}, the base of its descriptor")
    moving: dict[Monomial, Poly] = {}
    for monomial, coefficient in form.base.terms:
        if moves := tuple(a for a in monomial if not known(a, numbers)):
            by = tuple(a for a in monomial if known(a, numbers))
            moving[moves] = moving.get(moves, ZERO) + Poly(((by, coefficient),))
    lifted = tuple((Poly(((index, 1),)), stride) for index, stride in moving.items())
    if len(lifted) + len(form.offsets) > RANK:
        raise Left(f"its descriptor would have {len(lifted) + len(form.offsets)} dimensions, of which {RANK} is the most")
    new = replace(form, lifted=lifted)
    for part in new.parts:
        if unknown := next((a for a in part.atoms if not known(a, numbers)), None):
            raise Left(f"only the kernel knows {numbers.name(unknown)}, which its descriptor is made of")
    needs = []
    bytes = form.access.bytes
    for index, stride in lifted:
        needs.append(fits(numbers, index, 0, INT - 1, "an index along which the base moves"))
        needs.append(fits(numbers, stride, 1, (1 << 40) // bytes - 1, "the stride of a dimension along which the base moves"))
        needs.append(
            divides(stride * Poly.number(bytes), "the stride of a dimension along which the base moves, in bytes", numbers)
        )
    return replace(new, needs=(*form.needs, *needs))


def known(number: int, numbers: Numbers) -> bool:
    """Return whether an atom follows from a kernel's arguments alone."""
    if number in numbers.terms.minima:
        return all(known(a, numbers) for part in numbers.terms.minima[number] for a in part.atoms)
    atom = numbers.terms.atoms[number]
    return atom.loop is None and atom.value is not None and given(atom.value, numbers)


def given(value: Value, numbers: Numbers) -> bool:
    """Return whether a number follows from a kernel's arguments by arithmetic: all of its operands do, also those of operations that
    the analysis takes as they are.
    """
    facts = numbers.terms.facts
    seen: set[Value] = set()
    todo = [value]
    while todo:
        part = todo.pop()
        if part in seen:
            continue
        seen.add(part)
        op = facts.defined.get(part)
        computed = op.name.startswith("arith.") if op is not None else part in facts.hints
        if not computed or tensor_type(part.type):
            return False
        todo += op.operands if op is not None else ()
    return True
