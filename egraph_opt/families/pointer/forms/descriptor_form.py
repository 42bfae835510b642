"""Accesses through tensor descriptors under TMA's hardware rules, which TTIR does not verify (`descriptor_hazards` covers memory order).

Descriptors made at launch depend only on kernel arguments, not on program ids or loops. If the base varies by products of an index
and a stride, each product becomes a leading dimension of extent 1 in the tile, with the largest possible extent in the tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.families.pointer.analysis.access_facts import Numbers
from egraph_opt.families.pointer.analysis.structured_access import AccessDimension, StructuredAccess
from egraph_opt.families.pointer.forms.candidate import INT, ONE, ZERO, AccessForm, base_of, bound_of, divides, fits, own_other
from egraph_opt.families.pointer.forms.shape_parameters import Parents
from egraph_opt.families.pointer.prepare.descriptor_lowering import BLOCK
from egraph_opt.families.pointer.prepare.shadow_access import MARK
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.module import Value
from egraph_opt.ir.polynomial import Monomial, Poly
from egraph_opt.ir.types import integer_bits, tensor_type


def descriptor(
    access: StructuredAccess,
    strides: tuple[Poly, ...],
    offsets: tuple[Poly, ...],
    numbers: Numbers,
    parents: Parents | None,
) -> AccessForm:
    """Return the access through a descriptor that may replace `access`, under the rules of cuTensorMapEncodeTiled.

    A load whose unit stride is not along the last dimension loads the transposed tile.
    """
    rank = len(strides)
    unit = next((d for d in reversed(range(rank)) if strides[d] == ONE and access.dimensions[d].size > 1), rank - 1)
    order = (*(d for d in range(rank) if d != unit), unit) if access.op.name == "tt.load" else tuple(range(rank))
    dimensions = [access.dimensions[d] for d in order]
    strides, offsets = tuple(strides[d] for d in order), tuple(offsets[d] for d in order)
    select = _require(access, strides, dimensions, numbers)
    row = Poly.number(16 // access.bytes)  # a single row may have any stride
    strides = tuple(
        row if d.size == 1 and not s.terms and not o.terms and n < rank - 1 else s
        for n, (d, s, o) in enumerate(zip(dimensions, strides, offsets, strict=True))
    )
    base = base_of(access, strides, offsets)
    required_facts, promised = [], []
    shapes = []
    aligned = numbers.atom(numbers.atom_of(access.pointer), ()).divisor
    if aligned % 16:
        raise NotRaised(f"a descriptor's base is aligned to 16 bytes; of {access.pointer.name} no tt.divisibility says so")
    if base.terms:
        required_facts.append(divides(base * Poly.number(access.bytes), "the base", numbers))
    for d, stride in enumerate(strides[:-1]):
        inside = fits(numbers, stride, 1, (1 << 40) // access.bytes - 1, f"the stride of dimension {d}")
        required_facts += [inside, divides(stride * Poly.number(access.bytes), f"the stride of dimension {d} in bytes", numbers)]
    for d, (dimension, offset) in enumerate(zip(dimensions, offsets, strict=True)):
        shape = bound_of(dimension, offset)
        if shape is None:  # any extent that contains the block will do; a constant one keeps the descriptor invariant
            end = offset + Poly.number(dimension.size)
            most = min(INT, numbers.range(end, access.loops).high)
            fact = fits(numbers, end, 1, most, f"the end of dimension {d}")
            inside = fits(numbers, offset, 0, INT, "")
            if parents and not all(numbers.holds(n, access.loops) for n in (fact, inside)):
                shapes.append(parents.shape(access, d, base, strides, numbers))
                promised.append((d, offset, dimension.size))
                continue
            required_facts.append(fact)
            shape = Poly.number(max(1, most))
        assert shape is not None
        shapes.append(shape)
        least = 0 if dimension.lower is None else -INT - 1
        required_facts.append(fits(numbers, offset, least, INT, f"the offset of dimension {d}"))
        required_facts.append(fits(numbers, shape, 1, INT, f"the shape of dimension {d}"))
    last = dimensions[-1]
    if access.op.name == "tt.store" and (last.upper is not None or last.lower is not None):
        shape = shapes[-1]
        required_facts.append(
            divides(shape * Poly.number(access.bytes), "the last shape in bytes, since stores write 16 at a time", numbers)
        )
    order = order if order != tuple(range(rank)) else ()
    return AccessForm(
        "descriptor",
        access,
        base,
        offsets,
        strides,
        tuple(shapes),
        tuple(required_facts),
        select,
        order=order,
        promised=tuple(promised),
    )


def _require(
    access: StructuredAccess, strides: tuple[Poly, ...], dimensions: Sequence[AccessDimension], numbers: Numbers
) -> bool:
    """Check constraints of a descriptor that a guard cannot check, and return whether a load needs a select.

    Raises:
        NotRaised: a descriptor cannot express the access.
    """
    if not 1 <= len(strides) <= 5:
        raise NotRaised(f"a descriptor has 1 to 5 dimensions, not {len(strides)}")
    if _bits(access) not in (8, 16, 32, 64) or access.tensor.element.startswith("!"):
        raise NotRaised(f"a descriptor has no elements of type {access.tensor.element}")
    if strides[-1] != ONE:
        raise NotRaised(f"a descriptor's last stride is 1, not {numbers.text(strides[-1])}")
    if dimensions[-1].size * access.bytes < 16:
        raise NotRaised(f"a descriptor's rows have 16 bytes or more, not {dimensions[-1].size * access.bytes}")
    if access.op.name == "tt.load" and len(access.op.operands) > 3:
        raise NotRaised("it has more operands than a descriptor load")
    select = own_other(access, numbers)
    if select and access.op.attributes.get(MARK, "").startswith(BLOCK):
        raise NotRaised("lanes out of bounds get a NaN, of which the hardware does not promise the bits")
    return select


def _bits(access: StructuredAccess) -> int:
    element = access.tensor.element
    return access.bytes * 8 if integer_bits(element) != 1 else 1


RANK = 5
"""Maximum rank of a descriptor."""


def all_at_launch(forms: Sequence[AccessForm], numbers: Numbers) -> list[AccessForm]:
    """Return the forms (accesses through descriptors) whose descriptors the host can make at launch, converted to such descriptors.

    Raises:
        NotRaised: no form has a descriptor that can be made at launch.
    """
    found, why = [], NotRaised("it has no form")
    for form in forms:
        try:
            found.append(at_launch(form, numbers))
        except NotRaised as left:
            why = left
    if not found:
        raise why
    return found


def at_launch(form: AccessForm, numbers: Numbers) -> AccessForm:
    """Return an access through a descriptor, converted so that the host makes the descriptor at launch.

    Raises:
        NotRaised: the descriptor depends on values that only the kernel knows.
    """
    if not is_known_at_launch(form.access.pointer, numbers):
        raise NotRaised(f"only the kernel knows {form.access.pointer.name}, the base of its descriptor")
    moving: dict[Monomial, Poly] = {}
    for monomial, coefficient in form.base.terms:
        if moves := tuple(a for a in monomial if not is_atom_at_launch(a, numbers)):
            by = tuple(a for a in monomial if is_atom_at_launch(a, numbers))
            moving[moves] = moving.get(moves, ZERO) + Poly(((by, coefficient),))
    lifted = tuple((Poly(((index, 1),)), stride) for index, stride in moving.items())
    if len(lifted) + len(form.offsets) > RANK:
        raise NotRaised(f"its descriptor would have {len(lifted) + len(form.offsets)} dimensions, of which {RANK} is the most")
    new = replace(form, lifted=lifted)
    for part in new.parts:
        if unknown := next((a for a in part.atoms if not is_atom_at_launch(a, numbers)), None):
            raise NotRaised(f"only the kernel knows {numbers.name(unknown)}, which its descriptor is made of")
    required_facts = []
    bytes = form.access.bytes
    for index, stride in lifted:
        required_facts.append(fits(numbers, index, 0, INT - 1, "an index along which the base moves"))
        required_facts.append(
            fits(numbers, stride, 1, (1 << 40) // bytes - 1, "the stride of a dimension along which the base moves")
        )
        required_facts.append(
            divides(stride * Poly.number(bytes), "the stride of a dimension along which the base moves, in bytes", numbers)
        )
    return replace(new, required_facts=(*form.required_facts, *required_facts))


def is_atom_at_launch(number: int, numbers: Numbers) -> bool:
    """Return whether an atom (opaque scalar) depends only on kernel arguments."""
    if number in numbers.terms.minima:
        return all(is_atom_at_launch(a, numbers) for part in numbers.terms.minima[number] for a in part.atoms)
    atom = numbers.terms.atoms[number]
    return atom.loop is None and atom.value is not None and is_known_at_launch(atom.value, numbers)


def is_known_at_launch(value: Value, numbers: Numbers) -> bool:
    """Return whether a scalar is computed only from kernel arguments by `arith` operations."""
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
