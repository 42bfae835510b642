"""Accesses by AMD buffer instructions: a scalar base and a 32-bit offset in each lane.

`buffer_load` and `buffer_store` have unsigned byte offsets. An element that ends beyond 2^31 - 2 bytes, the size of Triton's buffers,
is read as zero and not written. Triton's ConvertToBufferOps creates buffer instructions from `splat(base) + offsets` if range analysis
bounds the offsets to 32 bits. So each lane's offset is a sum of strides times indices, relative to the lowest address. A
non-constant stride has a limit that keeps the offset below 2 GiB. So has the modulus of an index that wraps around.

Only atomic operations that Triton 3.6 compiles for gfx942 and gfx950 are raised. Triton's pass creates more atomic buffer instructions than
its lowering supports; an exchange or a float maximum aborts compilation.
"""

from __future__ import annotations

from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact, dependencies
from egraph_opt.families.pointer.analysis.diagnostics import missing_fact, not_analysed
from egraph_opt.families.pointer.analysis.structured_access import AddressTable, StructuredAccess
from egraph_opt.families.pointer.forms.candidate import INT, ZERO, AccessForm, divide_exactly, fits
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.syntax import RMW, name_of

MAX_BUFFER_BYTES = (1 << 31) - 2
"""Size of a buffer in bytes, as Triton declares it to the hardware."""
MIN_BUFFER_BYTES = 16
"""Smallest allowed limit of a non-constant factor. Limits are powers of two, so that `min(stride, limit)` keeps divisors."""
MAX_INDEX_STEP = 1 << 20
"""Upper limit, in elements, of the non-constant strides of an access whose index along some dimension wraps around."""


ATOMICS = {
    "fadd": ("f32", "f64"),
    **dict.fromkeys(("add", "and", "or", "xor", "umax", "umin"), ("i32", "i64")),
}
"""Element types of the supported atomic operations."""
SYSTEM = "3"
"""System scope of atomic operations, which has no buffer instruction."""


def make_buffer_form(access: StructuredAccess, numbers: Numbers) -> AccessForm:
    """Return an access relative to its lowest address, with limits for non-constant factors.

    Raises:
        NotRaised: the buffer instruction or Triton's pass cannot express the access.
    """
    if access.op.name == "tt.load" and access.tensor.element == "f32" and _multiplies(numbers):
        raise NotRaised("it loads f32 in a function with a matrix product, which Triton's pass leaves alone")
    if access.op.name == "tt.atomic_rmw":
        _require_instruction(access)
    table = access.table
    if table and not table.wrap:
        listed = dependencies(table.value, numbers.terms)
        raise NotRaised(missing_fact(table.value, numbers, "address") or not_analysed(listed, numbers, "address"))
    strides = tuple(
        divide_exactly(table.stride if table and table.dimension == n else d.stride, access.bytes)
        for n, d in enumerate(access.dimensions)
    )
    if not any(d.size > 1 and s.terms for d, s in zip(access.dimensions, strides, strict=True)):
        raise NotRaised("all its lanes have one address, which scalar registers hold as it is")
    room = MAX_BUFFER_BYTES // access.bytes - 1
    base = divide_exactly(access.base, access.bytes)
    unknown = []
    for n, (dimension, stride) in enumerate(zip(access.dimensions, strides, strict=True)):
        if table and table.dimension == n:
            continue
        if stride.constant is None:
            unknown += [n] if dimension.size > 1 else []
            continue
        room -= abs(stride.constant) * (dimension.size - 1)
        base += Poly.number(min(0, stride.constant) * (dimension.size - 1))
    limits: list[int | None] = [None] * len(strides)
    for left, n in zip(range(len(unknown), 0, -1), unknown, strict=True):
        last = access.dimensions[n].size - 1
        limits[n] = _power(min(MAX_INDEX_STEP, room // left // last) if table else room // left // last)
        room -= limits[n] * last  # type: ignore[operator]
    required_facts = [_below(numbers, strides[n], limit, n) for n, limit in enumerate(limits) if limit is not None]
    most: int | None = None
    if table:
        most, more = _bound_modulus(numbers, table, strides[table.dimension], room, limits)
        required_facts += more
    if room < 0 or 0 in limits or most == 0:
        raise NotRaised("its lanes are more than 2^31 bytes apart, which a buffer cannot be")
    wrap = (table.dimension, table.wrap[1]) if table and table.wrap else None
    shapes = (None,) * len(strides)
    return AccessForm(
        "buffer",
        access,
        base,
        (ZERO,) * len(strides),
        strides,
        shapes,
        tuple(required_facts),
        wrap=wrap,
        limits=tuple(limits),
        most=most,
    )


def _require_instruction(access: StructuredAccess) -> None:
    """Require that an atomic operation has a buffer instruction.

    Raises:
        NotRaised: no instruction has this operation, element type and scope.
    """
    name, element = name_of(RMW, access.op.attributes["atomic_rmw_op"]), access.tensor.element
    if element not in ATOMICS.get(name, ()):
        raise NotRaised(f"buffers have no instruction for the atomic operation {name} of {element} that Triton writes")
    if access.op.attributes["scope"].startswith(SYSTEM):
        raise NotRaised("it is atomic for other devices, too")


def _bound_modulus(
    numbers: Numbers, table: AddressTable, stride: Poly, room: int, limits: list[int | None]
) -> tuple[int, list[RequiredFact]]:
    assert table.wrap
    n, (offset, end) = table.dimension, table.wrap
    required_facts = [fits(numbers, offset, 0, INT, f"where indices of dimension {n} start")]
    if (number := stride.constant) is not None:
        if number < 0:
            raise NotRaised(f"indices of dimension {n} wrap around, and their stride is negative")
        most = _power(room // max(number, 1))
    else:
        half = max(room, 1).bit_length() // 2
        most, limits[n] = _power(1 << half), _power(room >> half)
        required_facts.append(_below(numbers, stride, limits[n] or 0, n))
    required_facts.append(fits(numbers, end, 1, most, f"where indices of dimension {n} wrap around"))
    return most, required_facts


def _below(numbers: Numbers, stride: Poly, limit: int, n: int) -> RequiredFact:
    return fits(numbers, stride, 0, limit, f"the stride of dimension {n}")


def _power(number: int) -> int:
    """Return the greatest power of two that is at most `number` and fits in 31 bits; 0 if `number < MIN_BUFFER_BYTES`."""
    return 1 << min(number.bit_length() - 1, 30) if number >= MIN_BUFFER_BYTES else 0


def _multiplies(numbers: Numbers) -> bool:
    return any(op.name == "tt.dot" for op in numbers.terms.facts.inside)
